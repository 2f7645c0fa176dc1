// A game is chosen from cards with pictures, which can be searched; or its name is written, with its parameters.

/** @import { GameCard } from "../answers.js" */

import { get } from "../api.js";
import { button, element, fill, labelled } from "../elements.js";
import { trying } from "../trouble.js";
import { lang, say } from "../words.js";

/** The button that says which game it is, and opens the cards. */
export class GameChooser {
  /**
   * @param {string} game
   * @param {() => unknown} chosen
   */
  constructor(game, chosen) {
    this.chosen = chosen;
    this.game = game;
    this.open = button(game, () => this.show(), { class: "chooser", "aria-haspopup": "dialog" });
    this.search = element("input", { type: "search", autocomplete: "off", spellcheck: "false", oninput: () => this.sift() });
    this.cards = element("ul", { class: "cards" });
    this.written = button("", () => this.take(this.search.value.trim()), { hidden: true });
    const form = element("form", { method: "dialog", onsubmit: (event) => this.entered(event) },
      element("header", {}, element("h2", { id: "choose-game" }, say("choose_game")), element("button", { value: "close", formnovalidate: true }, say("close"))),
      labelled(say("search_games"), this.search), this.written, this.cards);
    this.dialog = element("dialog", { class: "games", "aria-labelledby": "choose-game" }, form);
    this.root = element("div", { class: "field" }, element("span", {}, say("game")), this.open, this.dialog);
    form.querySelector("header button")?.setAttribute("type", "button");
    form.querySelector("header button")?.addEventListener("click", () => this.dialog.close());
    /** @type {GameCard[]} */
    this.all = [];
  }

  async show() {
    this.dialog.showModal();
    this.search.value = "";
    this.search.focus();
    if (!this.all.length) await trying(this.dialog, async () => { this.all = await get(`/api/cards?page=trees&lang=${lang}`); });
    this.cards.replaceChildren(...this.all.map((card) => this.card(card)));
    this.sift();
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
    this.dialog.close();
    this.game = game;
    this.open.textContent = game;
    this.chosen();
  }
}

/**
 * @param {GameCard} card
 * @param {string} wanted
 */
export function fits({ name, text }, wanted) {
  return `${name} ${text}`.toLowerCase().includes(wanted.toLowerCase());
}
