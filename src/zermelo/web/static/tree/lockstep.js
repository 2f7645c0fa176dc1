// Two searches that are stepped through together: at each moment both stand at the same place of the tree.

/** @import { PlayerData } from "/player.js" */

/**
 * For each moment the step of the one and of the other. Where both search the children in the same order, a moment is a place in the
 * tree, and the one that has cut there, or was answered by its table, waits; else both go on step by step, and the shorter one waits at its end.
 * @param {PlayerData} one
 * @param {PlayerData} other
 * @param {boolean} inOrder  whether both search the children in the same order
 * @returns {[number, number][]}
 */
export function moments(one, other, inOrder) {
  if (!inOrder) {
    const last = [one.steps.length - 1, other.steps.length - 1];
    return Array.from({ length: 1 + Math.max(...last) }, (_, step) => [Math.min(step, last[0]), Math.min(step, last[1])]);
  }
  const [first, second] = [placesOf(one), placesOf(other)];
  /** @type {[number, number][]} */
  const made = [[0, 0]];
  for (let [left, right] = [0, 0]; left < first.length - 1 || right < second.length - 1;) {
    const order = left === first.length - 1 ? 1 : right === second.length - 1 ? -1 : compared(first[left + 1], second[right + 1]);
    if (order <= 0) left += 1;
    if (order >= 0) right += 1;
    made.push([left, right]);
  }
  return made;
}

/**
 * Where each step is in the search of the whole tree: the places of the children that lead to its node, and after which of its own.
 * @param {PlayerData} data
 */
function placesOf({ nodes, steps }) {
  /** @type {number[][]} */
  const paths = [], count = nodes.map(() => 0);
  nodes.forEach(({ parent }, node) => { paths[node] = parent < 0 ? [] : [...paths[parent], count[parent]++]; });
  const after = nodes.map(() => -1);
  return steps.map(({ kind, node, child }, number) => {
    if (kind === "enter" || kind === "leaf" || kind === "answer") return paths[node];
    if (kind === "leave") return [...paths[node], Infinity];
    if (kind === "back") after[node] = /** @type {number} */ (paths[child].at(-1));
    return [...paths[node], after[node], Infinity, Infinity, kind === "back" ? 0 : 1 + number];
  });
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function compared(one, other) {
  for (let place = 0; place < Math.max(one.length, other.length); place++) {
    const [left, right] = [one[place] ?? -1, other[place] ?? -1];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
