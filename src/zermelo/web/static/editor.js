// A tree is drawn by hand: every change is sent, and comes back as a tree that is searched. The text of the tree is all that is kept.

/** @import { Choices, Sketch, SketchNode } from "./answers.js" */

import { addressOf } from "./address.js";
import { file, post } from "./api.js";
import { gameField } from "./cards.js";
import { button, choose, element, field, fill, labelled, select, table } from "./elements.js";
import { typed } from "./numbers.js";
import { download } from "./play/files.js";
import { EvaluationChooser } from "./tree/evaluation.js";
import { trouble, trying } from "./trouble.js";
import { Undo } from "./undo.js";
import { number, say } from "./words.js";

const LARGEST = 1.5, SMALLEST = 0.85, EDGE = 8; // how much a small tree is enlarged, a large one made smaller; pixels round it
const MARGIN = 40; // pixels that are seen beside a node
const FAR = 6; // pixels from which on a press is a drag
const FILES = { txt: "edit_text", json: "JSON", svg: "SVG", png: "PNG", pdf: "PDF", tex: "TikZ" };
const BESIDE = { windows: "edit_windows", intervals: "edit_intervals", nothing: "edit_nothing" };
const EMPTY = "0", NOBODY = -1;
const FIRST = "tictactoe", FIRST_EVALUATION = "open_lines"; // the game whose tree may be taken, until another is chosen
/** @type {Choices} */
const NOTHING = { title: "", algorithms: [], evaluations: [], own: true, ordered: false, known: false };
const SETTLED = ["worth", "name", "odds", "mover"]; // changes that leave every node where it is
const SEVERAL = /^\s*[+-]?[\d.]+(\s+[+-]?[\d.]+)+\s*$/; // numbers beside each other
const SVG = "http://www.w3.org/2000/svg";

/**
 * A change to the tree, as the server takes it.
 * @typedef {{ change?: string, node?: number, to?: number, mover?: number, text?: string, texts?: string[], count?: number }} Change
 */

/** @typedef {{ tree: string, counts: string }} Version  a tree, and what its numbers count */

/**
 * A game whose tree is taken.
 * @typedef {{ game: string, depth?: number, position?: string, moves?: string, evaluation?: string, fold?: boolean }} Taken
 */

/**
 * @param {HTMLElement} root
 * @param {{ tree: string, counts?: string, algorithm?: string, notes?: string, games: string[] } & Partial<Taken>} options
 */
export async function mount(root, { tree, counts, algorithm, notes, games, ...taken }) {
  const editor = new Editor(root, { algorithm, notes, games });
  await editor.begin(tree, counts);
  if (taken.game) await editor.take(/** @type {Taken} */ (taken));
}

/**
 * The place of a branch among its sisters when it is let go: behind those whose middles are to the left of it.
 * @param {number} x
 * @param {number[]} sisters  the middles of the others
 */
export function placeAt(x, sisters) {
  return sisters.filter((middle) => middle < x).length;
}

/**
 * A probability that is written in per cent as a number: 0.5 for 50%. What is something else is for the server to read.
 * @param {string} text
 */
export function part(text) {
  return /^[\d.]+%$/.test(text) ? String(Number((Number(text.slice(0, -1)) / 100).toPrecision(12))) : text;
}

/**
 * The way to a node: the place of each branch among its sisters, from the root on.
 * @param {SketchNode[]} nodes
 * @param {number} node
 * @returns {number[]}
 */
export function placesTo(nodes, node) {
  const { parent, place } = nodes[node];
  return parent < 0 ? [] : [...placesTo(nodes, parent), place];
}

/**
 * The node at the end of a way, or the last one that there is on it.
 * @param {SketchNode[]} nodes
 * @param {number[]} places
 */
export function nodeAt(nodes, places) {
  let node = 0;
  for (const place of places) {
    if (place >= nodes[node].children.length) break;
    node = nodes[node].children[place];
  }
  return node;
}

class Editor {
  /** @type {Sketch | null} */
  sketch = null;

