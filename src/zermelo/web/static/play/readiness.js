// What has to be compiled before the computers of a game play as well as they should: asked for when the game is shown, with how far it is.

/** @import { Progress, View } from "../answers.js" */

import { Compiling } from "../compiling.js";
import { say } from "../words.js";

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
  compiling = new Compiling(say("ready_compiling"));

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
    const mine = this.current = new AbortController();
    this.known = new Promise((resolve) => {
      const news = (/** @type {Progress} */ progress) => {
        resolve();
        if (this.current === mine) this.compiling.hear(progress);
      };
      remote.ready(news, mine.signal).catch(() => {}).finally(() => { // what is wrong is told by who wants to play
        resolve();
        if (this.current === mine) this.done();
      });
    });
  }

  done() {
    this.current = null;
    this.compiling.done();
  }

  stop() {
    this.wanted = "";
    this.known = Promise.resolve();
    this.current?.abort();
    this.done();
  }
}
