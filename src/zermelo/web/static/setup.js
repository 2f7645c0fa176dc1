// A position is put together: pieces from a palette on the squares, and what else is to be said. The rules say whether it can be played.

/** @import { Setup } from "./answers.js" */

import { addressOf } from "./address.js";
import { post } from "./api.js";
import { gameField } from "./cards.js";
import { beside } from "./choice.js";
import { button, choose, element, field, fill, labelled, select } from "./elements.js";
import { KEY, Side } from "./side.js";
import { latest } from "./trouble.js";
import { say } from "./words.js";

const EMPTY = ".";

/**
 * The rows with another sign on one square.
 * @param {string[]} rows
 * @param {number} square
 * @param {string} sign
 */
export function withSign(rows, square, sign) {
  const columns = rows[0].length, at = square % columns;
  return rows.map((row, number) => (number === Math.floor(square / columns) ? row.slice(0, at) + sign + row.slice(at + 1) : row));
}

/**
 * The sign on a square.
 * @param {string[]} rows
 * @param {number} square
 */
export function signAt(rows, square) {
  return rows[Math.floor(square / rows[0].length)][square % rows[0].length];
}

/**
 * The rows when a piece has gone from one square to another; off the board where that is none.
 * @param {string[]} rows
 * @param {number} from
 * @param {number} to  -1 for none
 */
export function moved(rows, from, to) {
  const sign = signAt(rows, from), without = withSign(rows, from, EMPTY);
  return to < 0 ? without : withSign(without, to, sign);
}

/**
 * What was put on the board of a game, whether it can be played or not.
 * @typedef {{ game: string, rows: string[], facts: Record<string, string> }} Put
 */

/**
 * @param {HTMLElement} root
 * @param {{ game: string, games: string[], position?: string, turned?: boolean }} options
 */
export async function mount(root, { game, games, position, turned }) {
  const { input, list, called } = gameField(games, game, { name: "game", required: true });
  const place = element("div", { class: "editor" });
  root.append(choose(() => new Editor(place, input.value.trim(), called).ask({}), labelled(say("game"), input), list,
    element("button", {}, say("begin"))), place);
  /** @type {Put | null} */
  const left = history.state; // what was put when the page was left, or is loaded anew
  await new Editor(place, game, called, turned).ask(left?.game === game ? { rows: left.rows, facts: left.facts } : position ? { text: position } : {});
}

class Editor {
  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {(title: string) => unknown} called  is told what the game is called
   * @param {boolean} [turned]  as the reader has turned the board
   */
  constructor(root, game, called, turned) {
    this.root = root;
    this.called = called;
    this.game = game;
    this.sign = EMPTY; // that is put on squares
    this.at = 0; // the square that the keyboard is at
    /** @type {Setup | null} */
    this.setup = null;
    this.side = new Side(() => { if (this.setup) this.show(this.setup); }, turned);
    this.picture = element("div", { class: "picture" });
    this.palette = element("div", { class: "palette", role: "group", "aria-label": say("pieces") });
    this.facts = element("div", { class: "choose" });
    this.state = element("p", { role: "status" });
    this.text = field("", { name: "text", "aria-label": say("position") });
    this.onward = [
      button(say("set_position"), () => this.go("/play"), { class: "first" }),
      button(say("analyse"), () => this.go("/analyse")),
      button(say("to_tree"), () => this.go("/tree")),
    ];
    const parts = [element("div", { class: "playable", hidden: true }, this.picture), element("div", { class: "side", hidden: true }, this.palette, this.facts,
      element("div", { class: "tools" }, button(say("clear_board"), () => this.clear()), button(say("initial"), () => this.ask({})), this.side.button),
      choose(() => this.read(), labelled(say("position"), this.text, { class: "long" }),
        element("button", {}, say("read_text"))),
      this.state, element("div", { class: "tools" }, ...this.onward))];
    root.replaceChildren(...parts);
    this.parts = parts; // which come with the first answer: there may be no such game
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.picture.addEventListener("pointerdown", (event) => this.press(event));
  }

  /**
   * Show what the server makes of a position.
   * @param {{ text?: string, rows?: string[], facts?: Record<string, string> }} what
   */
  async ask(what) {
    await latest(this.root, async (given_up) => this.show(await post("/api/setup", { game: this.game, ...what }, given_up)));
  }

  /** Read the position that is written; whether that is one. */
  async read() {
    const before = this.setup;
    await this.ask({ text: this.text.value.trim() });
    if (this.setup !== before) return true;
    this.state.textContent = ""; // what it says is of the board, and an error stands above
    return false;
  }

  /**
   * Go to another page with the position, also where it is written and not read yet.
   * @param {string} page
   */
  async go(page) {
    if (this.text.value.trim() !== this.setup?.text && !(await this.read())) return;
    if (this.setup?.trouble !== null) return;
    location.assign(addressOf(page, { game: this.game, position: this.setup.text, turned: page === "/tree" ? undefined : this.side.own }));
  }

