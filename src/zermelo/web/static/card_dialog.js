// The cards with pictures from which a game is chosen, which can be searched, and then a variant of it: loaded when they are asked for.

/** @import { GameCard } from "./answers.js" */

import { get } from "./api.js";
import { button, element, fill, labelled } from "./elements.js";
import { trying } from "./trouble.js";
import { VariantForm } from "./variant.js";
import { lang, say } from "./words.js";

/** The cards, in a dialog of their own. */
export class GameCards {
  /**
   * @param {(game: string) => unknown} taken
   * @param {() => string[]} [games]  those that the page can take; the ones of which trees are searched unless given
   */
  constructor(taken, games) {
    this.taken = taken;
    this.games = games;
    this.game = "";
    this.search = element("input", { type: "search", autocomplete: "off", spellcheck: "false", oninput: () => this.sift() });
    this.cards = element("ul", { class: "cards" });
    this.written = button("", () => this.take(this.search.value.trim()), { hidden: true });
    this.own = element("p", { class: "own" }); // for the game that is chosen now
    this.title = element("h2", { id: "choose-game" });
    this.form = element("form", { method: "dialog", onsubmit: (event) => this.entered(event) },
      labelled(say("search_games"), this.search), this.written, this.own, this.cards);
    this.variant = new VariantForm((game) => this.take(game), () => this.list());
    /** @type {HTMLDialogElement} */
    this.dialog = element("dialog", { class: "games", "aria-labelledby": "choose-game" },
      element("header", {}, this.title, button(say("close"), () => this.close())), this.form, this.variant.root);
    /** @type {GameCard[]} */
    this.found = [];
    /** @type {GameCard[]} */
    this.all = []; // those of them that the page can take now
    /** @type {Promise<unknown> | null} */
    this.loading = null;
  }

  close() {
    this.dialog.close();
  }

  /** @param {string} game  the one that is chosen now */
  async show(game) {
    this.game = game;
    if (!this.dialog.isConnected) document.body.append(this.dialog); // beside all other forms
    this.dialog.showModal();
    this.search.value = "";
    this.list();
    this.loading = this.found.length ? null : trying(this.dialog, () => this.load());
    await this.loading;
    const taken = this.games?.();
    this.all = taken ? this.found.filter(({ name }) => taken.includes(name)) : this.found;
    this.cards.replaceChildren(...this.all.map((card) => this.card(card)));
    const now = this.all.find(({ name, variants }) => variants && isOf(game, name));
    this.own.replaceChildren(...(now ? [button(say("variant_of", { game: now.title }), () => this.vary(now))] : []));
    this.sift();
  }

  // The cards, and not a variant of one.
  list() {
    this.title.textContent = say("choose_game");
    this.variant.root.hidden = true;
    this.form.hidden = false;
    this.search.focus();
  }

  /**
   * The variants of a game, with what is chosen now if it is one of them.
   * @param {GameCard} card
   */
  vary({ name, title }) {
    this.title.textContent = say("variant_of", { game: title });
    this.form.hidden = true;
    this.variant.root.hidden = false;
    return this.variant.show(name, isOf(this.game, name) ? this.game : name);
  }

  async load() {
    this.found = await get(`/api/cards?${this.games ? "" : "page=trees&"}lang=${lang}`);
  }

  /** @param {GameCard} card */
  card(card) {
    const { name, title, text, picture } = card, taken = button("", () => this.take(name), { class: "card" });
    taken.append(fill(element("div", { class: "picture small", "aria-hidden": "true" }), picture), element("span", {}, title), element("small", {}, text));
    if (!card.variants) return element("li", {}, taken);
    const varied = button(say("variant"), () => this.vary(card), { "aria-label": say("variant_of", { game: title }) });
    return element("li", {}, taken, varied);
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
 * Whether a game is the one of a card, with whichever parameters; of a file that is named alone any of its classes is.
 * @param {string} game
 * @param {string} name  of the card
 */
export function isOf(game, name) {
  const [alone, of] = [game, name].map((one) => one.split("(")[0].trim());
  return alone === of || (of.endsWith(".py") && alone.startsWith(`${of}:`));
}

/**
 * @param {GameCard} card
 * @param {string} wanted
 */
function fits({ name, title, text }, wanted) {
  return `${name} ${title} ${text}`.toLowerCase().includes(wanted.toLowerCase());
}
