// The colour of a player's pieces, or a die for chance; the name beside it says the same.

import { element, fill } from "../elements.js";

export const CHANCE = -1; // in place of a player
const DIE = '<rect class="hole" x="3" y="3" width="14" height="14" rx="3"/>'
  + '<circle cx="7.5" cy="7.5" r="1.8" fill="#1f2328"/><circle cx="12.5" cy="12.5" r="1.8" fill="#1f2328"/>';

/**
 * @param {number} player
 * @param {string[]} colours  the class of each player's pieces; there are none where no board is shown
 */
export function swatch(player, colours) {
  const shape = player === CHANCE ? DIE : `<circle class="${colours[player % colours.length] ?? `p${player}`}" cx="10" cy="10" r="8" stroke-width="1.5"/>`;
  const svg = `<svg class="board" viewBox="0 0 20 20" width="16" height="16">${shape}</svg>`;
  return fill(element("span", { class: "swatch", "aria-hidden": "true" }), svg);
}

/**
 * The colour of who is to move; nothing after the end.
 * @param {number | null} mover
 * @param {string[]} colours
 */
export function swatchOf(mover, colours) {
  return mover === null ? [] : [swatch(mover, colours)];
}

/** A die. */
export function dieSwatch() {
  return swatch(CHANCE, []);
}
