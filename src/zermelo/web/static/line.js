// A line of moves on a board: forward and back, with a sentence on each position.

/** @import { Step } from "./answers.js" */

import { button, element, fill } from "./elements.js";
import { say } from "./words.js";

export class LineView {
  /**
   * @param {(step: Step, place: number) => string} tell  what is said of a position on the line
   */
  constructor(tell) {
    this.tell = tell;
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.picture = element("div", { class: "picture" });
    this.sentence = element("p", { class: "told", "aria-live": "polite" });
    const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => number} */ to) =>
      button(sign, () => this.go(to()), { "aria-label": say(name), title: say(name) });
    this.buttons = element("div", { class: "tools" }, step("|◀", "to_first", () => 0), step("◀", "one_back", () => this.at - 1),
      step("▶", "one_on", () => this.at + 1), step("▶|", "to_last", () => this.steps.length - 1));
    this.root = element("div", { class: "line" }, this.picture, this.buttons, this.sentence);
  }

  /** @param {Step[]} steps */
  show(steps) {
    this.steps = steps;
    this.go(0);
  }

  /** @param {number} place */
  go(place) {
    this.at = Math.max(0, Math.min(place, this.steps.length - 1));
    const step = this.steps[this.at];
    if (step.board.svg) fill(this.picture, step.board.svg);
    else this.picture.replaceChildren(element("pre", {}, step.board.text));
    this.sentence.textContent = this.tell(step, this.at);
    const [first, back, on, last] = this.buttons.children;
    for (const one of [first, back]) one.toggleAttribute("disabled", this.at === 0);
    for (const one of [on, last]) one.toggleAttribute("disabled", this.at === this.steps.length - 1);
  }
}