  at = 0; // the node that is chosen
  added = NOBODY; // its child that was added last, whose worth may be typed while the parent stays chosen
  offered = false; // whether that one came by Enter after a worth, and goes again unless something is done with it
  offer = { refused: false }; // the last that Enter made, which may be refused before the child is there
  ahead = 0; // how many Enters have not been answered; what is typed meanwhile is for the child that comes
  typing = false; // whether something was typed as a worth that has not been sent
  waiting = Promise.resolve(); // for the answers to the changes before
  entered = Promise.resolve(); // for what came of Enter before
  /** @type {SVGElement[]} */
  groups = [];

  /**
   * @param {HTMLElement} root
   * @param {{ algorithm?: string, notes?: string, games: string[] }} options
   */
  constructor(root, { games, algorithm = "", notes = "windows" }) {
    this.root = root;
    /** @type {Undo<Version>} */
    this.versions = new Undo({ tree: EMPTY, counts: "" });
    this.picture = element("div", { class: "frame" });
    this.panel = element("div", { class: "side" });
    this.summary = element("p", { role: "status" });
    this.found = element("div");
    this.steps = element("a", {}, say("edit_steps"));
    this.algorithm = select(say("algorithm"), [], algorithm, () => this.ask());
    this.chosen = algorithm;
    this.beside = select(say("edit_beside"), Object.entries(BESIDE).map(([name, word]) => [name, say(word)]), notes, () => this.ask());
    this.players = select(say("edit_players"), [2, 3, 4, 5, 6].map((count) => [count, number(count)]), 2,
      (count) => this.ask({ change: "players", count: Number(count) }));
    this.undo = button(`↶ ${say("edit_undo")}`, () => this.turn(() => this.versions.undo()), { title: "Ctrl+Z" });
    this.redo = button(`↷ ${say("edit_redo")}`, () => this.turn(() => this.versions.redo()), { title: "Ctrl+Y" });
    this.anew = button(say("edit_new"), () => this.load(EMPTY));
    this.best = button(say("edit_best"), () => this.ask({ change: "best" }));
    this.worst = button(say("edit_worst"), () => this.ask({ change: "worst" }));
    this.fit = button("⤢", () => this.scale(this.fit.getAttribute("aria-pressed") !== "true"),
      { "aria-label": say("edit_fit"), title: say("edit_fit"), "aria-pressed": "false" });
    this.text = element("textarea", { rows: 4, spellcheck: "false", "aria-label": say("edit_as_text") });
    this.source = this.asText();
    /** @type {HTMLElement} */
    this.files = element("div", { class: "tools" }, ...Object.entries(FILES).map(([ending, name]) =>
      button(name === "edit_text" ? say(name) : name, () => this.save(ending))), button(say("edit_link"), () => this.copy()));
    this.said = element("p", { role: "status" });
    this.form = this.nodeForm();
    root.append(element("div", { class: "sketch" },
      choose(() => {}, element("div", { class: "tools" }, this.undo, this.redo, this.best, this.worst, this.fit, this.anew),
        this.algorithm.label, this.beside.label, this.players.label),
      this.picture, this.panel, element("div", { class: "found" }, this.summary, this.found),
      element("section", { class: "source" }, element("h2", {}, say("edit_as_text")), this.source),
      element("section", { class: "others" }, element("h2", {}, say("edit_others")), this.atRandom(), this.ofGame(games)),
      element("section", { class: "files" }, element("h2", {}, say("edit_save")), this.files, this.said)));
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.picture.addEventListener("pointerdown", (event) => this.press(event));
    this.picture.addEventListener("touchstart", (event) => this.hold(event), { passive: false });
    document.addEventListener("keydown", (event) => this.undoKey(event));
  }

  /**
   * The tree of the address; where that is none, what is wrong in its place, and below its text, to be mended.
   * @param {string} tree
   * @param {string} [counts]  what its numbers count
   */
  async begin(tree, counts = "") {
    this.text.value = tree;
    const found = await this.load(tree, this.picture, counts);
    if (found) this.versions = new Undo({ tree: found.tree, counts });
    if (found) this.show(found);
  }

