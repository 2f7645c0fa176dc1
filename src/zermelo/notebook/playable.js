// A board in a notebook: Python holds the game, this shows it and says what is chosen.

/** @import { Action, BoardView } from "../web/static/answers.js" */
/** @import { Words } from "../web/static/board.js" */

import { Board } from "../web/static/board.js";

/**
 * What Python sends whenever something has changed.
 * @typedef {object} NotebookView
 * @property {number} number
 * @property {BoardView} board
 * @property {boolean} turned  whether it is seen by the player above, as people play only there
 * @property {Action[]} legal
 * @property {string} news
 * @property {string[]} moves
 * @property {boolean} over
 * @property {boolean} thinking
 * @property {string} error
 */

/**
 * What Python and the page have in common.
 * @typedef {object} Model
 * @property {{ (name: "view"): NotebookView, (name: "words"): Words & { undo: string, again: string, moves: string } }} get
 * @property {(event: string, heard: () => void) => void} on
 * @property {(event: string, heard: () => void) => void} off
 * @property {(message: object) => void} send
 */

/** @param {{ model: Model, el: HTMLElement }} notebook */
export function render({ model, el }) {
  const words = model.get("words");
  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   * @param {string} kind
   */
  const element = (name, kind, text = "") => {
    const made = el.ownerDocument.createElement(name);
    made.className = kind;
    made.textContent = text;
    return made;
  };
  const button = (/** @type {string} */ text, /** @type {object} */ message) => {
    const made = element("button", "tool", text);
    made.type = "button";
    made.addEventListener("click", () => model.send(message));
    return made;
  };

  const root = element("div", "zermelo"), place = element("div", "place"), tools = element("div", "tools"), told = element("p", "told");
  const news = element("p", "news"), error = element("p", "error"), played = element("details", "played"), moves = element("ol", "moves");
  const undo = button(words.undo, { undo: true }), again = button(words.again, { new: true });
  news.setAttribute("role", "status");
  error.setAttribute("role", "alert");
  tools.append(undo, again);
  played.append(element("summary", "", words.moves), moves);
  root.append(news, told, error, place, tools, played);
  el.append(root);
  const board = new Board(place, (action) => model.send({ action: action.action }), words);

  let seen = false; // the board measures its squares, so it is drawn when it can be seen
  let shown = model.get("view");
  const show = () => {
    if (!seen) return;
    const view = model.get("view"), on = view.moves.length - shown.moves.length;
    board.turn(view.turned);
    board.show(view.board, view.legal, on === 1 ? view.board.last : on === -1 ? [...shown.board.last].reverse() : []);
    shown = view;
    news.textContent = view.news;
    told.textContent = view.board.news;
    error.textContent = view.error;
    error.hidden = !view.error;
    undo.disabled = view.thinking || !view.moves.length;
    again.disabled = view.thinking;
    moves.replaceChildren(...view.moves.map((name) => element("li", "", name)));
    root.dataset.over = String(view.over);
    root.setAttribute("aria-busy", String(view.thinking));
  };
  // Keys that mean something to the board mean nothing to the notebook round it.
  place.addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow") || ["Enter", " ", "Escape"].includes(event.key)) event.stopPropagation();
  });
  const watcher = new ResizeObserver(() => {
    const before = seen;
    seen = root.clientWidth > 0;
    if (seen && !before) show();
  });
  watcher.observe(root);
  model.on("change:view", show);
  return () => {
    watcher.disconnect();
    model.off("change:view", show);
  };
}
