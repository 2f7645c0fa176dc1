// What a tree looks like that grows step by step.

/** @import { NodeFacts, PlayerData } from "/player.js" */

/**
 * What is known of each node after the step `at`: a step says what becomes of nodes in triples of a node, its mean and its visits.
 * @param {PlayerData} data
 * @param {number} at
 */
export function grown({ nodes, steps }, at) {
  /** @type {NodeFacts[]} */
  const facts = nodes.map(() => ({ state: "future", value: "", window: "", interval: "", cut: false }));
  for (const { changes = [] } of steps.slice(0, at + 1)) {
    for (const [node, value, visits] of changes) Object.assign(facts[node], { state: "done", value, window: visits });
  }
  return facts;
}
