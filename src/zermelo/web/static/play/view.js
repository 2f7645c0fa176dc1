// What is seen of a game: the board, who stands better, what has been played, who sits where, and what can be done.

/** @import { Action, BoardView, PgnGame, Seat, View } from "../answers.js" */

import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { button, element, select } from "../elements.js";
import { numbered, numberOf } from "../numbered.js";
import { Rules } from "../rules.js";
import { Side } from "../side.js";
import { unreadOf } from "../unread.js";
import { say } from "../words.js";
import { Clocks } from "./clocks.js";
import { Readiness } from "./readiness.js";
import { Seats } from "./seats.js";
import { Sound } from "./sound.js";
import { swatch, swatchOf } from "./swatch.js";
import { awaitsPerson, canAnalyse, canPlay, canThink, onlyByName, pathOf, sitsAbove } from "./turns.js";

/**
 * What is done when something on the page is used.
 * @typedef {object} Acts
 * @property {(action: Action) => unknown} play
 * @property {(steps: number[][]) => Promise<BoardView | null>} halfway
 * @property {() => unknown} undo
 * @property {() => unknown} redo  what was taken back
 * @property {(number: number) => unknown} branch  go on with a line that was left
 * @property {() => unknown} hint
 * @property {() => unknown} think
 * @property {() => unknown} again
 * @property {(clock: string | null) => unknown} byClock  begin again, by this clock
 * @property {() => unknown} flag  the time of who is to move is over
 * @property {() => unknown} ready  the person who is to move is at the page
 * @property {(ply: number) => unknown} look
 * @property {() => unknown} turned  the reader has turned the board
 * @property {(seatsOf: (view: View) => Seat[]) => unknown} reseat
 * @property {(chance: string) => unknown} throwBy
 * @property {(position: string) => unknown} preview
 * @property {(position: string) => unknown} setPosition
 * @property {() => unknown} toTree
 * @property {() => unknown} edit  put a position together
 * @property {() => unknown} analyse
 * @property {() => unknown} save
 * @property {(file: File) => unknown} load
 * @property {(text: string) => unknown} readPgn
 * @property {(game: PgnGame) => unknown} begin  a game of a PGN
 * @property {() => unknown} savePgn
 */

const LONGEST_PGN = 100_000; // letters, as the server takes

