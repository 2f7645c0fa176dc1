import assert from "node:assert/strict";
import { test } from "node:test";

import { callsAt, nextStop } from "../../../src/zermelo/explain/page/player-calls.js";
import { known } from "../../../src/zermelo/explain/page/player.js";
import { grown } from "../../../src/zermelo/web/static/growth.js";

/** @import { NodeFacts, PlayerData, Step } from "../../../src/zermelo/explain/page/player.js" */

const SHOWN = { label: "", picture: "", board: "" };

/**
 * A root with two leaves below it, and these steps.
 * @param {(Partial<Step> & { node: number })[]} steps
 * @returns {PlayerData}
 */
function data(...steps) {
  const node = { ...SHOWN, name: "", inner: false, note: "", mover: "", best: false };
  return {
    nodes: [{ ...node, parent: -1, value: "3" }, { ...node, parent: 0, value: "3" }, { ...node, parent: 0, value: "8" }],
    steps: steps.map((step) => ({ ...SHOWN, kind: "", child: -1, line: 0, text: "", ...step })),
    source: [], pseudo: [], variables: ["alpha", "value"], words: { anything: "any" },
  };
}

/** @param {NodeFacts[]} facts */
function states(facts) {
  return facts.map(({ state }) => state);
}

const SEARCH = data(
  { kind: "enter", node: 0, window: "[-∞, ∞]", intervals: [], calls: [[0, ["-∞", ""]]] },
  { kind: "leaf", node: 1, intervals: [[1, "3"], [0, "≥ 3"]], calls: [[0, ["-∞", "-∞"]], [1, ["-∞", ""]]] },
  { kind: "back", node: 0, child: 1, value: "3", window: "[3, ∞]", calls: [[0, ["3", "3"]]] },
  { kind: "cut", node: 0, unvisited: [2] },
);

test("what is known grows with the steps of a search", () => {
  assert.deepEqual(states(known(SEARCH, 0)), ["open", "future", "future"]);
  assert.deepEqual(states(known(SEARCH, 1)), ["open", "done", "future"]);
  assert.equal(known(SEARCH, 1)[1].value, "3");
  assert.deepEqual(known(SEARCH, 2)[0], { state: "open", value: "3", window: "[3, ∞]", interval: "≥ 3", cut: false });
  assert.equal(known(SEARCH, 0)[2].interval, "any");
});

test("what is cut off is never reached", () => {
  assert.deepEqual(known(SEARCH, 3).map(({ state, cut }) => [state, cut]), [["done", false], ["done", false], ["future", true]]);
  assert.equal(known(SEARCH, 2)[2].cut, false);
});

test("a step back knows what was known before", () => {
  const before = known(SEARCH, 1);
  known(SEARCH, 3);
  assert.deepEqual(known(SEARCH, 1), before);
});

test("simulations change means and visits", () => {
  const film = data({ node: 0, changes: [[0, "0.5", "1"]] }, { node: 1 }, { node: 1, changes: [[1, "1", "1"], [0, "0.75", "2"]] });
  assert.deepEqual(states(grown(film, 0)), ["done", "future", "future"]);
  assert.deepEqual(grown(film, 2).map(({ value, window }) => [value, window]), [["0.75", "2"], ["1", "1"], ["", ""]]);
  assert.deepEqual(grown(film, 1), grown(film, 0));
});

test("the calls that have not returned have their variables, and what a step changed is told", () => {
  assert.deepEqual(callsAt(SEARCH, 1), [
    { node: 0, values: ["-∞", "-∞"], changed: [false, true], fresh: false }, { node: 1, values: ["-∞", ""], changed: [false, false], fresh: true },
  ]);
  assert.deepEqual(callsAt(SEARCH, 2), [{ node: 0, values: ["3", "3"], changed: [true, true], fresh: false }]);
});

test("one runs to a cut-off, to another value of a variable, and to a node, to what follows only", () => {
  assert.equal(nextStop(SEARCH, 0, "cut", 0), 3);
  assert.equal(nextStop(SEARCH, 3, "cut", 0), undefined);
  assert.equal(nextStop(SEARCH, 0, "alpha", 0), 2);
  assert.equal(nextStop(SEARCH, 2, "alpha", 0), undefined);
  assert.equal(nextStop(SEARCH, 0, "node", 1), 1);
  assert.equal(nextStop(SEARCH, 2, "node", 1), undefined);
});
