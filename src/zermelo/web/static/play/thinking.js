// What the computer thinks of, one thing at a time, and the line that says so.

/** @import { Found } from "../answers.js" */

import { number, say } from "../words.js";

const COMPILING = 2000; // milliseconds from which on the first search of a game, which compiles it, is said to do so

export class Thinking {
  /** @type {AbortController | null} */
  current = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting = undefined;

  /**
   * @param {(text: string) => void} tell
   * @param {(part: number) => void} share  shows MAX's part of the bar
   */
  constructor(tell, share) {
    this.tell = tell;
    this.share = share;
  }

  /** Begin to think, and let nothing else that was thought of go on. */
  begin() {
    this.stop();
    this.tell(say("thinking"));
    this.waiting = setTimeout(() => this.tell(say("compiling")), COMPILING);
    return this.current = new AbortController();
  }

  stop() {
    this.current?.abort();
    this.current = null;
    clearTimeout(this.waiting);
  }

  /**
   * Who holds something hidden does not say what they think.
   * @param {Found | null} found
   */
  found(found) {
    clearTimeout(this.waiting);
    this.tell(found ? sentence(found) : "");
    if (found && found.share !== null) this.share(found.share);
  }

  /**
   * It went wrong, or was given up for something else.
   * @param {AbortController} mine
   */
  failed(mine) {
    if (this.current !== mine) return;
    this.stop();
    this.tell("");
  }
}

/** @param {Found} found */
export function sentence(found) {
  const value = found.told + (found.proved && found.share !== null ? ` (${say("proved")})` : "");
  const facts = { value, depth: found.depth, nodes: number(found.nodes), line: found.line.join(" ") };
  return say(found.depth ? "found" : "found_by_trying", facts) + (found.cut_short ? ` ${say("cut_short")}` : "");
}
