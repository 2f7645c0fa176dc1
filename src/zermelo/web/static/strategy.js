// How a strategy comes about: what it says after few iterations and many, and what it loses to who knows it.

/** @import { InformationSet, Stage, Strategy } from "./answers.js" */

import { addressOf } from "./address.js";
import { post } from "./api.js";
import { GameChooser } from "./cards.js";
import { choose, drop, element, header, imageOf, labelled, meter, paper, renew, select, wide } from "./elements.js";
import { latest } from "./trouble.js";
import { number, say } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {{ game: string, games?: string[], full?: boolean, algorithm?: string }} options
 */
export async function mount(root, { full, game, games = [], algorithm = "cfr" }) {
  const chooser = new GameChooser(game, () => {
    drop(root, ".found"); // which is of another game
    return show(algorithm);
  }, () => games);
  const show = (/** @type {string} */ chosen) => latest(root, async (given_up) => {
    const wanted = { game: chooser.game, algorithm: chosen };
    if (full) history.replaceState(null, "", addressOf("/strategies", wanted));
    /** @type {Strategy} */
    const found = await post("/api/strategy", wanted, given_up);
    chooser.called(found.title);
    renew(root, ".found", shown(found, chosen, show));
  }, () => drop(root, ".found"));
  if (full) root.append(choose(() => show(algorithm), chooser.root));
  await show(algorithm);
}

/**
 * @param {Strategy} found
 * @param {string} algorithm
 * @param {(algorithm: string) => unknown} another
 */
function shown(found, algorithm, another) {
  const facts = element("p", { class: "facts", role: "status" }), body = element("tbody", {});
  const put = (/** @type {Stage} */ stage) => {
    facts.textContent = told(stage);
    body.replaceChildren(...found.sets.map((set, place) => row(set, stage.shares[place])));
  };
  /** @type {HTMLInputElement} */
  const stage = element("input", {
    type: "range", min: 0, max: found.stages.length - 1, value: 0, "aria-label": say("iterations"),
    oninput: () => put(found.stages[Number(stage.value)]),
  });
  put(found.stages[0]);
  const algorithms = select(say("algorithm"), found.algorithms.map((name) => [name, name]), algorithm, another).label;
  const strategy = element("table", { class: "strategy" }, header([say("player"), say("sees"), say("plays")]), body);
  const chart = element("img", { src: imageOf(found.svg), alt: say("strategy_picture") });
  return element("div", { class: "found" }, choose(() => {}, algorithms, labelled(say("iterations"), stage, { class: "slider" })), facts,
    wide(say("strategy"), strategy), paper(chart));
}

/** @param {Stage} stage */
function told({ iterations, exploitability, value }) {
  return say("strategy_facts", { iterations: number(iterations), exploitability: number(exploitability, 3), value: number(value, 4) });
}

/**
 * A line for what a player sees: each action with its share, as a bar and as a number.
 * @param {InformationSet} set
 * @param {number[]} shares
 */
function row(set, shares) {
  const mix = set.actions.map((action, place) => element("div", { class: "mixed" },
    element("span", {}, `${action} ${number(Math.round(1000 * shares[place]) / 1000, 3)}`), meter(shares[place])));
  return element("tr", {}, element("th", { scope: "row" }, set.player), element("td", {}, set.seen),
    element("td", {}, element("div", { class: "mix" }, ...mix)));
}
