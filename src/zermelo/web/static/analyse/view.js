// What is seen of an analysis: board and bar, what the engine finds, the moves with their variations, the graph, the report.

/** @import { BoardView, JudgedMove, Looked, OpenedTree, Ply, Priced, Progress, ReportRow, Thought } from "../answers.js" */
/** @import { Point } from "./graph.js" */
/** @import { Moves } from "./tree.js" */

import { Bar } from "../bar.js";
import { Board } from "../board.js";
import { Compiling } from "../compiling.js";
import { button, choose, element, field, fill, labelled, refill, select, table } from "../elements.js";
import { numberOf } from "../numbered.js";
import { swatch, swatchOf } from "../play/swatch.js";
import { Rules } from "../rules.js";
import { Side } from "../side.js";
import { unreadOf } from "../unread.js";
import { number, say } from "../words.js";
import { Graph } from "./graph.js";
import { drawMarks, leftOf } from "./marks.js";
import { START } from "./tree.js";

const MOST_LINES = 5;
export const EFFORTS = /** @type {const} */ (["quick", "usual", "thorough"]);
const EFFORT_WORDS = /** @type {const} */ ({ quick: "analysis_quick", usual: "analysis_usual", thorough: "analysis_thorough" });
const LONGEST_PGN = 100_000; // letters, as the server takes
const MARKS = ["?!", "?", "??"];
const SIGNS = { // ⏮ ◀ ▶ ⏭, which few fonts have
  to_first: "M2 2V14M14 2L4 8L14 14Z", one_back: "M13 2L3 8L13 14Z", one_on: "M3 2L13 8L3 14Z", to_last: "M14 2V14M2 2L12 8L2 14Z",
};

/**
 * What is done when something on the page is used.
 * @typedef {object} Acts
 * @property {(action: { action: string, name: string }) => unknown} play
 * @property {(steps: number[][]) => Promise<BoardView | null>} halfway
 * @property {(id: number) => unknown} go
 * @property {(steps: number) => unknown} step
 * @property {(ply: number) => unknown} goPly  along the line at hand
 * @property {(on: boolean) => unknown} engine
 * @property {(lines: number) => unknown} lines
 * @property {(from: number, moves: Ply[], at: number) => unknown} walk  a line on the board, from a node, as far as its move `at`
 * @property {(move: JudgedMove) => unknown} why
 * @property {() => unknown} promote
 * @property {() => unknown} remove
 * @property {() => unknown} keep
 * @property {(effort: string) => unknown} report
 * @property {(effort: string) => unknown} effort
 * @property {() => unknown} turned  the reader has turned the board
 * @property {(moves: string, position: string) => unknown} read
 * @property {() => unknown} save
 * @property {(() => unknown) | null} setUp  null where there is no page for it
 * @property {(() => unknown) | null} playOn
 */

