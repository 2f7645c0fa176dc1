import assert from "node:assert/strict";
import { test } from "node:test";

import { Kept } from "../../../src/zermelo/web/static/kept.js";

/** @returns {Pick<Storage, "getItem" | "setItem">} */
function storage() {
  /** @type {Map<string, string>} */
  const held = new Map();
  return { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => { held.set(key, value); } };
}

/** @type {import("../../../src/zermelo/web/static/kept.js").Written} */
const ANA = { answers: [{ root: "3", A: false }, { "B 2": ["c", "d"] }], help: [1, 0] };

test("what was written is found by the sheet and the student, and the last student is known", () => {
  const held = storage(), kept = new Kept("s1", held);
  assert.equal(kept.student, "");
  assert.equal(kept.of("Ana"), null);
  kept.keep("Ana", ANA);
  kept.keep("Eva", { answers: [{}, {}], help: [0, 0] });
  const again = new Kept("s1", held);
  assert.equal(again.student, "Eva");
  assert.deepEqual(again.of("Ana"), ANA);
  assert.deepEqual(again.of("Eva")?.answers, [{}, {}]);
  assert.equal(new Kept("s2", held).of("Ana"), null);
});

test("where the browser keeps nothing, nothing is found and nothing fails", () => {
  const fails = () => { throw new Error("denied"); };
  const kept = new Kept("s1", { getItem: fails, setItem: fails });
  kept.keep("Ana", ANA);
  assert.equal(kept.of("Ana"), null);
  assert.equal(kept.student, "");
});
