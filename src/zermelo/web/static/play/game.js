// A game that is played: asks the server, shows what it answers, and lets the computer reply.

/** @import { Action, Begin, Found, PgnGame, Seat, View } from "../answers.js" */

import { addressOf } from "../address.js";
import { Refused } from "../api.js";
import { KEY } from "../side.js";
import { trouble, trying } from "../trouble.js";
import { say } from "../words.js";
import { pgnIn, position, Remote } from "./calls.js";
import { begunOf, download, gameIn, textOf } from "./files.js";
import { Pace } from "./pace.js";
import { ownName, seatWith } from "./seats.js";
import { sentence, Thinking } from "./thinking.js";
import { begunAgain, canPlay, canThink, computerOf, hasBegun, needsAnother, notBegun, seatsFor, shareOf, shownOf } from "./turns.js";
import { GameView } from "./view.js";

const LONG = 10, SHORT = 1; // seconds to think for, and for a hint

/**
 * Which game, by its number where it is under way; who plays; and whether it has a page of its own.
 * @typedef {object} GameOptions
 * @property {string} game
 * @property {boolean} [full]
 * @property {string} [id]
 * @property {string} [position]
 * @property {number} [side]  the player that the reader is
 * @property {number} [level]
 * @property {string} [player]
 * @property {number} [seed]
 * @property {boolean} [turned]  as the reader has turned the board
 */

export class Game {
  remote = new Remote("");
  /** @type {Record<string, number>} */
  editions = {}; // of the user's files, when they were last looked at
  /** @type {Map<string, Found>} */
  judged = new Map(); // what the computer has found of positions of this game
  /** @type {(spec: string, title: string) => void} */
  entered = () => {}; // is told which game it is, when one begins or is gone on with
  /** @type {Promise<unknown>} */
  seated = Promise.resolve(); // settled when the server has answered to each change of who plays

  /**
   * @param {HTMLElement} root
   * @param {GameOptions} options
   */
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.view = notBegun(options.game);
    this.pace = new Pace(() => this.giveUp(), () => this.refresh(), () => { if (this.view.computer) this.reply(); });
    this.shown = new GameView(root, this.acts(), this.pace, Boolean(options.full), options.turned);
    this.thinking = new Thinking((text) => this.shown.tell(text), (part) => this.shown.bar.share(part));
    (options.full ? document : root).addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** @returns {import("./view.js").Acts} */
  acts() {
    return {
      play: (action) => this.play(action),
      halfway: (steps) => this.halfway(steps),
      undo: () => this.undo(),
      redo: () => this.redo(),
      branch: (number) => this.change(() => this.remote.onward(this.view.plies, number)),
      hint: () => this.hint(),
      think: () => this.think(LONG),
      again: () => this.inTurn(() => this.begin(begunAgain(this.view, this.view.seats))),
      byClock: (clock) => this.inTurn(() => this.begin({ ...begunAgain(this.view, this.view.seats), clock })),
      flag: () => this.change(() => this.remote.flag(this.view.plies)),
      ready: () => this.takePlace(),
      look: (ply) => this.look(ply),
      turned: () => { if (this.options.full) history.replaceState(null, "", this.address()); },
      reseat: (seatsOf) => this.inTurn(() => this.reseat(seatsOf(this.view))),
      throwBy: (chance) => this.inTurn(() => this.change(() => this.remote.reseat(this.view.seats, chance))),
      preview: (text) => this.preview(text),
      setPosition: (text) => this.inTurn(() => this.begin({ game: this.view.game, seats: this.view.seats, position: text })),
      toTree: () => location.assign(addressOf("/tree", { game: this.view.game, position: this.view.position })),
      edit: () => location.assign(addressOf("/setup", { game: this.view.game, position: this.view.position })),
      analyse: () => location.assign(addressOf("/analyse", { id: this.view.number, at: this.view.ply, turned: this.shown.side.turned || undefined })),
      save: () => this.save(),
      load: (file) => this.load(file),
      readPgn: (text) => this.readPgn(text),
      begin: (game) => this.beginOf(game),
      savePgn: () => this.savePgn(),
    };
  }

  // Games begin

  /** A game that is under way on the server, or a new one; until its board has come, it is told that it is being made. */
  async open() {
    if (!hasBegun(this.view)) this.shown.awaitBoard(true);
    await this.enterOrBegin();
    if (!hasBegun(this.view)) this.shown.awaitBoard(false);
  }

