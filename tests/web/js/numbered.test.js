import assert from "node:assert/strict";
import { test } from "node:test";

import { numbered, numberOf } from "../../../src/zermelo/web/static/numbered.js";

const white = { number: 3, player: 0 }, black = { number: 3, player: 1 };

test("where both players' moves share a number, it stands before the first and before one that stands alone", () => {
  assert.deepEqual([numberOf(white, 5, false), numberOf(black, 6, false), numberOf(black, 6, true)], ["3.", "", "3..."]);
  assert.equal(numbered(black, 6, "Nf6"), "3... Nf6");
});

test("where they do not, plies are numbered", () => {
  assert.equal(numberOf({ number: 0, player: 1 }, 6, false), "6.");
});
