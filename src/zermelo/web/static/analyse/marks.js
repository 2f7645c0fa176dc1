// Marks on a board for the best moves: an arrow from square to square for each step, a ring where a stone is put; each with its rank, and in the
// colour of what it is proved to lead to.

const SVG = "http://www.w3.org/2000/svg";
const SHORT = 13; // by how much an arrow ends before the middle of its square
const RING = 15;

/**
 * @typedef {{ arrows: [number, number][], end: string }} Marked
 */

/**
 * What is left of the best moves when some steps of a move are made: the arrows that follow, nothing of moves that do not make these.
 * @param {Marked[]} best
 * @param {number[][]} steps  each the squares that it touches
 * @returns {Marked[]}
 */
export function leftOf(best, steps) {
  return best.map((one) => {
    const left = [...one.arrows];
    for (const step of steps) {
      const at = left.findIndex(([from, to]) => from === step[0] && to === step[step.length - 1]);
      if (at < 0) return { ...one, arrows: [] };
      left.splice(at, 1);
    }
    return { ...one, arrows: left };
  });
}

/**
 * Draw the marks, in the place of those that were there.
 * @param {SVGSVGElement | null} svg
 * @param {SVGElement[]} groups  the squares
 * @param {Marked[]} best  the best first
 */
export function drawMarks(svg, groups, best) {
  svg?.querySelector(".best-moves")?.remove();
  if (!svg || !groups.length) return;
  const made = svg.ownerDocument.createElementNS(SVG, "g");
  made.setAttribute("class", "best-moves");
  made.setAttribute("aria-hidden", "true");
  for (const [rank, { arrows, end }] of [...best.entries()].reverse()) {
    const there = arrows.filter((squares) => squares.every((square) => groups[square]));
    for (const [from, to] of there) {
      const mark = markOf(middle(groups[from]), middle(groups[to]), rank, svg.ownerDocument);
      mark.classList.add(end);
      made.append(mark);
    }
  }
  svg.append(made);
}

/**
 * @typedef {{ x: number, y: number }} Point
 */

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} rank
 * @param {Document} page
 */
function markOf(from, to, rank, page) {
  const group = page.createElementNS(SVG, "g"), length = Math.hypot(to.x - from.x, to.y - from.y);
  group.setAttribute("class", `rank${rank}`);
  const part = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ facts) => {
    const one = page.createElementNS(SVG, name);
    for (const [fact, value] of Object.entries(facts)) one.setAttribute(fact, String(value));
    group.append(one);
    return one;
  };
  if (length < 1) part("circle", { cx: to.x, cy: to.y, r: RING, class: "ring" });
  else {
    const x = (to.x - from.x) / length, y = (to.y - from.y) / length, end = { x: to.x - SHORT * x, y: to.y - SHORT * y };
    part("line", { x1: from.x, y1: from.y, x2: end.x, y2: end.y });
    part("path", { d: `M${end.x - 6 * y} ${end.y + 6 * x}L${to.x - 2 * x} ${to.y - 2 * y}L${end.x + 6 * y} ${end.y - 6 * x}Z` });
  }
  const at = length < 1 ? { x: to.x + RING, y: to.y - RING } : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  part("circle", { cx: at.x, cy: at.y, r: 7, class: "label" });
  part("text", { x: at.x, y: at.y + 3.5 }).textContent = String(rank + 1);
  return group;
}

/**
 * The middle of a square.
 * @param {SVGElement} group
 */
function middle(group) {
  const box = /** @type {SVGGraphicsElement} */ (group.firstElementChild).getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