export class GameView {
  /**
   * @param {HTMLElement} root
   * @param {Acts} acts
   * @param {import("./pace.js").Pace} pace
   * @param {boolean} full  with what the page of its own has: positions and files
   * @param {boolean} [turned]  as the reader has turned the board
   */
  constructor(root, acts, pace, full, turned) {
    this.root = root;
    this.acts = acts;
    this.place = element("div", { class: "place" });
    this.cover = element("div", { class: "cover", hidden: true, "aria-live": "polite" });
    this.bar = new Bar();
    this.side = new Side(() => {
      this.turn();
      acts.turned();
    }, turned);
    this.news = element("p", { class: "news", "aria-live": "polite" });
    this.heard = element("p", { class: "heard", role: "status" }); // by readers of the screen
    this.only = element("div", { class: "tools only" });
    this.rules = new Rules();
    this.facts = element("p", { class: "facts" });
    this.thoughts = element("p", { class: "thoughts" });
    this.clocks = new Clocks(acts.byClock, acts.flag);
    this.readiness = new Readiness();
    this.sound = new Sound();
    this.moves = element("ol", { class: "moves", "aria-label": say("moves") });
    this.branches = element("div", { class: "branches" });
    this.undo = button(say("undo"), acts.undo);
    this.redo = button(say("redo"), acts.redo);
    this.at = { ply: 0, plies: 0 };
    /** @type {View | null} */
    this.shown = null;
    const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => number} */ to) =>
      button(sign, () => acts.look(to()), { "aria-label": say(name), title: say(name) });
    this.steps = element("div", { class: "tools steps" },
      step("|◀", "to_first", () => 0), step("◀", "one_back", () => this.at.ply - 1),
      step("▶", "one_on", () => this.at.ply + 1), step("▶|", "to_last", () => this.at.plies), this.side.button);
    this.seats = new Seats(acts.reseat, acts.throwBy);
    this.position = element("textarea", { rows: 2, spellcheck: "false", "aria-label": say("position") });
    this.edit = button(say("edit"), acts.edit);
    this.analyse = button(say("analyse"), acts.analyse);
    this.written = element("details", {}, element("summary", {}, say("position")), this.position,
      element("div", { class: "tools" },
        button(say("set_position"), () => acts.setPosition(this.position.value.trim())),
        button(say("to_tree"), acts.toTree), this.edit));
    this.pgn = element("textarea", { rows: 4, spellcheck: "false", maxlength: LONGEST_PGN, "aria-label": "PGN", placeholder: "1. e4 e5 2. Nf3 *" });
    this.games = element("div", { class: "seats" });
    this.notated = element("details", { hidden: true }, element("summary", {}, "PGN"), this.pgn,
      element("div", { class: "tools" },
        button(say("read_pgn"), () => acts.readPgn(this.pgn.value)),
        button(say("save_pgn"), acts.savePgn)), this.games);
    this.position.addEventListener("input", () => acts.preview(this.position.value.trim()));
    this.hint = button(say("hint"), acts.hint);
    this.think = button(say("think"), acts.think);
    const tools = this.tools(), save = button(say("save"), acts.save);
    /** What needs a board, and stands there before it has come. */
    this.needing = [...tools.querySelectorAll("button"), ...this.steps.querySelectorAll("button"), save];
    for (const one of this.needing) one.disabled = true;
    this.bar.root.hidden = this.written.hidden = this.edit.hidden = this.analyse.hidden = true;
    root.classList.add("game");
    root.replaceChildren(element("div", { class: "where" }, this.bar.root, this.cover, this.place),
      element("div", { class: "side" }, this.news, this.heard, this.only, this.facts, ...(full ? [this.rules.root] : []), tools, this.thoughts, this.readiness.compiling.root, pace.root, this.moves, this.steps, this.branches, this.clocks.root, this.seats.root,
        element("div", { class: "more" }, ...(full ? [this.written, this.notated, this.files(save), this.sound.root] : []))));
    const words = { squares: say("board"), choose: say("which"), actions: say("all_actions") };
    this.board = new Board(this.place, acts.play, words, acts.halfway);
  }

  tools() {
    const { acts } = this;
    return element("div", { class: "tools" }, this.undo, this.redo, this.hint, this.think, this.analyse, button(say("again"), acts.again));
  }

  /** @param {HTMLButtonElement} save */
  files(save) {
    /** @type {HTMLInputElement} */
    const chosen = element("input", {
      type: "file", accept: ".json,.pgn,application/json,application/x-chess-pgn", hidden: true,
      onchange: () => { if (chosen.files?.length) this.acts.load(chosen.files[0]); chosen.value = ""; },
    });
    return element("div", { class: "tools" }, save, button(say("load"), () => chosen.click()), chosen,
      element("a", { href: "/games" }, say("games_played")));
  }

  /**
   * Before there is a board: say that it is being made, or that none comes.
   * @param {boolean} comes
   */
  awaitBoard(comes) {
    this.cover.hidden = !comes;
    this.place.hidden = comes;
    this.cover.replaceChildren(element("p", {}, say("board_comes")));
  }

  /** @param {View} view */
  show(view) {
    if (!this.shown) for (const one of this.needing) one.disabled = false;
    const only = onlyByName(view);
    this.showCover(view); // first, as what is not seen has no size by which marks are placed
    this.side.show(view.board, sitsAbove(view));
    this.turn();
    this.board.show(view.board, canPlay(view) && !only ? view.legal : [], pathOf(this.shown, view));
    this.sound.follow(this.shown, view);
    this.hear(this.shown, view);
    this.shown = view;
    this.news.replaceChildren(...swatchOf(view.mover, view.board.colours), only ? say("only", { news: view.news, action: only.name }) : view.news);
    this.only.hidden = !only;
    this.only.replaceChildren(...(only ? [button(only.name, () => this.acts.play(only), { class: "first" })] : []));
    const more = view.board.news.toLowerCase() !== view.news.toLowerCase(); // a name may begin with a capital
    this.rules.show(view.title, view.rules);
    this.facts.textContent = (more && view.board.news) || whoSees(view);
    this.root.dataset.over = String(view.over);
    this.showMoves(view);
    this.showBranches(view);
    this.seats.show(view);
    this.clocks.show(view);
    this.bar.name(view.players);
    this.bar.root.hidden = view.players.length !== 2 || view.hidden;
    if (document.activeElement !== this.position) this.position.value = view.position;
    this.written.hidden = view.hidden;
    this.edit.hidden = !view.editable;
    this.hint.disabled = !canPlay(view);
    this.think.disabled = !canThink(view);
    this.analyse.hidden = !canAnalyse(view);
    this.notated.hidden = !view.pgn;
    this.stepping(view);
  }

  /** See the board, and the bar beside it, from one side. */
  turn() {
    this.board.turn(this.side.turned);
    this.bar.turn(this.side.maxAbove);
  }

  /**
   * Say which move has been made, for who does not see the board.
   * @param {View | null} before
   * @param {View} view
   */
  hear(before, view) {
    const last = view.moves.filter(({ player }) => player >= 0).pop(); // and not the dice
    if (before?.number !== view.number) this.heard.textContent = "";
    if (!last || before?.number !== view.number || view.plies <= before.plies) return;
    this.heard.textContent = `${view.players[last.player]}: ${last.name ?? say("unseen")}`;
  }

  /**
   * What the computer thinks; while it thinks of nothing, who could ask it.
   * @param {string} text
   */
  tell(text) {
    this.thoughts.textContent = text || (this.shown && canThink(this.shown) ? say("helps") : "");
  }

  /**
   * The games of a PGN, where they are several: one is to be chosen; and those that could not be read.
   * @param {PgnGame[]} games
   * @param {string[]} unread
   */
  offer(games, unread) {
    this.games.replaceChildren(...unreadOf(unread));
    this.notated.open ||= unread.length > 0;
    if (games.length < 2) return;
    const choices = games.map(({ title }, place) => /** @type {const} */ ([place, `${place + 1}. ${title}`]));
    const { label, list } = select(say("games_in_pgn", { games: games.length }), choices, 0);
    this.games.append(label, element("div", { class: "tools" },
      button(say("begin"), () => this.acts.begin(games[Number(list.value)]))));
    this.notated.open = true;
    list.focus();
  }

  /**
   * Which of the buttons lead somewhere that look at earlier and later moves.
   * @param {View} view
   */
  stepping({ ply, plies }) {
    const [first, back, on, last] = this.steps.children;
    for (const one of [first, back]) one.toggleAttribute("disabled", ply === 0);
    for (const one of [on, last]) one.toggleAttribute("disabled", ply === plies);
    this.at = { ply, plies };
  }

  /**
   * The page is handed over: nothing is shown, and nothing was sent, before the next person says to be there.
   * @param {View} view
   */
  showCover(view) {
    this.cover.hidden = !view.covered;
    this.place.hidden = view.covered;
    if (!view.covered) return;
    if (view.mover === null || !awaitsPerson(view)) {
      this.cover.replaceChildren(element("p", {}, view.news));
      return;
    }
    const player = view.players[view.mover], ready = button(say("look", { player }), this.acts.ready, { class: "first" });
    this.cover.replaceChildren(element("p", {}, say("hand_over", { player })), ready);
    if (document.activeElement === document.body) ready.focus();
  }

  /** @param {View} view */
  showMoves(view) {
    const made = view.moves.map(({ player, name, number }, place) => {
      const move = button(name ?? say("unseen"), () => this.acts.look(place + 1), { "aria-current": place + 1 === view.ply ? "step" : null });
      const item = element("li", { class: name === null ? "unseen" : null }, swatch(player, view.board.colours), move);
      item.style.listStyleType = `"${numberOf({ number, player }, place + 1, !place)} "`;
      if (number) item.style.gridColumn = String(player + 1);
      return { move, item };
    });
    this.moves.replaceChildren(...made.map(({ item }) => item));
    const shown = made[view.ply - 1]?.move;
    if (shown) this.moves.scrollTop = shown.offsetTop - this.moves.clientHeight / 2;
  }

  /**
   * The lines that were left, each after the move that it leaves the game behind.
   * @param {View} view
   */
  showBranches(view) {
    this.undo.disabled = view.back === null;
    this.redo.disabled = view.on === null;
    const lines = view.covered ? [] : view.branches;
    const items = lines.map(({ number, ply, moves, more }) => element("li", {},
      element("span", {}, ply ? say("branch_after", { move: labelOf(view, ply) }) : say("branch_from_start")), " ",
      button(moves.join(" ") + (more ? " ..." : ""), () => this.acts.branch(number))));
    const open = this.branches.querySelector("details")?.open ?? false;
    this.branches.replaceChildren(...(items.length
      ? [element("details", { open }, element("summary", {}, say("branches", { lines: items.length })), element("ul", {}, ...items))] : []));
  }
}

/**
 * A move of the game, by how many plies had been played with it.
 * @param {View} view
 * @param {number} ply
 */
function labelOf({ moves }, ply) {
  const move = moves[ply - 1];
  return numbered(move, ply, move.name ?? say("unseen"));
}

/**
 * Where a game hides something, whose eyes the page has.
 * @param {View} view
 */
function whoSees(view) {
  if (!view.hidden || view.over || view.covered) return "";
  return view.eyes === null ? say("watched") : say("hidden_yours", { player: view.players[view.eyes] });
}
