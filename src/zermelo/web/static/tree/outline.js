// A search as an outline: nodes that are opened one by one, and the ways through them: along the line, and from one cut-off to another.

/** @import { OutlineRow } from "../answers.js" */

/**
 * A node: what is told of it, the node above, the children once it has been opened, and whether these are shown.
 * @typedef {object} Place
 * @property {OutlineRow} row
 * @property {Place | null} parent
 * @property {Place[] | null} children
 * @property {boolean} open
 */

/**
 * Finds the children of a node.
 * @typedef {(place: Place) => Promise<Place[]>} Children
 */

/**
 * @param {OutlineRow} row
 * @param {Place | null} parent
 * @returns {Place}
 */
export function placed(row, parent) {
  return { row, parent, children: null, open: false };
}

/**
 * The actions from the root to a node.
 * @param {Place} place
 * @returns {string[]}
 */
export function pathTo(place) {
  return place.parent ? [...pathTo(place.parent), place.row.action] : [];
}

/**
 * How many nodes there are above one.
 * @param {Place} place
 */
export function levelOf(place) {
  return pathTo(place).length;
}

/**
 * A node and all below it that is shown, from above to below.
 * @param {Place} place
 * @returns {Place[]}
 */
export function shown(place) {
  return [place, ...(place.open ? place.children ?? [] : []).flatMap(shown)];
}

/**
 * Show a node: all above it are open.
 * @param {Place} place
 */
export function reveal({ parent }) {
  for (let above = parent; above; above = above.parent) above.open = true;
}

/** @param {Place} place */
export function canOpen({ row }) {
  return row.searched && !row.leaf;
}

/**
 * The node at the end of these actions, or the last one that there is on the way.
 * @param {Place} root
 * @param {string[]} path
 * @param {Children} children
 */
export async function follow(root, path, children) {
  let place = root;
  for (const action of path) {
    const next = canOpen(place) ? (await children(place)).find(({ row }) => row.action === action) : undefined;
    if (!next) break;
    place = next;
  }
  return place;
}

/**
 * The next node of the best line, null at its end.
 * @param {Place} place
 * @param {Children} children
 */
export async function onLine(place, children) {
  return canOpen(place) ? (await children(place)).find(({ row }) => row.best) ?? null : null;
}

/**
 * The next node in the order of the search that was left early, null where there is none.
 * @param {Place} from
 * @param {Children} children
 */
export async function nextCut(from, children) {
  if (below(from)) return firstBelow(from, children);
  for (let place = from; place.parent; place = place.parent) {
    const beside = await children(place.parent), later = beside.slice(beside.indexOf(place) + 1).find(hasCuts);
    if (later) return later.row.cut ? later : firstBelow(later, children);
  }
  return null;
}

/**
 * The node before this one in the order of the search that was left early, null where there is none.
 * @param {Place} from
 * @param {Children} children
 */
export async function previousCut(from, children) {
  for (let place = from; place.parent; place = place.parent) {
    const beside = await children(place.parent), earlier = beside.slice(0, beside.indexOf(place)).filter(hasCuts).pop();
    if (earlier) return lastBelow(earlier, children);
    if (place.parent.row.cut) return place.parent;
  }
  return null;
}

/** @param {Place} place */
function hasCuts({ row }) {
  return row.cutoffs > 0;
}

/**
 * How many nodes below a node were left early.
 * @param {Place} place
 */
function below({ row }) {
  return row.cutoffs - Number(row.cut);
}

/**
 * @param {Place} place
 * @param {Children} children
 * @returns {Promise<Place | null>}
 */
async function firstBelow(place, children) {
  const first = (await children(place)).find(hasCuts);
  return !first || first.row.cut ? first ?? null : firstBelow(first, children);
}

/**
 * The last one of a node and those below it.
 * @param {Place} place
 * @param {Children} children
 * @returns {Promise<Place>}
 */
async function lastBelow(place, children) {
  const last = below(place) ? (await children(place)).filter(hasCuts).pop() : undefined;
  return last ? lastBelow(last, children) : place;
}
