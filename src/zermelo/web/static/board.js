// A board that is played at with mouse, finger or keyboard. It knows squares and actions, and nothing of any game:
// an action is chosen by touching its squares one after the other, or by its name in the list below.

const SVG = "http://www.w3.org/2000/svg";

export class Board {
  // choose(action) is called with an action of `legal` when it has been chosen; words has `squares`, `choose` and `actions`.
  constructor(root, choose, words) {
    this.root = root;
    this.choose = choose;
    this.words = words;
    this.document = root.ownerDocument;
    this.picture = this.make("div", "picture");
    this.chooser = this.make("div", "chooser");
    this.names = this.make("div", "names");
    this.chooser.hidden = true;
    root.classList.add("playable");
    root.replaceChildren(this.picture, this.chooser, this.names);
    this.at = 0;
    this.touched = [];
    this.picture.addEventListener("pointerdown", (event) => this.press(event));
    this.picture.addEventListener("pointermove", (event) => this.drag(event));
    this.picture.addEventListener("pointerup", (event) => this.release(event));
    this.picture.addEventListener("pointercancel", () => this.drop());
    this.picture.addEventListener("keydown", (event) => this.key(event));
  }

  make(name, kind) {
    const made = this.document.createElement(name);
    made.className = kind;
    return made;
  }

  // Show a board (svg or text, labels, columns, look) and what may be played there.
  show(board, legal = []) {
    const before = this.groups || [], focused = this.picture.contains(this.root.getRootNode().activeElement);
    this.board = board;
    this.legal = legal;
    this.touched = [];
    this.chooser.hidden = true;
    if (!board.svg) {
      const text = this.make("pre", "text");
      text.textContent = board.text;
      this.picture.replaceChildren(text);
      this.groups = [];
    } else {
      this.picture.innerHTML = board.svg; // made by the toolkit, with all text escaped
      this.groups = [...this.picture.querySelectorAll("[data-square]")];
      this.picture.firstElementChild.setAttribute("role", "group");
      this.picture.firstElementChild.setAttribute("aria-label", this.words.squares);
      this.groups.forEach((group, square) => {
        group.setAttribute("role", "button");
        group.setAttribute("aria-label", board.labels[square] || String(square));
      });
      this.vanish(before);
    }
    this.names.replaceChildren(...this.named());
    this.mark();
    if (focused && this.groups[this.at]) this.groups[this.at].focus();
  }

  // The actions by their names: all of them where there is no picture, else those that have no square of their own, and the others folded away.
  named() {
    if (!this.legal.length) return [];
    if (!this.groups.length) return this.buttons(this.legal);
    const placeless = this.legal.filter((one) => !one.squares.length);
    const all = this.make("details", "all"), summary = this.document.createElement("summary");
    summary.textContent = this.words.actions;
    all.append(summary, ...this.buttons(this.legal));
    return [...this.buttons(placeless), all];
  }

  // A button for each action, with its name.
  buttons(actions) {
    return actions.map((one) => {
      const made = this.make("button", "name");
      made.type = "button";
      made.textContent = one.name;
      made.addEventListener("click", () => this.play(one));
      return made;
    });
  }

  // Pieces that were there and are not any more go slowly, so that an explosion or a capture can be followed.
  vanish(before) {
    if (before.length !== this.groups.length || this.board.look === "pits") return;
    const pieces = (group) => [...group.children].slice(1).filter((part) => !part.matches(".last, .target, .dot"));
    const looks = (parts) => parts.map((part) => part.outerHTML).join("");
    before.forEach((group, square) => {
      const gone = pieces(group);
      if (!gone.length || looks(gone) === looks(pieces(this.groups[square]))) return;
      const ghost = this.document.createElementNS(SVG, "g");
      ghost.setAttribute("class", "vanish");
      ghost.append(...gone.map((part) => part.cloneNode(true)));
      this.picture.firstElementChild.append(ghost);
      setTimeout(() => ghost.remove(), 900);
    });
  }

  // The actions that begin with the squares touched so far.
  open() {
    return this.legal.filter((one) => one.squares.length > this.touched.length && this.touched.every((square, place) => one.squares[place] === square));
  }

  // The squares that can be touched next: the next one of an action, or its last.
  next() {
    const squares = new Set();
    for (const one of this.open()) {
      squares.add(one.squares[this.touched.length]);
      if (this.touched.length) squares.add(one.squares[one.squares.length - 1]);
    }
    return squares;
  }

