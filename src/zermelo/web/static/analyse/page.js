// The page of analysis: a game is chosen, and the whole state of its analysis stands in the address.

/** @import { Comments, Stand } from "./analysis.js" */

import { addressOf } from "../address.js";
import { gameField } from "../cards.js";
import { choose, element, labelled } from "../elements.js";
import { say } from "../words.js";
import { Analysis } from "./analysis.js";
import { START } from "./tree.js";

/**
 * What the address says: a game, or the number of one that is played here; where it begins, its main line, and the node at hand.
 * @typedef {object} Options
 * @property {string} game
 * @property {string} [id]
 * @property {string} [position]
 * @property {string} [moves]
 * @property {number} [at]
 * @property {number} [lines]
 * @property {boolean} [turned]  as the reader has turned the board
 */

/**
 * The whole state stands in the address, but for the comments of a PGN, which the browser keeps with it.
 * @param {Stand} stand
 * @param {Comments} comments
 */
function remember({ game, position, moves, variations, lines, at, turned }, comments) {
  const address = addressOf("/analyse", { game, position: position ?? undefined, moves: moves || undefined, lines, at, turned });
  history.replaceState(comments, "", [address, ...variations.map((one) => new URLSearchParams({ variation: one }))].join("&"));
}

/**
 * @param {string} path
 * @param {{ game: string, position?: string, turned?: boolean }} here
 */
function leave(path, here) {
  location.assign(addressOf(path, here));
}

/**
 * @param {HTMLElement} root
 * @param {Options & { games: string[] }} options
 */
export async function mount(root, { games, ...options }) {
  const { input, list, called } = gameField(games, options.game, { name: "game", required: true });
  const place = element("div"), analysis = new Analysis(place, { keys: document, remember, leave }, options.lines, options.turned);
  analysis.entered = (spec, title) => {
    input.value = spec;
    called(title);
  };
  root.append(choose(() => analysis.open({ game: input.value.trim() }, START), labelled(say("game"), input), list,
    element("button", {}, say("begin"))), place);
  const variations = new URLSearchParams(location.search).getAll("variation");
  const { id, game, position = null, moves = "", at } = options, kept = history.state;
  await analysis.open(id ? { number: id } : { game, position, moves, variations }, at, kept);
}
