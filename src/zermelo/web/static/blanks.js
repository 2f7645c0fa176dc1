// The blanks of an exercise on a page: what is filled in, by clicking on the nodes of its tree or in the list beside, and its marks.

/** @import { Blank, Exercise, Mark, Redrawn } from "./answers.js" */

import { button, element, field, fill, find, frame, select } from "./elements.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg", MARGIN = 3, LETTERS = 12, TREE = ["value", "searched"];
const LONGEST = 100, LONGEST_END = 45; // letters of an answer, as the server takes, and of one of the two of a window

/** @typedef {string | boolean | string[]} Answer  an empty text where nothing was answered */

/**
 * What is filled in for a blank: its elements, what they say, and what is to be done when the tree is drawn anew.
 * @typedef {object} Input
 * @property {HTMLElement} root
 * @property {HTMLElement} first  that a click on the node goes to
 * @property {() => Answer} value
 * @property {(answer: Answer) => void} put  answer it so
 */

/**
 * A blank on the page: its place in the list, and the node that it is about.
 * @typedef {object} Field
 * @property {Blank} blank
 * @property {HTMLElement} item
 * @property {HTMLElement} reason
 * @property {() => Answer} value
 * @property {(answer: Answer) => void} put
 */

/** The form of an exercise. */
export class Blanks {
  /**
   * @param {Exercise} found
   * @param {(answers: Record<string, Answer>) => Promise<Redrawn>} redrawn  the tree with these answers
   */
  constructor(found, redrawn) {
    this.redrawn = redrawn;
    this.picture = frame(found.svg, found.title);
    /** @type {Field[]} */
    this.fields = found.blanks.map((blank) => this.#field(blank));
    this.list = element("ol", { class: "blanks" }, ...this.fields.map(({ item }) => item));
    for (const { blank } of this.fields) this.#wire(blank);
  }

  /** Whether leaves are to be crossed out. */
  get crossing() {
    return this.fields.some(({ blank }) => blank.what === "searched");
  }

  /** What was answered, by the names of the blanks. */
  answers() {
    return Object.fromEntries(this.fields.map(({ blank, value }) => [blank.name, value()]).filter(([, answer]) => answer !== ""));
  }

  /**
   * Answer as was answered before; what is not named is left empty.
   * @param {Record<string, Answer>} answers
   */
  async put(answers) {
    for (const { blank, put } of this.fields) put(answers[blank.name] ?? "");
    if (this.fields.some(({ blank }) => blank.what === "order" && answers[blank.name])) await this.#redraw();
  }

  /** @param {Mark[]} marks */
  show(marks) {
    const got = new Map(marks.map((one) => [one.name, one]));
    for (const one of this.fields) this.#mark(one, got.get(one.blank.name));
  }

  /**
   * Show at which node something is.
   * @param {number} node
   */
  point(node) {
    for (const one of this.picture.querySelectorAll(".asked")) one.classList.remove("asked");
    this.#group(node).classList.add("asked");
  }

  /**
   * @param {Field} field
   * @param {Mark | undefined} got  nothing where nothing was answered
   */
  #mark({ blank, item, reason }, got) {
    for (const part of TREE.includes(blank.what) ? [item, this.#group(blank.node)] : [item]) {
      part.classList.toggle("right", got?.right === true);
      part.classList.toggle("wrong", got?.right === false);
    }
    const part = got && got.credit > 0 ? "½" : "✗";
    reason.textContent = !got ? "" : got.right ? "✓" : `${part} ${got.reason}`;
    if (got?.step) reason.append(" ", element("a", { href: got.step, target: "_blank" }, say("see_step")));
  }

  /** @param {number} node */
  #group(node) {
    return find(this.picture, `#n${node}`, SVGElement);
  }

