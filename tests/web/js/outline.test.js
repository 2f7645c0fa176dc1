import assert from "node:assert/strict";
import { test } from "node:test";

import { follow, levelOf, nextCut, onLine, pathTo, placed, previousCut, reveal, shown } from "../../../src/zermelo/web/static/tree/outline.js";

/** @import { OutlineRow } from "../../../src/zermelo/web/static/answers.js" */
/** @import { Place } from "../../../src/zermelo/web/static/tree/outline.js" */

/**
 * A node, whether it was left early, and its children.
 * @typedef {{ name: string, cut?: boolean, best?: boolean, below?: Node[] }} Node
 */

/** @type {Node} */
const TREE = {
  name: "root", below: [
    { name: "a", below: [{ name: "a1" }, { name: "a2", cut: true, below: [{ name: "a21", cut: true, below: [{ name: "a211" }] }] }] },
    { name: "b", best: true, below: [{ name: "b1", best: true }] },
    { name: "c", cut: true, below: [{ name: "c1", below: [{ name: "c11", cut: true, below: [{ name: "c111" }] }] }, { name: "c2" }] },
    { name: "d" },
  ],
};

/** @param {Node} node @returns {number} */
const cutoffs = ({ cut, below = [] }) => Number(cut ?? false) + below.reduce((sum, one) => sum + cutoffs(one), 0);

/** @param {Node} node @returns {OutlineRow} */
const row = (node) => ({
  action: node.name, name: node.name, shape: "max", mover: "", searched: true, leaf: !node.below, value: "", bounds: [0, 1], window: "",
  nodes: 1, cutoffs: cutoffs(node), cut: node.cut ?? false, best: node.best ?? false, better: false, cuts: false,
});

/** The root, and what finds children and counts how often it was asked for new ones. */
function outline() {
  /** @type {Map<OutlineRow, Node>} */
  const nodes = new Map(), asked = { times: 0 };
  const place = (/** @type {Node} */ node, /** @type {Place | null} */ parent) => {
    const made = placed(row(node), parent);
    nodes.set(made.row, node);
    return made;
  };
  const children = async (/** @type {Place} */ one) => {
    if (!one.children) {
      asked.times += 1;
      one.children = (nodes.get(one.row)?.below ?? []).map((node) => place(node, one));
    }
    return one.children;
  };
  return { root: place(TREE, null), children, asked };
}

test("cut-offs are walked in the order of the search, to its end and back", async () => {
  const { root, children } = outline(), there = [], back = [];
  let at = root;
  for (let next = await nextCut(at, children); next; next = await nextCut(at, children)) there.push((at = next).row.name);
  for (let next = await previousCut(at, children); next; next = await previousCut(at, children)) back.push((at = next).row.name);
  assert.deepEqual(there, ["a2", "a21", "c", "c11"]);
  assert.deepEqual(back, ["c", "a21", "a2"]);
});

test("a cut-off is found without opening nodes that have none", async () => {
  const { root, children, asked } = outline(), c = await follow(root, ["c"], children);
  assert.equal((await previousCut(c, children))?.row.name, "a21");
  assert.equal(asked.times, 3); // the root, a, a2
});

test("the line ends at a leaf, and a path at its last node that there is", async () => {
  const { root, children } = outline(), b = await onLine(root, children), end = b && await onLine(b, children);
  assert.equal(end?.row.name, "b1");
  assert.equal(end && await onLine(end, children), null);
  const last = await follow(root, ["c", "c1", "x", "y"], children);
  assert.deepEqual(pathTo(last), ["c", "c1"]);
  assert.equal(levelOf(last), 2);
});

test("a node that is revealed is shown with its brothers, and no other is opened", async () => {
  const { root, children } = outline(), c1 = await follow(root, ["c", "c1"], children);
  assert.deepEqual(shown(root).map(({ row: { name } }) => name), ["root"]);
  reveal(c1);
  assert.deepEqual(shown(root).map(({ row: { name } }) => name), ["root", "a", "b", "c", "c1", "c2", "d"]);
});
