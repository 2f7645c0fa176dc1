// What each refinement of the engine is worth, rung by rung, as it is measured.

/** @import { Asked } from "./asking.js" */
/** @import { Ladder, Rung } from "./answers.js" */

import { stream } from "./api.js";
import { asking } from "./asking.js";
import { element, imageOf, paper, renew, table } from "./elements.js";
import { trying } from "./trouble.js";
import { number, say } from "./words.js";

/** @type {AbortController | null} */
let running = null;

/**
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean, games: string[] }} options
 */
export async function mount(root, { full, games, ...asked }) {
  if (full) root.append(asking(games, asked, "/ladder", (wanted) => show(root, wanted)));
  await show(root, asked);
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 */
async function show(root, asked) {
  running?.abort();
  const mine = running = new AbortController(), place = element("div", { class: "found" });
  renew(root, ".found", place);
  await trying(root, async () => {
    /** @type {Rung[]} */
    const rungs = [];
    const climbed = (/** @type {Rung} */ rung) => {
      rungs.push(rung);
      place.replaceChildren(tableOf(rungs));
    };
    /** @type {Ladder} */
    const done = await stream("/api/ladder", asked, climbed, mine.signal);
    const chart = element("img", { src: imageOf(done.svg), alt: say("ladder_picture") });
    place.replaceChildren(tableOf(rungs), element("p", {}, theory(done)), paper(chart));
  });
}

/** @param {Rung[]} rungs */
function tableOf(rungs) {
  return table([say("rung"), say("nodes"), say("leaves"), say("time"), say("ratio"), say("value")], rows(rungs));
}

/**
 * A row for each rung, with how it compares to the last one before it that keeps the value; the others are marked.
 * @param {Rung[]} rungs
 */
export function rows(rungs) {
  /** @type {number | null} */
  let before = null;
  return rungs.map((rung) => {
    const name = rung.keeps ? rung.name : `${rung.name} *`;
    if (!rung.nodes) return [name, `~${number(rung.expected)}`, "", say("not_run"), "", ""];
    const ratio = before ? number(rung.nodes / before, 3) : "";
    if (rung.keeps) before = rung.nodes;
    return [name, number(rung.nodes), number(rung.leaves), `${number(rung.seconds)} s`, ratio, rung.told];
  });
}

/** @param {Ladder} done */
function theory(done) {
  return say("ladder_theory", {
    b: number(done.b), m: done.depth, all: number(done.all), random: number(done.random), root: number(done.root),
    minimal: number(done.minimal),
  });
}
