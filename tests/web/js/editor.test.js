import assert from "node:assert/strict";
import { test } from "node:test";

import { typed } from "../../../src/zermelo/web/static/numbers.js";
import { Undo } from "../../../src/zermelo/web/static/undo.js";
import "./words.js";

const { nodeAt, part, placeAt, placesTo, worthOf } = await import("../../../src/zermelo/web/static/editor.js");

test("what is undone is done again, until something new is done", () => {
  const versions = new Undo("a");
  assert.equal(versions.undo(), undefined);
  versions.push("b");
  versions.push("c");
  assert.deepEqual([versions.undo(), versions.undo(), versions.undo()], ["b", "a", undefined]);
  assert.deepEqual([versions.redo(), versions.redo(), versions.redo()], ["b", "c", undefined]);
  versions.undo();
  versions.push("d");
  assert.equal(versions.redo(), undefined);
  assert.deepEqual([versions.now, versions.undo()], ["d", "b"]);
});

test("a branch that is let go stands behind the sisters to the left of it", () => {
  assert.deepEqual([5, 25, 99].map((x) => placeAt(x, [10, 20, 30])), [0, 2, 3]);
});

test("a node is found again by the way to it, else the last node on that way", () => {
  const node = { label: "", mover: 0, worth: "", name: "", odds: [] };
  const before = [ // ((5 6) (7 8))
    { ...node, parent: -1, place: 0, children: [1, 2] }, { ...node, parent: 0, place: 0, children: [3, 4] },
    { ...node, parent: 0, place: 1, children: [5, 6] }, ...[1, 1, 2, 2].map((parent, place) => ({ ...node, parent, place: place % 2, children: [] })),
  ];
  const after = [ // (5 (7))
    { ...node, parent: -1, place: 0, children: [1, 2] }, { ...node, parent: 0, place: 0, children: [] },
    { ...node, parent: 0, place: 1, children: [3] }, { ...node, parent: 2, place: 0, children: [] },
  ];
  assert.deepEqual(placesTo(before, 5), [1, 0]);
  assert.deepEqual(before.map((_, one) => nodeAt(after, placesTo(before, one))), [0, 1, 2, 1, 1, 3, 2]);
});

test("decimal commas are points in the text of a tree, and others separate", () => {
  assert.equal(typed(" 0,5 "), "0.5");
  assert.equal(typed("<1,5 2>"), "<1.5 2>");
  assert.equal(typed("(3, 12)"), "(3, 12)");
});

test("what each of three players gets is typed with brackets or without", () => {
  assert.deepEqual(["4 4 4", " -1.5  2 .5 ", "<4 4 4>", "(1 2)", "7", "?"].map((text) => worthOf(text, 3)),
    ["<4 4 4>", "<-1.5  2 .5>", "<4 4 4>", "(1 2)", "7", "?"]);
  assert.equal(worthOf("4 4", 2), "4 4");
});

test("a probability may be written in per cent", () => {
  assert.deepEqual(["50%", "12.5%", "0.1%", "1/3", "50", "%", "a%"].map(part), ["0.5", "0.125", "0.001", "1/3", "50", "%", "a%"]);
});
