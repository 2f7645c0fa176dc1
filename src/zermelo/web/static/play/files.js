// Games in files.

/** @import { Begin, GameFile } from "../answers.js" */

import { element } from "../elements.js";
import { say } from "../words.js";

/**
 * What is to be begun, as a file says it. Raises an Error, for people, where it is no game, or not all of one.
 * @param {string} text
 * @returns {Begin}
 */
export function gameIn(text) {
  const facts = parsed(text);
  if (facts?.zermelo !== 1 || !Array.isArray(facts.moves) || !Array.isArray(facts.seats)) throw new Error(say("not_a_game"));
  if (facts.complete === false) throw new Error(say("incomplete"));
  const { game, seats, start, moves, chance, seed } = facts;
  return { game, seats, position: start, moves: moves.map((/** @type {{ action: string }} */ move) => move.action), chance, seed };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {GameFile} facts */
export function download(facts) {
  const file = new Blob([JSON.stringify(facts, null, 1)], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(file), download: "game.zermelo.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}
