// What the computer thinks of, one thing at a time, and the line that says so.

/** @import { Found } from "../answers.js" */

import { number, say } from "../words.js";

export class Thinking {
  /** @type {AbortController | null} */
  current = null;

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
    return this.current = new AbortController();
  }

  stop() {
    this.current?.abort();
    this.current = null;
  }

  /**
   * Who holds something hidden does not say what they think.
   * @param {Found | null} found
   */
  found(found) {
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
  if (found.mixed) return found.told;
  const sure = found.estimated ? say("estimate") : found.proved && found.share !== null ? say("proved") : "";
  const value = found.told + (sure && ` (${sure})`);
  const facts = { value, depth: found.depth, nodes: number(found.nodes), line: found.line.join(" ") };
  if (found.known) return say("found_known", facts);
  return say(found.depth ? "found" : "found_by_trying", facts) + (found.cut_short ? ` ${say("cut_short")}` : "");
}
