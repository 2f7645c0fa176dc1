// Steps through a search: the tree, the sentence, the running line, all as they were after one step.
// It reads the data that `zermelo.explain.page` puts beside it and needs nothing else.

const ENTER = "enter", LEAF = "leaf", BACK = "back", CUT = "cut", LEAVE = "leave";

export class Player {
  // `alone`: the player has the page for itself, so all keys are for it, and the page's address may name a step.
  constructor(root, data, alone = true) {
    this.root = root;
    this.data = data;
    this.alone = alone;
    this.at = 0;
    this.timer = null;
    this.folded = new Set();
    this.shownState = 0;
    this.parts = data.nodes.map((_, node) => this.partsOf(node));
    this.below = this.families();
    this.connect();
    if (alone) this.fromAddress();
    this.draw();
  }

  // `#12` at the end of the page's address opens it at that step.
  fromAddress() {
    const wanted = Number(this.root.ownerDocument.location.hash.slice(1));
    if (wanted >= 1) this.at = Math.min(this.data.steps.length, Math.floor(wanted)) - 1;
  }

  // The parts of a node in the picture; null where it is folded away there.
  partsOf(node) {
    const group = this.root.querySelector(`#n${node}`);
    if (!group) return null;
    const edge = this.root.querySelector(`[data-edge="${node}"]`);
    return {
      group, edge,
      bars: edge && edge.nextElementSibling && edge.nextElementSibling.classList.contains("cut") ? edge.nextElementSibling : null,
      name: this.root.querySelector(`[data-name="${node}"]`),
      value: group.querySelector(".value"),
      note: group.querySelector(".note"),
      last: "",
    };
  }

  families() {
    const below = this.data.nodes.map(() => []);
    this.data.nodes.forEach((node, number) => { if (node.parent >= 0) below[node.parent].push(number); });
    return below;
  }

  connect() {
    const button = (name, act) => this.root.querySelector(`[data-do="${name}"]`).addEventListener("click", act);
    button("first", () => this.go(0));
    button("back", () => this.go(this.at - 1));
    button("play", () => this.toggle());
    button("forward", () => this.go(this.at + 1));
    button("last", () => this.go(this.data.steps.length - 1));
    button("in", () => this.zoom(1.25));
    button("out", () => this.zoom(0.8));
    button("fit", () => this.fit());
    this.scrub = this.root.querySelector("[data-do=scrub]");
    this.scrub.max = this.data.steps.length - 1;
    this.scrub.addEventListener("input", () => this.go(Number(this.scrub.value)));
    for (const choice of this.root.querySelectorAll("[name=notes], [name=listing]")) {
      choice.addEventListener("change", () => this.draw());
    }
    this.picture = this.root.querySelector("svg.tree");
    this.size = { width: this.picture.viewBox.baseVal.width, height: this.picture.viewBox.baseVal.height };
    for (const group of this.picture.querySelectorAll("g.node")) {
      group.addEventListener("click", () => this.look(Number(group.dataset.node)));
      group.addEventListener("dblclick", () => this.fold(Number(group.dataset.node)));
    }
    if (this.alone) this.root.ownerDocument.defaultView.addEventListener("hashchange", () => { this.fromAddress(); this.draw(); });
    (this.alone ? this.root.ownerDocument : this.root).addEventListener("keydown", (event) => this.key(event));
    this.fit();
  }

