// The games that were played: found, gone on with, kept as files, deleted and brought back.

/** @import { GameFile, PlayedGame, PlayedGames } from "./answers.js" */

import { addressOf } from "./address.js";
import { get, post } from "./api.js";
import { button, element, field, labelled } from "./elements.js";
import { download } from "./play/files.js";
import { trying } from "./trouble.js";
import { lang, say } from "./words.js";

const STEP = 50; // games that are shown at first, and that come with each click on more
const PAUSE = 250; // milliseconds without a key from which on is searched

/** @param {HTMLElement} root */
export function mount(root) {
  const list = new PlayedList(root);
  return list.show();
}

class PlayedList {
  most = STEP;
  asked = 0; // how often was asked: an answer that another one has overtaken is not shown

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.words = field(new URLSearchParams(location.search).get("words"), { type: "search", maxlength: 200 });
    this.count = element("p", { class: "count", "aria-live": "polite" });
    this.place = element("div");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting = undefined;
    this.words.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.search(this.words.value), PAUSE);
    });
    this.form = element("div", { class: "choose", role: "search", hidden: true }, labelled(say("games_search"), this.words, { class: "words" }));
    root.append(this.form, this.count, this.place);
  }

  /** @param {string} words */
  search(words) {
    this.words.value = words;
    this.most = STEP;
    return this.show();
  }

  /** @param {number} [focused]  the game in the list to which the keyboard goes */
  async show(focused) {
    const mine = ++this.asked, words = this.words.value.trim();
    /** @type {PlayedGames | null} */
    const found = await trying(this.root, () => get(`/api/games?${new URLSearchParams({ words, most: String(this.most), lang })}`));
    if (mine !== this.asked) return;
    if (!found) { // which of them these words name is not known
      this.count.textContent = "";
      this.place.replaceChildren();
      return;
    }
    history.replaceState(null, "", words ? addressOf(location.pathname, { words }) : location.pathname);
    this.form.hidden = !found.games.length && !words;
    this.count.textContent = found.games.length ? say("games_count", { count: found.games.length }) : "";
    this.place.replaceChildren(...(found.games.length ? this.listed(found) : nothing(words, () => this.search(""))));
    if (focused !== undefined) this.place.querySelectorAll("a")[focused]?.focus();
  }

  /** @param {PlayedGames} found */
  listed({ games, more }) {
    const list = element("ul", { class: "played", "aria-label": say("games_list") }, ...games.map((game) => this.item(game)));
    if (!more) return [list];
    const shown = games.length;
    return [list, button(say("games_more"), () => {
      this.most += STEP;
      return this.show(shown);
    })];
  }

  /** @param {PlayedGame} game */
  item(game) {
    const title = `${game.title}, ${game.players.join(" – ")}`, item = element("li");
    item.append(
      element("a", { href: addressOf("/play", { id: game.number }) }, element("b", {}, game.title), " ", game.players.join(" – ")),
      element("span", { class: "result" }, `${game.result}, ${game.plies}`),
      element("time", { datetime: new Date(1000 * game.saved).toISOString() }, when(game.saved)),
      element("div", { class: "tools" },
        button(say("games_file"), () => this.save(game), { "aria-label": say("games_file_of", { title }) }),
        button(say("games_delete"), () => this.remove(game, item, title), { "aria-label": say("games_delete_of", { title }) })));
    return item;
  }

  /** @param {PlayedGame} game */
  save({ number, game }) {
    return trying(this.root, async () => {
      /** @type {GameFile} */
      const file = await get(`${path(number)}/file?${new URLSearchParams({ lang })}`);
      download(JSON.stringify(file, null, 1), `${game.replace(/[^\w.-]+/g, "-")}.zermelo.json`, "application/json");
    });
  }

  /**
   * A game goes at once, and a button in its place brings it back.
   * @param {PlayedGame} game
   * @param {HTMLLIElement} item
   * @param {string} title
   */
  async remove(game, item, title) {
    if (!await trying(this.root, () => post(`${path(game.number)}/delete`, {}))) return;
    const back = button(say("games_undo"), () => this.restore(game, item));
    item.replaceChildren(element("span", { role: "status" }, say("games_deleted", { title })), back);
    item.classList.add("gone");
    back.focus();
  }

  /**
   * @param {PlayedGame} game
   * @param {HTMLLIElement} item
   */
  async restore(game, item) {
    if (!await trying(this.root, () => post(`${path(game.number)}/restore`, {}))) return;
    const made = this.item(game);
    item.replaceWith(made);
    made.querySelector("a")?.focus();
  }
}

/** @param {string} number */
function path(number) {
  return `/api/games/${encodeURIComponent(number)}`;
}

/** @param {number} saved */
function when(saved) {
  return new Date(1000 * saved).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * What can be done where there is no game.
 * @param {string} words
 * @param {() => unknown} all
 */
function nothing(words, all) {
  if (words) return [element("p", {}, say("games_unfound", { words })), button(say("games_all"), all)];
  return [element("p", {}, say("games_none")), element("p", { class: "doors" }, element("a", { class: "first", href: "/play" }, say("games_begin")))];
}
