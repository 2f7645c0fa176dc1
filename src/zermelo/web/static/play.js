// A game: who plays, the board, what has been played, what the computer thinks. `full` is the page of its own.

import { Board } from "./board.js";
import { button, element, gameField, get, number, post, say, select, stream, trouble, trying } from "./studio.js";

const LEVELS = [1, 2, 3, 4, 5], SECONDS = [0.1, 1, 5, 15], DEPTHS = [1, 2, 4, 6, 8, 12];

function seatChoices() {
  return [["human", say("human")],
    ...LEVELS.map((level) => [`level ${level}`, say("level", { level })]),
    ...SECONDS.map((seconds) => [`seconds ${seconds}`, say("seconds", { seconds: number(seconds) })]),
    ...DEPTHS.map((depth) => [`depth ${depth}`, say("depth_choice", { depth })])];
}

function seatOf(text) {
  const [kind, amount] = text.split(" ");
  return kind === "human" ? { kind } : { kind: "computer", [kind]: Number(amount) };
}

function textOf(seat) {
  const kind = ["level", "seconds", "depth"].find((one) => seat[one] !== undefined);
  return seat.kind === "human" ? "human" : `${kind || "level"} ${seat[kind] ?? 3}`;
}

export class Game {
  constructor(root, options = {}) {
    this.root = root;
    this.options = options;
    this.paused = false;
    this.thinking = null;
    this.place = element("div", { class: "place" });
    this.bar = element("div", { class: "bar", role: "meter", "aria-label": say("bar"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50 }, element("div", {}));
    this.news = element("p", { class: "news", "aria-live": "polite" });
    this.facts = element("p", { class: "facts" });
    this.thoughts = element("p", { class: "thoughts" });
    this.moves = element("ol", { class: "moves", "aria-label": say("moves") });
    this.seats = element("div", { class: "seats" });
    this.tools = element("div", { class: "tools" });
    this.more = element("div", { class: "more" });
    root.classList.add("game");
    this.ends = [element("span", {}), element("span", {})];
    root.replaceChildren(element("div", { class: "where" }, element("div", { class: "scale" }, this.ends[1], this.bar, this.ends[0]), this.place),
      element("div", { class: "side" }, this.news, this.facts, this.thoughts, this.tools, this.seats, this.moves, this.more));
    this.board = new Board(this.place, (action) => this.play(action), { squares: say("board"), choose: say("which"), actions: say("all_actions") });
    this.buildTools();
    if (options.full) this.buildMore();
    (options.full ? document : root).addEventListener("keydown", (event) => this.key(event));
  }

  buildTools() {
    this.pause = button(say("pause"), () => this.togglePause(), { "aria-pressed": "false" });
    this.tools.replaceChildren(
      button(say("undo"), () => this.undo()),
      button(say("hint"), () => this.hint()),
      button(say("think"), () => this.think(10)),
      button(say("again"), () => this.begin(this.view.game, this.view.seats, this.view.start)),
      this.pause,
    );
  }

  buildMore() {
    this.position = element("textarea", { rows: 2, spellcheck: "false", "aria-label": say("position") });
    const load = element("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => this.load(load.files[0]) });
    this.more.replaceChildren(
      element("details", {}, element("summary", {}, say("position")), this.position,
        element("div", { class: "tools" },
          button(say("set_position"), () => this.begin(this.view.game, this.view.seats, this.position.value.trim())),
          button(say("to_tree"), () => this.toTree()))),
      element("div", { class: "tools" },
        button(say("save"), () => this.save()), button(say("load"), () => load.click()), load),
    );
    this.position.addEventListener("input", () => this.preview());
  }

  // A game that is under way on the server, or a new one.
  async open() {
    const { id, game, side = 0, level = 2, position = null } = this.options;
    if (id) {
      const view = await trying(this.root, () => get(`/api/games/${encodeURIComponent(id)}?lang=${document.documentElement.lang}`));
      if (view) this.show(view);
      return;
    }
    const board = await trying(this.root, () => post("/api/board", { game, position }));
    if (!board) return;
    const seats = board.players.map((_, player) => (player === side ? { kind: "human" } : { kind: "computer", level }));
    await this.begin(game, seats, position);
  }

  async another(game) {
    this.options = { ...this.options, id: null, game, position: null };
    await this.open();
  }

  async begin(game, seats, position = null) {
    this.stop();
    const view = await trying(this.root, () => post("/api/games", { game, seats, position }));
    if (!view) return;
    if (this.options.full) history[this.view ? "pushState" : "replaceState"](null, "", `/play?id=${view.number}`);
    this.share(0.5);
    this.show(view);
  }

  show(view) {
    this.view = view;
    this.board.show(view.board, this.humanToMove() ? view.legal : []);
    this.news.textContent = view.news;
    this.facts.textContent = view.board.news;
    this.root.dataset.over = view.over;
    this.moves.replaceChildren(...view.moves.map((move, place) => element("li", {},
      button(move.name, () => this.look(place + 1), { "aria-current": place + 1 === view.ply ? "step" : null }))));
    const shown = this.moves.querySelector("[aria-current]");
    if (shown) this.moves.scrollTop = shown.offsetTop - this.moves.clientHeight / 2;
    this.seats.replaceChildren(...view.players.map((name, player) => select(name, seatChoices(), textOf(view.seats[player]), (text) => this.reseat(player, text))));
    this.ends.forEach((end, player) => { end.textContent = view.players[player]; });
    this.bar.parentElement.hidden = view.players.length !== 2;
    this.pause.hidden = view.seats.some((seat) => seat.kind === "human");
    if (this.position && document.activeElement !== this.position) this.position.value = view.position;
    this.now = view.ply === view.plies;
    if (view.computer && !this.paused) this.reply();
  }

  humanToMove() {
    const { view } = this;
    return view.ply === view.plies && !view.over && view.mover !== null && !view.computer;
  }

  async play(action) {
    this.stop();
    const { view } = this;
    try {
      trouble(this.root, null);
      this.show(await post(`/api/games/${view.number}/moves`, { ply: view.ply, action: action.action }));
    } catch (error) {
      trouble(this.root, error);
      this.refresh();
    }
  }

  // The computer moves.
  async reply() {
    const { view } = this, mine = this.takeOver();
    try {
      const done = await stream(`/api/games/${view.number}/reply`, { ply: view.plies }, (found) => this.told(found), mine.signal);
      this.told(done.found);
      if (this.thinking === mine) this.show(done.game);
    } catch (error) {
      this.failed(error, mine);
      if (error.status === 409) this.refresh();
    }
  }

  failed(error, mine) {
    trouble(this.root, error);
    if (this.thinking !== mine) return;
    this.stop();
    this.thoughts.textContent = "";
  }

  async think(seconds, then = null) {
    const { view } = this;
    if (view.over && view.ply === view.plies) return;
    const mine = this.takeOver();
    try {
      const found = await stream(`/api/games/${view.number}/think`, { ply: view.ply, seconds }, (news) => this.told(news), mine.signal);
      this.told(found);
      if (then) then(found);
    } catch (error) {
      this.failed(error, mine);
    }
  }

  hint() {
    if (!this.humanToMove()) return;
    this.think(1, (found) => {
      if (!found.line.length) return;
      this.board.mark(found.squares);
      this.thoughts.textContent = say("hint_is", { action: found.line[0] });
    });
  }

  told(found) {
    clearTimeout(this.waiting);
    const value = number(found.value, 3) + (found.proved && found.share !== null ? ` (${say("proved")})` : "");
    this.thoughts.textContent = say("found", { value, depth: found.depth, line: found.line.join(" ") });
    if (found.share !== null) this.share(found.share);
  }

  share(part) {
    this.bar.firstElementChild.style.height = `${100 * part}%`;
    this.bar.setAttribute("aria-valuenow", Math.round(100 * part));
  }

  // Begin to think, and let nothing else that was thought of go on. The first search of a game compiles it, which takes a while.
  takeOver() {
    this.stop();
    this.thinking = new AbortController();
    this.thoughts.textContent = say("thinking");
    this.waiting = setTimeout(() => { this.thoughts.textContent = say("compiling"); }, 2000);
    return this.thinking;
  }

  stop() {
    if (this.thinking) this.thinking.abort();
    this.thinking = null;
    clearTimeout(this.waiting);
  }

  async look(ply) {
    this.stop();
    const view = await trying(this.root, () => get(`/api/games/${this.view.number}?ply=${ply}&lang=${document.documentElement.lang}`));
    if (view) this.show(view);
  }

  async refresh() {
    const view = await trying(this.root, () => get(`/api/games/${this.view.number}?lang=${document.documentElement.lang}`));
    if (view) this.show(view);
  }

  // Back to the last time that a person was to move; or, when an earlier ply is looked at, to that.
  async undo() {
    const { view } = this;
    let ply = view.ply;
    if (view.ply === view.plies) {
      do ply--; while (ply > 0 && view.seats[view.moves[ply].player]?.kind === "computer");
    }
    if (ply < 0) return;
    this.stop();
    const changed = await trying(this.root, () => post(`/api/games/${view.number}/back`, { ply }));
    if (changed) this.show(changed);
  }

  async reseat(player, text) {
    this.stop();
    const seats = this.view.seats.map((seat, place) => (place === player ? seatOf(text) : seat));
    const view = await trying(this.root, () => post(`/api/games/${this.view.number}/seats`, { seats }));
    if (view) this.show(view);
  }

  togglePause() {
    this.paused = !this.paused;
    this.pause.setAttribute("aria-pressed", String(this.paused));
    if (this.paused) this.stop();
    else this.refresh();
  }

  async preview() {
    const text = this.position.value.trim();
    try {
      const found = await post("/api/board", { game: this.view.game, position: text });
      trouble(this.root, null);
      this.board.show(found.board, []);
    } catch (error) {
      trouble(this.root, error);
    }
  }

  toTree() {
    const facts = new URLSearchParams({ game: this.view.game, position: this.view.position });
    location.assign(`/tree?${facts}`);
  }

  async save() {
    const facts = await trying(this.root, () => get(`/api/games/${this.view.number}/file`));
    if (!facts) return;
    const link = element("a", { href: URL.createObjectURL(new Blob([JSON.stringify(facts, null, 1)], { type: "application/json" })), download: "game.zermelo.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async load(file) {
    if (!file) return;
    await trying(this.root, async () => {
      let facts = null;
      try {
        facts = JSON.parse(await file.text());
      } catch {
        facts = null;
      }
      if (!facts || facts.zermelo !== 1 || !Array.isArray(facts.moves) || !Array.isArray(facts.seats)) throw new Error(say("not_a_game"));
      this.stop();
      const view = await post("/api/games", { game: facts.game, position: facts.start, seats: facts.seats, moves: facts.moves.map((move) => move.action) });
      history.pushState(null, "", `/play?id=${view.number}`);
      this.show(view);
    });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    const act = { u: () => this.undo(), h: () => this.hint(), "[": () => this.look(Math.max(0, this.view.ply - 1)), "]": () => this.look(this.view.ply + 1) }[event.key];
    if (!act || !this.view) return;
    event.preventDefault();
    act();
  }
}

// The page: choose a game, play it.
export async function mount(root, options) {
  const game = new Game(element("div"), options);
  if (options.full) root.append(chooser(options, (spec) => game.another(spec)), game.root);
  else root.append(game.root);
  if (options.full) {
    watch(game);
    addEventListener("popstate", () => location.reload());
  }
  await game.open();
}

export function chooser(options, act) {
  const [input, list] = gameField(options.games, options.game, { name: "game", required: true });
  return element("form", { class: "choose", onsubmit: (event) => { event.preventDefault(); act(input.value.trim()); } },
    element("label", {}, element("span", {}, say("game")), input), list, element("button", {}, say("begin")));
}

// A game of the user's is loaded anew when its file is saved.
function watch(game) {
  setInterval(async () => {
    if (document.hidden || !game.view || !game.view.game.includes(".py")) return;
    const editions = await get("/api/editions").catch(() => null);
    if (!editions) return;
    const edition = editions[game.view.game];
    if (edition === undefined || edition === game.view.edition || edition === game.tried) return;
    game.tried = edition; // once, even if it fails
    game.refresh();
  }, 1500);
}
