// A game: who plays, the board, what has been played, what the computer thinks. `full` is the page of its own.

import { Board } from "./board.js";
import { button, element, fill, gameField, get, lang, number, post, say, select, stream, trouble, trying } from "./studio.js";

const HUMAN = "human";
const CHANCE = -1;
const MANY = 6; // colours

// The colour of a player's pieces, or a die for chance; the name beside it says the same.
function swatch(player, look) {
  const name = { backgammon: `p${1 - player}`, goban: `s${player}` }[look] ?? `p${player % MANY}`;
  const shape = player === CHANCE ? '<rect class="hole" x="3" y="3" width="14" height="14" rx="3"/><circle cx="7.5" cy="7.5" r="1.8" fill="#1f2328"/><circle cx="12.5" cy="12.5" r="1.8" fill="#1f2328"/>'
    : `<circle class="${name}" cx="10" cy="10" r="8" stroke-width="1.5"/>`;
  return fill(element("span", { class: "swatch", "aria-hidden": "true" }), `<svg class="board" viewBox="0 0 20 20" width="16" height="16">${shape}</svg>`);
}

// What is left of a view when the page is handed over.
const NOTHING = { covered: true, board: { svg: "", text: "", labels: [], columns: 0, look: "", news: "" }, legal: [], moves: [], position: "", start: "" };

