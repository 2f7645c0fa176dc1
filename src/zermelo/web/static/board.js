// A board that is played at with mouse, finger or keyboard: an action is chosen by touching its squares, or by its name in the list
// below. Between two steps of an action the board can be shown as it stands then.

/** @import { Action, BoardView } from "./answers.js" */

import { beside, Choice, fallsTo } from "./choice.js";
import { Motion, SVG } from "./motion.js";

const GONE = 900; // milliseconds in which a piece vanishes
const STILL = 4; // how far a finger goes before it drags

/** What stands on a square, behind the square itself. */
const PIECE = ":scope > :nth-child(2):not(.last, .lit)";

/**
 * What is said of the squares, of a choice between actions, and of the list of all actions.
 * @typedef {{ squares: string, choose: string, actions: string }} Words
 */

export class Board {
  drawn = () => {}; // is told when the board has been drawn anew

  /**
   * @param {HTMLElement} root
   * @param {(action: Action) => unknown} choose  called with an action that has been chosen
   * @param {Words} words
   * @param {((steps: number[][]) => Promise<BoardView | null>) | null} [halfway]  promises the board after some steps of an action, or
   *   null where it looks as before
   */
  constructor(root, choose, words, halfway = null) {
    this.root = root;
    this.choose = choose;
    this.halfway = halfway;
    this.words = words;
    this.document = root.ownerDocument;
    this.picture = this.make("div", "picture");
    this.chooser = this.make("div", "chooser");
    this.names = this.make("div", "names");
    this.chooser.hidden = true;
    root.classList.add("playable");
    root.replaceChildren(this.picture, this.chooser, this.names);
    /** @type {BoardView} */
    this.whole = this.board = { svg: "", turned: "", below: null, text: "", labels: [], pieces: [], last: [], columns: 0, look: "", news: "", colours: [] };
    this.choice = new Choice([]);
    /** @type {SVGElement[]} */
    this.groups = []; // the squares of the picture
    this.at = 0; // the square that the keyboard is at
    /** @type {{ from: number, fresh: boolean, x: number, y: number } | null} */
    this.held = null; // what a finger or the mouse holds; fresh if it was not touched before
    this.turned = false; // whether it is seen by the player above, where there is one
    this.unfolded = false; // whether the list of all actions is
    this.carried = false; // whether the last action was made by dragging: its piece does not go the way again
    this.picture.addEventListener("pointerdown", (event) => this.press(event));
    this.picture.addEventListener("pointermove", (event) => this.drag(event));
    this.picture.addEventListener("pointerup", (event) => this.release(event));
    this.picture.addEventListener("pointercancel", () => this.drop());
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.chooser.addEventListener("keydown", (event) => this.keyOfChooser(event));
    this.chooser.setAttribute("role", "group");
    this.chooser.setAttribute("aria-label", words.choose);
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {string} kind
   */
  make(name, kind, text = "") {
    const made = this.document.createElement(name);
    made.className = kind;
    made.textContent = text;
    return made;
  }

  /**
   * Show a board and what may be played there.
   * @param {BoardView} board
   * @param {Action[]} legal
   * @param {number[]} path  of the piece that has just gone from square to square, where it is to be seen to
   */
  show(board, legal = [], path = []) {
    this.whole = board;
    this.choice = new Choice(legal);
    this.draw(board, this.carried ? [] : path);
    this.carried = false;
    this.names.replaceChildren(...this.named());
  }

  /**
   * See the board as the player above does, or as the one below.
   * @param {boolean} turned
   */
  turn(turned) {
    if (turned === this.turned) return;
    this.turned = turned;
    this.groups = []; // no piece goes from where it was seen before
    if (this.board.svg) this.draw(this.board);
  }

  get upsideDown() {
    return this.turned && this.board.turned !== "";
  }

  /**
   * @param {BoardView} board
   * @param {number[]} [path]
   */
  draw(board, path = []) {
    const before = this.board, groups = this.groups, focused = this.picture.contains(this.page().activeElement);
    this.board = board;
    this.chooser.hidden = true;
    if (board.svg) this.drawPicture(board, groups, before, path);
    else {
      this.picture.replaceChildren(this.make("pre", "text", board.text));
      this.groups = [];
    }
    this.mark();
    this.drawn();
    if (focused) this.groups[this.at]?.focus();
  }

  /**
   * @param {BoardView} board
   * @param {SVGElement[]} groups  the squares before
   * @param {BoardView} before
   * @param {number[]} path
   */
  drawPicture(board, groups, before, path) {
    this.picture.innerHTML = this.upsideDown ? board.turned : board.svg; // made by the toolkit, with all text escaped
    this.groups = [.../** @type {NodeListOf<SVGElement>} */ (this.picture.querySelectorAll("[data-square]"))];
    this.svg().setAttribute("role", "group");
    this.svg().setAttribute("aria-label", this.words.squares);
    this.groups.forEach((group, square) => {
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", board.labels[square] || String(square));
    });
    const left = path.length ? new Motion(this.svg(), this.groups, board).show(before, path) : new Set();
    this.vanish(groups, left);
  }

  svg() {
    return /** @type {SVGSVGElement} */ (this.picture.firstElementChild);
  }

  /** The document, or the part of one that a notebook shuts off. */
  page() {
    return /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
  }

  // The actions by their names: all of them where there is no picture, else those that have no square of their own, and the others
  // folded away.
  named() {
    const { legal } = this.choice;
    if (!legal.length) return [];
    const placeless = legal.filter((one) => !one.squares.length);
    if (!this.groups.length || placeless.length === legal.length) return this.buttons(legal);
    const all = this.make("details", "all");
    all.open = this.unfolded;
    all.addEventListener("toggle", () => { this.unfolded = all.open; });
    all.append(this.make("summary", "", this.words.actions), ...this.buttons(legal));
    return [...this.buttons(placeless), all];
  }

  /**
   * A button for each action.
   * @param {Action[]} actions
   */
  buttons(actions) {
    return actions.map((one) => {
      const made = this.make("button", "name", one.label);
      made.type = "button";
      made.addEventListener("click", () => this.play(one));
      return made;
    });
  }

  /**
   * Pieces that were there and are not any more go slowly, so that an explosion or a capture can be followed.
   * @param {SVGElement[]} before
   * @param {Set<number>} left  squares whose piece has gone to another one
   */
  vanish(before, left) {
    if (before.length !== this.groups.length || this.board.look === "pits") return;
    const pieces = (/** @type {Element} */ group) => [...group.children].slice(1).filter((part) => !part.matches(".last, .lit, .target, .dot"));
    const looks = (/** @type {Element[]} */ parts) => parts.map((part) => part.outerHTML).join("");
    before.forEach((group, square) => {
      const gone = pieces(group);
      if (!gone.length || left.has(square) || looks(gone) === looks(pieces(this.groups[square]))) return;
      const ghost = this.document.createElementNS(SVG, "g");
      ghost.setAttribute("class", "vanish");
      ghost.append(...gone.map((part) => part.cloneNode(true)));
      this.svg().append(ghost);
      setTimeout(() => ghost.remove(), GONE);
    });
  }

  /**
   * Mark what can be touched, and the squares of a hint. Marks on all the pieces that can move would say little.
   * @param {number[]} hint
   */
  mark(hint = []) {
    const { touched, moves } = this.choice, next = this.choice.next();
    for (const dot of this.picture.querySelectorAll(".dot")) dot.remove();
    const can = this.groups.map((_, square) => next.has(this.meant(square, next)));
    this.groups.forEach((group, square) => {
      group.classList.toggle("can", can[square]);
      group.classList.toggle("touched", touched.includes(square));
      group.classList.toggle("hint", hint.includes(square));
      group.setAttribute("tabindex", square === this.at ? "0" : "-1");
      if (can[square]) group.removeAttribute("aria-disabled");
      else group.setAttribute("aria-disabled", "true");
      if ((next.has(square) && (touched.length || !moves)) || hint.includes(square)) group.append(this.dot(group));
    });
  }

  /** @param {SVGElement} group */
  dot(group) {
    const box = /** @type {SVGGraphicsElement} */ (group.firstElementChild).getBBox();
    const made = this.document.createElementNS(SVG, "circle"), taken = group.querySelector(PIECE) !== null;
    made.setAttribute("class", "dot");
    made.setAttribute("cx", String(box.x + box.width / 2));
    made.setAttribute("cy", String(box.y + box.height / 2));
    made.setAttribute("r", taken ? "17" : "6");
    made.classList.toggle("around", taken);
    return made;
  }

  /**
   * The square that is meant by touching one: in an upright board what falls into the column falls to its place.
   * @param {number} square
   * @param {Set<number>} next
   */
  meant(square, next) {
    if (next.has(square) || this.board.look !== "holes") return square;
    return fallsTo(square, next, this.board.columns, (one) => !this.groups[one].querySelector(`${PIECE}:not(.dot)`));
  }

  /** @param {number} square */
  touch(square) {
    const { choice } = this, outcome = choice.touch(this.meant(square, choice.next()));
    this.chooser.hidden = true;
    if (outcome.done === "action") this.play(outcome.action);
    else if (outcome.done === "several") this.ask(outcome.actions, square);
    else this.mark();
    if (outcome.done === "step") this.showHalfway();
  }

  // A step is made, and others are to come.
  async showHalfway() {
    const { steps } = this.choice, made = steps.length;
    const board = await this.halfway?.(steps);
    if (board && this.choice.steps === steps && steps.length === made) this.draw(board);
  }

  /** Take the steps back that were made, and put a piece back that was dragged; whether any step was made. */
  restart() {
    const begun = this.choice.restart();
    this.chooser.hidden = true;
    this.carried = false;
    this.drop();
    if (begun) this.draw(this.whole);
    else this.mark();
    return begun;
  }

  /**
   * Several actions are on the same squares: let their pictures and names decide, beside the square that was touched last.
   * @param {Action[]} actions
   * @param {number} square
   */
  ask(actions, square) {
    const buttons = this.buttons(actions);
    buttons.forEach((made, place) => made.prepend(this.piece(actions[place].picture)));
    this.at = square;
    if (this.carried) this.carry(this.choice.touched[0], square);
    this.chooser.replaceChildren(this.make("p", "", this.words.choose), ...buttons);
    this.chooser.hidden = false;
    const there = this.groups[square].getBoundingClientRect(), whole = this.root.getBoundingClientRect();
    const most = Math.max(0, whole.width - this.chooser.offsetWidth);
    this.chooser.style.left = `${Math.min(most, Math.max(0, there.left - whole.left))}px`;
    this.chooser.style.top = `${there.bottom - whole.top + 6}px`;
    buttons[0].focus();
  }

  /**
   * A picture beside a name, which says the same.
   * @param {string} svg
   */
  piece(svg) {
    const made = this.make("span", "piece");
    made.innerHTML = svg; // made by the toolkit, as the board's is
    made.setAttribute("aria-hidden", "true");
    made.querySelector("[data-square]")?.removeAttribute("data-square"); // it is no square of the board
    return made;
  }

  /**
   * Arrows go from one of the several actions to another; Escape gives them all up.
   * @param {KeyboardEvent} event
   */
  keyOfChooser(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const buttons = [...this.chooser.querySelectorAll("button")], at = buttons.findIndex((one) => one === this.page().activeElement);
    if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape") {
      this.restart();
      this.groups[this.at]?.focus();
    } else return;
    event.preventDefault();
  }

