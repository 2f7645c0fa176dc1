import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";

const { told } = await import("../../../src/zermelo/web/static/horizon.js");
const { barOf, counted, weighedSum } = await import("../../../src/zermelo/web/static/sum.js");
const { hundredths } = await import("../../../src/zermelo/web/static/numbers.js");

const BOARD = { svg: "", turned: "", below: null, text: "", labels: [], pieces: [], last: [], columns: 0, look: "", news: "", colours: [] };

test("a sum is weighed", () => {
  assert.equal(weighedSum([{ name: "a", value: 2 }, { name: "b", value: -1 }], { a: 0.5, b: 3 }), -2);
});

test("a sum is told with its sign and what it counts", () => {
  assert.deepEqual([2.736, -1, 0].map((sum) => counted(sum, ["pawn", "pawns"])), ["+2.74 pawns", "-1 pawn", "0 pawns"]);
  assert.equal(counted(2.736, ["", ""]), "2.74");
});

test("a bar goes to the right for MAX, to the left for MIN, and no further than its end", () => {
  assert.deepEqual(barOf(2, 4), { left: 50, width: 25 });
  assert.deepEqual(barOf(-2, 4), { left: 25, width: 25 });
  assert.deepEqual(barOf(-100, 4), { left: 0, width: 50 });
});

test("it is said where a search stopped, and what lies beyond", () => {
  const row = { name: "plain", label: "", value: -0.034, nodes: 1, believed: 2, quiet: -3, told: "-0.03 pawns", quiet_told: "-3 pawns", steps: [] };
  const step = { name: "e6+", board: BOARD, value: 1.006, told: "+1.01 pawns" };
  assert.equal(told(row, { ...step, name: "" }, 0), "start +1.01 pawns");
  assert.equal(told(row, step, 1), "line 1 e6+");
  assert.equal(told(row, step, 2), "end e6+ -0.03 pawns");
  assert.equal(told(row, step, 3), "beyond e6+");
  assert.equal(told(row, { ...step, value: null }, 3), "over e6+");
});

test("values are told to the hundredth", () => {
  assert.deepEqual([hundredths(-0.001), hundredths(2.736), hundredths("inf"), hundredths(null)], [0, 2.74, "inf", null]);
});
