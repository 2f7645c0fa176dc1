// An analysis: a tree of moves is walked, the engine thinks of the position at hand, and a report goes over a whole line.

/** @import { JudgedMove, LineReport, Looked, OpenedTree, Ply, ReportNews, ReportRow, Said, Share, Thought } from "../answers.js" */
/** @import { Asked } from "./calls.js" */
/** @import { Point } from "./graph.js" */

import { fileOf, halfwayThere, kept, lookedAt, opened, reported, whyNot } from "./calls.js";
import { Engine } from "./engine.js";
import { pathBetween } from "./path.js";
import { Moves, START } from "./tree.js";
import { AnalysisView, EFFORTS } from "./view.js";
import { numbered } from "../numbered.js";
import { download } from "../play/files.js";
import { CHANCE } from "../play/swatch.js";
import { KEY } from "../side.js";
import { trouble, trying } from "../trouble.js";
import { say } from "../words.js";

const FILES = [ // games, and what texts look like that hold more than their moves
  [/^chess\b/, /[[{($;]/], [/^go\b/, /^\s*\(\s*;/], [/^(draughts|checkers)\b/, /[[{($]/],
];
const MARKS = ["?!", "?", "??"];
const COSTLIEST = 5; // moves that a report names
const OF_THE_END = ["Result", "Termination", "PlyCount"]; // headers of a PGN that say how the game ended

/**
 * What a PGN says of a game as a whole, and of moves by the numbers of their nodes.
 * @typedef {{ comment: string, said: [number, Said][], headers?: Record<string, string> }} Comments
 */

/**
 * How an analysis stands: the game, where it begins, its main line and the variations, the node at hand, and what is shown of it.
 * @typedef {object} Stand
 * @property {string} game
 * @property {string | null} position
 * @property {string} moves
 * @property {string[]} variations
 * @property {number} at
 * @property {number} lines
 * @property {boolean | undefined} turned  as the reader has turned the board
 */

/**
 * Where an analysis is shown.
 * @typedef {object} Home
 * @property {EventTarget} keys  hears the keys that are pressed
 * @property {(stand: Stand, comments: Comments) => void} remember  is told whenever something has changed
 * @property {((path: string, here: { game: string, position?: string, turned?: boolean }) => unknown) | null} leave  goes to another page,
 *   with the position at hand; null where there is none
 */

/**
 * A tree with what is said of its moves.
 * @param {OpenedTree} found
 * @param {Comments} comments
 * @returns {OpenedTree}
 */
function commented(found, { comment, said, headers = {} }) {
  const known = new Map(said);
  return { ...found, comment, headers, nodes: found.nodes.map((node, place) => ({ ...node, said: known.get(place + 1) ?? null })) };
}

/**
 * Whether one is known more surely than another: proved, else looked at deeper or simulated more often.
 * @param {JudgedMove} one
 * @param {JudgedMove} other
 */
function isSurer(one, other) {
  if ((one.end === "open") !== (other.end === "open")) return other.end === "open";
  return one.depth > other.depth || (one.visits ?? 0) > (other.visits ?? 0);
}

export class Analysis {
  /** @type {(spec: string, title: string) => void} */
  entered = () => {}; // is told which game it is, when a tree is opened
  tree = new Moves();
  at = START;
  standing = START; // the node whose position is on the board
  game = "";
  /** @type {string | null} */
  position = null;
  comment = ""; // on the whole game, of its PGN
  /** @type {Record<string, string>} */
  headers = {}; // of its PGN
  main = ""; // the main line to which they belong
  pgn = false; // whether the game can be written as PGN
  /** @type {Map<number, Looked>} */
  seen = new Map();
  /** @type {Map<number, Thought>} */
  thoughts = new Map();
  /** @type {Map<number, ReportRow>} */
  rows = new Map(); // by the node of the position
  /** @type {Map<number, ReportRow>} */
  judged = new Map(); // by the node to which the move leads
  /** @type {Map<number, { told: string, share: Share }>} */
  ends = new Map(); // what the ends of lines are worth
  progress = { done: 0, plies: 0 };
  /** @type {AbortController | null} */
  reporting = null;
  /** @type {{ asked: Asked, effort: string, line: number[] } | null} */
  reported = null; // what the rows come from
  /** @type {number | null} */
  turned = null; // the node of the move that lost the game
  luck = ""; // whose luck the outcomes of the line were
  /** @type {string[]} */
  costs = []; // what the moves of each player have cost, in a game with chance
  /** @type {JudgedMove | null} */
  asking = null; // the move at hand of which it is shown why it is not played
  /** @type {Map<number, string>} */
  agreed = new Map(); // what the rows of a node agree with
  agreeing = false; // whether they are made to agree at the moment
  behind = false; // whether something was found since that was asked for: also of a node that was left meanwhile

  /**
   * @param {HTMLElement} root
   * @param {Home} home
   * @param {number} [lines]
   * @param {boolean} [turned]  as the reader has turned the board
   */
  constructor(root, home, lines = 3, turned = undefined) {
    this.root = root;
    this.home = home;
    this.view = new AnalysisView(root, this.acts(), lines, turned);
    this.engine = new Engine((asked, found) => this.hear(asked, found), (progress) => this.view.compiles(progress), (error) => this.failed(error), document);
    this.engine.lines = lines;
    home.keys.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** @returns {import("./view.js").Acts} */
  acts() {
    const { leave } = this.home;
    return {
      play: (action) => this.play(action),
      halfway: (steps) => this.halfway(steps),
      go: (id) => this.go(id),
      step: (steps) => this.step(steps),
      goPly: (ply) => this.go(this.tree.line(this.at)[ply]),
      engine: (on) => this.turn(on),
      lines: (lines) => this.ask(lines),
      walk: (from, moves, place) => this.walk(from, moves, place),
      why: (move) => this.why(move),
      promote: () => this.change(() => this.tree.promote(this.at)),
      remove: () => this.change(() => { this.at = this.tree.remove(this.at); }),
      keep: () => this.change(() => this.tree.keep(this.at)),
      report: (effort) => this.report(effort),
      effort: (effort) => this.remember(effort),
      turned: () => {
        this.write();
        this.think();
      },
      read: (moves, position) => this.read(moves, position),
      save: () => this.save(),
      setUp: leave && (() => leave("/setup", this.here())),
      playOn: leave && (() => leave("/play", this.here())),
    };
  }

  /** The position at hand, as the addresses of other pages say it. */
  here() {
    return { game: this.game, position: this.seen.get(this.at)?.position, turned: this.view.side.own };
  }

  // A tree is opened

  /**
   * @param {object} facts  what the server is asked for
   * @param {number} [at]  the number of the node at hand; the last of the main line unless given
   * @param {Comments | null} [comments]  that the browser has kept of this address
   */
  async open(facts, at, comments) {
    const found = await trying(this.root, () => opened(facts));
    if (found) await this.enter(comments ? commented(found, comments) : found, at);
    else this.close();
  }

  /** Where a game cannot be opened, nothing is left of the one before. */
  close() {
    this.engine.think(null);
    this.reporting?.abort();
    this.game = "";
    this.view.close();
  }

  /**
   * @param {OpenedTree} found
   * @param {number} [at]
   */
  async enter(found, at) {
    this.engine.stop();
    this.reporting?.abort();
    const { tree, ids } = Moves.of(found.nodes), main = tree.line(START);
    Object.assign(this, { tree, game: found.game, position: found.initial ? null : found.position, comment: found.comment,
      headers: found.headers, main: tree.written().moves, pgn: found.pgn, reporting: null, reported: null });
    for (const one of [this.seen, this.thoughts, this.rows, this.judged, this.ends, this.agreed]) one.clear();
    this.view.opened(found);
    this.entered(found.game, found.title);
    this.at = this.standing = (at === undefined ? undefined : ids[at]) ?? main[main.length - 1];
    await this.rememberBest();
    await this.show();
  }

  /**
   * Moves that were pasted, from a position: those of a file, a PGN of chess, SGF of go or PDN of draughts, else as the game has them.
   * @param {string} moves
   * @param {string} position
   * @param {number} [which]  of several games
   */
  read(moves, position, which = 0) {
    return trying(this.view.reading, async () => {
      const file = FILES.some(([game, text]) => game.test(this.game) && text.test(moves));
      const { game } = this, written = { game, position: position || null, moves, typed: true };
      const found = await opened(file ? { game, text: moves, which } : written);
      await this.enter(found);
      this.view.offer(found, which, (other) => this.read(moves, position, other));
    });
  }

  // One walks

  /** @param {number | undefined} id */
  go(id) {
    if (id === undefined || !this.tree.places.has(id)) return null;
    this.at = id;
    this.tree.settle(id);
    return this.show();
  }

  /**
   * On or back along the line; back gives up first what is half made.
   * @param {number} steps
   */
  step(steps) {
    if (steps < 0 && this.view.board.restart()) return null;
    const line = this.tree.line(this.at), ply = line.indexOf(this.at) + steps;
    return this.go(line[Math.max(0, Math.min(line.length - 1, ply))]);
  }

  /** @param {{ action: string, name: string }} action */
  play({ action, name }) {
    const seen = this.seen.get(this.at), legal = seen?.legal.find((one) => one.action === action);
    if (!seen || !legal || seen.mover === null) return null;
    return this.go(this.tree.add(this.at, { action, name, word: legal.word, player: seen.mover, number: seen.number }));
  }

  /**
   * The board after some steps of a move; null where that is not known.
   * @param {number[][]} steps
   */
  async halfway(steps) {
    const { board } = await halfwayThere(this.asked(this.at), steps).catch(() => ({ board: null }));
    return board;
  }

  /**
   * @param {number} from
   * @param {Ply[]} moves
   * @param {number} place
   */
  walk(from, moves, place) {
    return this.tree.places.has(from) ? this.go(this.tree.addLine(from, moves, true)[place]) : null;
  }

  /** @param {() => void} act */
  change(act) {
    act();
    return this.show();
  }

  /** Show the node at hand, and let the engine think of it. */
  async show() {
    const { at } = this, asked = this.asked(at);
    this.engine.think(null);
    this.asking = null;
    this.write();
    this.view.tree(this.tree, at, this.judged, this.comment);
    this.explain();
    const seen = this.seen.get(at) ?? await trying(this.root, () => lookedAt(asked));
    if (!seen || this.at !== at) return;
    this.seen.set(at, seen);
    this.view.look(seen, pathBetween(this.tree, this.seen, this.standing, at));
    this.standing = at;
    this.think();
    if (seen.end) return;
    this.engine.think(asked);
    if (!this.thoughts.has(at) && this.engine.on) this.view.depth.textContent = say("thinking");
  }

  /**
   * @param {number} at
   * @returns {Asked}
   */
  asked(at) {
    return { game: this.game, position: this.position, actions: this.tree.actions(at) };
  }

  /** Have it remembered how all stands. */
  write() {
    const { moves, variations, numbers } = this.tree.written();
    if (this.tree.written(false).moves !== this.main) { // another game now
      this.headers = Object.fromEntries(Object.entries(this.headers).filter(([name]) => !OF_THE_END.includes(name)));
    }
    const { game, position, comment, headers } = this, at = numbers.get(this.at) ?? START;
    this.home.remember({ game, position, moves, variations, at, lines: this.engine.lines, turned: this.view.side.own },
      { comment, said: this.said(numbers), headers });
  }

  /**
   * What a PGN says of moves.
   * @param {Map<number, number>} numbers  of the nodes
   * @returns {[number, Said][]}
   */
  said(numbers) {
    const said = [...numbers].map(([id, number]) => /** @type {const} */ ([number, this.tree.at(id).move?.said]));
    return said.flatMap(([number, one]) => (one ? [[number, one]] : []));
  }

  /** Save the game with its variations, but without lines that are only walked: as PGN if it is chess, else as the page of play does. */
  save() {
    const { moves, variations, numbers } = this.tree.written(false), { game, position, comment, headers } = this;
    const said = this.said(numbers).map(([number, { before, nags, comment, commands }]) => ({ number, before, nags, comment, commands }));
    return trying(this.root, async () => {
      const { text } = await fileOf({ game, position, moves, variations, said, comment, headers });
      if (this.pgn) download(text, "game.pgn", "application/x-chess-pgn");
      else download(text, "game.zermelo.json", "application/json");
    });
  }

  // The engine

  /** @param {boolean} on */
  turn(on) {
    this.view.on.setAttribute("aria-pressed", String(on));
    this.engine.turn(on);
    if (!on) this.think();
  }

  /** @param {number} lines */
  ask(lines) {
    this.engine.lines = lines;
    this.thoughts.clear();
    this.write();
    this.engine.again();
  }

  /**
   * @param {Asked} asked
   * @param {Thought} found
   */
  hear(asked, found) {
    if (asked.actions.join() !== this.tree.actions(this.at).join()) return;
    this.thoughts.set(this.at, found);
    this.think();
    this.agree(found);
  }

  /**
   * Have the reasons that are shown, and the rows of the report, say what the engine has found by now; the server knows it.
   * @param {Thought} found
   */
  async agree(found) {
    const { at } = this;
    if (!(this.asking || this.rows.has(at) || this.judged.has(at))) return;
    const now = found.moves.map(({ moves, sure, end, told }) => [moves[0].action, sure, end === "open" || told].join(":")).join();
    if (this.agreed.get(at) === now) return;
    this.agreed.set(at, now);
    this.behind = true;
    if (this.agreeing) return;
    this.agreeing = true;
    while (this.behind) {
      this.behind = false;
      await Promise.all([this.asking && this.why(this.asking), this.refresh()]);
    }
    this.agreeing = false;
  }

  /** Take over what is known by now of the line that is reported on. */
  async refresh() {
    const { reported: mine } = this, now = mine && await kept(mine.asked, mine.effort).catch(() => null);
    if (!now || this.reported !== mine) return;
    this.account(now, mine);
    this.view.tree(this.tree, this.at, this.judged, this.comment);
    if (!this.asking) this.explain();
    this.think();
  }

  /** @param {unknown} error */
  failed(error) {
    this.view.depth.textContent = "";
    trouble(this.root, error);
  }

  /** Show what is known of the node at hand. */
  think() {
    const thought = this.thoughts.get(this.at) ?? null, { share, told } = this.point(this.at);
    this.view.think(thought, this.at);
    this.view.bar.share(share, told);
    const line = this.tree.line(this.at);
    this.view.draw(line.map((id) => this.point(id)), line.indexOf(this.at));
  }

  /**
   * What is known of a node: by its end, the engine, or the report, whichever is surer.
   * @param {number} id
   * @returns {Point}
   */
  point(id) {
    const now = this.thoughts.get(id)?.lines[0], before = this.rows.get(id)?.best;
    const judged = now && before && isSurer(before, now) ? before : now ?? before;
    const end = this.seen.get(id)?.end ?? this.ends.get(id), found = end ?? judged;
    const { move } = this.tree.at(id), name = move ? numbered(move, this.tree.path(id).length, move.name) : "";
    const told = !end && judged?.end === "open" ? `${judged.told} (${judged.sure})` : found?.told ?? "";
    return { share: found?.share ?? null, told, name, mark: this.judged.get(id)?.mark ?? "" };
  }

  /** @param {JudgedMove} move */
  async why(move) {
    const { at } = this, { action } = move.moves[0];
    this.asking = move;
    const found = await trying(this.root, () => whyNot(this.asked(at), action));
    if (!found || this.at !== at) return;
    this.view.judge(at, found.sentences, found);
    if (!this.agreeing) this.refresh();
  }

  /** What the report says of the move that led here; of an outcome of chance whose luck it was. */
  explain() {
    const row = this.judged.get(this.at), { parent, move } = this.tree.at(this.at);
    if (row && move?.player === CHANCE) {
      this.view.luck(row);
      return;
    }
    const better = row?.played ? say("analysis_better", { played: move?.name ?? "", move: row.best.moves[0].name, cost: row.cost }) : "";
    this.view.judge(parent, [better], row?.mark ? row : null);
  }

  // The report

  /** What was found of the main line before, by the report that looked longest. */
  async rememberBest() {
    for (const effort of [...EFFORTS].reverse()) {
      await this.remember(effort);
      if (!this.progress.done) continue;
      this.view.effort.list.value = effort;
      return;
    }
  }

  /**
   * What was found of the main line before.
   * @param {string} effort
   */
  async remember(effort) {
    const line = this.tree.line(START);
    if (line.length < 2) {
      this.account({ end: null, rows: [], done: 0, plies: 0, turned: null, luck: "", costs: [] }, null);
      return;
    }
    const asked = this.asked(line[line.length - 1]), found = await kept(asked, effort).catch(() => null);
    if (found) this.account(found, { asked, effort, line });
  }

  /**
   * Begin a report of the line at hand, or stop the one that goes on.
   * @param {string} effort
   */
  async report(effort) {
    if (this.reporting) {
      this.reporting.abort();
      return;
    }
    const mine = this.reporting = new AbortController(), line = this.tree.line(this.at), asked = this.asked(line[line.length - 1]);
    this.reported = { asked, effort, line };
    this.showReport();
    try {
      trouble(this.root, null);
      for (let done = false; !done && !mine.signal.aborted;) {
        const found = await reported(asked, effort, (news) => this.news(news, line), mine.signal);
        this.account(found, { asked, effort, line });
        done = found.done >= found.plies;
      }
    } catch (error) {
      trouble(this.root, error);
    }
    if (this.reporting !== mine) return;
    this.reporting = null;
    this.showReport();
  }

  /**
   * @param {ReportNews} news
   * @param {number[]} line
   */
  news({ row, done, plies }, line) {
    this.note(row, line);
    this.progress = { done, plies };
    this.showReport();
    this.view.tree(this.tree, this.at, this.judged, this.comment);
    if (line[row.ply + 1] === this.at) this.explain();
    this.think();
  }

  /**
   * @param {LineReport} found
   * @param {Analysis["reported"]} of  what it reports on; null for no line
   */
  account({ end, rows, done, plies, turned, luck, costs }, of) {
    Object.assign(this, { reported: of, luck, costs });
    this.turned = of && turned !== null ? of.line[turned + 1] : null;
    if (of) for (const row of rows) this.note(row, of.line);
    if (of && end) this.ends.set(of.line[of.line.length - 1], end);
    this.progress = { done, plies };
    this.showReport();
  }

  /**
   * @param {ReportRow} row
   * @param {number[]} line
   */
  note(row, line) {
    this.rows.set(line[row.ply], row);
    if (row.ply + 1 < line.length) this.judged.set(line[row.ply + 1], row);
  }

  showReport() {
    const counts = this.view.players.map((_, player) => MARKS.map((mark) =>
      [...this.judged].filter(([id, row]) => row.mark === mark && this.tree.places.get(id)?.move?.player === player).length));
    const costly = [...this.judged].filter(([id, row]) => row.mark && this.tree.places.has(id)).sort(([, one], [, other]) => other.lost - one.lost);
    const turned = costly.find(([id]) => id === this.turned);
    this.view.report({ ...this.progress, running: this.reporting !== null, counts, luck: this.luck, costs: this.costs }, this.tree, turned, costly.slice(0, COSTLIEST));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const under = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || under.matches("input, textarea, select")) return;
    const steps = { ArrowLeft: -1, "[": -1, ArrowRight: 1, "]": 1, Home: -Infinity, End: Infinity }[event.key];
    if (!this.game || (steps === undefined && event.key !== KEY)) return;
    event.preventDefault();
    if (steps === undefined) this.view.side.turn();
    else this.step(steps);
  }
}