  /** @param {Action} action */
  play(action) {
    this.choice = new Choice([]);
    this.chooser.hidden = true;
    this.mark();
    this.choose(action);
  }

  // The mouse and the finger

  /**
   * The square under the pointer, or -1.
   * @param {PointerEvent} event
   */
  square(event) {
    /** @type {SVGElement | null | undefined} */
    const group = this.page().elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    return group && this.picture.contains(group) ? Number(group.dataset.square) : -1;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button || !this.groups.length) return;
    if (!this.chooser.hidden) this.restart();
    const square = this.square(event);
    if (square < 0) return;
    const fresh = !this.choice.touched.length && this.choice.moves && this.choice.next().has(square);
    this.held = { from: square, fresh, x: event.clientX, y: event.clientY };
    if (fresh) this.touch(square);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.held || !this.choice.touched.includes(this.held.from) || !this.choice.moves) return;
    const scale = this.svg().getScreenCTM()?.a || 1;
    const x = (event.clientX - this.held.x) / scale, y = (event.clientY - this.held.y) / scale;
    if (Math.hypot(x, y) >= STILL) this.shift(this.held.from, x, y);
  }

  /**
   * Show what stands on a square so far from it.
   * @param {number} square
   * @param {number} x
   * @param {number} y
   */
  shift(square, x, y) {
    const group = this.groups[square];
    for (const part of /** @type {SVGElement[]} */ ([...group.children].slice(1))) {
      if (!part.matches(".dot")) part.style.translate = `${x}px ${y}px`; // beside a transform of its own
    }
    group.parentNode?.append(group);
    group.classList.add("dragged");
  }

  /**
   * Show what stands on a square on another one.
   * @param {number} from
   * @param {number} to
   */
  carry(from, to) {
    const [start, end] = [from, to].map((one) => /** @type {SVGGraphicsElement} */ (this.groups[one].firstElementChild).getBBox());
    this.shift(from, end.x - start.x, end.y - start.y);
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.held) return;
    const { from, fresh } = this.held, square = this.square(event);
    this.carried = this.groups[from].classList.contains("dragged");
    this.drop();
    if (square < 0 || (square === from && fresh)) return;
    this.at = square;
    this.touch(square);
  }

  /** What was held is let go, and stands where it stood. */
  drop() {
    this.held = null;
    for (const group of this.groups.filter((one) => one.classList.contains("dragged"))) {
      group.classList.remove("dragged");
      for (const part of /** @type {HTMLCollectionOf<SVGElement>} */ (group.children)) part.style.translate = "";
    }
  }

  // The keyboard

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {SVGElement | null} */
    const under = /** @type {Element} */ (event.target).closest("[data-square]");
    if (under) this.at = Number(under.dataset.square);
    const { columns } = this.board, there = (/** @type {number} */ square) => this.groups[square].firstElementChild !== null;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = step ? beside(this.at, this.upsideDown ? -step : step, columns, this.groups.length, there) : undefined;
    if (next !== undefined) {
      this.at = next;
      this.mark();
      this.groups[this.at].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.touch(this.at);
      if (this.chooser.hidden) this.groups[this.at]?.focus();
    } else if (event.key === "Escape") {
      this.restart();
    } else if (!step) return;
    event.preventDefault();
  }
}
