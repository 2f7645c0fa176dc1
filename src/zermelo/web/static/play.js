// The page on which a game is chosen and played, and a game in a lesson.

/** @import { GameOptions } from "./play/game.js" */

import { gameField } from "./cards.js";
import { choose, element, labelled } from "./elements.js";
import { editions } from "./play/calls.js";
import { Game } from "./play/game.js";
import { filesOf, savedAnew } from "./play/turns.js";
import { say } from "./words.js";

const LOOKS = 1500; // milliseconds from one look at the files to the next

/**
 * @param {HTMLElement} root
 * @param {GameOptions & { games: string[] }} options
 */
export async function mount(root, { games, ...options }) {
  const game = new Game(element("div"), options);
  if (options.full) {
    const { form, input, called } = chooser(games, options.game, (spec) => game.another(spec));
    game.entered = (spec, title) => {
      input.value = spec;
      called(title);
    };
    root.append(form);
    setInterval(() => watch(game), LOOKS);
    addEventListener("popstate", () => location.reload());
  }
  root.append(game.root);
  if (options.full) game.editions = await editions().catch(() => ({}));
  await game.open();
}

/**
 * The form in which a game is chosen, its field, and what says how the game is called.
 * @param {string[]} games
 * @param {string} game
 * @param {(spec: string) => unknown} act
 */
function chooser(games, game, act) {
  const { input, list, called } = gameField(games, game, { name: "game", required: true });
  const form = choose(() => act(input.value.trim()), labelled(say("game"), input), list, element("button", {}, say("begin")));
  return { form, input, called };
}

/**
 * A game or a player of the user's is loaded anew when its file is saved: once, even if it fails.
 * @param {Game} game
 */
async function watch(game) {
  if (document.hidden || !filesOf(game.view).some((name) => name.includes(".py"))) return;
  const found = await editions().catch(() => null);
  if (!found) return;
  const saved = savedAnew(game.view, game.editions, found);
  game.editions = found;
  if (saved) game.refresh();
}