export class Game {
  constructor(root, options = {}) {
    this.root = root;
    this.options = options;
    this.paused = false;
    this.seat = null; // who is at this page, where a game hides something and several people play
    this.thinking = null;
    this.place = element("div", { class: "place" });
    this.cover = element("div", { class: "cover", hidden: true, "aria-live": "polite" });
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
    root.replaceChildren(element("div", { class: "where" }, element("div", { class: "scale" }, this.ends[1], this.bar, this.ends[0]), this.cover, this.place),
      element("div", { class: "side" }, this.news, this.facts, this.thoughts, this.tools, this.seats, this.moves, this.more));
    this.board = new Board(this.place, (action) => this.play(action), { squares: say("board"), choose: say("which"), actions: say("all_actions") }, (steps) => this.halfway(steps));
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
      button(say("again"), () => this.anew(this.view.seats)),
      this.pause,
    );
  }

  buildMore() {
    this.position = element("textarea", { rows: 2, spellcheck: "false", "aria-label": say("position") });
    const load = element("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => this.load(load.files[0]) });
    this.more.replaceChildren(
      this.written = element("details", {}, element("summary", {}, say("position")), this.position,
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
    const { id, game, side = 0, level, player: kind, position = null, seed } = this.options;
    if (id) {
      const view = await trying(this.root, () => get(this.address("", encodeURIComponent(id))));
      if (view) this.show(view);
      return;
    }
    const board = await trying(this.root, () => post("/api/board", { game, position }));
    if (!board) return;
    const asked = kind === "mcts" ? { player: kind, seconds: 1 } : kind ? { player: kind } : level === undefined ? null : { level };
    const computer = asked ? { kind: "computer", ...asked } : board.usual;
    const seats = board.players.map((_, player) => (player === side ? { kind: HUMAN } : computer));
    await this.begin(game, seats, position, seed === undefined ? {} : { seed: String(seed) });
  }

  // An address of this game, as this page may see it.
  address(what = "", id = this.view.number, facts = {}) {
    const seat = this.seat === null ? {} : { seat: this.seat };
    return `/api/games/${id}${what}?${new URLSearchParams({ ...facts, ...seat, ...(what ? {} : { lang }) })}`;
  }

  tell(what, facts) {
    return post(`/api/games/${this.view.number}/${what}`, { ...facts, seat: this.seat });
  }

  async another(game) {
    this.options = { ...this.options, id: null, game, position: null };
    await this.open();
  }

  // The same game from where it began, with these seats.
  anew(seats) {
    const { view } = this;
    return this.begin(view.game, seats, view.hidden ? null : view.start, view.chance ? { chance: view.chance } : {});
  }

  async begin(game, seats, position = null, facts = {}) {
    this.stop();
    this.seat = null;
    const view = await trying(this.root, () => post("/api/games", { game, seats, position, ...facts }));
    if (!view) return;
    if (this.options.full) history[this.view ? "pushState" : "replaceState"](null, "", `/play?id=${view.number}`);
    this.share(0.5);
    this.show(view);
  }

  show(view) {
    this.view = view;
    if (view.hidden && this.otherToMove()) view = this.view = { ...view, ...NOTHING };
    this.board.show(view.board, this.humanToMove() ? view.legal : []);
    this.showCover();
    this.news.textContent = view.news;
    this.facts.textContent = (view.board.news !== view.news && view.board.news) || this.whoSees();
    this.root.dataset.over = view.over;
    const { look } = view.board;
    this.moves.replaceChildren(...view.moves.map((move, place) => element("li", { class: move.name === null ? "unseen" : null },
      swatch(move.player, look), button(move.name ?? say("unseen"), () => this.look(place + 1), { "aria-current": place + 1 === view.ply ? "step" : null }))));
    const shown = this.moves.querySelector("[aria-current]");
    if (shown) this.moves.scrollTop = shown.offsetTop - this.moves.clientHeight / 2;
    this.showSeats();
    this.ends.forEach((end, player) => { end.textContent = view.players[player]; });
    this.bar.parentElement.hidden = view.players.length !== 2 || view.hidden;
    this.pause.hidden = view.seats.some((seat) => seat.kind === HUMAN);
    if (this.position && document.activeElement !== this.position) this.position.value = view.position;
    if (this.written) this.written.hidden = view.hidden;
    if (view.computer && !this.paused) this.reply();
  }

  // Who sits where, what the end is worth to each, and who throws the dice.
  showSeats() {
    const { view } = this, choices = view.choices.map(({ key, name }) => [key, name]);
    const made = view.players.map((name, player) => {
      const label = select(name, choices, view.seated[player], (text) => this.reseat(player, text));
      label.firstElementChild.prepend(swatch(player, view.board.look));
      if (player === view.mover) label.setAttribute("aria-current", "true");
      if (view.utilities) label.firstElementChild.append(element("b", { class: "worth" }, number(view.utilities[player])));
      return label;
    });
    if (view.chance && !view.hidden) {
      const throwers = [["computer", say("chance_computer")], [HUMAN, say("chance_human")]];
      const label = select(say("chance"), throwers, view.chance, (chance) => this.change("seats", { seats: view.seats, chance }));
      label.firstElementChild.prepend(swatch(CHANCE, ""));
      made.push(label);
    }
    this.seats.replaceChildren(...made);
  }

  // Where a game hides something, whose eyes the page has.
  whoSees() {
    const { view } = this;
    if (!view.hidden || view.over || view.covered) return "";
    return view.eyes === null ? say("watched") : say("hidden_yours", { player: view.players[view.eyes] });
  }

  // Another person than the one at the page is to move.
  otherToMove() {
    const { view } = this;
    return !view.over && view.ply === view.plies && view.mover >= 0 && view.seats[view.mover]?.kind === HUMAN && view.mover !== view.eyes;
  }

  // The page is handed over: nothing is shown, and nothing was sent, before the next person says to be there.
  showCover() {
    const { view } = this, player = view.players[view.mover], waits = view.covered && view.seats[view.mover]?.kind === HUMAN;
    this.cover.hidden = !view.covered;
    this.place.hidden = view.covered;
    if (!view.covered) return;
    const ready = waits ? button(say("look", { player }), () => { this.seat = view.mover; this.refresh(); }, { class: "first" }) : null;
    this.cover.replaceChildren(element("p", {}, waits ? say("hand_over", { player }) : view.news), ...(ready ? [ready] : []));
    if (ready && document.activeElement === document.body) ready.focus();
  }

  humanToMove() {
    const { view } = this;
    return view.ply === view.plies && !view.over && view.mover !== null && !view.computer && !view.covered;
  }

  async play(action) {
    this.stop();
    const { view } = this;
    try {
      trouble(this.root, null);
      const after = await this.tell("moves", { ply: view.ply, action: action.action });
      if (this.view.number === view.number) this.show(after); // else another game has begun meanwhile
    } catch (error) {
      trouble(this.root, error);
      this.refresh();
    }
  }

  // The board after some steps of a move.
  async halfway(steps) {
    return (await this.tell("halfway", { ply: this.view.ply, steps }).catch(() => ({ board: null }))).board;
  }

  // The computer moves.
  async reply() {
    const { view } = this, mine = this.takeOver();
    try {
      const done = await stream(`/api/games/${view.number}/reply`, { ply: view.plies, seat: this.seat }, (found) => this.told(found), mine.signal);
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
    if (view.covered || (view.over && view.ply === view.plies)) return;
    const mine = this.takeOver();
    try {
      const found = await stream(`/api/games/${view.number}/think`, { ply: view.ply, seconds, seat: this.seat }, (news) => this.told(news), mine.signal);
      this.told(found);
      if (then) then(found);
    } catch (error) {
      this.failed(error, mine);
    }
  }

  hint() {
    if (!this.humanToMove()) return;
    this.board.restart();
    this.think(1, (found) => {
      if (!found.line.length) return;
      this.board.mark(found.squares);
      this.thoughts.textContent = say("hint_is", { action: found.line[0] });
    });
  }

  told(found) {
    clearTimeout(this.waiting);
    if (!found) { // who holds something hidden does not say what they think
      this.thoughts.textContent = "";
      return;
    }
    const value = number(found.value, 3) + (found.proved && found.share !== null ? ` (${say("proved")})` : "");
    const facts = { value, depth: found.depth, nodes: number(found.nodes), line: found.line.join(" ") };
    this.thoughts.textContent = (found.depth ? say("found", facts) : say("found_by_trying", facts)) + (found.cut_short ? ` ${say("cut_short")}` : "");
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
    const view = await trying(this.root, () => get(this.address("", this.view.number, { ply })));
    if (view) this.show(view);
  }

  async refresh() {
    const view = await trying(this.root, () => get(this.address()));
    if (view) this.show(view);
  }

  // What is half made is given up; else back to the last time that a person chose, or to the earlier ply that is looked at.
  undo() {
    const { view } = this;
    if (this.board.restart() || view.back === null || view.covered) return null;
    return this.change("back", { ply: view.back });
  }

  // Nobody takes over a hidden hand: where somebody else is to play, another game begins.
  reseat(player, text) {
    const { view } = this, { seat: chosen } = view.choices.find(({ key }) => key === text);
    const seats = view.seats.map((seat, place) => (place === player ? chosen : seat));
    return view.hidden && chosen.kind !== view.seats[player].kind ? this.anew(seats) : this.change("seats", { seats });
  }

  async change(what, facts) {
    this.stop();
    const view = await trying(this.root, () => this.tell(what, facts));
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
    const facts = await trying(this.root, () => get(this.address("/file")));
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
      if (facts.complete === false) throw new Error(say("incomplete"));
      this.stop();
      this.seat = null;
      const { game, seats, chance, seed } = facts;
      const view = await post("/api/games", { game, position: facts.start, seats, moves: facts.moves.map((move) => move.action), chance, seed });
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
