import assert from "node:assert/strict";
import { test } from "node:test";

import { pathBetween } from "../../../src/zermelo/web/static/analyse/path.js";
import { Moves, START } from "../../../src/zermelo/web/static/analyse/tree.js";

const move = (/** @type {string} */ word) => ({ action: word, name: word, word, player: 0, number: 0 });
const after = (/** @type {number} */ parent, /** @type {string} */ word) => ({ parent, ...move(word) });

const read = () => Moves.of([after(0, "f5"), after(1, "d6"), after(2, "c3"), after(1, "f6"), after(4, "e6"), after(4, "d3")]);
const words = (/** @type {Moves} */ tree, /** @type {number} */ id) => tree.line(id).slice(1).map((one) => tree.at(one).move?.word).join(" ");

test("a tree is written as it was read, and each node has the number that the server gives it", () => {
  const { tree, ids } = read(), { moves, variations, numbers } = tree.written();
  assert.deepEqual([moves, variations], ["f5 d6 c3", ["1 f6 e6", "4 d3"]]);
  assert.deepEqual(ids.map((id) => numbers.get(id)), [0, 1, 2, 3, 4, 5, 6]);
});

test("a move that is there already makes no other node", () => {
  const { tree, ids } = read();
  assert.equal(tree.add(ids[1], move("f6")), ids[4]);
  assert.equal(tree.places.size, 7);
  assert.deepEqual(tree.actions(ids[6]), ["f5", "f6", "d3"]);
});

test("the line through a node goes on with what follows first", () => {
  const { tree, ids } = read();
  assert.deepEqual([START, ids[4], ids[6], ids[3]].map((id) => words(tree, id)), ["f5 d6 c3", "f5 f6 e6", "f5 f6 d3", "f5 d6 c3"]);
});

test("a variation is promoted step by step until it is the main line", () => {
  const { tree, ids } = read();
  assert.equal(tree.isVariation(ids[6]), true);
  tree.promote(ids[6]);
  assert.deepEqual(tree.written().variations, ["1 f6 d3", "4 e6"]);
  tree.promote(ids[6]);
  const { moves, variations } = tree.written();
  assert.deepEqual([moves, variations, tree.isVariation(ids[6])], ["f5 f6 d3", ["1 d6 c3", "2 e6"], false]);
  tree.promote(ids[6]);
  assert.equal(tree.written().moves, "f5 f6 d3");
});

test("what follows a node goes with it", () => {
  const { tree, ids } = read();
  assert.equal(tree.remove(ids[4]), ids[1]);
  assert.deepEqual(tree.written().variations, []);
  assert.equal(tree.places.size, 4);
});

test("a line that was only looked at goes when one leaves it, unless it is kept or played on", () => {
  const { tree, ids } = read(), line = tree.addLine(ids[3], [move("c4"), move("b3"), move("b2")], true);
  tree.settle(line[0]);
  assert.equal(tree.places.size, 10);
  tree.settle(ids[3]);
  assert.equal(tree.places.size, 10); // it is the line that goes on from there
  tree.settle(ids[4]);
  assert.equal(tree.places.size, 7);
  const [first, second, third] = tree.addLine(ids[3], [move("c4"), move("b3"), move("b2")], true);
  tree.add(second, move("a1"));
  tree.settle(ids[4]);
  assert.deepEqual([first, second, third].map((id) => tree.places.has(id)), [true, true, false]);
  tree.promote(tree.addLine(ids[1], [move("e7")], true)[0]);
  tree.settle(ids[6]);
  assert.equal(tree.written().moves, "f5 e7");
});

test("a piece goes along its move, and back along it, and nowhere where one jumps", () => {
  const { tree, ids } = read();
  const looked = (/** @type {number[]} */ last) => /** @type {any} */ ({ board: { last } });
  const seen = new Map([[ids[1], looked([9])], [ids[2], looked([3, 4])], [ids[4], looked([5, 6])]]);
  assert.deepEqual(pathBetween(tree, seen, ids[1], ids[2]), [3, 4]);
  assert.deepEqual(pathBetween(tree, seen, ids[2], ids[1]), [4, 3]);
  assert.deepEqual(pathBetween(tree, seen, ids[2], ids[4]), []);
  assert.deepEqual(pathBetween(tree, seen, ids[1], ids[1]), []);
  assert.deepEqual(pathBetween(tree, seen, 99, ids[1]), []);
});