  async enterOrBegin() {
    const { id, game, side = 0, position: text = null, seed } = this.options;
    if (id) {
      this.remote = new Remote(id);
      await this.refresh();
      if (hasBegun(this.view)) this.entered(this.view.game, this.view.title);
      return;
    }
    const found = await trying(this.root, () => position(game, text));
    if (!found) return;
    const seats = seatsFor(found.players.length, side, computerOf(this.options) ?? found.usual);
    if (this.options.full && found.players.length > 1) seats[side] = seatWith(seats[side], "name", ownName());
    await this.begin({ game, seats, position: text, ...(seed === undefined ? {} : { seed: String(seed) }) });
  }

  /** @param {string} game */
  async another(game) {
    this.options = { ...this.options, id: undefined, game, position: undefined };
    await this.open();
  }

  /** @param {Begin} facts */
  async begin(facts) {
    this.halt();
    const view = await trying(this.root, () => Remote.begin(facts));
    if (view) this.enter(view);
  }

  /** @param {File} file */
  async load(file) {
    await trying(this.root, async () => {
      const text = await textOf(file);
      if (file.name.toLowerCase().endsWith(".pgn")) {
        await this.offer(text);
        return;
      }
      const facts = gameIn(text);
      this.halt();
      this.enter(await Remote.begin(facts));
    });
  }

  /** @param {string} text */
  readPgn(text) {
    return trying(this.root, () => this.offer(text));
  }

  /**
   * Begin the game of a PGN, or let one be chosen of several.
   * @param {string} text
   */
  async offer(text) {
    const { games, unread } = await pgnIn(text);
    this.shown.offer(games, unread);
    if (games.length === 1) await this.beginOf(games[0]);
  }

  /** @param {PgnGame} game */
  async beginOf(game) {
    await this.begin(begunOf(game));
    this.shown.tell(game.left_out ? `${game.title}. ${say("left_out", { plies: game.left_out })}` : game.title);
  }

  savePgn() {
    return trying(this.root, async () => download((await this.remote.pgn()).text, "game.pgn", "application/x-chess-pgn"));
  }

  /**
   * Go on with a game that has just begun; its page has an address of its own.
   * @param {View} view
   */
  enter(view) {
    if (this.options.full) history[hasBegun(this.view) ? "pushState" : "replaceState"](null, "", this.address(view.number));
    this.remote = new Remote(view.number);
    this.judged.clear();
    this.entered(view.game, view.title);
    this.show(view);
  }

  /** Of the page of this game, with the board as the reader has turned it. */
  address(number = this.view.number) {
    return addressOf("/play", { id: number, turned: this.shown.side.own });
  }

  save() {
    return trying(this.root, async () => download(JSON.stringify(await this.remote.file(), null, 1), "game.zermelo.json", "application/json"));
  }

  // The game goes on

  /** @param {View} view */
  show(view) {
    this.view = shownOf(view);
    this.shown.show(this.view);
    const found = this.judged.get(this.view.position) ?? null;
    this.shown.bar.share(shareOf(this.view, found));
    this.shown.tell(found ? sentence(found) : "");
    if (!this.view.over) this.shown.readiness.prepare(this.view, this.remote);
    this.pace.next(this.view, () => this.reply());
  }

  /** As it stands on the server; null where that cannot be known. */
  async refresh() {
    const view = await trying(this.root, () => this.remote.look());
    if (view) this.show(view);
    return view;
  }

  /**
   * Show what the server answers to a change of the game, unless another game has begun meanwhile.
   * @param {() => Promise<View>} act
   */
  async change(act) {
    this.halt();
    const { remote } = this, view = await trying(this.root, act);
    if (view && this.remote === remote) this.show(view);
  }

  /**
   * Change who plays, or begin with who plays, when the change before has been answered: else the one would undo the other.
   * @param {() => Promise<unknown>} act
   */
  inTurn(act) {
    return this.seated = this.seated.then(act, act);
  }

  /** @param {number} ply */
  look(ply) {
    return this.change(() => this.remote.look(ply));
  }

