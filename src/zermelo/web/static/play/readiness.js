// What has to be compiled before the computers of a game play as well as they should: asked for when the game is shown, with how far it is.

/** @import { Progress, View } from "../answers.js" */

import { element } from "../elements.js";
import { number, say } from "../words.js";

const BRIEF = 600; // milliseconds; what takes less is not worth a word

/**
 * Where the computers of a game are made ready.
 * @typedef {{ ready: (news: (progress: Progress) => void, signal: AbortSignal) => Promise<unknown> }} Remote
 */

export class Readiness {
  /** Settled as soon as the server knows what is wanted, so that a computer asked to move there does not begin to compile for itself. */
  known = Promise.resolve();
  /** @type {AbortController | null} */
  current = null;
  wanted = "";

  constructor() {
    this.told = element("span", { role: "status" });
    this.left = element("span");
    this.bar = element("progress", { max: 1, value: 0, "aria-label": say("ready_bar") });
    this.root = element("div", { class: "readiness", hidden: true }, element("p", {}, this.told, " ", this.left), this.bar);
  }

  /**
   * Make the computers of this view ready, unless that is done or under way.
   * @param {View} view
   * @param {Remote} remote
   */
  prepare({ number: game, seats }, remote) {
    const computers = seats.filter(({ kind }) => kind === "computer").map((seat) => ({ ...seat, name: "" }));
    const wanted = JSON.stringify([game, computers]);
    if (wanted === this.wanted) return;
    this.stop();
    if (!computers.length) return;
    this.wanted = wanted;
    const mine = this.current = new AbortController(), since = Date.now();
    this.known = new Promise((resolve) => {
      const news = (/** @type {Progress} */ progress) => {
        resolve();
        if (this.current === mine && Date.now() - since >= BRIEF) this.show(progress);
      };
      remote.ready(news, mine.signal).catch(() => {}).finally(() => { // what is wrong is told by who wants to play
        resolve();
        if (this.current === mine) this.done();
      });
    });
  }

  /** @param {Progress} progress */
  show({ share, left }) {
    if (this.root.hidden) {
      this.root.hidden = false;
      this.told.textContent = say("ready_compiling");
    }
    this.bar.value = share;
    this.left.textContent = left === null ? (share > 0 ? say("ready_soon") : "") : say("ready_left", { seconds: number(Math.max(1, Math.round(left))) });
  }

  done() {
    this.current = null;
    this.root.hidden = true;
    this.told.textContent = "";
  }

  stop() {
    this.wanted = "";
    this.known = Promise.resolve();
    this.current?.abort();
    this.done();
  }
}
