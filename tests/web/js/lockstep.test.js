import assert from "node:assert/strict";
import { test } from "node:test";

import { moments } from "../../../src/zermelo/web/static/tree/lockstep.js";

/** @import { PlayerData } from "../../../src/zermelo/explain/page/player.js" */

const SHOWN = { label: "", picture: "", board: "", name: "", value: "", inner: false, note: "", mover: "", best: false };

/**
 * A root with two leaves, and these steps: kind, node, child.
 * @param {[string, number, number][]} steps
 * @returns {PlayerData}
 */
function data(...steps) {
  return {
    nodes: [-1, 0, 0].map((parent) => ({ ...SHOWN, parent })),
    steps: steps.map(([kind, node, child]) => ({ kind, node, child, line: 0, text: "" })), source: [], pseudo: [], variables: [], words: {},
  };
}

const CUTS = data(["enter", 0, -1], ["leaf", 1, -1], ["back", 0, 1], ["window", 0, -1], ["cut", 0, -1]);
const WHOLE = data(["enter", 0, -1], ["leaf", 1, -1], ["back", 0, 1], ["leaf", 2, -1], ["back", 0, 2], ["leave", 0, -1]);

test("two searches stand at the same place, and the one that has cut waits", () => {
  assert.deepEqual(moments(CUTS, WHOLE, true), [[0, 0], [1, 1], [2, 2], [3, 2], [4, 2], [4, 3], [4, 4], [4, 5]]);
  assert.deepEqual(moments(WHOLE, CUTS, true), moments(CUTS, WHOLE, true).map(([one, other]) => [other, one]));
});

test("a node that a table answers waits until it is searched where there is none", () => {
  const answers = data(["enter", 0, -1], ["answer", 1, -1], ["back", 0, 1], ["leave", 0, -1]);
  const searches = data(["enter", 0, -1], ["enter", 1, -1], ["leave", 1, -1], ["back", 0, 1], ["leave", 0, -1]);
  assert.deepEqual(moments(answers, searches, true), [[0, 0], [1, 1], [1, 2], [2, 3], [3, 4]]);
});

test("in other orders both go on step by step", () => {
  assert.deepEqual(moments(CUTS, WHOLE, false), [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [4, 5]]);
});