  /**
   * @param {Blank} blank
   * @returns {Field}
   */
  #field(blank) {
    const { root, first, value, put } = this.#input(blank), reason = element("span", { class: "reason" });
    first.addEventListener("focus", () => this.point(blank.node));
    return { blank, item: element("li", { "data-blank": blank.name }, root, reason), reason, value, put };
  }

  /**
   * @param {Blank} blank
   * @returns {Input}
   */
  #input(blank) {
    if (blank.what === "searched") return this.#crossed(blank);
    if (blank.what === "window") return pair(blank);
    if (blank.what === "order") return this.#ordered(blank);
    if (blank.choices.length) return this.#chosen(blank);
    return this.#written(blank);
  }

  /**
   * A click on the node goes to its first field.
   * @param {Blank} blank
   */
  #wire({ node, what }) {
    const group = this.#group(node);
    if (what === "searched") return;
    group.addEventListener("click", () => {
      const there = this.fields.filter(({ blank }) => blank.node === node);
      const empty = there.find(({ value }) => value() === "") ?? there[0];
      find(empty.item, "input, select, button", HTMLElement).focus();
    });
  }

  /**
   * Whether a leaf is crossed out: to leave it as it was is no answer.
   * @param {Blank} blank
   * @returns {Input}
   */
  #crossed({ node, label }) {
    const group = this.#group(node);
    /** @type {HTMLInputElement} */
    const input = element("input", { type: "checkbox", onchange: () => group.classList.toggle("crossed", input.checked) });
    cross(group);
    group.addEventListener("click", () => input.click());
    const put = (/** @type {Answer} */ answer) => {
      if (input.checked !== (answer === false)) input.click();
    };
    return { root: named(input, say("crossed", { node: label })), first: input, value: () => input.checked ? false : "", put };
  }

  /**
   * One of several, whose branch is thick then.
   * @param {Blank} blank
   * @returns {Input}
   */
  #chosen({ choices, label }) {
    const branches = choices.map(({ node }) => node === null ? null : this.picture.querySelector(`[data-edge="${node}"]`));
    const { list } = select("", [["", ""], ...choices.map(({ name }) => /** @type {const} */ ([name, name]))], "", (value) =>
      choices.forEach(({ name }, place) => branches[place]?.classList.toggle("best", name === value)));
    return { root: named(list, label), first: list, value: () => list.value, put: (answer) => write(list, answer, "change") };
  }

  /**
   * Something to be written, which the node shows where it is its value.
   * @param {Blank} blank
   * @returns {Input}
   */
  #written({ what, node, label }) {
    const input = field("", { size: 8, maxlength: LONGEST });
    if (what === "value") {
      const text = find(this.#group(node), ".value", SVGElement);
      input.addEventListener("input", () => { text.textContent = input.value.slice(0, LETTERS); });
    }
    return { root: named(input, label), first: input, value: () => input.value.trim(), put: (answer) => write(input, answer, "input") };
  }

  /**
   * The children of a node, each a button that moves one place to the left; arrows move it either way. The tree follows.
   * @param {Blank} blank
   * @returns {Input}
   */
  #ordered(blank) {
    const row = element("span", { class: "chips", role: "group", "aria-label": blank.label });
    let touched = false;
    const names = () => [...row.children].map((chip) => /** @type {HTMLElement} */ (chip).dataset.name ?? "");
    const move = (/** @type {HTMLElement} */ chip, /** @type {number} */ by) => {
      const chips = [...row.children], to = chips.indexOf(chip) + by;
      if (to < 0 || to >= chips.length) return;
      touched = true;
      row.insertBefore(chip, by < 0 ? chips[to] : chips[to].nextSibling);
      chip.focus();
      this.#redraw();
    };
    for (const { name } of blank.choices) {
      /** @type {HTMLButtonElement} */
      const chip = button(name, () => move(chip, -1), { "data-name": name, "aria-label": say("to_the_left", { name }) });
      chip.addEventListener("keydown", (event) => {
        const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
        if (by) event.preventDefault();
        if (by) move(chip, by);
      });
      chip.addEventListener("focus", () => this.point(blank.node));
      row.append(chip);
    }
    const root = element("span", { class: "several" }, element("span", {}, blank.label), row);
    const put = (/** @type {Answer} */ answer) => {
      touched = Array.isArray(answer);
      const order = Array.isArray(answer) ? answer : blank.choices.map(({ name }) => name);
      const placed = new Map([...row.children].map((chip) => [/** @type {HTMLElement} */ (chip).dataset.name, chip]));
      for (const name of order) row.append(placed.get(name) ?? "");
    };
    return { root, first: find(row, "button", HTMLElement), value: () => touched ? names() : "", put };
  }

  /** Draw the tree as it is answered. */
  async #redraw() {
    const { svg, nodes } = await this.redrawn(this.answers());
    fill(this.picture, svg);
    for (const { blank } of this.fields) {
      blank.node = nodes[blank.name];
      this.#wire(blank);
    }
    const at = this.fields.find(({ item }) => item.contains(document.activeElement));
    if (at) this.point(at.blank.node);
  }
}

/**
 * A field with its name behind it.
 * @param {HTMLElement} input
 * @param {string} text
 */
function named(input, text) {
  return element("label", {}, input, element("span", {}, text));
}

/**
 * A window: alpha and beta.
 * @param {Blank} blank
 * @returns {Input}
 */
function pair({ label }) {
  const [alpha, beta] = [["alpha", "α"], ["beta", "β"]].map(([end, letter]) =>
    field("", { size: 5, maxlength: LONGEST_END, list: "ends", "aria-label": `${say(end)}: ${label}`, placeholder: letter }));
  const both = element("span", { class: "pair" }, "[", alpha, ", ", beta, "]");
  const root = element("span", { class: "several" }, both, element("span", {}, label));
  const value = () => [alpha, beta].some((end) => end.value.trim()) ? `${alpha.value.trim()};${beta.value.trim()}` : "";
  const put = (/** @type {Answer} */ answer) => String(answer || ";").split(";").forEach((end, place) => { [alpha, beta][place].value = end; });
  return { root, first: alpha, value, put };
}

/**
 * Fill a field in as somebody would.
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {Answer} answer
 * @param {string} event
 */
function write(input, answer, event) {
  input.value = String(answer);
  input.dispatchEvent(new Event(event, { bubbles: true }));
}

/** What the ends of a window may be besides numbers, to be chosen. */
export function ends() {
  return element("datalist", { id: "ends" }, element("option", { value: "-∞" }), element("option", { value: "∞" }));
}

/**
 * The two lines by which a leaf is crossed out; shown only when it is.
 * @param {SVGElement} group
 */
function cross(group) {
  const shape = find(group, ".shape", SVGElement);
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(shape.getAttribute(name)));
  const left = x - MARGIN, top = y - MARGIN, right = x + width + MARGIN, bottom = y + height + MARGIN;
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", "crossing");
  made.setAttribute("d", `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`);
  group.append(made);
}
