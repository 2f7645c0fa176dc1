// The evaluation over a line, as a picture on which one clicks, and as a table that says the same.

/** @import { Share } from "../answers.js" */

import { button, element, fill, refill, table } from "../elements.js";
import { say } from "../words.js";

const WIDE = 600, HIGH = 120;

/**
 * A position of the line: its bar, where that is known, what it is worth in words, the move that led there, with its
 * number, and its mark.
 * @typedef {{ share: Share, told: string, name: string, mark: string }} Point
 */

export class Graph {
  player = "MAX"; // who stands better above
  /** @type {string[]} */
  colours = []; // of more than two players, whose parts stand one above the other

  /** @param {(ply: number) => unknown} go */
  constructor(go) {
    this.go = go;
    this.plies = 0;
    this.picture = element("div", { class: "picture", onclick: (event) => this.click(/** @type {MouseEvent} */ (event)) });
    this.rows = element("div");
    this.root = element("div", { class: "graph" }, this.picture,
      element("details", {}, element("summary", {}, say("analysis_table")), this.rows));
  }

  /**
   * @param {Point[]} points  from the start on
   * @param {number} at
   */
  show(points, at) {
    this.plies = points.length - 1;
    const known = points.filter(({ share }) => share !== null).length;
    this.root.hidden = known < 2;
    if (known < 2) return;
    const many = this.colours.length > 0, facts = { plies: this.plies, player: this.player };
    const title = many ? say("analysis_graph_many", facts) : say("analysis_graph", facts);
    fill(this.picture, many ? stackOf(points, at, this.colours) : svgOf(points, at)).firstElementChild?.setAttribute("aria-label", title);
    const rows = [...points.entries()].filter(([, { told }]) => told).map(([ply, { told, name, mark }]) =>
      [button(name || `0. ${say("analysis_start")}`, () => this.go(ply)), told, mark]);
    refill(this.rows, table([say("analysis_after"), say("value"), say("analysis_mark")], rows));
  }

  /** @param {MouseEvent} event */
  click(event) {
    const box = this.picture.getBoundingClientRect();
    this.go(Math.max(0, Math.min(this.plies, Math.round((event.clientX - box.left) / box.width * this.plies))));
  }
}

/**
 * @param {Point[]} points
 * @param {number} at
 */
export function svgOf(points, at) {
  const step = WIDE / Math.max(1, points.length - 1);
  const x = (/** @type {number} */ ply) => (ply * step).toFixed(1), y = (/** @type {number} */ share) => ((1 - share) * HIGH).toFixed(1);
  const known = [...points.entries()].flatMap(([ply, { share, mark }]) => (typeof share === "number" ? [{ ply, share, mark }] : []));
  const line = known.map(({ ply, share }) => `${x(ply)} ${y(share)}`).join("L");
  const ends = [known[0], known[known.length - 1]].map(({ ply }) => `${x(ply)} ${HIGH}`);
  const marks = known.filter(({ mark }) => mark).map(({ ply, share, mark }) => markAt(x(ply), y(share), mark));
  return `<svg viewBox="0 -5 ${WIDE} ${HIGH + 10}" role="img">`
    + `<path class="area" d="M${ends[0]}L${line}L${ends[1]}Z"/><path class="middle" d="M0 ${HIGH / 2}H${WIDE}"/>`
    + `<path class="curve" d="M${line}"/>${marks.join("")}<path class="now" d="M${x(at)} -5V${HIGH + 5}"/></svg>`;
}

/**
 * The same for more than two players: their parts one above the other, the first player's above, in the colours of their pieces.
 * @param {Point[]} points
 * @param {number} at
 * @param {string[]} colours
 */
export function stackOf(points, at, colours) {
  const step = WIDE / Math.max(1, points.length - 1);
  const x = (/** @type {number} */ ply) => (ply * step).toFixed(1), y = (/** @type {number} */ part) => (part * HIGH).toFixed(1);
  const known = [...points.entries()].flatMap(([ply, { share, mark }]) => (Array.isArray(share) ? [{ ply, share, mark }] : []));
  const above = (/** @type {number[]} */ share, /** @type {number} */ players) => share.slice(0, players).reduce((sum, part) => sum + part, 0);
  const edge = (/** @type {number} */ players) => known.map(({ ply, share }) => `${x(ply)} ${y(above(share, players))}`);
  const bands = (known[0]?.share ?? []).map((_, player) =>
    `<path class="${colours[player % colours.length]}" d="M${[...edge(player), ...edge(player + 1).reverse()].join("L")}Z"/>`);
  const marks = known.filter(({ mark }) => mark).map(({ ply, mark }) => markAt(x(ply), "0", mark));
  return `<svg class="board" viewBox="0 -5 ${WIDE} ${HIGH + 10}" role="img">${bands.join("")}${marks.join("")}`
    + `<path class="now" d="M${x(at)} -5V${HIGH + 5}"/></svg>`;
}

/**
 * @param {string} x
 * @param {string} y
 * @param {string} mark
 */
function markAt(x, y, mark) {
  return `<circle class="${mark === "??" ? "blunder" : mark === "?" ? "mistake" : "doubtful"}" cx="${x}" cy="${y}" r="4"/>`;
}
