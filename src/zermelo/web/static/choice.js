// How an action is chosen by touching its squares, one after the other. It knows squares and actions, and nothing of any game or page:
// an action may have several steps, which may be made in several ways.

/** @import { Action } from "./answers.js" */

/**
 * One of the ways in which an action is made.
 * @typedef {{ action: Action, steps: number[][] }} Way
 */

/**
 * What touching a square has done: an action is chosen, or several are possible, or a step of one is made, or none of it yet.
 * @typedef {{ done: "action", action: Action } | { done: "several", actions: Action[] } | { done: "step" } | { done: "touch" }} Outcome
 */

/** A choice among actions, which is made step by step. */
export class Choice {
  /** @param {Action[]} legal */
  constructor(legal) {
    this.legal = legal;
    /** @type {Way[]} */
    this.ways = legal.flatMap((action) => action.ways.map((steps) => ({ action, steps })));
    /** @type {number[][]} */
    this.steps = []; // that are made
    /** @type {number[]} */
    this.touched = []; // of the step at hand
  }

  /** Whether actions go from square to square. */
  get moves() {
    return this.ways.some(({ steps }) => steps[0].length > 1);
  }

  /** The ways that begin with the steps made and the squares touched so far. */
  open() {
    const { steps: made, touched } = this;
    return this.ways.filter(({ steps }) => steps.length > made.length && made.every((step, place) => same(step, steps[place]))
      && steps[made.length].length > touched.length && touched.every((square, place) => steps[made.length][place] === square));
  }

  /** The squares that can be touched next: the next one of a step, or its last. */
  next() {
    /** @type {Set<number>} */
    const squares = new Set();
    for (const { steps } of this.open()) {
      const step = steps[this.steps.length];
      squares.add(step[this.touched.length]);
      if (this.touched.length) squares.add(step[step.length - 1]);
    }
    return squares;
  }

  /**
   * Touch a square. One that does not go on with the step at hand begins it anew.
   * @param {number} square
   * @returns {Outcome}
   */
  touch(square) {
    if (!this.next().has(square)) this.touched = [];
    if (!this.next().has(square)) return { done: "touch" };
    const open = this.open(), at = this.steps.length, place = this.touched.length;
    const ends = open.filter(({ steps }) => steps[at].at(-1) === square && (place || steps[at].length === 1));
    const onward = open.filter(({ steps }) => steps[at][place] === square && steps[at].length > place + 1);
    const last = actionsOf(ends.filter(({ steps }) => steps.length === at + 1));
    const others = actionsOf([...ends.filter(({ steps }) => steps.length > at + 1), ...onward]);
    if (last.length === 1 && others.every((one) => one === last[0])) return { done: "action", action: last[0] };
    if (last.length && place) return { done: "several", actions: [...new Set([...last, ...others])] };
    if (last.length > 1) return { done: "several", actions: last };
    if (ends.length && !onward.length) {
      this.steps.push(ends[0].steps[at]);
      this.touched = [];
      return { done: "step" };
    }
    this.touched.push(square);
    return { done: "touch" };
  }

  /** Take back what was made and touched; whether a step had been made. */
  restart() {
    const begun = this.steps.length > 0;
    this.steps = [];
    this.touched = [];
    return begun;
  }
}

/**
 * Where what is dropped into the column of a square falls to: the one square there that can be touched next and is empty.
 * @param {number} square
 * @param {Set<number>} next
 * @param {number} columns
 * @param {(square: number) => boolean} empty
 */
export function fallsTo(square, next, columns, empty) {
  return [...next].find((one) => one % columns === square % columns && empty(one)) ?? square;
}

/**
 * The next square in a direction. Not every square is there: a star has gaps, and its rows stand between one another.
 * @param {number} from
 * @param {number} step  1 and -1 along a row, a row's length up and down
 * @param {number} columns
 * @param {number} squares  how many there are, with the gaps
 * @param {(square: number) => boolean} there
 */
export function beside(from, step, columns, squares, there) {
  const row = (/** @type {number} */ square) => Math.floor(square / columns), upright = Math.abs(step) === columns && columns > 1;
  for (let to = from + step; to >= 0 && to < squares; to += step) {
    const near = upright ? [to, to + 1, to - 1].filter((one) => row(one) === row(to)) : [to];
    const found = near.find((one) => one < squares && there(one));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function same(one, other) {
  return one.length === other.length && one.every((square, place) => square === other[place]);
}

/**
 * The actions to which these ways lead, each once.
 * @param {Way[]} ways
 */
function actionsOf(ways) {
  return [...new Set(ways.map(({ action }) => action))];
}
