// A board that is played at with mouse, finger or keyboard. It knows squares and actions, and nothing of any game:
// an action is chosen by touching its squares one after the other, or by its name in the list below. An action may have several
// steps, which may be made in several ways; between two steps the board can be shown as it stands then.

const SVG = "http://www.w3.org/2000/svg";

export class Board {
  // choose(action) is called with an action of `legal` when it has been chosen; words has `squares`, `choose` and `actions`.
  // halfway(steps), if there is one, promises the board after some steps of an action, or null where it looks as before.
  constructor(root, choose, words, halfway = null) {
    this.root = root;
    this.choose = choose;
    this.halfway = halfway;
    this.words = words;
    this.document = root.ownerDocument;
    this.picture = this.make("div", "picture");
    this.chooser = this.make("div", "chooser");
    this.names = this.make("div", "names");
    this.chooser.hidden = true;
    root.classList.add("playable");
    root.replaceChildren(this.picture, this.chooser, this.names);
    this.at = 0;
    this.done = []; // the steps that are made
    this.touched = []; // the squares of the step at hand
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
    this.whole = board;
    this.legal = legal;
    this.ways = legal.flatMap((action) => action.ways.map((steps) => ({ action, steps })));
    this.done = [];
    this.touched = [];
    this.draw(board);
    this.names.replaceChildren(...this.named());
  }

  draw(board) {
    const before = this.groups || [], focused = this.picture.contains(this.root.getRootNode().activeElement);
    this.board = board;
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
    this.mark();
    if (focused && this.groups[this.at]) this.groups[this.at].focus();
  }

  // The actions by their names: all of them where there is no picture, else those that have no square of their own, and the others folded away.
  named() {
    if (!this.legal.length) return [];
    const placeless = this.legal.filter((one) => !one.squares.length);
    if (!this.groups.length || placeless.length === this.legal.length) return this.buttons(this.legal);
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

  // The ways that begin with the steps made and the squares touched so far.
  open() {
    const { done, touched } = this;
    return this.ways.filter(({ steps }) => steps.length > done.length && done.every((step, place) => same(step, steps[place]))
      && steps[done.length].length > touched.length && touched.every((square, place) => steps[done.length][place] === square));
  }

  // The squares that can be touched next: the next one of a step, or its last.
  next() {
    const squares = new Set();
    for (const { steps } of this.open()) {
      const step = steps[this.done.length];
      squares.add(step[this.touched.length]);
      if (this.touched.length) squares.add(step[step.length - 1]);
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
    return this.ways.some(({ steps }) => steps[0].length > 1);
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
    const open = this.open(), at = this.done.length, place = this.touched.length;
    const ends = open.filter(({ steps }) => steps[at][steps[at].length - 1] === square && (place || steps[at].length === 1));
    const onward = open.filter(({ steps }) => steps[at][place] === square && steps[at].length > place + 1);
    const last = actions(ends.filter(({ steps }) => steps.length === at + 1)), others = actions([...ends.filter(({ steps }) => steps.length > at + 1), ...onward]);
    if (last.length === 1 && others.every((one) => one === last[0])) return this.play(last[0]);
    if (last.length && place) return this.ask([...new Set([...last, ...others])]);
    if (last.length > 1) return this.ask(last);
    if (ends.length && !onward.length) return this.made(ends[0].steps[at]);
    this.touched.push(square);
    return this.mark();
  }

  // A step is made, and others are to come.
  made(step) {
    this.done.push(step);
    this.touched = [];
    const { done } = this, steps = done.length;
    this.mark();
    if (this.halfway) this.halfway(done).then((board) => { if (board && this.done === done && done.length === steps) this.draw(board); });
  }

  // Take the steps back that were made; whether there were any.
  restart() {
    const begun = this.done.length > 0;
    this.done = [];
    this.touched = [];
    this.chooser.hidden = true;
    if (begun) this.draw(this.whole);
    else this.mark();
    return begun;
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
    this.done = [];
    this.touched = [];
    this.chooser.hidden = true;
    this.legal = [];
    this.ways = [];
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

  // The next square in a direction. Not every square is there: a star has gaps, and its rows stand between one another.
  beside(step) {
    const { columns } = this.board, row = (square) => Math.floor(square / columns), upright = Math.abs(step) === columns && columns > 1;
    for (let to = this.at + step; this.groups[to]; to += step) {
      const near = upright ? [to, to + 1, to - 1].filter((one) => row(one) === row(to)) : [to];
      const there = near.find((one) => this.groups[one]?.firstElementChild);
      if (there !== undefined) return there;
    }
    return undefined;
  }

  key(event) {
    const under = event.target.closest("[data-square]");
    if (under) this.at = Number(under.dataset.square);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.board.columns, ArrowDown: this.board.columns }[event.key];
    const beside = step ? this.beside(step) : undefined;
    if (beside !== undefined) {
      this.at = beside;
      this.mark();
      this.groups[this.at].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.touch(this.at);
      if (this.groups[this.at]) this.groups[this.at].focus();
    } else if (event.key === "Escape") {
      this.restart();
    } else if (!step) return;
    event.preventDefault();
  }
}

function same(one, other) {
  return one.length === other.length && one.every((square, place) => square === other[place]);
}

// The actions to which these ways lead, each once.
function actions(ways) {
  return [...new Set(ways.map(({ action }) => action))];
}
