// The cards with pictures from which a game is chosen, which can be searched: loaded when they are asked for.

/** @import { GameCard } from "./answers.js" */

import { get } from "./api.js";
import { button, element, fill, labelled } from "./elements.js";
import { trying } from "./trouble.js";
import { lang, say } from "./words.js";

/** The cards, in a dialog of their own. */
export class GameCards {
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
    /** @type {Promise<unknown> | null} */
    this.loading = null;
  }

  close() {
    this.dialog.close();
  }

  async show() {
    if (!this.dialog.isConnected) document.body.append(this.dialog); // beside all other forms
    this.dialog.showModal();
    this.search.value = "";
    this.search.focus();
    this.loading = this.all.length ? null : trying(this.dialog, () => this.load());
    await this.loading;
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
  card({ name, title, text, picture }) {
    const taken = button("", () => this.take(name), { class: "card" });
    taken.append(fill(element("div", { class: "picture small", "aria-hidden": "true" }), picture), element("span", {}, title), element("small", {}, text));
    return element("li", {}, taken);
  }

  // Only the cards of which the name, the title or the text has what is searched; and what is written as a game of its own, unless it is one of these.
  sift() {
    const wanted = this.search.value.trim();
    [...this.cards.children].forEach((card, place) => card.toggleAttribute("hidden", !fits(this.all[place], wanted)));
    this.written.hidden = !wanted || this.all.some(({ name }) => name === wanted);
    this.written.textContent = say("take_game", { game: wanted });
  }

  /** @param {Event} event */
  async entered(event) {
    event.preventDefault();
    await this.loading; // who types fast is heard before the cards are there
    const wanted = this.search.value.trim(), [only, another] = this.all.filter((card) => fits(card, wanted));
    if (wanted) this.take(only && !another ? only.name : wanted);
  }

  /** @param {string} game */
  take(game) {
    this.close();
    this.taken(game);
  }
}

/**
 * @param {GameCard} card
 * @param {string} wanted
 */
function fits({ name, title, text }, wanted) {
  return `${name} ${title} ${text}`.toLowerCase().includes(wanted.toLowerCase());
}
