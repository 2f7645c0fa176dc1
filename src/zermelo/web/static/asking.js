// A form with a game, a depth and a position, for pages that measure a search.

import { addressOf } from "./address.js";
import { gameField } from "./cards.js";
import { choose, element, field, labelled, showButton } from "./elements.js";
import { say } from "./words.js";

/**
 * A search to be measured.
 * @typedef {object} Asked
 * @property {string} game
 * @property {number} [depth]
 * @property {string} [position]
 * @property {string} [evaluation]
 */

/**
 * @param {string[]} games
 * @param {Asked} asked
 * @param {string} address  of the page, which is to say what is asked
 * @param {(wanted: Asked) => unknown} act
 */
export function asking(games, asked, address, act) {
  const { input: game, list } = gameField(games, asked.game, { required: true });
  const depth = element("input", { type: "number", min: 1, max: 40, value: asked.depth ?? "" }), position = field(asked.position);
  const go = () => {
    const wanted = wantedOf(game.value, depth.value, position.value);
    history.replaceState(null, "", addressOf(address, wanted));
    act(wanted);
  };
  return choose(go, labelled(say("game"), game), list, labelled(say("depth"), depth), labelled(say("position"), position), showButton());
}

/**
 * What the fields say; an empty one says nothing.
 * @param {string} game
 * @param {string} depth
 * @param {string} position
 */
export function wantedOf(game, depth, position) {
  /** @type {Asked} */
  const wanted = { game: game.trim() };
  if (depth !== "") wanted.depth = Number(depth);
  if (position.trim()) wanted.position = position.trim();
  return wanted;
}
