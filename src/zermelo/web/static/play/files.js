// Games in files.

/** @import { Begin, PgnGame } from "../answers.js" */

import { element } from "../elements.js";
import { say } from "../words.js";

/**
 * The text of a file: UTF-8, or else ISO 8859-1, in which older files of chess games are.
 * @param {Blob} file
 */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("iso-8859-1").decode(bytes);
  }
}

/**
 * What is to be begun, as a file says it. Raises an Error, for people, where it is no game, or not all of one.
 * @param {string} text
 * @returns {Begin}
 */
export function gameIn(text) {
  const facts = parsed(text);
  if (facts?.zermelo !== 1 || !Array.isArray(facts.moves) || !Array.isArray(facts.seats)) throw new Error(say("not_a_game"));
  if (facts.complete === false) throw new Error(say("incomplete"));
  const { game, seats, start, moves, chance, seed, clock, used } = facts;
  return { game, seats, position: start, moves: moves.map((/** @type {{ action: string }} */ move) => move.action), chance, seed, ...(clock ? { clock, used } : {}) };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A game of a PGN to be looked through: people sit at both sides.
 * @param {PgnGame} facts
 * @returns {Begin}
 */
export function begunOf({ names, game, pgn }) {
  return { game, pgn, seats: names.map((name) => ({ kind: "human", ...(name ? { name } : {}) })) };
}

/**
 * Save a file.
 * @param {string | Blob} content
 * @param {string} name
 * @param {string} type
 */
export function download(content, name, type) {
  const file = new Blob([content], { type });
  const link = element("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
