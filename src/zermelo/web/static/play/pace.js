// How fast computers play among themselves: at once, or with a rest after each move; on and off, and move by move.

/** @import { View } from "../answers.js" */

import { button, element, labelled } from "../elements.js";
import { number, say } from "../words.js";
import { nobodyPlays } from "./turns.js";

const RESTS = [0, 0.25, 0.5, 1, 2, 4]; // seconds
const PACE = "zermelo pace"; // kept in the browser

export class Pace {
  paused = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;

  /**
   * @param {() => unknown} halt  is called when computers are to stop
   * @param {() => unknown} go  when they are to play on
   * @param {() => unknown} step  when they are to make one move
   */
  constructor(halt, go, step) {
    this.pause = button(say("pause"), () => {
      this.paused = !this.paused;
      this.show();
      (this.paused ? halt : go)();
    }, { "aria-pressed": "false" });
    this.step = button(say("pace_step"), step);
    this.slider = element("input", { type: "range", min: 0, max: RESTS.length - 1, step: 1, value: kept(), oninput: () => this.slide() });
    this.told = element("output");
    this.root = element("div", { class: "tools pace", hidden: true }, this.pause, this.step, labelled(say("pace"), this.slider), this.told);
    this.show();
  }

  /** Seconds of rest after a move. */
  get rest() {
    return RESTS[Number(this.slider.value)];
  }

  slide() {
    try {
      localStorage.setItem(PACE, this.slider.value);
    } catch {
      // the browser keeps nothing
    }
    this.show();
  }

  show() {
    const told = this.rest ? say("pace_rest", { seconds: number(this.rest) }) : say("pace_at_once");
    this.told.textContent = told;
    this.slider.setAttribute("aria-valuetext", told);
    this.pause.setAttribute("aria-pressed", String(this.paused));
    this.step.disabled = !this.paused;
  }

  /**
   * Let the computer that is to move do so, when it is time.
   * @param {View} view
   * @param {() => unknown} act
   */
  next(view, act) {
    this.halt();
    this.root.hidden = !nobodyPlays(view);
    if (!view.computer || (this.paused && nobodyPlays(view))) return;
    if (nobodyPlays(view) && view.plies && this.rest) this.waiting = setTimeout(act, 1000 * this.rest);
    else act();
  }

  halt() {
    clearTimeout(this.waiting);
  }
}

/** Which of the rests was chosen last. */
function kept() {
  try {
    return Number(localStorage.getItem(PACE) ?? 0);
  } catch {
    return 0; // the browser keeps nothing
  }
}
