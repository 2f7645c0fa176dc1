// The engine of a page: it thinks of one position at a time, and of none while nobody looks.

/** @import { Progress, Thought } from "../answers.js" */
/** @import { Asked } from "./calls.js" */

import { thought } from "./calls.js";

const WAIT = 120; // milliseconds before it begins: who walks on at once asks for nothing on the way

export class Engine {
  /** @type {AbortController | null} */
  current = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;
  on = true;
  /** @type {Asked | null} */
  asked = null; // what it is to think of; null where there is nothing

  /**
   * @param {(asked: Asked, found: Thought) => void} hear
   * @param {(progress: Progress | null) => void} compiles  is told how far it is compiled; null where it is
   * @param {(error: unknown) => void} fail
   * @param {Document} page
   */
  constructor(hear, compiles, fail, page) {
    this.hear = hear;
    this.compiles = compiles;
    this.fail = fail;
    this.page = page;
    this.lines = 3;
    page.addEventListener("visibilitychange", () => this.again());
    page.defaultView?.addEventListener("pagehide", () => this.stop());
  }

  /**
   * Think of this from now on, or of nothing.
   * @param {Asked | null} asked
   */
  think(asked) {
    this.asked = asked;
    this.again();
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.again();
  }

  /** Begin anew, if there is something to think of and somebody looks. */
  again() {
    this.stop();
    const { asked } = this;
    if (asked && this.on && !this.page.hidden) this.waiting = setTimeout(() => this.begin(asked), WAIT);
  }

  stop() {
    clearTimeout(this.waiting);
    this.current?.abort();
    this.current = null;
    this.compiles(null);
  }

  /** @param {Asked} asked */
  async begin(asked) {
    const mine = this.current = new AbortController();
    const hear = (/** @type {Thought} */ found) => {
      if (this.current !== mine) return;
      this.compiles(null);
      this.hear(asked, found);
    };
    const news = (/** @type {Thought | Progress} */ found) => {
      if ("lines" in found) hear(found);
      else if (this.current === mine) this.compiles(found);
    };
    try {
      hear(await thought(asked, this.lines, news, mine.signal));
    } catch (error) {
      if (this.current !== mine) return;
      this.compiles(null);
      this.fail(error);
    }
  }
}