  /** @returns {HTMLElement} */
  asText() {
    return choose(() => this.load(this.text.value, this.source), this.text, element("button", {}, say("edit_read")));
  }

  /** A tree at random, by its number. */
  atRandom() {
    const kinds = { alphabeta: "edit_two", expectiminimax: "edit_chance", maxn: "edit_three" };
    const kind = select(say("edit_random_kind"), Object.entries(kinds).map(([name, word]) => [name, say(word)]), "alphabeta");
    const level = select(say("level_of"), [1, 2, 3, 4, 5].map((one) => [one, number(one)]), 2);
    const seed = element("input", { type: "number", min: 0, max: 1e9, value: 1, required: true });
    const form = choose(() => this.fetch(form, "/api/edit/random", { kind: kind.list.value, level: Number(level.list.value), seed: Number(seed.value) }),
      kind.label, level.label, labelled(say("seed"), seed), element("button", {}, say("edit_random")));
    return form;
  }

  /**
   * A game's own tree.
   * @param {string[]} games
   */
  ofGame(games) {
    const { input: game, list, called } = gameField(games, FIRST, { required: true }, { sent: false });
    const depth = element("input", { type: "number", min: 1, max: 40, value: 2 });
    const position = field(), moves = field(), evaluation = new EvaluationChooser(FIRST_EVALUATION, () => {});
    const fold = element("input", { type: "checkbox", checked: true });
    const wanted = () => ({
      game: game.value.trim(),
      depth: depth.value === "" ? undefined : Number(depth.value),
      position: position.value.trim() || undefined,
      moves: moves.value.trim() || undefined,
      evaluation: evaluation.text || undefined,
      fold: fold.checked,
    });
    const offer = async (/** @type {boolean} */ another) => {
      const chosen = game.value.trim();
      if (another) evaluation.text = position.value = moves.value = "";
      /** @type {Choices | null} */
      const found = await post("/api/choices", { game: chosen }).catch(() => null); // taking the tree tells what is wrong
      if (game.value.trim() !== chosen) return;
      if (found) called(found.title);
      evaluation.offer(found ?? NOTHING, another);
    };
    const form = choose(() => this.take(wanted(), form), labelled(say("game"), game), list, labelled(say("depth"), depth), evaluation.label,
      element("details", {}, element("summary", {}, say("more")), labelled(say("position"), position), labelled(say("moves"), moves),
        element("label", { class: "check" }, fold, element("span", {}, say("fold")))),
      element("button", {}, say("edit_take")), evaluation.weights);
    game.addEventListener("change", () => offer(true));
    offer(false);
    return form;
  }

  /**
   * @param {Taken} taken
   * @param {HTMLElement} [place]
   */
  async take({ game, depth, position, moves, evaluation, fold }, place = this.panel) {
    await this.fetch(place, "/api/edit/game", { game, depth, position, moves, evaluation, fold });
  }

  /**
   * Load a tree that the server makes.
   * @param {HTMLElement} place  where it is said what is wrong
   * @param {string} path
   * @param {object} wanted
   */
  async fetch(place, path, wanted) {
    /** @type {{ tree: string, counts?: string } | null} */
    const made = await trying(place, () => post(path, wanted));
    if (made) await this.load(made.tree, place, made.counts);
  }

  // Changes

  /**
   * Change the tree, when all changes before have been answered, and show what came of it.
   * @param {Change} [change]
   * @param {{ offer?: { refused: boolean } }} [how]  whether it adds a child that is only offered
   * @returns {Promise<Sketch | null>}
   */
  ask(change = {}, how = {}) {
    return this.send(() => ({ tree: this.versions.now.tree, node: this.at, ...change }), this.panel, how);
  }

  /**
   * Change a node as it was typed for it, whichever is chosen when all changes before have been answered.
   * @param {number} node
   * @param {Change} change
   */
  askAt(node, change) {
    const nodes = () => this.sketch?.nodes ?? [], places = placesTo(nodes(), node);
    return this.send(() => ({ tree: this.versions.now.tree, node: nodeAt(nodes(), places), ...change }), this.panel);
  }