  key(event) {
    if (event.target.matches("input[type=radio], input[type=text], textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowRight: () => this.go(this.at + 1),
      ArrowLeft: () => this.go(this.at - 1),
      Home: () => this.go(0),
      End: () => this.go(this.data.steps.length - 1),
      " ": () => this.toggle(),
      "+": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      0: () => this.fit(),
    }[event.key];
    if (!act || (event.key === " " && event.target.matches("button"))) return;
    event.preventDefault();
    act();
  }

  go(step) {
    this.at = Math.max(0, Math.min(this.data.steps.length - 1, step));
    this.draw();
  }

  toggle() {
    if (this.timer) { this.stop(); return; }
    if (this.at === this.data.steps.length - 1) this.at = 0;
    const speed = this.root.querySelector("[data-do=speed]");
    const next = () => {
      if (this.at >= this.data.steps.length - 1) { this.stop(); return; }
      this.go(this.at + 1);
      this.timer = setTimeout(next, 1000 / Number(speed.value));
    };
    this.timer = setTimeout(next, 0);
    this.root.querySelector("[data-do=play]").setAttribute("aria-pressed", "true");
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.root.querySelector("[data-do=play]").setAttribute("aria-pressed", "false");
  }

  zoom(factor) {
    this.scale *= factor;
    this.picture.setAttribute("width", this.size.width * this.scale);
    this.picture.setAttribute("height", this.size.height * this.scale);
  }

  fit() {
    const room = this.picture.parentElement.clientWidth || this.size.width;
    this.scale = 1;
    this.zoom(Math.max(0.6, Math.min(1.4, (room - 4) / this.size.width)));
  }

  // What is known of each node after the step at hand.
  known() {
    const { nodes, steps, words } = this.data;
    const facts = nodes.map(() => ({ state: "future", value: "", window: "", interval: words.anything, cut: false }));
    for (let number = 0; number <= this.at; number++) {
      const step = steps[number], here = facts[step.node];
      if (step.kind === ENTER) here.state = "open";
      if (step.window) here.window = step.window;
      if (step.value) here.value = step.value;
      if (step.kind === LEAF || step.kind === LEAVE || step.kind === CUT) {
        here.state = "done";
        here.value = nodes[step.node].value;
      }
      if (step.kind === CUT) for (const child of step.unvisited) facts[child].cut = true;
      for (const [node, interval] of step.intervals) facts[node].interval = interval;
    }
    return facts;
  }

  draw() {
    const { nodes, steps, source, pseudo } = this.data;
    const step = steps[this.at], facts = this.known(), over = this.at === steps.length - 1;
    const intervals = this.checked("notes") === "intervals";
    const path = new Set();
    for (let node = step.node; node >= 0; node = nodes[node].parent) path.add(node);
    facts.forEach((fact, node) => {
      const parts = this.parts[node];
      if (!parts) return;
      const best = over && nodes[node].best;
      const beside = !nodes[node].inner ? nodes[node].note : intervals ? fact.interval : fact.window;
      const note = fact.state === "future" ? "" : beside;
      const look = [fact.state, fact.value, note, fact.cut, path.has(node), node === step.node, node === step.child, best, this.shownState === node].join("|");
      if (look === parts.last) return;
      parts.last = look;
      const mark = (part, name, on) => part && part.classList.toggle(name, on);
      mark(parts.group, "future", fact.state === "future");
      mark(parts.group, "open", fact.state === "open");
      mark(parts.group, "current", node === step.node);
      mark(parts.group, "came", node === step.child);
      mark(parts.group, "looked", this.shownState === node);
      for (const part of [parts.edge, parts.name]) mark(part, "future", fact.state === "future" && !fact.cut);
      mark(parts.edge, "best", best);
      mark(parts.edge, "path", path.has(node));
      mark(parts.bars, "future", !fact.cut);
      parts.value.textContent = fact.value;
      if (parts.note) parts.note.textContent = note;
    });
    this.root.querySelector("[data-show=sentence]").textContent = step.text;
    this.root.querySelector("[data-show=place]").textContent = `${this.at + 1} / ${steps.length}`;
    this.scrub.value = this.at;
    const lines = this.checked("listing") === "pseudo" && pseudo.length ? pseudo : source;
    const list = this.root.querySelector("[data-show=listing]");
    if (list.dataset.of !== this.checked("listing")) {
      list.dataset.of = this.checked("listing");
      list.replaceChildren(...lines.map((line) => {
        const item = list.ownerDocument.createElement("li");
        item.textContent = line;
        return item;
      }));
    }
    [...list.children].forEach((item, place) => {
      item.classList.toggle("running", place === step.line);
      item.toggleAttribute("aria-current", place === step.line);
    });
    this.follow(step.node);
    this.board();
  }

  checked(name) {
    const chosen = this.root.querySelector(`[name=${name}]:checked`);
    return chosen ? chosen.value : "";
  }

  // Keep the node at hand in sight.
  follow(node) {
    const parts = this.parts[node], frame = this.picture.parentElement;
    if (!parts) return;
    const [box, room] = [parts.group.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (box.left < room.left) frame.scrollLeft += box.left - room.left - 40;
    if (box.right > room.right) frame.scrollLeft += box.right - room.right + 40;
    if (box.top < room.top) frame.scrollTop += box.top - room.top - 40;
    if (box.bottom > room.bottom) frame.scrollTop += box.bottom - room.bottom + 40;
  }

  look(node) {
    this.shownState = node;
    this.draw();
  }

  board() {
    this.put(this.data.nodes[this.shownState]);
  }

  // Show a state: its label, and its picture or its text.
  put({ label, picture, board }) {
    this.root.querySelector("[data-show=label]").textContent = label;
    const shown = this.root.querySelector("[data-show=board]");
    if (picture) shown.innerHTML = picture; // made by zermelo.draw, with all text from the game escaped
    else shown.textContent = board;
  }

  fold(node) {
    this.folded.has(node) ? this.folded.delete(node) : this.folded.add(node);
    const hide = (below, hidden) => {
      for (const child of this.below[below]) {
        const parts = this.parts[child];
        if (parts) for (const part of [parts.group, parts.edge, parts.bars, parts.name]) if (part) part.classList.toggle("hidden", hidden);
        hide(child, hidden || this.folded.has(child));
      }
    };
    hide(node, this.folded.has(node));
    this.parts[node].group.classList.toggle("folded", this.folded.has(node));
  }
}