export class AnalysisView {
  /**
   * @param {HTMLElement} root
   * @param {Acts} acts
   * @param {number} lines
   * @param {boolean} [turned]  as the reader has turned the board
   */
  constructor(root, acts, lines, turned) {
    this.root = root;
    this.acts = acts;
    /** @type {string[]} */
    this.players = [];
    /** @type {string[]} */
    this.colours = []; // the class of each player's pieces
    /** @type {JudgedMove[]} */
    this.marked = []; // the moves that are marked on the board
    /** @type {Map<string, string>} */
    this.labels = new Map(); // what the buttons of actions say
    this.there = { ply: 0, plies: 0 }; // in the line at hand
    this.place = element("div", { class: "place" });
    this.bar = new Bar();
    this.side = new Side(() => {
      this.turn();
      acts.turned();
    }, turned);
    this.news = element("p", { class: "news", "aria-live": "polite" });
    const step = (/** @type {keyof typeof SIGNS} */ name, /** @type {number} */ steps) =>
      fill(button("", () => acts.step(steps), { "aria-label": say(name), title: say(name) }), signOf(SIGNS[name]));
    this.steps = element("div", { class: "tools steps" }, step("to_first", -Infinity), step("one_back", -1), step("one_on", 1), step("to_last", Infinity), this.side.button);
    this.graph = new Graph(acts.goPly);
    this.rules = new Rules();
    this.on = button(say("analysis_engine"), () => acts.engine(this.on.getAttribute("aria-pressed") !== "true"), { "aria-pressed": "true" });
    this.depth = element("p", { class: "facts" });
    this.compiling = new Compiling(say("compiling"));
    const counts = Array.from({ length: MOST_LINES }, (_, place) => /** @type {const} */ ([place + 1, String(place + 1)]));
    this.count = select(say("analysis_lines"), counts, lines, (value) => acts.lines(Number(value))).label;
    this.best = element("ol", { class: "best", "aria-label": say("analysis_best") });
    this.whole = element("summary", {}, say("analysis_all"));
    this.all = element("div", { class: "all-moves" });
    this.listed = element("details", { open: true }, this.whole, this.all); // what may be played
    this.told = element("div", { class: "judged", "aria-live": "polite" });
    this.names = element("p", { class: "facts" }); // who played, as a PGN says
    this.whose = element("p", { class: "facts", hidden: true }, element("span", { class: "signs" }, "?!"), ` ${say("analysis_signs")} · `,
      markOf("?!"), ` ${say("analysis_marks")}`);
    this.moves = element("div", { class: "variations", role: "group", "aria-label": say("moves"), tabindex: 0 });
    this.tools = {
      keep: button(say("analysis_keep"), acts.keep),
      promote: button(say("analysis_promote"), acts.promote),
      remove: button(say("analysis_remove"), acts.remove),
      save: button("", acts.save),
    };
    const efforts = EFFORTS.map((one) => /** @type {const} */ ([one, say(EFFORT_WORDS[one])]));
    this.effort = select(say("analysis_effort"), efforts, "usual", acts.effort);
    this.reporting = element("button", {}, say("analysis_report"));
    this.progress = element("progress", { max: 1, value: 0, "aria-label": say("analysis_progress"), hidden: true });
    this.reported = element("div", { class: "reported", "aria-live": "polite" });
    this.offered = element("div"); // the games of a PGN
    this.pasted = element("textarea", { rows: 3, spellcheck: "false", maxlength: LONGEST_PGN });
    this.start = field("");
    this.reading = choose(() => acts.read(this.pasted.value, this.start.value.trim()),
      labelled(say("analysis_moves"), this.pasted, { class: "long" }), labelled(say("analysis_from"), this.start, { class: "long" }),
      element("button", {}, say("analysis_read")));
    this.edit = button(say("edit"), () => acts.setUp?.());
    root.classList.add("game", "analysis");
    this.parts = [
      element("div", {}, element("div", { class: "above" }, this.news, this.steps),
        element("div", { class: "where" }, this.bar.root, this.place), this.graph.root, this.rules.root),
      element("div", { class: "side" },
        element("div", { class: "choose engine" }, this.on, this.count), this.depth, this.compiling.root, this.best,
        this.names, this.moves, this.whose, element("div", { class: "tools" }, this.tools.keep, this.tools.promote, this.tools.remove, this.tools.save), this.told,
        this.listed,
        choose(() => acts.report(this.effort.list.value), this.effort.label, this.reporting), this.progress, this.reported,
        element("details", {}, element("summary", {}, say("analysis_other")),
          this.reading, this.offered,
          element("div", { class: "tools" }, this.edit, acts.playOn && button(say("set_position"), acts.playOn)))),
    ];
    root.replaceChildren(...this.parts);
    this.board = new Board(this.place, acts.play, { squares: say("board"), choose: say("which"), actions: say("all_actions") }, acts.halfway);
    this.board.drawn = () => this.drawn();
  }

  /** There is nothing to analyse. */
  close() {
    for (const part of this.parts) part.hidden = true;
  }

  /** @param {OpenedTree} tree */
  opened(tree) {
    for (const part of this.parts) part.hidden = false;
    this.rules.show(tree.title, tree.rules);
    this.players = tree.players;
    this.colours = tree.colours;
    this.bar.name(tree.players, tree.colours);
    const { Result: result } = tree.headers, names = tree.sides.map((side) => tree.headers[side] || "?");
    const told = names.map((name, player) => `${tree.players[player]}: ${name}`).join(" · "), named = names.some((name) => name !== "?");
    this.names.replaceChildren(...(named ? [told, result && result !== "*" ? ` · ${result}` : ""] : []));
    [this.graph.player] = tree.players;
    this.graph.colours = tree.players.length > 2 ? tree.colours : [];
    this.edit.hidden = !tree.editable || !this.acts.setUp;
    this.tools.save.textContent = say(tree.pgn ? "save_pgn" : "save");
    this.offered.replaceChildren();
    this.start.value = tree.initial ? "" : tree.position;
  }

