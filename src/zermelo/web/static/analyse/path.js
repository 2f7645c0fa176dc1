// Along which squares a piece goes on the board where one position of a tree follows another on it.

/** @import { Looked } from "../answers.js" */
/** @import { Moves } from "./tree.js" */

/**
 * The squares of the move from the one node to the other, or of the one that is taken back; none where it is neither.
 * @param {Moves} tree
 * @param {Map<number, Looked>} seen  the positions that have been looked at
 * @param {number} before
 * @param {number} at
 */
export function pathBetween(tree, seen, before, at) {
  if (tree.places.get(at)?.parent === before) return seen.get(at)?.board.last ?? [];
  if (tree.places.get(before)?.parent === at) return [...seen.get(before)?.board.last ?? []].reverse();
  return [];
}