  /**
   * Another tree.
   * @param {string} tree
   * @param {HTMLElement} [place]
   * @param {string} [counts]  what its numbers count
   * @returns {Promise<Sketch | null>}
   */
  load(tree, place = this.panel, counts = "") {
    return this.send(() => ({ tree }), place, { counts });
  }

  /**
   * @param {() => Change & { tree: string }} wanted
   * @param {HTMLElement} place
   * @param {{ counts?: string, stays?: boolean, offer?: { refused: boolean } }} [how]  what the numbers count, where they are not those of
   *   the tree that is there; whether the node that is chosen stays so, as far as it is in the tree that comes; whether a child is only
   *   offered: nothing comes of what is refused before it is answered
   * @returns {Promise<Sketch | null>}
   */
  send(wanted, place, { counts, stays = false, offer } = {}) {
    const sent = this.waiting.then(() => trying(place, async () => {
      const how = { algorithm: this.algorithm.list.value || this.chosen || undefined, notes: this.beside.list.value };
      const asked = wanted();
      /** @type {Sketch} */
      const found = await post("/api/edit", { ...asked, ...how });
      if (offer?.refused) return null;
      const before = this.sketch?.nodes, beside = asked.node !== this.at && SETTLED.includes(asked.change ?? ""); // another one is chosen
      if ((stays || beside) && before) found.at = nodeAt(found.nodes, placesTo(before, this.at));
      const added = asked.change === "add" ? found.nodes[found.at].children.slice(-1)[0]
        : before && beside && asked.node === this.added ? nodeAt(found.nodes, placesTo(before, this.added)) : NOBODY;
      const { now } = this.versions;
      if (found.tree !== now.tree) this.versions.push({ tree: found.tree, counts: counts ?? now.counts });
      this.show(found, added, Boolean(offer));
      return found;
    }));
    this.waiting = sent.then(() => {});
    return sent;
  }

  /**
   * Go to another version, when all changes before have been answered; one stays at the node where one stands.
   * @param {() => Version | undefined} step
   */
  turn(step) {
    return this.send(() => ({ tree: (step() ?? this.versions.now).tree }), this.panel, { stays: true });
  }

  // What is shown

  /**
   * @param {Sketch} found
   * @param {number} [added]  the child of the node at hand that has just been added
   * @param {boolean} [offered]  whether that one is only offered
   */
  show(found, added, offered = false) {
    const focused = this.picture.contains(document.activeElement);
    this.sketch = found;
    this.at = found.at;
    this.text.value = found.tree;
    options(this.algorithm.list, found.algorithms, found.algorithm);
    this.players.list.value = String(found.players);
    this.undo.disabled = !this.versions.past.length;
    this.redo.disabled = !this.versions.future.length;
    this.anew.disabled = found.tree === EMPTY;
    this.best.disabled = this.worst.disabled = !found.ordered;
    this.draw(found);
    this.choose(found.at, focused, added);
    this.result(found);
    this.offered = offered;
    this.keep();
  }

  /** The address and the way to the steps lead to the tree that is shown, but for a child that is only offered. */
  keep() {
    if (!this.sketch || this.offered) return;
    const { tree, spec, algorithm } = this.sketch;
    this.steps.href = addressOf("/tree", { game: spec, algorithm });
    history.replaceState(null, "", addressOf("/edit", { tree, algorithm, notes: this.beside.list.value }));
  }

  /** @param {Sketch} found */
  draw(found) {
    const { scrollLeft, scrollTop } = this.picture;
    fill(this.picture, found.svg);
    const svg = this.picture.firstElementChild;
    svg?.setAttribute("role", "tree");
    svg?.setAttribute("aria-label", say("edit_tree"));
    this.groups = found.nodes.map((_, node) => /** @type {SVGElement} */ (this.picture.querySelector(`#n${node}`)));
    this.groups.forEach((group, node) => {
      const { label, parent, place } = found.nodes[node];
      const facts = { role: "treeitem", "aria-label": label, "aria-level": this.level(node) + 1, tabindex: -1, "aria-posinset": place + 1,
        "aria-setsize": parent < 0 ? 1 : found.nodes[parent].children.length };
      for (const [name, value] of Object.entries(facts)) group.setAttribute(name, String(value));
    });
    this.scale(this.fit.getAttribute("aria-pressed") === "true");
    Object.assign(this.picture, { scrollLeft, scrollTop });
  }

