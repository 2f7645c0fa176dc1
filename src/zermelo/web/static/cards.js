// A game is chosen from cards (card_dialog.js), or a variant of it in fields (variant.js); or its name is written, with its parameters.

/** @import { GameCards } from "./card_dialog.js" */
/** @import { Facts } from "./elements.js" */

import { button, element, field } from "./elements.js";
import { say } from "./words.js";

/**
 * What opens the cards; they are loaded the first time.
 * @param {() => string} chosen  the game that is chosen now
 * @param {(game: string) => unknown} taken
 * @param {() => string[]} [games]  those that the page can take; the ones of which trees are searched unless given
 */
function opener(chosen, taken, games) {
  /** @type {GameCards | undefined} */
  let cards;
  return async () => {
    cards ??= new (await import("./card_dialog.js")).GameCards(taken, games);
    await cards.show(chosen());
  };
}

/**
 * Say on the button that opens the cards what the game is called; nothing while that is not known.
 * @param {HTMLElement} opens
 * @param {string} title
 */
function call(opens, title) {
  opens.textContent = title;
  opens.setAttribute("aria-label", [title, say("choose_game")].filter(Boolean).join(": "));
}

/** The button that says which game it is, and opens the cards. */
export class GameChooser {
  /**
   * @param {string} game
   * @param {() => unknown} chosen
   * @param {() => string[]} [games]  those that the page can take; the ones of which trees are searched unless given
   */
  constructor(game, chosen, games) {
    this.game = game;
    const open = opener(() => this.game, (taken) => {
      this.game = taken;
      this.called(taken);
      chosen();
    }, games);
    this.open = button("", open, { class: "chooser", "aria-haspopup": "dialog", title: say("choose_game") });
    this.called(game);
    this.root = element("div", { class: "field" }, element("span", {}, say("game")), this.open);
  }

  /**
   * Say what the game is called, once that is known.
   * @param {string} title
   */
  called(title) {
    call(this.open, title);
  }
}

/**
 * A field for the name of a game, and the button that opens the cards from which it can be taken.
 * @param {string[] | (() => string[])} games  those that the page can take
 * @param {string | undefined} value
 * @param {Facts} [facts]
 * @param {{ sent?: boolean }} [then]  whether the form is sent when a card is taken
 */
export function gameField(games, value, facts = {}, { sent = true } = {}) {
  const input = field(value, { ...facts, oninput: () => called("") });
  const open = opener(() => input.value.trim(), (taken) => {
    input.value = taken;
    if (sent) input.form?.requestSubmit();
    else input.dispatchEvent(new Event("change"));
  }, typeof games === "function" ? games : () => games);
  const list = button("", open, { class: "chooser", "aria-haspopup": "dialog", title: say("choose_game") });
  /** @param {string} title */
  const called = (title) => call(list, title);
  called("");
  return { input, list, called };
}
