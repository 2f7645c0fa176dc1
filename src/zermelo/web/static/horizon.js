// What searches believe that stop at a horizon: a row for each, and its line move by move on the board, also past where it stopped.

/** @import { Horizon, HorizonRow, Step } from "./answers.js" */

import { post } from "./api.js";
import { drop, element, renew, select, table } from "./elements.js";
import { LineView } from "./line.js";
import { among } from "./numbers.js";
import { latest } from "./trouble.js";
import { number, say } from "./words.js";

const DEPTHS = [1, 2, 3, 4, 5, 6, 8];

/**
 * @param {HTMLElement} root
 * @param {{ game: string, depth: number, evaluation: string, position?: string, moves?: string }} options
 */
export async function mount(root, { depth, ...asked }) {
  const depths = select(say("depth"), among(DEPTHS, depth).map((one) => /** @type {const} */ ([one, String(one)])), depth, () => go());
  const go = () => latest(root, async (given_up) => {
    /** @type {Horizon} */
    const { rows } = await post("/api/horizon", { ...asked, depth: Number(depths.list.value) }, given_up);
    renew(root, ".found", shown(rows));
  }, () => drop(root, ".found"));
  root.append(element("div", { class: "choose" }, depths.label));
  await go();
}

/** @param {HorizonRow[]} rows */
function shown(rows) {
  let row = rows[0];
  const line = new LineView((step, place) => told(row, step, place));
  const choice = select(say("line"), rows.map(({ name, label }) => /** @type {const} */ ([name, label])), row.name, (name) => {
    row = rows.find((one) => one.name === name) ?? rows[0];
    line.show(row.steps);
  });
  line.show(row.steps);
  const head = [say("setting"), say("best_move"), say("believes"), say("played_out"), say("nodes")];
  return element("div", { class: "found believed" },
    table(head, rows.map((one) => [one.label, one.steps[1]?.name ?? "", one.told, one.quiet_told, number(one.nodes)])),
    element("div", { class: "choose" }, choice.label), line.root);
}

/**
 * What is said of a position on the line of a search.
 * @param {HorizonRow} row
 * @param {Step} step
 * @param {number} place
 */
export function told(row, step, place) {
  const facts = { ply: place, move: step.name, value: step.told, found: row.told };
  if (place === 0) return say("step_start", facts);
  if (step.value === null) return say("step_last", facts);
  return say(place < row.believed ? "step_line" : place === row.believed ? "step_end" : "step_beyond", facts);
}