  /**
   * Draw the tree as large as there is room for, but no smaller than can be read, unless all of its width is to be seen.
   * @param {boolean} whole
   */
  scale(whole) {
    this.fit.setAttribute("aria-pressed", String(whole));
    const svg = /** @type {SVGSVGElement} */ (this.picture.querySelector("svg")), { width, height } = svg.viewBox.baseVal;
    const fits = (this.picture.clientWidth - 2 * EDGE) / width, scale = whole || fits >= SMALLEST ? Math.min(LARGEST, fits) : 1;
    svg.setAttribute("width", String(width * scale));
    svg.setAttribute("height", String(height * scale));
  }

  /** @param {Sketch} found */
  result(found) {
    const why = found.why.length ? [element("h3", {}, say("edit_why")), element("ul", {}, ...found.why.map((one) => element("li", {}, one)))] : [];
    const rows = found.rows.map(({ name, nodes, leaves, cutoffs }) => [name, number(nodes), number(leaves), number(cutoffs)]);
    this.summary.textContent = found.trouble ?? [found.summary, this.versions.now.counts].filter(Boolean).join("; ");
    this.summary.className = found.trouble ? "trouble" : "";
    this.found.replaceChildren(...(found.trouble ? [] : [table([say("edit_visited"), say("nodes"), say("leaves"), say("cutoffs")], rows), ...why,
      element("p", {}, this.steps)]));
  }

  /**
   * The node that changes are made at from now on.
   * @param {number} node
   * @param {boolean} [focus]
   * @param {number} [added]  its child that has just been added
   */
  choose(node, focus = true, added = NOBODY) {
    const before = this.groups[this.at];
    before?.setAttribute("tabindex", "-1");
    before?.removeAttribute("aria-selected");
    this.groups[this.added]?.classList.remove("added");
    this.picture.querySelector(".plus")?.remove();
    this.at = node;
    this.added = added;
    if (this.offered) { // who goes on elsewhere leaves it in the tree
      this.offered = false;
      this.keep();
    }
    this.groups[added]?.classList.add("added");
    const group = this.groups[node];
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-selected", "true");
    this.plus(group);
    trouble(this.panel, null); // it spoke of another node
    if (focus) group.focus({ preventScroll: true });
    if (added !== NOBODY) this.follow(this.groups[added]);
    this.follow(group);
    this.fields();
  }

  /**
   * Keep a node in sight of the frame; the page stays where it is.
   * @param {Element} group
   */
  follow(group) {
    const { picture } = this, box = group.getBoundingClientRect(), room = picture.getBoundingClientRect();
    if (box.left < room.left) picture.scrollLeft += box.left - room.left - MARGIN;
    if (box.right > room.right) picture.scrollLeft += box.right - room.right + MARGIN;
    if (box.top < room.top) picture.scrollTop += box.top - room.top - MARGIN;
    if (box.bottom > room.bottom) picture.scrollTop += box.bottom - room.bottom + MARGIN;
  }

