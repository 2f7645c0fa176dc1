// What moves on a board from one picture to the next: which pieces slide, fall and burst, and how that is shown.

/** @import { BoardView } from "./answers.js" */

export const SVG = "http://www.w3.org/2000/svg";
const SLOWEST = 520, STEP = 260; // milliseconds of the longest way, and of one from a square to the next
const ROW = 90; // milliseconds in which a piece falls by a row, and less the faster it is
const BURST = 700;
export const STACKED = ["backgammon", "pits"]; // looks of boards on which a square says how many there are, not which one

/**
 * The ways of the pieces that go from square to square. What goes along the path of the last action does; of the others, one that is gone
 * from its square and stands on another one, if only one of its look does.
 * @param {string[]} before  what stood on each square
 * @param {string[]} after
 * @param {number[]} path  the squares of the last action
 */
export function ways(before, after, path) {
  const made = [], start = path[0], end = path[path.length - 1];
  if (before.length !== after.length) return [];
  if (path.length > 1 && before[start] && before[start] !== after[start] && after[end] && after[end] !== before[end]) made.push(path);
  const told = new Set(made.flatMap((way) => [way[0], way[way.length - 1]]));
  const squares = [...before.keys()].filter((square) => !told.has(square));
  const gone = squares.filter((square) => before[square] && !after[square]), come = squares.filter((square) => after[square] && !before[square]);
  for (const from of gone) {
    const there = come.filter((square) => after[square] === before[from]);
    if (there.length === 1 && gone.filter((square) => before[square] === before[from]).length === 1) made.push([from, there[0]]);
  }
  return made;
}

/**
 * The square from which a piece has come down to where it lies in an upright board; null for none.
 * @param {string[]} before
 * @param {string[]} after
 * @param {number[]} path
 */
export function fallen(before, after, [square, ...others]) {
  return square !== undefined && !others.length && !before[square] && after[square] ? square : null;
}

/**
 * The square of a piece that was touched and is gone, and others with it: it has burst.
 * @param {string[]} before
 * @param {string[]} after
 * @param {number[]} path
 */
export function burst(before, after, [square, ...others]) {
  if (before.length !== after.length) return null;
  const gone = before.filter((piece, one) => piece && piece !== after[one]).length;
  return square !== undefined && !others.length && before[square] && before[square] !== after[square] && gone > 1 ? square : null;
}

/** Whether the reader wants things to stand still. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Shows what moves on one picture of a board. */
export class Motion {
  /**
   * @param {SVGSVGElement} svg
   * @param {SVGElement[]} groups  its squares
   * @param {BoardView} board
   */
  constructor(svg, groups, board) {
    this.svg = svg;
    this.groups = groups;
    this.board = board;
  }

  /**
   * Let pieces go from where they were; the squares that no piece has left by vanishing.
   * @param {BoardView} before
   * @param {number[]} path
   */
  show(before, path) {
    const { look, pieces } = this.board, left = new Set();
    if (still() || STACKED.includes(look)) return left;
    const fell = look === "holes" ? fallen(before.pieces, pieces, path) : null, bang = burst(before.pieces, pieces, path);
    for (const way of ways(before.pieces, pieces, path)) {
      left.add(way[0]);
      this.slide(way[way.length - 1], way.map((square) => this.middle(square)), Math.min(SLOWEST, STEP * (way.length - 1)), "ease-in-out");
    }
    if (fell !== null) {
      const rows = Math.floor(fell / this.board.columns) + 1, { x, y } = this.middle(fell), { height } = this.box(fell);
      this.slide(fell, [{ x, y: y - rows * (height + 8) }, { x, y }], ROW * (1 + Math.sqrt(6 * rows)), "cubic-bezier(.5, 0, .9, .7)");
    }
    if (bang !== null) this.ring(bang);
    return left;
  }

  /** @param {number} square */
  box(square) {
    return /** @type {SVGGraphicsElement} */ (this.groups[square].firstElementChild).getBBox();
  }

  /** @param {number} square */
  middle(square) {
    const { x, y, width, height } = this.box(square);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /**
   * A copy of the piece on a square goes there by these points, above all others, and the piece itself is seen when it has come.
   * @param {number} square
   * @param {{ x: number, y: number }[]} points
   * @param {number} duration
   * @param {string} easing
   */
  slide(square, points, duration, easing) {
    const parts = [...this.groups[square].children].slice(1).filter((part) => !part.matches(".last, .lit, .target, .dot"));
    const end = points[points.length - 1], copy = document.createElementNS(SVG, "g");
    copy.setAttribute("class", "moving");
    copy.append(...parts.map((part) => part.cloneNode(true)));
    this.svg.append(copy);
    for (const part of parts) part.classList.add("on-its-way");
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
    copy.animate(frames, { duration, easing }).finished.catch(() => {}).then(() => {
      copy.remove();
      for (const part of parts) part.classList.remove("on-its-way");
    });
  }

  /** @param {number} square */
  ring(square) {
    const { x, y } = this.middle(square), { width } = this.box(square), made = document.createElementNS(SVG, "circle");
    made.setAttribute("class", "burst");
    made.setAttribute("cx", String(x));
    made.setAttribute("cy", String(y));
    this.svg.append(made);
    const frames = [{ r: `${width / 4}px`, opacity: 1 }, { r: `${2.5 * width}px`, opacity: 0 }];
    made.animate(frames, { duration: BURST, easing: "ease-out" }).finished.catch(() => {}).then(() => made.remove());
  }
}
