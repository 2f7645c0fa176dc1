import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, said } from "../../../src/zermelo/web/static/address.js";
import "./words.js";

const { isOf } = await import("../../../src/zermelo/web/static/card_dialog.js");
const { depths } = await import("../../../src/zermelo/web/static/depths.js");
const { rows } = await import("../../../src/zermelo/web/static/ladder.js");

/** @import { Rung } from "../../../src/zermelo/web/static/answers.js" */

test("an address says numbers, switches and texts, and its language to others", () => {
  assert.deepEqual(said("?game=nim&depth=3&fold=true&boards=false&lang=es&position=7"),
    { game: "nim", depth: 3, fold: true, boards: false, position: "7" });
  assert.deepEqual(said(""), {});
});

test("what is written into an address is read from it", () => {
  const facts = { game: "nim((1, 2))", depth: 3, fold: false, position: "a&b=c" };
  assert.deepEqual(said(new URL(addressOf("/tree", { ...facts, moves: undefined }), "http://localhost").search), facts);
});

test("a depth is chosen among some, and one beyond them that is asked for is among them", () => {
  const offered = (/** @type {number | undefined} */ own) => depths(own, 3).map(([depth]) => depth);
  assert.deepEqual(offered(undefined), ["", 1, 2, 3]);
  assert.deepEqual(offered(2), ["", 1, 2, 3]);
  assert.deepEqual(offered(9), ["", 1, 2, 3, 9]);
});

test("a game is that of a card with any parameters, and of a file any class", () => {
  assert.deepEqual(["othello", "othello(size=6)", "othello2"].map((game) => isOf(game, "othello")), [true, true, false]);
  assert.deepEqual(["a.py", "a.py:One(size=3)", "b.py:One"].map((game) => isOf(game, "a.py")), [true, true, false]);
  assert.deepEqual(["a.py:One", "a.py:Two(size=3)", "a.py"].map((game) => isOf(game, "a.py:One(size=5)")), [true, false, false]);
});

test("a rung is compared to the last one before it that keeps the value", () => {
  const rung = (/** @type {string} */ name, /** @type {Partial<Rung>} */ facts) =>
    ({ name, keeps: true, nodes: 100, leaves: 50, seconds: 0.5, value: 1, told: "1", expected: null, ...facts });
  const found = rows([
    rung("minimax", { nodes: 1000 }), rung("alpha-beta", { nodes: 100 }), rung("heuristic", { keeps: false, nodes: 10 }),
    rung("late", { nodes: null, expected: 5000 }), rung("order", { nodes: 50 }),
  ]);
  assert.deepEqual(found.map(([name, nodes, , time, ratio]) => [name, nodes, time, ratio]), [
    ["minimax", "1,000", "0.5 s", ""], ["alpha-beta", "100", "0.5 s", "0.1"], ["heuristic *", "10", "0.5 s", "0.1"],
    ["late", "~5,000", "not run", ""], ["order", "50", "0.5 s", "0.5"],
  ]);
});
