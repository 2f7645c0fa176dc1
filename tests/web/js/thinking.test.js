import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";
import { found } from "./views.js";

const { sentence, Thinking } = await import("../../../src/zermelo/web/static/play/thinking.js");

/** What is told, and the parts of the bar that are shown. */
function listening() {
  /** @type {string[]} */
  const told = [];
  /** @type {number[]} */
  const shares = [];
  return { told, shares, thinking: new Thinking((text) => told.push(text), (part) => shares.push(part)) };
}

test("what was found is said in a sentence", () => {
  assert.equal(sentence(found()), "+0.5 pawns at 4: a1 b2");
  assert.equal(sentence(found({ estimated: true })), "+0.5 pawns (estimate) at 4: a1 b2");
  assert.equal(sentence(found({ mixed: true, told: "a1 67%, b2 33%" })), "a1 67%, b2 33%");
  assert.equal(sentence(found({ depth: 0 })), "+0.5 pawns after 1,234: a1 b2");
  assert.equal(sentence(found({ proved: true, told: "MAX wins" })), "MAX wins (proved) at 4: a1 b2");
  assert.equal(sentence(found({ proved: true, told: "<1 -1>", share: null })), "<1 -1> at 4: a1 b2");
  assert.equal(sentence(found({ known: true, proved: true, told: "MAX wins" })), "MAX wins (proved) known: a1 b2");
  assert.equal(sentence(found({ cut_short: true })), "+0.5 pawns at 4: a1 b2 cut short");
});

test("while it is thought that is said, then what was found", () => {
  const { told, shares, thinking } = listening();
  thinking.begin();
  assert.deepEqual(told, ["thinking"]);
  thinking.found(found());
  assert.deepEqual([told.at(-1), shares], ["+0.5 pawns at 4: a1 b2", [0.6]]);
});

test("a thought of somebody who hides something is not said", () => {
  const { told, shares, thinking } = listening();
  thinking.found(null);
  assert.deepEqual([told, shares], [[""], []]);
});

test("to begin anew gives up what was thought of before, whose failure then says nothing", () => {
  const { told, thinking } = listening(), first = thinking.begin(), second = thinking.begin();
  assert.deepEqual([first.signal.aborted, second.signal.aborted, thinking.current === second], [true, false, true]);
  thinking.failed(first);
  assert.equal(told.at(-1), "thinking");
  thinking.failed(second);
  assert.deepEqual([told.at(-1), thinking.current, second.signal.aborted], ["", null, true]);
});