  /** @param {Action} action */
  async play(action) {
    this.halt();
    const { remote, view } = this;
    try {
      trouble(this.root, null);
      const after = await remote.play(view.ply, action.action, view.clock ? this.shown.clocks.seconds : undefined);
      if (this.remote === remote) this.show(after); // else another game has begun meanwhile
    } catch (error) {
      if (this.remote !== remote) return;
      if (!await this.refresh()) this.shown.show(this.view); // the move can be made again
      trouble(this.root, error);
    }
  }

  /**
   * The board after some steps of a move; null where that is not known.
   * @param {number[][]} steps
   */
  async halfway(steps) {
    const { board } = await this.remote.halfway(this.view.ply, steps).catch(() => ({ board: null }));
    return board;
  }

  /** What is half made is given up; else back to the last time that a person chose, or to the earlier ply that is looked at. */
  undo() {
    const { back, covered } = this.view;
    if (this.shown.board.restart() || back === null || covered) return null;
    return this.change(() => this.remote.back(back));
  }

  /** What was taken back is played again. */
  redo() {
    const { on, plies } = this.view;
    return on === null ? null : this.change(() => this.remote.onward(plies));
  }

  /** @param {Seat[]} seats */
  reseat(seats) {
    return needsAnother(this.view, seats) ? this.begin(begunAgain(this.view, seats)) : this.change(() => this.remote.reseat(seats));
  }

  /** The person who is to move is at the page. */
  takePlace() {
    this.remote.seat = this.view.mover;
    return this.refresh();
  }

  /** What the computer thinks of, or is about to do, is given up. */
  halt() {
    this.thinking.stop();
    this.pace.halt();
  }

  /** Computers stop in the midst of what they think. */
  giveUp() {
    this.halt();
    this.shown.tell("");
  }

  /** @param {string} text */
  async preview(text) {
    try {
      const found = await position(this.view.game, text);
      trouble(this.root, null);
      this.shown.board.show(found.board, []);
    } catch (error) {
      trouble(this.root, error);
    }
  }

  // The computer

  /** The computer moves. */
  async reply() {
    const { remote, view } = this, mine = this.thinking.begin();
    try {
      await this.shown.readiness.known;
      if (this.thinking.current !== mine) return;
      const done = await remote.reply(view.plies, (found) => this.found(view.position, found), mine.signal);
      this.found(view.position, done.found);
      if (this.thinking.current !== mine) return;
      if (done.found && done.game.plies === view.plies + 1) this.judged.set(done.game.position, done.found); // it holds after its best move
      this.show(done.game);
      if (done.lower) this.shown.thoughts.append(` ${say("lower_level")}`);
    } catch (error) {
      trouble(this.root, error);
      this.thinking.failed(mine);
      if (error instanceof Refused && error.status === 409) this.refresh();
    }
  }

  /**
   * The computer says what it thinks.
   * @param {number} seconds
   * @param {(found: Found) => void} [then]
   */
  async think(seconds, then = () => {}) {
    const { remote, view } = this;
    if (!canThink(view)) return;
    const mine = this.thinking.begin();
    this.shown.board.mark(); // a hint that was given before
    try {
      const found = await remote.think(view.ply, seconds, (news) => this.found(view.position, news), mine.signal);
      this.found(view.position, found);
      then(found);
    } catch (error) {
      trouble(this.root, error);
      this.thinking.failed(mine);
    }
  }

  /**
   * The computer has found something of a position; nothing that is said, where it holds something hidden.
   * @param {string} position
   * @param {Found | null} found
   */
  found(position, found) {
    if (found) this.judged.set(position, found);
    this.thinking.found(found);
  }

  hint() {
    if (!canPlay(this.view)) return;
    this.shown.board.restart();
    this.think(SHORT, (found) => {
      if (!found.line.length) return;
      this.shown.board.mark(found.squares);
      this.shown.tell(found.mixed ? found.told : say("hint_is", { action: found.line[0] }));
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const under = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || under.matches("input, textarea, select")) return;
    /** @type {Record<string, () => unknown>} */
    const acts = {
      u: () => this.undo(),
      r: () => this.redo(),
      h: () => this.hint(),
      [KEY]: () => this.shown.side.turn(),
      "[": () => this.look(Math.max(0, this.view.ply - 1)),
      "]": () => this.look(this.view.ply + 1),
    };
    const act = acts[event.key];
    if (!act || !hasBegun(this.view)) return;
    event.preventDefault();
    act();
  }
}
