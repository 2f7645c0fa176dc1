import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";

const { weightsOf, written } = await import("../../../src/zermelo/web/static/tree/evaluation.js");

test("a sum of evaluations is read as weights and written from them", () => {
  const names = ["a", "b_2", "c"];
  assert.deepEqual(weightsOf("a + 2 * b_2 - 0.5*c", names), { a: 1, b_2: 2, c: -0.5 });
  assert.deepEqual(weightsOf("-a + a + .5 * c", names), { a: 0, b_2: 0, c: 0.5 });
  for (const other of ["", "d", "a b_2", "a + ", "a * 2"]) assert.equal(weightsOf(other, names), null, other);
  for (const text of ["a + 2 * b_2 - 0.5 * c", "- a", "b_2"]) assert.equal(written(/** @type {Record<string, number>} */ (weightsOf(text, names))), text);
  assert.equal(written({ a: 0, b_2: 0 }), "0 * a");
});
