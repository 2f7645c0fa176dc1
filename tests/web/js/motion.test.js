import assert from "node:assert/strict";
import { test } from "node:test";

import { burst, fallen, ways } from "../../../src/zermelo/web/static/motion.js";
import { view } from "./views.js";
import "./words.js";

const { pathOf } = await import("../../../src/zermelo/web/static/play/turns.js");

/** @param {string} text  a sign for each square, "." for an empty one */
function squares(text) {
  return [...text].map((sign) => (sign === "." ? "" : sign));
}

test("a piece goes along the path of its action, whatever it takes and becomes there", () => {
  assert.deepEqual(ways(squares("P..r"), squares("...Q"), [0, 3]), [[0, 3]]);
  assert.deepEqual(ways(squares("m.o.o"), squares("....m"), [0, 2, 4]), [[0, 2, 4]]);
});

test("what goes beside it, as a rook that castles, is the only one of its look that is gone and has come", () => {
  assert.deepEqual(ways(squares("K..R"), squares(".RK."), [0, 2]), [[0, 2], [3, 1]]);
  assert.deepEqual(ways(squares("aa..b"), squares("..aab"), []), []);
  assert.deepEqual(ways(squares("ab"), squares("ab."), []), [], "another board");
});

test("a stone that is put down goes nowhere, and falls where the board is upright; one that takes others with it bursts", () => {
  const before = squares("..x"), after = squares(".xx");
  assert.deepEqual(ways(before, after, [1]), []);
  assert.equal(fallen(before, after, [1]), 1);
  assert.equal(fallen(after, before, [1]), null);
  assert.equal(burst(squares("xBx"), squares("..."), [1]), 1);
  assert.equal(burst(before, after, [1]), null);
  assert.equal(burst(squares("m.o"), squares("..m"), [0, 2]), null);
});

test("one move on or back is shown on its way, and nothing else", () => {
  const moves = [{ player: 0, name: "a", number: 0 }, { player: -1, name: "3", number: 0 }, { player: 1, name: "b", number: 0 }];
  const at = (/** @type {number} */ ply, /** @type {number[]} */ last) => view({ ply, moves, board: { ...view().board, last } });
  assert.deepEqual(pathOf(null, at(1, [4, 5])), []);
  assert.deepEqual(pathOf(at(0, []), at(2, [4, 5])), [4, 5], "the dice that follow are no move");
  assert.deepEqual(pathOf(at(3, [7, 8]), at(2, [4, 5])), [8, 7]);
  assert.deepEqual(pathOf(at(0, []), at(3, [7, 8])), []);
  assert.deepEqual(pathOf(at(1, []), at(1, [4, 5])), []);
  assert.deepEqual(pathOf(at(0, []), view({ number: "other", ply: 2, moves })), []);
});

test("nothing bursts where the squares are others than before", () => {
  assert.equal(burst(["a", "b", "c"], ["a"], [1]), null);
});
