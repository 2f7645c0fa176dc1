import assert from "node:assert/strict";
import { test } from "node:test";

import { beside, Choice, fallsTo } from "../../../src/zermelo/web/static/choice.js";

/**
 * An action that is made in these ways.
 * @param {string} name
 * @param {number[][][]} ways
 */
function action(name, ...ways) {
  return { action: name, name, label: name, squares: ways.flat(2), ways, picture: "" };
}

const A = action("a", [[0, 1]]), B = action("b", [[0, 2]]), C = action("c", [[3, 4]]);

test("an action on one square is chosen by touching it", () => {
  const place = action("place", [[4]]), choice = new Choice([place]);
  assert.equal(choice.moves, false);
  assert.deepEqual([...choice.next()], [4]);
  assert.deepEqual(choice.touch(5), { done: "touch" });
  assert.deepEqual(choice.touch(4), { done: "action", action: place });
});

test("a piece is touched, then where it goes", () => {
  const choice = new Choice([A, B, C]);
  assert.equal(choice.moves, true);
  assert.deepEqual([...choice.next()], [0, 3]);
  assert.deepEqual(choice.touch(0), { done: "touch" });
  assert.deepEqual([...choice.next()], [1, 2]);
  assert.deepEqual(choice.touch(2), { done: "action", action: B });
});

test("another piece may be touched instead, and what is nowhere lets go", () => {
  const choice = new Choice([A, B, C]);
  choice.touch(0);
  choice.touch(3);
  assert.deepEqual(choice.touched, [3]);
  choice.touch(9);
  assert.deepEqual(choice.touched, []);
});

test("several actions on the same squares are left to their names", () => {
  const queen = action("queen", [[0, 1]]), rook = action("rook", [[0, 1]]), choice = new Choice([queen, rook]);
  choice.touch(0);
  assert.deepEqual(choice.touch(1), { done: "several", actions: [queen, rook] });
});

test("a long jump is chosen by its last square, unless a shorter one ends there", () => {
  const long = action("long", [[0, 1, 2]]), short = action("short", [[0, 1]]), choice = new Choice([long, short]);
  choice.touch(0);
  assert.deepEqual([...choice.next()].sort(), [1, 2]);
  assert.deepEqual(choice.touch(1), { done: "several", actions: [short, long] });
  assert.deepEqual(choice.touch(2), { done: "action", action: long });
});

test("steps are made one after the other, in the order that one likes, and taken back", () => {
  const play = action("24/18 13/8", [[0, 1], [2, 3]], [[2, 3], [0, 1]]), choice = new Choice([play, action("other", [[0, 1], [4, 5]])]);
  choice.touch(0);
  assert.deepEqual(choice.touch(1), { done: "step" });
  assert.deepEqual(choice.steps, [[0, 1]]);
  assert.deepEqual([...choice.next()].sort(), [2, 4]);
  assert.equal(choice.restart(), true);
  assert.equal(choice.restart(), false);
  choice.touch(2);
  choice.touch(3);
  choice.touch(0);
  assert.deepEqual(choice.touch(1), { done: "action", action: play });
});

test("what is dropped into a column falls to the empty square there that can be touched", () => {
  const next = new Set([35, 36, 23]);
  assert.equal(fallsTo(2, next, 7, () => true), 23);
  assert.equal(fallsTo(1, next, 7, () => true), 36);
  assert.equal(fallsTo(1, next, 7, () => false), 1);
  assert.equal(fallsTo(3, next, 7, () => true), 3);
});

test("the keyboard goes from square to square, and over gaps", () => {
  const all = () => true;
  assert.equal(beside(4, 1, 3, 9, all), 5);
  assert.equal(beside(4, -3, 3, 9, all), 1);
  assert.equal(beside(1, -3, 3, 9, all), undefined);
  assert.equal(beside(8, 1, 3, 9, all), undefined);
  assert.equal(beside(3, 1, 3, 9, (square) => square !== 4), 5);
  assert.equal(beside(1, 3, 3, 9, (square) => square !== 4), 5); // the row between stands a little aside
  assert.equal(beside(1, 3, 3, 9, (square) => square > 5), 7);
});