  /**
   * The games of a PGN that was pasted, where they are several, and those that could not be read.
   * @param {OpenedTree} tree
   * @param {number} which  is shown
   * @param {(which: number) => unknown} act
   */
  offer({ games, unread }, which, act) {
    const choices = games.map((title, place) => /** @type {const} */ ([place, `${place + 1}. ${title}`]));
    const { label } = select(say("games_in_pgn", { games: games.length }), choices, which, (value) => act(Number(value)));
    label.className = "long";
    this.offered.replaceChildren(...(games.length > 1 ? [element("div", { class: "choose" }, label)] : []), ...unreadOf(unread));
  }

  /**
   * @param {Looked} seen
   * @param {number[]} path  along which a piece goes to where it now stands
   */
  look(seen, path) {
    this.side.show(seen.board);
    this.turn();
    this.board.show(seen.board, seen.legal, path);
    this.news.replaceChildren(...swatchOf(seen.mover, seen.board.colours), seen.news);
    this.listed.hidden = seen.end !== null;
    this.labels = new Map(seen.legal.map(({ action, label }) => [action, label]));
  }

  /** See the board, and the bar beside it, from one side. */
  turn() {
    this.board.turn(this.side.turned);
    this.bar.turn(this.side.maxAbove);
  }

  /**
   * What is known of the position; null where nothing is yet.
   * @param {Thought | null} thought
   * @param {number} at  the node
   */
  think(thought, at) {
    this.marked = thought?.lines ?? [];
    this.mark();
    this.depth.textContent = thought ? sentence(thought) : "";
    refill(this.best, ...(thought?.lines ?? []).map((one) => (one.moves.length
      ? element("li", {}, pill(one), this.lineOf(at, one.moves))
      : element("li", { class: "expected" }, `${say("analysis_expected")} `, pill(one), ` (${one.sure})`))));
    this.whole.textContent = say(thought && ofChance(thought) ? "analysis_outcomes" : "analysis_all");
    refill(this.all, ...(thought ? [this.tableOf(thought), ...legendOf(thought)] : []));
  }

  /** Which of the buttons lead somewhere that look at earlier and later moves: back also from a move that is half made. */
  stepping() {
    const { ply, plies } = this.there, [begin, back, on, last] = this.steps.children;
    for (const one of [begin, back]) one.toggleAttribute("disabled", ply === 0 && !this.board.choice.steps.length);
    for (const one of [on, last]) one.toggleAttribute("disabled", ply === plies);
  }

  /**
   * How far the engine is compiled; null where it is.
   * @param {Progress | null} progress
   */
  compiles(progress) {
    if (progress) this.compiling.hear(progress);
    else this.compiling.done();
  }

  /** Mark the best moves on the board; of a move that is half made what is left of them. */
  mark() {
    const { board } = this;
    drawMarks(board.groups.length ? board.svg() : null, board.groups, leftOf(this.marked, board.choice.steps));
  }

  /** The board has been drawn anew. */
  drawn() {
    this.mark();
    this.stepping();
  }

  /**
   * A line whose moves are walked on the board.
   * @param {number} from
   * @param {Ply[]} moves
   */
  lineOf(from, moves) {
    const walk = (/** @type {number} */ place) => {
      this.place.scrollIntoView({ block: "nearest" }); // on a phone the board is far above
      return this.acts.walk(from, moves, place);
    };
    const made = moves.map((move, place) => {
      const number = move.number ? numberOf(move, 0, !place) : "";
      return button(number ? `${number} ${move.name}` : move.name, () => walk(place), { class: "ply" });
    });
    return element("span", { class: "line-of" }, ...made);
  }

  /** @param {Thought} thought */
  tableOf(thought) {
    const simulated = thought.by === "mcts";
    if (ofChance(thought)) {
      const outcomes = thought.moves.map((one) => {
        const [{ action, name }, ...answer] = one.moves, label = this.labels.get(action) ?? name;
        return [button(name, () => this.acts.play(one.moves[0]), { title: label === name ? null : label }), pill(one), `${percent(one.chance ?? 0)}%`, answer.map((move) => move.name).join(" ")];
      });
      return table([say("analysis_outcome"), say("value"), say("analysis_probability"), say("analysis_answer")], outcomes);
    }
    const rows = thought.moves.map((one, place) => {
      const { name } = one.moves[0], why = say("analysis_why", { move: name });
      return [name, pill(one), simulated ? number(one.visits) : one.end !== "open" ? say("proved") : String(one.depth || ""),
        place ? button("?", () => this.acts.why(one), { "aria-label": why, title: why }) : ""]; // the best move is played
    });
    return table([say("action"), say("value"), say(simulated ? "simulations" : "depth"), say("analysis_why_not")], rows);
  }

