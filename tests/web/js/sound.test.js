import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";
import { view } from "./views.js";

const { clickOf } = await import("../../../src/zermelo/web/static/play/sound.js");

test("a move is heard, and otherwise what takes a piece or ends the game; nothing else is", () => {
  const board = (/** @type {string[]} */ ...pieces) => ({ ...view().board, pieces });
  const before = view({ ply: 3, plies: 3, board: board("x", "o", "") }), after = view({ ply: 4, plies: 4, board: board("x", "o", "x") });
  assert.equal(clickOf(before, after), "move");
  assert.equal(clickOf(before, { ...after, board: board("x", "", "") }), "weighty");
  assert.equal(clickOf(before, { ...after, board: { ...board("x", "", ""), look: "backgammon" } }), "move"); // several men on a point
  assert.equal(clickOf(before, { ...after, over: true }), "weighty");
  assert.equal(clickOf(after, before), null);
  assert.equal(clickOf(before, before), null);
  assert.equal(clickOf(null, after), null);
  assert.equal(clickOf(before, { ...after, number: "another" }), null);
  assert.equal(clickOf(before, { ...after, covered: true }), null);
});
