// From which side a board is seen, where players sit opposite each other: the button that turns it, and its key.

/** @import { BoardView } from "./answers.js" */

import { button, fill } from "./elements.js";
import { say } from "./words.js";

export const KEY = "f"; // as in "flip"
const SIGN = "M4 14V3M1 6L4 2L7 6M12 2V13M9 10L12 14L15 10"; // an arrow up and one down

export class Side {
  /**
   * @param {() => unknown} changed  is called when the reader has turned the board
   * @param {boolean} [own]  as the reader has turned it
   */
  constructor(changed, own) {
    this.changed = changed;
    this.own = own;
    /** @type {boolean | null} */
    this.usual = null; // whether it is seen from above, unless the reader turns it
    /** @type {number | null} */
    this.below = null; // the player who sits below; null where the board has no sides
    const name = say("turn_board");
    this.button = button("", () => this.turn(), { "aria-label": name, title: `${name} (${KEY.toUpperCase()})`, hidden: true });
    fill(this.button, `<svg class="sign line" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${SIGN}"/></svg>`);
  }

  /** Whether the board is seen by who sits above. */
  get turned() {
    return this.below !== null && (this.own ?? this.usual ?? false);
  }

  /** Whether MAX is seen above. */
  get maxAbove() {
    return this.turned !== (this.below === 1);
  }

  /**
   * A board is shown that is seen so unless the reader turns it. Where others sit down, it is seen anew as is usual.
   * @param {BoardView} board
   * @param {boolean} [usual]
   */
  show(board, usual = false) {
    if (this.usual !== null && this.usual !== usual) this.own = undefined;
    this.usual = usual;
    this.below = board.below;
    this.button.hidden = board.below === null;
  }

  turn() {
    if (this.below === null) return;
    this.own = !this.turned;
    this.changed();
  }
}
