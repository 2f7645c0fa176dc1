import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";

const { moved, signAt, withSign } = await import("../../../src/zermelo/web/static/setup.js");

const ROWS = ["ab.", "..c"];

test("a square has a sign, and gets another", () => {
  assert.equal(signAt(ROWS, 5), "c");
  assert.deepEqual(withSign(ROWS, 4, "x"), ["ab.", ".xc"]);
  assert.deepEqual(ROWS, ["ab.", "..c"]);
});

test("a piece goes to another square, takes what is there, or leaves the board", () => {
  assert.deepEqual(moved(ROWS, 0, 3), [".b.", "a.c"]);
  assert.deepEqual(moved(ROWS, 0, 5), [".b.", "..a"]);
  assert.deepEqual(moved(ROWS, 1, -1), ["a..", "..c"]);
});
