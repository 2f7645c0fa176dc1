// How far the compilation of a game is: where it takes long enough for a word about it.

/** @import { Progress } from "./answers.js" */

import { element } from "./elements.js";
import { number, say } from "./words.js";

const BRIEF = 600; // milliseconds; what takes less is not worth a word

export class Compiling {
  /** @type {number | null} */
  since = null;

  /** @param {string} text  what goes on */
  constructor(text) {
    this.text = text;
    this.told = element("span", { role: "status" });
    this.left = element("span");
    this.bar = element("progress", { max: 1, value: 0, "aria-label": say("ready_bar") });
    this.root = element("div", { class: "readiness", hidden: true }, element("p", {}, this.told, " ", this.left), this.bar);
  }

  /** @param {Progress} progress */
  hear({ share, left }) {
    this.since ??= Date.now();
    if (Date.now() - this.since < BRIEF) return;
    if (this.root.hidden) {
      this.root.hidden = false;
      this.told.textContent = this.text;
    }
    this.bar.value = share;
    this.left.textContent = left === null ? (share > 0 ? say("ready_soon") : "") : say("ready_left", { seconds: number(Math.max(1, Math.round(left))) });
  }

  /** Nothing is compiled any more. */
  done() {
    this.since = null;
    this.root.hidden = true;
    this.told.textContent = "";
  }
}
