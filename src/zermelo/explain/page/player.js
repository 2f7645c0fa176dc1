// Steps through a search: the tree, the sentence, the running line, all as they were after one step.
// It reads the data that `zermelo.explain.page` puts beside it and needs nothing else.

import { drawCalls, nextStop } from "./player-calls.js";
import { Sight } from "./player-sight.js";

const LEGIBLE = 0.75, READABLE = 0.9; // of their size: letters at first, where all of the tree is shown at least, else
const MOST_CALLS = 8; // for which there is room beforehand
const CHOICES = ["notes", "listing"];
const WRITTEN_IN = "input:not([type=radio], [type=checkbox], [type=range]), textarea, select"; // where keys are not for the player
const PRESSED_BY_BLANK = "button, summary, input[type=checkbox]";
const ENTER = "enter", LEAF = "leaf", ANSWER = "answer", CUT = "cut", LEAVE = "leave";

/**
 * A state with its name, as a picture, which is empty where there is none, and as text.
 * @typedef {{ label: string, picture: string, board: string }} Shown
 */

/**
 * A node of the tree; its parent is -1 at the root. `mover` stands beside it whatever the step is, where there are more than two players.
 * @typedef {Shown & { parent: number, name: string, value: string, inner: boolean, note: string, mover: string, best: boolean }} Node
 */

/**
 * What happens at a node; the last four only in searches, `changes` and what is shown only in simulations.
 * @typedef {object} StepFacts
 * @property {string} kind
 * @property {number} node
 * @property {number} child
 * @property {number} line  of the listing
 * @property {string} text
 * @property {string} [window]
 * @property {string} [value]
 * @property {[number, string][]} [intervals]
 * @property {number[]} [unvisited]
 * @property {[number, string[]][]} [calls]  whose variables have changed, as text
 * @property {[number, string, string][]} [changes]
 */

/** @typedef {StepFacts & Partial<Shown>} Step */

/**
 * @typedef {object} PlayerData
 * @property {Node[]} nodes
 * @property {Step[]} steps
 * @property {string[]} source
 * @property {string[]} pseudo
 * @property {string[]} variables  of the algorithm, by name; none in simulations
 * @property {Record<string, string>} words
 */

/**
 * What is known of a node after a step: it is to come, or open, or done.
 * @typedef {{ state: "future" | "open" | "done", value: string, window: string, interval: string, cut: boolean }} NodeFacts
 */

/**
 * The parts of a node in the picture, and how it looked when it was last drawn.
 * @typedef {object} Parts
 * @property {Element} group
 * @property {Element | null} edge
 * @property {Element | null} bars
 * @property {Element | null} name
 * @property {Element} value
 * @property {Element | null} note
 * @property {string} last
 */

/**
 * What is known of each node of a search after the step `at`.
 * @param {PlayerData} data
 * @param {number} at
 */
