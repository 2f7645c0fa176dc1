// A bar that shows who stands better: MAX's part of it, between the names of both; of more players the part of each, above their numbers.

/** @import { Share } from "./answers.js" */

import { element, fill } from "./elements.js";
import { swatch } from "./play/swatch.js";
import { say } from "./words.js";

export class Bar {
  /** @type {string[]} */
  colours = []; // of more than two players; else none

  constructor() {
    this.part = element("div");
    this.bar = element("div", {
      class: "bar", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50,
    }, this.part);
    this.ends = [element("span"), element("span")];
    this.root = element("div", { class: "scale" }, this.ends[1], this.bar, this.ends[0]);
    this.share(null);
  }

  /**
   * @param {string[]} players
   * @param {string[]} [colours]  the class of each player's pieces
   */
  name(players, colours = []) {
    this.root.hidden = players.length < 2;
    this.colours = players.length > 2 ? colours : [];
    this.bar.classList.toggle("many", players.length > 2);
    if (players.length > 2) {
      this.ends[0].replaceChildren(...players.map((player, place) => element("span", { class: "whose", title: player }, swatch(place, colours), String(place + 1))));
      this.ends[1].textContent = "";
    } else this.ends.forEach((end, player) => { end.textContent = players[player] ?? ""; });
    this.bar.setAttribute("aria-label", players.length > 2 ? say("bar_many") : say("bar", { player: players[0] }));
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
    const text = part === null ? say("not_judged") : told;
    if (text) this.bar.setAttribute("aria-valuetext", text);
    else this.bar.removeAttribute("aria-valuetext");
    if (this.colours.length) {
      fill(this.bar, bandsOf(Array.isArray(part) ? part : [], this.colours));
      return;
    }
    const shown = typeof part === "number" ? part : 0.5;
    this.bar.replaceChildren(this.part);
    this.part.style.height = `${100 * shown}%`;
    this.bar.setAttribute("aria-valuenow", String(Math.round(100 * shown)));
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
