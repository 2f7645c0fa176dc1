// A bar that shows who stands better: MAX's part of it, between the names of both.

import { element } from "./elements.js";
import { say } from "./words.js";

export class Bar {
  constructor() {
    this.part = element("div");
    this.bar = element("div", {
      class: "bar", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50,
    }, this.part);
    this.ends = [element("span"), element("span")];
    this.root = element("div", { class: "scale" }, this.ends[1], this.bar, this.ends[0]);
    this.share(null);
  }

  /** @param {string[]} players */
  name(players) {
    this.ends.forEach((end, player) => { end.textContent = players[player]; });
    this.bar.setAttribute("aria-label", say("bar", { player: players[0] }));
  }

  /**
   * MAX's part stands above, or below as usual: where MAX sits at the board beside it.
   * @param {boolean} above
   */
  turn(above) {
    this.bar.classList.toggle("turned", above);
    const [first, second] = this.ends;
    this.root.replaceChildren(...(above ? [first, this.bar, second] : [second, this.bar, first]));
  }

  /**
   * MAX's part of the bar; null while nobody has looked at the position.
   * @param {number | null} part
   * @param {string} [told]  what a reader of the screen says in place of the part
   */
  share(part, told) {
    this.bar.classList.toggle("unknown", part === null);
    this.part.style.height = `${100 * (part ?? 0.5)}%`;
    this.bar.setAttribute("aria-valuenow", String(Math.round(100 * (part ?? 0.5))));
    const text = part === null ? say("not_judged") : told;
    if (text) this.bar.setAttribute("aria-valuetext", text);
    else this.bar.removeAttribute("aria-valuetext");
  }
}
