// What was done, to be undone and done again.

/** @template Kind */
export class Undo {
  /** @type {Kind[]} */
  past = [];

  /** @type {Kind[]} */
  future = [];

  /** @param {Kind} now */
  constructor(now) {
    this.now = now;
  }

  /**
   * Something new is done; what was undone before is forgotten.
   * @param {Kind} next
   */
  push(next) {
    this.past.push(this.now);
    this.future = [];
    this.now = next;
  }

  /** What it was before; undefined where nothing was done. */
  undo() {
    const before = this.past.pop();
    if (before === undefined) return undefined;
    this.future.push(this.now);
    return this.now = before;
  }

  /** What it was before it was undone. */
  redo() {
    const after = this.future.pop();
    if (after === undefined) return undefined;
    this.past.push(this.now);
    return this.now = after;
  }
}