  /** @param {Setup} setup */
  show(setup) {
    const fresh = this.setup === null, focused = this.picture.contains(document.activeElement);
    this.setup = setup;
    this.called(setup.title);
    for (const part of this.parts) part.hidden = false;
    this.side.show(setup.board);
    fill(this.picture, this.side.turned ? setup.board.turned : setup.board.svg);
    this.groups = [.../** @type {NodeListOf<SVGElement>} */ (this.picture.querySelectorAll("[data-square]"))];
    const svg = this.picture.firstElementChild;
    svg?.setAttribute("role", "group");
    svg?.setAttribute("aria-label", say("board"));
    this.groups.forEach((group, square) => {
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", setup.board.labels[square]);
      group.setAttribute("tabindex", square === this.at ? "0" : "-1");
      group.classList.add("can");
    });
    if (focused) this.groups[this.at].focus();
    if (fresh) this.showPalette();
    this.facts.replaceChildren(...setup.facts.map(({ name, label, value, choices }) =>
      select(label, choices.map((one) => /** @type {const} */ ([one.value, one.label])), value, (chosen) => this.say(name, chosen)).label));
    this.text.value = setup.text;
    this.state.textContent = setup.trouble ?? say("can_be_played");
    this.state.className = setup.trouble ? "trouble" : "";
    for (const one of this.onward) one.disabled = setup.trouble !== null;
    /** @type {Put} */
    const put = { game: this.game, rows: setup.rows, facts: this.said() }, position = setup.trouble === null ? setup.text : undefined;
    history.replaceState(put, "", addressOf("/setup", { game: this.game, position, turned: this.side.own }));
  }

  showPalette() {
    const tools = (this.setup?.palette ?? []).map(({ sign, label, svg }) => this.tool(sign, label, svg));
    this.palette.replaceChildren(...tools, this.tool(EMPTY, say("eraser"), ""));
    this.take(this.setup?.palette[0].sign ?? EMPTY);
  }

  /**
   * @param {string} sign
   * @param {string} label
   * @param {string} svg
   */
  tool(sign, label, svg) {
    const made = button(svg ? "" : "×", () => this.take(sign), { "aria-label": label, title: label, "data-sign": sign });
    if (svg) fill(made, svg).firstElementChild?.setAttribute("aria-hidden", "true");
    made.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.take(sign);
      this.follow(event, (square) => { if (square >= 0) this.put(square, sign); });
    });
    return made;
  }

  /**
   * The piece that is put from now on.
   * @param {string} sign
   */
  take(sign) {
    this.sign = sign;
    for (const one of this.palette.children) one.setAttribute("aria-pressed", String(one.getAttribute("data-sign") === sign));
  }

  /**
   * @param {number} square
   * @param {string} sign
   */
  put(square, sign) {
    if (this.setup) this.change(withSign(this.setup.rows, square, sign));
  }

  /** @param {string[]} rows */
  change(rows) {
    if (!this.setup) return;
    this.setup.rows = rows;
    this.ask({ rows, facts: this.said() });
  }

  clear() {
    if (this.setup) this.change(this.setup.rows.map((row) => EMPTY.repeat(row.length)));
  }

  said() {
    return Object.fromEntries((this.setup?.facts ?? []).map(({ name, value }) => [name, value]));
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  say(name, value) {
    const fact = this.setup?.facts.find((one) => one.name === name);
    if (!this.setup || !fact) return;
    fact.value = value; // the next change may come before the answer
    this.change(this.setup.rows);
  }

  // The mouse, the finger, the keyboard

  /**
   * The square under the pointer, or -1.
   * @param {PointerEvent} event
   */
  square(event) {
    /** @type {SVGElement | null | undefined} */
    const group = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    return group && this.picture.contains(group) ? Number(group.dataset.square) : -1;
  }

  /**
   * Wait for the pointer to be let go, and say over which square.
   * @param {PointerEvent} event
   * @param {(square: number) => void} act
   */
  follow(event, act) {
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    addEventListener("pointerup", (end) => act(this.square(end)), { once: true });
  }

  /**
   * A piece is dragged to another square or off the board; a square that is touched gets the piece chosen, or is emptied of it.
   * @param {PointerEvent} event
   */
  press(event) {
    const from = this.square(event);
    if (event.button || from < 0 || !this.setup) return;
    event.preventDefault();
    this.at = from;
    const { rows } = this.setup, there = signAt(rows, from);
    this.follow(event, (to) => {
      if (to === from) this.put(from, there === this.sign ? EMPTY : this.sign);
      else if (there !== EMPTY) this.change(moved(rows, from, to));
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.setup || !this.groups || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {SVGElement | null} */
    const under = /** @type {Element} */ (event.target).closest("[data-square]");
    if (under) this.at = Number(under.dataset.square);
    const { columns } = this.setup.board, { groups } = this;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = step ? beside(this.at, this.side.turned ? -step : step, columns, groups.length, () => true) : undefined;
    const named = this.setup.palette.find(({ sign }) => sign === event.key)?.sign;
    if (next !== undefined) {
      groups[this.at].setAttribute("tabindex", "-1");
      this.at = next;
      groups[next].setAttribute("tabindex", "0");
      groups[next].focus();
    } else if (event.key === "Enter" || event.key === " ") this.put(this.at, this.sign);
    else if (event.key === "Delete" || event.key === "Backspace") this.put(this.at, EMPTY);
    else if (named !== undefined) this.put(this.at, named);
    else if (event.key === KEY) this.side.turn();
    else if (!step) return;
    event.preventDefault();
  }
}