  /**
   * A sign below a node that adds a child, for the pointer; others have a button.
   * @param {SVGElement} group
   */
  plus(group) {
    const shape = /** @type {SVGGraphicsElement} */ (group.querySelector(".shape")), box = shape.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height + 9];
    const made = document.createElementNS(SVG, "g"), circle = document.createElementNS(SVG, "circle"), sign = document.createElementNS(SVG, "text");
    made.setAttribute("class", "plus");
    made.setAttribute("aria-hidden", "true");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: 9 })) circle.setAttribute(name, String(value));
    for (const [name, value] of Object.entries({ x, y: y + 4.5 })) sign.setAttribute(name, String(value));
    sign.textContent = "+";
    made.append(circle, sign);
    this.picture.firstElementChild?.append(made);
  }

  // The form of the node that is chosen

  nodeForm() {
    const worth = field("", { name: "worth" }), name = field("", { name: "name" }), odds = field("", { name: "odds" });
    const mover = select(say("edit_mover"), [], "", (value) => this.ask(value === "" ? this.leaf() : { change: "mover", mover: Number(value) }));
    const asked = {
      name: () => ({ change: "name", text: name.value.trim() }),
      odds: () => ({ change: "odds", texts: typed(odds.value).split(/[\s;]+/).filter(Boolean).map(part) }),
    };
    for (const [key, input] of Object.entries({ name, odds })) {
      const change = asked[/** @type {keyof typeof asked} */ (key)];
      input.addEventListener("change", () => this.askAt(this.form.node, change()));
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        if (event.key === "Escape") this.fields();
        this.groups[this.at]?.focus();
      });
    }
    worth.addEventListener("input", () => { this.typing = true; });
    worth.addEventListener("blur", () => this.leave());
    worth.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Escape") this.escape();
      else if (this.form.valued === this.at) this.groups[this.at]?.focus();
      else this.nextChild();
    });
    const labels = { worth: labelled(say("edit_worth"), worth), name: labelled(say("edit_name"), name), odds: labelled(say("edit_odds"), odds) };
    const left = button("◀", () => this.shift(-1), { "aria-label": say("edit_left"), title: say("edit_left") });
    const right = button("▶", () => this.shift(1), { "aria-label": say("edit_right"), title: say("edit_right") });
    const title = element("h2", {}), help = element("p", { class: "help" });
    const add = button(`+ ${say("edit_add")}`, () => this.add(), { class: "first" });
    const remove = button(`× ${say("edit_remove")}`, () => this.ask({ change: "remove" }));
    this.panel.append(title, element("div", { class: "tools" }, add, remove, left, right),
      element("div", { class: "choose" }, labels.worth, mover.label, labels.odds, labels.name), help);
    return { worth, name, odds, mover, labels, left, right, title, help, node: 0, valued: 0 };
  }

  /** Fill in the form. */
  fields() {
    if (!this.sketch) return;
    const { nodes, movers } = this.sketch, one = nodes[this.at], { form } = this, leaf = one.mover === null;
    form.title.textContent = one.label;
    form.node = this.at;
    form.valued = leaf ? this.at : this.added !== NOBODY && nodes[this.added].mover === null ? this.added : NOBODY;
    form.labels.worth.firstElementChild?.replaceChildren(say(leaf ? "edit_worth" : "edit_worth_added"));
    form.help.textContent = say(form.valued === this.at || form.valued === NOBODY ? "edit_help" : "edit_help_added");
    form.worth.enterKeyHint = leaf ? "done" : "next";
    if (!this.typing) {
      form.worth.value = form.valued === NOBODY ? "" : nodes[form.valued].worth;
      if (document.activeElement === form.worth) form.worth.select();
    }
    form.name.value = one.name;
    form.odds.value = one.odds.join("  ");
    form.labels.worth.hidden = form.valued === NOBODY;
    form.labels.odds.hidden = !one.odds.length;
    form.labels.name.hidden = one.parent < 0;
    const none = leaf || one.worth ? [/** @type {[string, string]} */ (["", leaf ? say("edit_leaf") : say("edit_make_leaf", { worth: brief(one.worth) })])] : [];
    options(form.mover.list, [...none, ...movers], one.mover ?? "");
    const sisters = one.parent < 0 ? 1 : nodes[one.parent].children.length;
    form.left.disabled = one.place === 0;
    form.right.disabled = one.place === sisters - 1;
  }

  /** The node becomes a leaf that is worth what it was worth. */
  leaf() {
    return { change: "worth", text: this.node().worth };
  }

  /** @returns {SketchNode} */
  node() {
    if (!this.sketch) throw new Error("there is no tree yet");
    return this.sketch.nodes[this.at];
  }

  async add() {
    const found = await this.ask({ change: "add" });
    if (found) this.type(null);
    return found;
  }

  /**
   * What was typed as a worth is taken, at the node that it is for.
   * @param {string} value
   */
  sendWorth(value) {
    return this.askAt(this.form.valued, { change: "worth", text: worthOf(typed(value), this.sketch?.players ?? 2) });
  }

  /** Enter at a child that was added: its worth is taken, and a sister is offered. What is typed before the answers is for her. */
  nextChild() {
    const { worth } = this.form, { typing } = this, { value } = worth, offer = this.offer = { refused: false };
    this.typing = false;
    worth.select();
    this.enter(async () => {
      if (typing && !await this.sendWorth(value)) return;
      if (!offer.refused) await this.ask({ change: "add" }, typing ? { offer } : {});
    });
  }

  /**
   * Do something when all Enters before have been answered.
   * @param {() => Promise<unknown>} act
   */
  enter(act) {
    this.ahead += 1;
    this.entered = this.entered.then(act).finally(() => { this.ahead -= 1; }).then(() => {});
  }

  /** The field of the worth is left: what was typed is taken, by the child that Enter offered before, too, if it is still to come. */
  leave() {
    const { typing } = this, { value } = this.form.worth;
    this.typing = false;
    if (!typing) return;
    if (!this.ahead) {
      this.sendWorth(value);
      return;
    }
    this.offer = { refused: false }; // the one before is accepted
    this.enter(() => this.sendWorth(value));
  }

  /** Escape at a worth: what was typed is given up, and with it a child that was only offered. */
  escape() {
    this.typing = false;
    this.fields();
    this.groups[this.at]?.focus();
    this.refuse();
  }

  /** A child that is only offered goes, or does not come; what is promised is that all changes before are made, too. */
  async refuse() {
    this.offer.refused = true;
    if (this.offered) this.turn(() => (this.offered ? this.versions.undo() : undefined));
    await this.entered;
    await this.waiting;
  }

  /**
   * Type the worth of a leaf, beginning with this; null keeps what is there, to be typed over.
   * @param {string | null} begin
   */
  type(begin) {
    const { worth } = this.form;
    worth.focus();
    if (begin !== null) {
      worth.value = begin;
      this.typing = true;
    } else if (!this.typing) {
      worth.select();
    }
  }

  /**
   * The branch goes past its sister.
   * @param {number} step
   */
  shift(step) {
    if (!this.sketch) return;
    const { parent, place } = this.node(), to = place + step;
    if (parent >= 0 && to >= 0 && to < this.sketch.nodes[parent].children.length) this.ask({ change: "move", to });
  }

  // Keys and the pointer

  /** @param {number} node */
  level(node) {
    let level = 0;
    for (let one = node; this.sketch && this.sketch.nodes[one].parent >= 0; one = this.sketch.nodes[one].parent) level += 1;
    return level;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.sketch || event.ctrlKey || event.metaKey || event.altKey) return;
    const { nodes } = this.sketch, one = this.node(), valued = this.form.valued !== NOBODY;
    const beside = (/** @type {number} */ step) => {
      const next = this.at + step; // nodes are counted level by level
      if (next > 0 && next < nodes.length && this.level(next) === this.level(this.at)) this.choose(next);
    };
    /** @type {Record<string, () => unknown>} */
    const acts = {
      ArrowLeft: () => (event.shiftKey ? this.shift(-1) : beside(-1)),
      ArrowRight: () => (event.shiftKey ? this.shift(1) : beside(1)),
      ArrowUp: () => { if (one.parent >= 0) this.choose(one.parent); },
      ArrowDown: () => { if (one.children.length) this.choose(one.children[0]); },
      Home: () => this.choose(0),
      "+": () => this.ask({ change: "add" }),
      Insert: () => this.ask({ change: "add" }),
      Delete: () => this.ask({ change: "remove" }),
      Backspace: () => this.ask({ change: "remove" }),
      Enter: () => (valued ? this.type(null) : this.form.mover.list.focus()),
    };
    const act = acts[event.key];
    if (act) act();
    else if (valued && /^[-\d.?]$/.test(event.key)) this.type(event.key);
    else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  undoKey(event) {
    const under = /** @type {Element} */ (event.target);
    const untouched = under === this.form.worth && !this.typing;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (under.matches("textarea, input[type=text]") && !untouched)) return;
    if (untouched) this.groups[this.at]?.focus(); // the child whose worth it is may go
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.turn(() => this.versions.undo());
    else if (key === "y" || key === "z") this.turn(() => this.versions.redo());
    else return;
    event.preventDefault();
  }

  /**
   * A node is chosen, or its branch dragged past its sisters; the sign below it adds a child.
   * @param {PointerEvent} event
   */
  press(event) {
    const under = /** @type {Element} */ (event.target);
    if (event.button || !this.sketch) return;
    if (under.closest(".plus")) {
      event.preventDefault();
      this.add();
      return;
    }
    const group = /** @type {SVGElement | null} */ (under.closest(".node"));
    if (!group) return;
    event.preventDefault();
    this.choose(Number(group.dataset.node));
    const { parent, children } = this.node(), start = event.clientX, node = this.at;
    const sisters = parent < 0 ? [] : this.sketch.nodes[parent].children.filter((one) => one !== node);
    const below = [...this.branch(node, children), ...this.picture.querySelectorAll(".plus")];
    const follow = (/** @type {PointerEvent} */ move) => {
      const far = move.clientX - start;
      for (const part of below) part.setAttribute("transform", Math.abs(far) < FAR ? "" : `translate(${far} 0)`);
    };
    const end = (/** @type {PointerEvent} */ last) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      for (const part of below) part.removeAttribute("transform");
      if (last.type === "pointercancel" || Math.abs(last.clientX - start) < FAR) return;
      const to = placeAt(middle(group) + last.clientX - start, sisters.map((one) => middle(this.groups[one])));
      if (to !== this.node().place) this.ask({ change: "move", node, to });
    };
    if (!sisters.length) return;
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /**
   * A finger on a branch drags it, and does not scroll.
   * @param {TouchEvent} event
   */
  hold(event) {
    if (event.touches.length === 1 && /** @type {Element} */ (event.target).closest(".node")) event.preventDefault();
  }

  /**
   * The parts of the picture that show a node and all below it.
   * @param {number} node
   * @param {number[]} children
   * @returns {Element[]}
   */
  branch(node, children) {
    const edges = children.flatMap((child) => [...this.picture.querySelectorAll(`[data-edge="${child}"], [data-edge="${child}"] + .cut, [data-name="${child}"]`)]);
    return [this.groups[node], ...edges, ...children.flatMap((child) => this.branch(child, this.sketch?.nodes[child].children ?? []))];
  }

  // Files

  /**
   * @param {string} ending
   * @returns {Promise<unknown>}
   */
  save(ending) {
    return trying(this.files, async () => {
      await this.refuse();
      const { tree } = this.versions.now;
      const made = await file("/api/edit/file", { tree, ending, algorithm: this.algorithm.list.value, notes: this.beside.list.value });
      download(made, `tree.${ending}`, made.type);
    });
  }

  /** Copy the address, where the browser lets pages do so: not on another machine's address without encryption. */
  async copy() {
    await this.refuse();
    try {
      await navigator.clipboard.writeText(location.href);
      this.said.textContent = say("edit_copied");
    } catch {
      this.said.textContent = say("edit_address");
    }
  }
}

/**
 * The choices of a list.
 * @param {HTMLSelectElement} list
 * @param {[string | number, string][]} choices
 * @param {string | number} value
 */
function options(list, choices, value) {
  list.replaceChildren(...choices.map(([key, shown]) => element("option", { value: key }, shown)));
  list.value = String(value);
}

/**
 * The worth of a leaf as a tree has it: what each of more than two players gets may be typed without its brackets.
 * @param {string} text
 * @param {number} players
 */
export function worthOf(text, players) {
  return players > 2 && SEVERAL.test(text) ? `<${text.trim()}>` : text;
}

/**
 * A worth as it is shown where there is little room.
 * @param {string} worth
 */
function brief(worth) {
  return worth.startsWith("<") ? worth : number(Number(worth), 4);
}

/** @param {Element} group */
function middle(group) {
  const box = (group.querySelector(".shape") ?? group).getBoundingClientRect();
  return box.left + box.width / 2;
}
