// An exercise: the tree with empty nodes to be filled in, by clicking on them or in the list beside; marked node by node, with reasons.

/** @import { Blank, Exercise, Mark, Marks, Solution } from "./answers.js" */

import { addressOf } from "./address.js";
import { post } from "./api.js";
import { button, choose, drop, element, field, fill, find, frame, gameField, labelled, renew, select, showButton } from "./elements.js";
import { trying } from "./trouble.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg", MARGIN = 3, LETTERS = 12;

/**
 * An exercise by its kind, its level and its number.
 * @typedef {object} Asked
 * @property {string} [kind]
 * @property {number} [level]
 * @property {number} [seed]
 * @property {string} [game]
 * @property {number} [depth]
 */

/**
 * A blank on the page: its place in the list and in the picture, and what was answered.
 * @typedef {object} Field
 * @property {Blank} blank
 * @property {HTMLElement} item
 * @property {Element} group
 * @property {HTMLElement} reason
 * @property {() => string | boolean} value
 */

/**
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean, games: string[], kinds: [string, string][], levels: number[] }} options
 */
export async function mount(root, { full, games, kinds, levels, ...asked }) {
  if (full) await page(root, games, kinds, levels, asked);
  else await oneAfterTheOther(root, asked);
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 */
function oneAfterTheOther(root, asked) {
  let seed = asked.seed;
  const next = () => {
    seed = (seed || 0) + 1;
    return show(root, { ...asked, seed }, next);
  };
  return show(root, asked, next);
}

/**
 * @param {HTMLElement} root
 * @param {string[]} games
 * @param {[string, string][]} kinds
 * @param {number[]} levels
 * @param {Asked} asked
 */
function page(root, games, kinds, levels, asked) {
  const kind = select(say("kind"), kinds, asked.kind || "alphabeta");
  const level = select(say("level_of"), levels.map((one) => [one, String(one)]), asked.level || 1);
  const seed = element("input", { type: "number", min: 0, max: 1000000000, value: asked.seed || 1 });
  const { input: game, list } = gameField(games, asked.game, { placeholder: say("no_game") });
  const next = () => {
    seed.value = String(Number(seed.value) + 1);
    return go();
  };
  const go = () => {
    const wanted = {
      kind: kind.list.value, level: Number(level.list.value), seed: Number(seed.value) || 0, game: game.value.trim() || undefined,
    };
    history.replaceState(null, "", addressOf("/practise", wanted));
    return show(root, wanted, next);
  };
  root.append(choose(go, kind.label, level.label, labelled(say("seed"), seed), labelled(say("game"), game), list, showButton()));
  return go();
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {() => unknown} next
 */
async function show(root, asked, next) {
  const shown = await trying(root, async () => {
    /** @type {Exercise} */
    const found = await post("/api/exercise", asked);
    const picture = frame(found.svg, found.title), fields = found.blanks.map((blank) => fieldOf(blank, picture));
    const verdict = element("p", { class: "verdict", role: "status" }), solved = element("div", { class: "solution" });
    /** @type {HTMLElement} */
    const made = element("section", { class: "exercise", "aria-label": found.title },
      element("h3", {}, found.title), element("p", { class: "task" }, found.task), boardOf(found),
      picture, element("ol", { class: "blanks" }, ...fields.map(({ item }) => item)),
      element("div", { class: "tools" },
        button(say("mark"), () => trying(made, () => mark(asked, fields, verdict)), { class: "first" }),
        button(say("solution"), () => trying(made, () => solution(asked, solved))),
        button(say("another"), next)),
      verdict, solved);
    renew(root, ".exercise", made);
    return found;
  });
  if (!shown) drop(root, ".exercise");
}

/** @param {Exercise} found */
function boardOf({ board }) {
  if (!board) return null;
  return board.svg ? fill(element("div", { class: "picture small" }), board.svg) : element("pre", {}, board.text);
}

/**
 * A blank with its input, which a click on the node finds.
 * @param {Blank} blank
 * @param {Element} picture
 * @returns {Field}
 */
function fieldOf(blank, picture) {
  const group = find(picture, `#n${blank.node}`, SVGElement), reason = element("span", { class: "reason" });
  const { input, value } = blank.what === "searched" ? crossed(group) : blank.choices.length ? chosen(blank, picture) : written(blank, group);
  const text = blank.what === "searched" ? say("crossed", { node: blank.label }) : blank.label;
  const item = element("li", {}, element("label", {}, input, element("span", {}, text)), reason);
  return { blank, item, group, reason, value };
}

/**
 * Whether a node is visited: it is crossed out where it is not.
 * @param {SVGElement} group
 */
function crossed(group) {
  /** @type {HTMLInputElement} */
  const input = element("input", { type: "checkbox", onchange: () => group.classList.toggle("crossed", input.checked) });
  cross(group);
  group.addEventListener("click", () => input.click());
  return { input, value: () => !input.checked };
}

/**
 * One of the moves at the root, whose branch is thick then.
 * @param {Blank} blank
 * @param {Element} picture
 */
function chosen({ choices }, picture) {
  const branches = choices.map(({ node }) => picture.querySelector(`[data-edge="${node}"]`));
  /** @type {HTMLSelectElement} */
  const input = element("select", {
    onchange: () => choices.forEach(({ name }, place) => branches[place]?.classList.toggle("best", name === input.value)),
  }, element("option", { value: "" }), ...choices.map(({ name }) => element("option", { value: name }, name)));
  return { input, value: () => input.value };
}

/**
 * Something to be written, which the node shows where it is its value.
 * @param {Blank} blank
 * @param {SVGElement} group
 */
function written(blank, group) {
  const input = field("", { size: 8 });
  if (blank.what === "value") {
    const text = find(group, ".value", SVGElement);
    input.addEventListener("input", () => { text.textContent = input.value.slice(0, LETTERS); });
    group.addEventListener("click", () => input.focus());
    input.addEventListener("focus", () => group.classList.add("asked"));
    input.addEventListener("blur", () => group.classList.remove("asked"));
  }
  return { input, value: () => input.value.trim() };
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

/**
 * @param {Asked} asked
 * @param {Field[]} fields
 * @param {Element} verdict
 */
async function mark(asked, fields, verdict) {
  const answers = Object.fromEntries(fields.map(({ blank, value }) => [blank.name, value()]).filter(([, answer]) => answer !== ""));
  /** @type {Marks} */
  const found = await post("/api/exercise/marks", { ...asked, answers });
  const marks = new Map(found.marks.map((one) => [one.name, one]));
  for (const one of fields) showMark(one, marks.get(one.blank.name));
  const counted = fields.map(({ blank }) => marks.get(blank.name)).filter((one, place) => counts(fields[place], one));
  const right = counted.filter((one) => one?.right).length;
  verdict.textContent = found.done ? say("all_right") : say("some_right", { right, all: counted.length });
}

/**
 * Whether a mark counts: to leave a leaf as it was is no answer, but where it should have been crossed out.
 * @param {Field} field
 * @param {Mark | undefined} got
 */
function counts({ blank, value }, got) {
  return blank.what !== "searched" || value() === false || got?.right === false;
}

/**
 * @param {Field} field
 * @param {Mark | undefined} got  nothing where nothing was answered
 */
function showMark({ blank, item, group, reason }, got) {
  const inTheTree = blank.what === "value" || blank.what === "searched";
  for (const part of inTheTree ? [item, group] : [item]) {
    part.classList.toggle("right", got?.right === true);
    part.classList.toggle("wrong", got?.right === false);
  }
  reason.textContent = !got ? "" : got.right ? "✓" : `✗ ${got.reason}`;
}

/**
 * @param {Asked} asked
 * @param {Element} root
 */
async function solution(asked, root) {
  /** @type {Solution} */
  const found = await post("/api/exercise/solution", asked);
  root.replaceChildren(element("h4", {}, say("solution")), frame(found.svg, say("solution")),
    element("ol", {}, ...found.reasons.map((text) => element("li", {}, text))));
}