  /**
   * The tree of moves, and what can be done at the node at hand.
   * @param {Moves} tree
   * @param {number} at
   * @param {Map<number, ReportRow>} judged  by the node that a move leads to
   * @param {string} comment  on the whole game
   */
  tree(tree, at, judged, comment) {
    const [first] = tree.at(START).children;
    this.moves.hidden = first === undefined && !comment;
    refill(this.moves, ...saidBy(comment), ...(first === undefined ? [] : [this.branch(tree, first, at, judged)]));
    this.whose.hidden = !(this.moves.querySelector(".signs") && this.moves.querySelector(".mark"));
    this.tools.keep.hidden = !tree.at(at).passing;
    this.tools.promote.hidden = !tree.isVariation(at);
    this.tools.remove.hidden = at === START;
    const line = tree.line(at);
    this.there = { ply: line.indexOf(at), plies: line.length - 1 };
    this.stepping();
    /** @type {HTMLElement | null} */
    const shown = this.moves.querySelector("[aria-current]");
    if (shown) this.moves.scrollTop = shown.offsetTop - this.moves.clientHeight / 2;
  }

  /**
   * A node and what follows it, with the variations beside each.
   * @param {Moves} tree
   * @param {number} from
   * @param {number} at
   * @param {Map<number, ReportRow>} judged
   * @returns {HTMLElement}
   */
  branch(tree, from, at, judged) {
    const items = [];
    for (let id = from, apart = true; ;) {
      const place = tree.at(id), { children } = tree.at(place.parent);
      const others = children[0] === id ? children.slice(1).map((other) => this.branch(tree, other, at, judged)) : [];
      const { said } = place.move ?? {}, row = judged.get(id), shown = this.moveOf(tree, id, at, row, apart || Boolean(said?.before));
      const signs = said?.signs.filter((sign) => sign !== row?.mark) ?? []; // where the report says the same it stands once
      if (signs.length) shown.append(element("span", { class: "signs", title: say("analysis_signs") }, signs.join(" ")));
      items.push(element("li", {}, ...saidBy(said?.before), shown, ...saidBy(said?.comment), ...others));
      apart = others.length > 0 || Boolean(said?.comment);
      if (!place.children.length) break;
      [id] = place.children;
    }
    return element("ol", {}, ...items);
  }

  /**
   * @param {Moves} tree
   * @param {number} id
   * @param {number} at
   * @param {ReportRow | undefined} row
   * @param {boolean} apart  whether something stands between it and the move before
   */
  moveOf(tree, id, at, row, apart) {
    const { move, passing } = tree.at(id), mark = row?.mark ?? "";
    const facts = { "aria-current": id === at ? "step" : null, class: passing ? "passing" : null, title: move?.said?.clock || null };
    const made = button("", () => this.acts.go(id), facts);
    const number = move ? numberOf(move, tree.path(id).length, apart) : "";
    made.append(element("span", { class: "ply-number" }, number), swatch(move?.player ?? 0, this.colours), move?.name ?? "");
    if (mark) made.append(markOf(mark));
    return made;
  }

  /**
   * What a report says of the move that led to the node at hand, or why a move is not played; nothing without either.
   * @param {number} from  the node before
   * @param {string[]} sentences
   * @param {Priced | null} priced
   */
  judge(from, sentences, priced) {
    if (!priced) {
      this.told.replaceChildren();
      return;
    }
    const { best, played, mark } = priced;
    const head = element("p", {}, ...(mark ? [markOf(mark), " "] : []), sentences.join(" "));
    const lines = [played, best].flatMap((one) => (one ? [element("li", {}, pill(one), ` (${one.sure}) `, this.lineOf(from, one.moves))] : []));
    refill(this.told, head, element("ul", { class: "best" }, ...lines));
  }

  /**
   * Whose luck the outcome was that led to the node at hand.
   * @param {Priced} priced
   */
  luck({ cost }) {
    this.told.replaceChildren(element("p", {}, cost));
  }

  /**
   * @param {Point[]} points
   * @param {number} ply
   */
  draw(points, ply) {
    this.graph.show(points, ply);
  }