export function known({ nodes, steps, words }, at) {
  /** @type {NodeFacts[]} */
  const facts = nodes.map(() => ({ state: "future", value: "", window: "", interval: words.anything, cut: false }));
  for (const step of steps.slice(0, at + 1)) {
    const here = facts[step.node];
    if (step.kind === ENTER) here.state = "open";
    if (step.window) here.window = step.window;
    if (step.value) here.value = step.value;
    if (step.kind === LEAF || step.kind === ANSWER || step.kind === LEAVE || step.kind === CUT) {
      here.state = "done";
      here.value = nodes[step.node].value;
    }
    if (step.kind === CUT) for (const child of step.unvisited ?? []) facts[child].cut = true;
    for (const [node, interval] of step.intervals ?? []) facts[node].interval = interval;
  }
  return facts;
}

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {PlayerData} data
   * @param {boolean} [alone]  the player has the page for itself, so all keys are for it, and the page's address may name a step
   */
  constructor(root, data, alone = true) {
    this.root = root;
    this.data = data;
    this.alone = alone;
    this.moment = 0;
    this.pace = data.steps.map((_, step) => step); // for each moment the step
    /** @type {Player | null} */
    this.beside = null; // which is at the same moment
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.told = undefined;
    /** @type {Set<number>} */
    this.folded = new Set();
    /** @type {number | null} */
    this.chosen = null; // the node whose state stays in sight; else it is that of the node at hand
    /** @type {HTMLInputElement} */
    this.follows = this.part("[data-do=follow]");
    /** @type {HTMLInputElement} */
    this.scrub = this.part("[data-do=scrub]");
    /** @type {SVGSVGElement} */
    this.picture = this.part("svg.tree");
    this.sight = new Sight(this.part(".frame"), this.picture, this.part("svg.map"));
    this.parts = data.nodes.map((_, node) => this.partsOf(node));
    this.below = this.families();
    this.connect();
    this.makeRoom();
    if (alone) this.fromAddress();
    this.draw();
  }

  // `#12` at the end of the page's address opens it at that step; `#12&node=3&notes=intervals&listing=pseudo` with these choices.
  fromAddress() {
    const wanted = Number.parseInt(location.hash.slice(1), 10), said = new URLSearchParams(location.hash.slice(1)), node = Number(said.get("node"));
    if (wanted >= 1) this.moment = Math.min(this.pace.length, wanted) - 1;
    this.chosen = said.has("node") && node in this.data.nodes ? node : null;
    for (const name of CHOICES) {
      for (const box of this.boxes(name)) if (box.value === said.get(name)) box.checked = true;
    }
  }

  // The address follows what is shown, once one has been at it for a moment: browsers refuse to write it at each step of a fast run.
  toAddress() {
    clearTimeout(this.told);
    this.told = setTimeout(() => {
      const said = [String(this.moment + 1), ...(this.chosen === null ? [] : [`node=${this.chosen}`])];
      for (const name of CHOICES) for (const box of this.boxes(name).slice(1)) if (box.checked) said.push(`${name}=${box.value}`);
      history.replaceState(null, "", `#${said.join("&")}`);
    }, 300);
  }

  /**
   * The radio buttons of a choice, the usual one first.
   * @param {string} name
   * @returns {HTMLInputElement[]}
   */
  boxes(name) {
    return [...this.root.querySelectorAll(`[name=${name}]`)].map((box) => /** @type {HTMLInputElement} */ (box));
  }

  /**
   * A part of the page, which has to be there.
   * @template {Element} Kind
   * @param {string} selector
   * @param {ParentNode} root
   * @returns {Kind}
   */
  part(selector, root = this.root) {
    /** @type {Kind | null} */
    const found = root.querySelector(selector);
    if (!found) throw new Error(`there is no ${selector}`);
    return found;
  }

  /**
   * Nothing where it is folded away in the picture.
   * @param {number} node
   * @returns {Parts | null}
   */
  partsOf(node) {
    const group = this.root.querySelector(`#n${node}`);
    if (!group) return null;
    const edge = this.root.querySelector(`[data-edge="${node}"]`), beside = edge?.nextElementSibling;
    return {
      group, edge,
      bars: beside?.classList.contains("cut") ? beside : null,
      name: this.root.querySelector(`[data-name="${node}"]`),
      value: this.part(".value", group),
      note: group.querySelector(".note"),
      last: "",
    };
  }

  families() {
    /** @type {number[][]} */
    const below = this.data.nodes.map(() => []);
    this.data.nodes.forEach((node, number) => { if (node.parent >= 0) below[node.parent].push(number); });
    return below;
  }

  // For as many calls as there will be at once, so that what stands below them stays where it is.
  makeRoom() {
    /** @type {number[]} */
    const plies = [];
    this.data.nodes.forEach(({ parent }, node) => { plies[node] = parent < 0 ? 1 : plies[parent] + 1; });
    /** @type {HTMLElement} */
    const calls = this.part("[data-room=calls]");
    calls.style.minHeight = `${1.6 * (1 + Math.min(MOST_CALLS, Math.max(...plies)))}em`;
  }

  connect() {
    /** @type {Record<string, () => void>} */
    const acts = {
      first: () => this.go(0),
      back: () => this.go(this.moment - 1),
      play: () => this.toggle(),
      forward: () => this.go(this.moment + 1),
      last: () => this.go(this.pace.length - 1),
      in: () => this.sight.larger(),
      out: () => this.sight.smaller(),
      fit: () => this.sight.fit(),
    };
    for (const [name, act] of Object.entries(acts)) this.part(`[data-do="${name}"]`).addEventListener("click", act);
    for (const [run, button] of this.runs()) button.addEventListener("click", () => this.run(run));
    this.scrub.max = String(this.pace.length - 1);
    this.follows.addEventListener("change", () => {
      this.chosen = this.follows.checked ? null : this.looked;
      this.draw();
    });
    this.scrub.addEventListener("input", () => this.go(Number(this.scrub.value)));
    for (const box of CHOICES.flatMap((name) => this.boxes(name))) box.addEventListener("change", () => this.draw());
    for (const group of this.picture.querySelectorAll("g.node")) {
      const node = Number(group.getAttribute("data-node"));
      group.addEventListener("click", () => this.look(node));
      group.addEventListener("dblclick", () => this.fold(node));
    }
    if (this.alone) {
      addEventListener("hashchange", () => {
        this.fromAddress();
        this.draw();
      });
    }
    (this.alone ? document : this.root).addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
    this.root.addEventListener("click", (event) => this.release(/** @type {MouseEvent} */ (event)));
    this.sight.fit(LEGIBLE, READABLE);
  }

  /**
   * A button that the pointer has pressed gives the keys back, so that blank plays; who came to it by key stays there.
   * @param {MouseEvent} event
   */
  release({ target, detail }) {
    if (!detail || !/** @type {Element} */ (target).closest("button")) return;
    /** @type {HTMLElement} */
    const frame = this.part(".frame");
    frame.focus({ preventScroll: true });
  }

  /**
   * Left and right step even at a radio button, which is chosen by up and down.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const under = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (under.matches(WRITTEN_IN) || (under.matches("[type=range]") && under !== this.scrub)) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowRight: () => this.go(this.moment + 1),
      ArrowLeft: () => this.go(this.moment - 1),
      Home: () => this.go(0),
      End: () => this.go(this.pace.length - 1),
      " ": () => this.toggle(),
      "+": () => this.sight.larger(),
      "-": () => this.sight.smaller(),
      0: () => this.sight.fit(),
    };
    for (const [run, button] of this.runs()) acts[button.getAttribute("aria-keyshortcuts") ?? ""] = () => this.run(run);
    const act = acts[event.key];
    if (!act || (event.key === " " && under.matches(PRESSED_BY_BLANK))) return;
    event.preventDefault();
    act();
  }

  /** To what one can run, with the buttons for it. */
  runs() {
    return [...this.root.querySelectorAll("[data-run]")].map((button) => /** @type {const} */ ([button.getAttribute("data-run") ?? "", button]));
  }

  /**
   * Go on to the next cut-off, to the next change of a variable, or to the node that is looked at.
   * @param {string} until
   */
  run(until) {
    const stop = nextStop(this.data, this.at, until, this.looked);
    if (stop !== undefined) this.go(this.pace.indexOf(stop));
    this.part("[data-show=stopped]").textContent = stop === undefined ? this.data.words.none_follows : "";
  }

  /** The node whose state is shown. */
  get looked() {
    return this.chosen ?? this.data.steps[this.at].node;
  }

  /** The step at hand. */
  get at() {
    return this.pace[this.moment];
  }

  /**
   * Go on beside another player, moment by moment.
   * @param {number[]} pace  for each moment the step, from the first to the last
   * @param {Player} other
   */
  lock(pace, other) {
    this.pace = pace;
    this.beside = other;
    this.scrub.max = String(pace.length - 1);
    if (this.alone) this.fromAddress();
  }

  /** @param {number} moment */
  go(moment) {
    this.moment = Math.max(0, Math.min(this.pace.length - 1, moment));
    this.part("[data-show=stopped]").textContent = "";
    this.draw();
    if (this.beside && this.beside.moment !== this.moment) this.beside.go(this.moment);
  }

  toggle() {
    if (this.timer !== undefined) {
      this.stop();
      return;
    }
    if (this.moment === this.pace.length - 1) this.moment = 0;
    /** @type {HTMLSelectElement} */
    const speed = this.part("[data-do=speed]");
    const next = () => {
      if (this.moment >= this.pace.length - 1) {
        this.stop();
        return;
      }
      this.go(this.moment + 1);
      this.timer = setTimeout(next, 1000 / Number(speed.value));
    };
    this.timer = setTimeout(next, 0);
    this.part("[data-do=play]").setAttribute("aria-pressed", "true");
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.part("[data-do=play]").setAttribute("aria-pressed", "false");
  }

  // What is known of each node after the step at hand.
  known() {
    return known(this.data, this.at);
  }

  draw() {
    const step = this.data.steps[this.at];
    this.drawTree(step);
    this.part("[data-show=sentence]").textContent = step.text;
    this.part("[data-show=place]").textContent = `${this.moment + 1} / ${this.pace.length}`;
    this.scrub.value = String(this.moment);
    this.drawListing(step);
    if (this.data.variables.length) drawCalls(this.part("[data-show=calls]"), this.data, this.at);
    const followed = this.parts[this.drawn(step.node)];
    if (followed) this.sight.follow(followed.group);
    this.follows.checked = this.chosen === null;
    this.board();
    if (this.alone) this.toAddress();
  }

  /**
   * A node, or where it is folded away the one below which it is.
   * @param {number} node
   */
  drawn(node) {
    while (!this.parts[node]) node = this.data.nodes[node].parent;
    return node;
  }

  /** @param {Step} step */
  drawTree(step) {
    const here = this.drawn(step.node), { nodes, steps } = this.data, facts = this.known(), over = this.at === steps.length - 1;
    const intervals = this.checked("notes") === "intervals";
    /** @type {Set<number>} */
    const path = new Set();
    for (let node = step.node; node >= 0; node = nodes[node].parent) path.add(node);
    facts.forEach((fact, node) => {
      const parts = this.parts[node];
      if (!parts) return;
      const best = over && nodes[node].best;
      const beside = !nodes[node].inner ? nodes[node].note : intervals ? fact.interval : fact.window;
      const note = nodes[node].mover || (fact.state === "future" ? "" : beside);
      const look = [fact.state, fact.value, note, fact.cut, path.has(node), node === here, node === step.child, best, this.chosen === node].join("|");
      if (look === parts.last) return;
      parts.last = look;
      const mark = (/** @type {Element | null} */ part, /** @type {string} */ name, /** @type {boolean} */ on) => part?.classList.toggle(name, on);
      mark(parts.group, "future", fact.state === "future");
      mark(parts.group, "open", fact.state === "open");
      mark(parts.group, "current", node === here);
      mark(parts.group, "came", node === step.child);
      mark(parts.group, "looked", this.chosen === node);
      for (const part of [parts.edge, parts.name]) mark(part, "future", fact.state === "future" && !fact.cut);
      mark(parts.edge, "best", best);
      mark(parts.edge, "path", path.has(node));
      mark(parts.bars, "future", !fact.cut);
      parts.value.textContent = fact.value;
      if (parts.note) parts.note.textContent = note;
    });
  }

  /** @param {Step} step */
  drawListing(step) {
    const { source, pseudo } = this.data, chosen = this.checked("listing");
    const lines = chosen === "pseudo" && pseudo.length ? pseudo : source;
    /** @type {HTMLElement} */
    const list = this.part("[data-show=listing]");
    if (list.dataset.of !== chosen) {
      list.dataset.of = chosen;
      list.replaceChildren(...lines.map((line) => {
        const item = document.createElement("li");
        item.textContent = line;
        return item;
      }));
    }
    [...list.children].forEach((item, place) => {
      item.classList.toggle("running", place === step.line);
      item.toggleAttribute("aria-current", place === step.line);
    });
    const running = list.children[step.line];
    if (running) keepInSight(list, running);
  }

  /**
   * What is chosen among some radio buttons.
   * @param {string} name
   */
  checked(name) {
    /** @type {HTMLInputElement | null} */
    const chosen = this.root.querySelector(`[name=${name}]:checked`);
    return chosen ? chosen.value : "";
  }

  /**
   * Keep the state of a node in sight.
   * @param {number} node
   */
  look(node) {
    this.chosen = node;
    this.draw();
  }

  board() {
    this.put(this.data.nodes[this.looked]);
  }

  /** @param {Shown} shown */
  put({ label, picture, board }) {
    this.part("[data-show=label]").textContent = label;
    const shown = this.part("[data-show=board]");
    if (picture) shown.innerHTML = picture; // made by zermelo.draw, with all text from the game escaped
    else shown.textContent = board;
  }

  /** @param {number} node */
  fold(node) {
    if (!this.folded.delete(node)) this.folded.add(node);
    this.hideBelow(node, this.folded.has(node));
    this.parts[node]?.group.classList.toggle("folded", this.folded.has(node));
  }

  /**
   * @param {number} node
   * @param {boolean} hidden
   */
  hideBelow(node, hidden) {
    for (const child of this.below[node]) {
      const parts = this.parts[child];
      for (const part of parts ? [parts.group, parts.edge, parts.bars, parts.name] : []) part?.classList.toggle("hidden", hidden);
      this.hideBelow(child, hidden || this.folded.has(child));
    }
  }
}

/**
 * Scroll a box, and nothing round it, so that a part of it is seen: in its middle where it was not.
 * @param {Element} box
 * @param {Element} part
 */
function keepInSight(box, part) {
  const room = box.getBoundingClientRect(), { top, bottom, height } = part.getBoundingClientRect();
  if (top < room.top || bottom > room.bottom) box.scrollTop += top + height / 2 - (room.top + room.height / 2);
}
