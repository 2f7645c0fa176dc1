// A bar that shows who stands better: MAX's part of it, between the names of both; of more players the part of each, above their numbers.

/** @import { Share } from "./answers.js" */

import { element, fill } from "./elements.js";
import { swatch } from "./play/swatch.js";
import { say } from "./words.js";

export class Bar {
  /** @type {string[]} */
  colours = []; // of more than two players; else none
  label = "";

  constructor() {
    this.part = element("div");
    this.bar = element("div", { class: "bar" }, this.part);
    this.ends = [element("span"), element("span")];
    this.root = element("div", { class: "scale" }, this.ends[1], this.bar, this.ends[0]);
    this.share(null);
  }

  /**
   * @param {string[]} players
   * @param {string[]} [colours]  the class of each player's pieces
   */
  name(players, colours = []) {
    const many = players.length > 2;
    this.root.hidden = players.length < 2;
    this.colours = many ? colours : [];
    this.bar.classList.toggle("many", many);
    const whose = players.map((player, place) => element("span", { class: "whose", title: player }, swatch(place, colours), String(place + 1)));
    this.ends.forEach((end, player) => end.replaceChildren(...(!many ? [players[player] ?? ""] : player ? [] : whose)));
    this.label = many ? say("bar_many") : say("bar", { player: players[0] });
  }

  /**
   * MAX's part stands above, or below as usual: where MAX sits at the board beside it.
   * @param {boolean} above
   */
  turn(above) {
    this.bar.classList.toggle("turned", above);
    const [first, second] = this.ends;
    this.root.replaceChildren(...(above && !this.colours.length ? [first, this.bar, second] : [second, this.bar, first]));
  }

  /**
   * MAX's part of the bar, or that of each of more than two players; null while nobody has looked at the position.
   * @param {Share} part
   * @param {string} [told]  what a reader of the screen says in place of the part
   */
  share(part, told) {
    this.bar.classList.toggle("unknown", part === null);
    const text = part === null ? say("not_judged") : told, many = this.colours.length > 0, shown = typeof part === "number" ? part : 0.5;
    if (many) fill(this.bar, bandsOf(Array.isArray(part) ? part : [], this.colours));
    else this.bar.replaceChildren(this.part);
    this.part.style.height = `${100 * shown}%`;
    const meter = { role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(100 * shown), "aria-valuetext": text || null };
    const picture = { ...Object.fromEntries(Object.keys(meter).map((name) => [name, null])), role: "img" };
    const facts = { ...(many ? picture : meter), "aria-label": many && text ? `${this.label}: ${text}` : this.label };
    for (const [name, fact] of Object.entries(facts)) {
      if (fact === null) this.bar.removeAttribute(name);
      else this.bar.setAttribute(name, String(fact));
    }
  }
}

/**
 * The parts of players one below the other, the first above, in the colours of their pieces.
 * @param {number[]} parts
 * @param {string[]} colours
 */
export function bandsOf(parts, colours) {
  let top = 0;
  const bands = parts.map((part, player) => {
    const band = `<rect class="${colours[player % colours.length]}" x="0" y="${(100 * top).toFixed(2)}" width="1" height="${(100 * part).toFixed(2)}"/>`;
    top += part;
    return band;
  });
  return `<svg class="board" viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true">${bands.join("")}</svg>`;
}