  /**
   * How far the report is: of so many positions; whether it goes on at the moment.
   * @param {{ done: number, plies: number, running: boolean, counts: number[][], luck: string, costs: string[] }} state  how often each
   *   player has each mark
   * @param {Moves} tree
   * @param {[number, ReportRow] | undefined} turned  the node of the move that lost the game
   * @param {[number, ReportRow][]} costly  the nodes of the moves that cost most, the worst first
   */
  report({ done, plies, running, counts, luck, costs }, tree, turned, costly) {
    const begun = done > 0 && done < plies;
    const text = say(running ? "analysis_stop" : begun ? "analysis_go_on" : "analysis_report");
    this.reporting.textContent = text;
    this.progress.hidden = !running && !begun;
    this.progress.max = Math.max(1, plies);
    this.progress.value = done;
    const told = done ? say("analysis_done", { done, plies }) : "";
    const rows = this.players.map((player, place) => [player, ...MARKS.map((_, mark) => String(counts[place][mark])), ...costs.slice(place, place + 1)]);
    const head = [say("player"), ...MARKS.map((mark) => `${mark} ${say(nameOf(mark))}`), ...(costs.length ? [say("analysis_lost")] : [])];
    /** @param {[number, ReportRow]} of */
    const item = ([id, row]) => {
      const made = this.moveOf(tree, id, START, row, true);
      made.addEventListener("click", () => this.told.scrollIntoView({ block: "nearest" }));
      return element("li", {}, made, " ", row.cost);
    };
    /** @param {string} text */
    const fact = (text) => element("p", { class: "facts" }, text);
    refill(this.reported, ...(done ? [fact(told), table(head, rows)] : []),
      ...(done && luck ? [fact(luck)] : []),
      ...(done && turned ? [fact(say("analysis_turned")), element("ul", { class: "costly" }, item(turned))] : []),
      ...(done && costly.length ? [fact(say("analysis_costliest")), element("ol", { class: "costly" }, ...costly.map(item))] : []));
  }
}

/**
 * What a move is worth, in the colours of the field, and in words.
 * @param {JudgedMove} move
 */
function pill({ told, end }) {
  return element("span", { class: `worth ${end}` }, told);
}

/**
 * What a PGN says, among the moves; nothing where it says nothing.
 * @param {string | undefined} text
 */
function saidBy(text) {
  return text ? [element("span", { class: "comment" }, text)] : [];
}

/** @param {string} mark */
function markOf(mark) {
  const name = say(nameOf(mark));
  return element("span", { class: `mark ${nameOf(mark)}`, title: `${name} (${say("analysis_marks")})`, role: "img", "aria-label": name }, mark);
}

/** @param {string} mark */
function nameOf(mark) {
  return mark === "??" ? "analysis_blunder" : mark === "?" ? "analysis_mistake" : "analysis_doubtful";
}

/**
 * Whether it is of a position in which chance moves.
 * @param {Thought} thought
 */
function ofChance({ moves }) {
  return moves.some(({ chance }) => chance !== null);
}

/**
 * A probability in percent, to the tenth.
 * @param {number} part
 */
function percent(part) {
  return number(Math.round(1000 * part) / 10);
}

/** @param {Thought} thought */
function sentence({ by, depth, nodes, settled, full, cut_short: short }) {
  const facts = { depth, nodes: number(nodes) };
  const known = by === "book" ? "analysis_by_book" : "analysis_by_database";
  const told = by === "shortest" ? say("analysis_shortest", facts) : by === "mcts" ? say("analysis_simulated", facts) : by === "engine" || by === "textbook" ? say("analysis_depth", facts) : say(known);
  const end = settled && by !== "database" && by !== "book" ? say("analysis_settled") : full ? say("analysis_full") : "";
  return [told, end, short ? say("cut_short") : ""].filter(Boolean).join(" ");
}

/**
 * How the table of all moves is to be read: where values are estimates, and where moves were not all looked at alike.
 * @param {Thought} thought
 */
function legendOf(thought) {
  const { by, lines, moves } = thought, guessed = moves.some(({ end }) => end === "open"), told = [];
  if (guessed && by !== "mcts" && !ofChance(thought)) told.push(say("analysis_estimates"));
  const many = moves.some(({ share }) => Array.isArray(share)), alike = many || ofChance(thought); // all are looked at alike deep
  if (by === "mcts" && moves.length > lines.length && !ofChance(thought)) told.push(say("analysis_all_simulated"));
  if (by === "engine" && moves.length > lines.length && !alike) told.push(say("analysis_all_told"));
  if (many) told.push(say("analysis_all_many"));
  return told.length ? [element("p", { class: "facts" }, told.join(" "))] : [];
}

/** @param {string} path */
function signOf(path) {
  return `<svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`;
}
