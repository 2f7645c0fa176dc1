// A game is chosen from cards with pictures, which can be searched; or its name is written, with its parameters.

/** @import { GameCard } from "./answers.js" */
/** @import { Facts } from "./elements.js" */

import { get } from "./api.js";
import { button, element, field, fill, labelled } from "./elements.js";
import { trying } from "./trouble.js";
import { lang, say } from "./words.js";

/** The cards, in a dialog of their own. */
class GameCards {
  /**
   * @param {(game: string) => unknown} taken
   * @param {string[]} [games]  those that the page can take; the ones of which trees are searched unless given
   */
  constructor(taken, games) {
    this.taken = taken;
    this.games = games;
    this.search = element("input", { type: "search", autocomplete: "off", spellcheck: "false", oninput: () => this.sift() });
    this.cards = element("ul", { class: "cards" });
    this.written = button("", () => this.take(this.search.value.trim()), { hidden: true });
    const form = element("form", { method: "dialog", onsubmit: (event) => this.entered(event) },
      element("header", {}, element("h2", { id: "choose-game" }, say("choose_game")), button(say("close"), () => this.close())),
      labelled(say("search_games"), this.search), this.written, this.cards);
    /** @type {HTMLDialogElement} */
    this.dialog = element("dialog", { class: "games", "aria-labelledby": "choose-game" }, form);
    /** @type {GameCard[]} */
    this.all = [];
  }

  close() {
    this.dialog.close();
  }

  async show() {
    if (!this.dialog.isConnected) document.body.append(this.dialog); // beside all other forms
    this.dialog.showModal();
    this.search.value = "";
    this.search.focus();
    if (!this.all.length) await trying(this.dialog, () => this.load());
    this.cards.replaceChildren(...this.all.map((card) => this.card(card)));
    this.sift();
  }

  async load() {
    const { games } = this, page = games ? "" : "page=trees&";
    /** @type {GameCard[]} */
    const found = await get(`/api/cards?${page}lang=${lang}`);
    this.all = games ? found.filter(({ name }) => games.includes(name)) : found;
  }

  /** @param {GameCard} card */
  card({ name, text, picture }) {
    const taken = button("", () => this.take(name), { class: "card" });
    taken.append(fill(element("div", { class: "picture small", "aria-hidden": "true" }), picture), element("span", {}, name), element("small", {}, text));
    return element("li", {}, taken);
  }

  // Only the cards of which the name or the text has what is searched; and what is written as a game of its own, unless it is one of these.
  sift() {
    const wanted = this.search.value.trim();
    [...this.cards.children].forEach((card, place) => card.toggleAttribute("hidden", !fits(this.all[place], wanted)));
    this.written.hidden = !wanted || this.all.some(({ name }) => name === wanted);
    this.written.textContent = say("take_game", { game: wanted });
  }

  /** @param {Event} event */
  entered(event) {
    event.preventDefault();
    const wanted = this.search.value.trim(), [only, another] = this.all.filter((card) => fits(card, wanted));
    if (wanted) this.take(only && !another ? only.name : wanted);
  }

  /** @param {string} game */
  take(game) {
    this.close();
    this.taken(game);
  }
}

/** The button that says which game it is, and opens the cards. */
export class GameChooser {
  /**
   * @param {string} game
   * @param {() => unknown} chosen
   */
  constructor(game, chosen) {
    this.game = game;
    const cards = new GameCards((taken) => {
      this.game = taken;
      this.open.textContent = taken;
      chosen();
    });
    this.open = button(game, () => cards.show(), { class: "chooser", "aria-haspopup": "dialog" });
    this.root = element("div", { class: "field" }, element("span", {}, say("game")), this.open);
  }
}

/**
 * A field for the name of a game, and the button that opens the cards from which it can be taken.
 * @param {string[]} games
 * @param {string | undefined} value
 * @param {Facts} [facts]
 * @param {{ sent?: boolean }} [then]  whether the form is sent when a card is taken
 */
export function gameField(games, value, facts = {}, { sent = true } = {}) {
  const input = field(value, facts);
  const cards = new GameCards((taken) => {
    input.value = taken;
    if (sent) input.form?.requestSubmit();
  }, games);
  return { input, list: button("", () => cards.show(), { class: "chooser", "aria-haspopup": "dialog", "aria-label": say("choose_game"), title: say("choose_game") }) };
}

/**
 * @param {GameCard} card
 * @param {string} wanted
 */
export function fits({ name, text }, wanted) {
  return `${name} ${text}`.toLowerCase().includes(wanted.toLowerCase());
}