  // Mark what can be touched, and the squares of a hint.
  mark(hint = []) {
    const next = this.next(), can = this.groups.map((_, square) => next.has(this.meant(square, next)));
    for (const dot of this.picture.querySelectorAll(".dot")) dot.remove();
    this.groups.forEach((group, square) => {
      group.classList.toggle("can", can[square]);
      group.classList.toggle("touched", this.touched.includes(square));
      group.classList.toggle("hint", hint.includes(square));
      group.setAttribute("tabindex", square === this.at ? "0" : "-1");
      if (can[square]) group.removeAttribute("aria-disabled");
      else group.setAttribute("aria-disabled", "true");
      if ((next.has(square) && (this.touched.length || !this.moves())) || hint.includes(square)) group.append(this.dot(group));
    });
  }

  // Whether actions go from square to square: then, marks on all the pieces that can move say little.
  moves() {
    return this.legal.some((one) => one.squares.length > 1);
  }

  dot(group) {
    const box = group.firstElementChild.getBBox(), made = this.document.createElementNS(SVG, "circle");
    made.setAttribute("class", "dot");
    made.setAttribute("cx", box.x + box.width / 2);
    made.setAttribute("cy", box.y + box.height / 2);
    const taken = group.querySelector(":scope > :nth-child(2):not(.last)");
    made.setAttribute("r", taken ? 17 : 6);
    made.classList.toggle("around", Boolean(taken));
    return made;
  }

  // The square that is meant by touching one: in an upright board what falls into the column falls to its place.
  meant(square, next) {
    if (next.has(square) || this.board.look !== "holes") return square;
    const empty = (one) => !this.groups[one].querySelector(":scope > :nth-child(2):not(.dot):not(.last)");
    return [...next].find((one) => one % this.board.columns === square % this.board.columns && empty(one)) ?? square;
  }

  touch(square) {
    let next = this.next();
    square = this.meant(square, next);
    if (!next.has(square)) {
      this.touched = [];
      next = this.next();
    }
    if (!next.has(square)) return this.mark();
    const open = this.open(), place = this.touched.length;
    const direct = open.filter((one) => one.squares[one.squares.length - 1] === square && (place || one.squares.length === 1));
    const onward = open.filter((one) => one.squares[place] === square && one.squares.length > place + 1);
    if (direct.length === 1 && !onward.some((one) => one !== direct[0])) return this.play(direct[0]);
    if (direct.length && place) return this.ask([...new Set([...direct, ...onward])]);
    if (direct.length > 1) return this.ask(direct);
    this.touched.push(square);
    return this.mark();
  }

  // Several actions are on the same squares: let the names decide.
  ask(actions) {
    const title = this.make("p", "");
    title.textContent = this.words.choose;
    this.chooser.replaceChildren(title, ...this.buttons(actions));
    this.chooser.hidden = false;
    this.chooser.querySelector("button").focus();
  }

  play(action) {
    this.touched = [];
    this.chooser.hidden = true;
    this.legal = [];
    this.mark();
    this.choose(action);
  }

  // The mouse and the finger

  square(event) {
    const under = this.root.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const group = under && under.closest("[data-square]");
    return group && this.picture.contains(group) ? Number(group.dataset.square) : -1;
  }

  press(event) {
    if (event.button || !this.groups.length) return;
    const square = this.square(event);
    if (square < 0) return;
    this.from = square;
    this.fresh = !this.touched.includes(square);
    if (!this.touched.length && this.moves() && this.next().has(square)) this.touch(square);
    else this.fresh = false;
    this.start = { x: event.clientX, y: event.clientY };
  }

  drag(event) {
    if (this.from === undefined || !this.touched.includes(this.from) || !this.moves()) return;
    const scale = this.picture.firstElementChild.getScreenCTM().a || 1;
    const x = (event.clientX - this.start.x) / scale, y = (event.clientY - this.start.y) / scale;
    if (Math.hypot(x, y) < 4) return;
    for (const part of [...this.groups[this.from].children].slice(1)) if (!part.matches(".dot")) part.setAttribute("transform", `translate(${x} ${y})`);
    this.groups[this.from].parentNode.append(this.groups[this.from]);
    this.groups[this.from].classList.add("dragged");
  }

  release(event) {
    if (this.from === undefined) return;
    const from = this.from, fresh = this.fresh, square = this.square(event);
    this.drop();
    if (square < 0 || (square === from && fresh)) return;
    this.at = square;
    this.touch(square);
  }

  drop() {
    const group = this.groups[this.from];
    this.from = undefined;
    if (!group || !group.classList.contains("dragged")) return;
    group.classList.remove("dragged");
    for (const part of group.children) part.removeAttribute("transform");
  }

  // The keyboard

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.board.columns, ArrowDown: this.board.columns }[event.key];
    if (step && this.groups[this.at + step]) {
      this.at += step;
      this.mark();
      this.groups[this.at].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.touch(this.at);
      if (this.groups[this.at]) this.groups[this.at].focus();
    } else if (event.key === "Escape") {
      this.touched = [];
      this.chooser.hidden = true;
      this.mark();
    } else if (!step) return;
    event.preventDefault();
  }
}
