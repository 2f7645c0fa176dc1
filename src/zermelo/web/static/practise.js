// An exercise: the tree with empty nodes to be filled in; help in three stages, marks with reasons, and the solution.

/** @import { Exercise, Help, Marks, Redrawn, Solution } from "./answers.js" */

import { addressOf } from "./address.js";
import { post } from "./api.js";
import { Blanks, ends } from "./blanks.js";
import { gameField } from "./cards.js";
import { button, choose, drop, element, fill, frame, heading, labelled, select } from "./elements.js";
import { Kept } from "./kept.js";
import { swatch } from "./play/swatch.js";
import { latest, trying } from "./trouble.js";
import { number, say } from "./words.js";

const STAGES = 3;

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
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean, games: Record<string, string[]>, kinds: [string, string][], levels: number[] }} options
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
 * What is practised, in a row above the exercise. Whatever is chosen is made at once.
 * @param {HTMLElement} root
 * @param {Record<string, string[]>} games  by the kind
 * @param {[string, string][]} kinds
 * @param {number[]} levels
 * @param {Asked} asked
 */
function page(root, games, kinds, levels, asked) {
  const kind = select(say("kind"), kinds, asked.kind || "alphabeta");
  const level = select(say("level_of"), levels.map((one) => [one, String(one)]), asked.level || 1);
  const seed = element("input", { type: "number", min: 0, max: 1000000000, value: asked.seed || 1 });
  const { input: game, list } = gameField(() => games[kind.list.value], asked.game, { placeholder: say("no_game") });
  const next = () => {
    seed.value = String(Number(seed.value) + 1);
    return go();
  };
  const go = () => {
    game.disabled = list.disabled = !games[kind.list.value].length; // the kind has a tree of its own
    if (game.disabled) game.value = "";
    const wanted = {
      kind: kind.list.value, level: Number(level.list.value), seed: Number(seed.value) || 0, game: game.value.trim() || undefined,
    };
    history.replaceState(null, "", addressOf("/practise", wanted));
    return show(root, wanted, next);
  };
  const form = choose(go, kind.label, level.label, labelled(say("seed"), seed), labelled(say("game"), game), list);
  form.addEventListener("change", () => form.requestSubmit());
  root.append(form);
  return go();
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {() => unknown} next
 */
async function show(root, asked, next) {
  drop(root, ".exercise"); // which would stand below what was chosen, as if it were of that
  await latest(root, async (given_up) => {
    /** @type {Exercise} */
    const found = await post("/api/exercise", asked, given_up);
    const blanks = new Blanks(found, (answers) => /** @type {Promise<Redrawn>} */ (post("/api/exercise/picture", { ...asked, answers })));
    const verdict = element("p", { class: "verdict", role: "status" }), solved = element("div", { class: "solution" });
    const { tool, told } = helping(blanks, (facts) => post("/api/exercise/help", { ...asked, ...facts }));
    /** @type {HTMLElement} */
    const made = element("section", { class: "exercise", "aria-label": found.title },
      heading(found.title), ends(), ...shownOf(found, blanks), told,
      element("div", { class: "tools" },
        button(say("mark"), () => trying(made, () => mark(asked, blanks, verdict)), { class: "first" }), tool,
        button(say("solution"), () => trying(made, () => solution(asked, solved))),
        button(say("another"), next)),
      verdict, solved);
    await keeping(made, blanks, JSON.stringify(asked));
    if (!given_up.aborted) root.append(made);
  });
}

/**
 * Keep what is filled in, for who comes back to this exercise, in another language say; and show what is kept.
 * @param {HTMLElement} made
 * @param {Blanks} blanks
 * @param {string} exercise
 */
async function keeping(made, blanks, exercise) {
  const kept = new Kept("alone", sessionStorage), before = kept.of(exercise);
  if (before) await blanks.put(before.answers[0]);
  for (const happens of ["input", "change", "click", "keyup"]) {
    made.addEventListener(happens, () => kept.keep(exercise, { answers: [blanks.answers()], help: [] }));
  }
}

/**
 * What an exercise asks: the task, the board, the tree and the list of its blanks.
 * @param {Exercise} found
 * @param {Blanks} blanks
 */
export function shownOf(found, blanks) {
  const board = !found.board ? null : found.board.svg ? fill(element("div", { class: "picture small named" }), found.board.svg)
    : element("pre", {}, found.board.text);
  const news = found.board?.svg && found.board.news ? element("p", { class: "mover" }, swatch(found.mover, found.board.colours), found.board.news) : null; // as text has it in itself
  const about = found.about ? element("p", { class: "about" }, found.about) : null;
  return [element("p", { class: "task" }, found.task), about, board, news, blanks.picture, blanks.list];
}

/**
 * The button that helps, a stage further each time until something else is answered, and what it tells.
 * @param {Blanks} blanks
 * @param {(facts: { answers: object, stage: number }) => Promise<Help>} ask
 */
export function helping(blanks, ask) {
  const list = element("ol", { class: "help" }), told = element("div", {}, element("div", { role: "status" }, list));
  let stage = 0, before = "", used = 0;
  /** @type {HTMLButtonElement} */
  const tool = button(say("help_of", { stage: 1, stages: STAGES }), () => trying(told, async () => {
    const answers = blanks.answers(), now = JSON.stringify(answers);
    if (now !== before || stage === STAGES) {
      stage = 0;
      list.replaceChildren();
    }
    before = now;
    stage += 1;
    used += 1;
    const { text, node } = await ask({ answers, stage });
    list.append(element("li", {}, text));
    if (stage > 1) blanks.point(node);
    tool.textContent = say("help_of", { stage: stage % STAGES + 1, stages: STAGES });
  }));
  return { tool, told, used: () => used, use: (/** @type {number} */ count) => { used = count; } };
}

/**
 * What marks come to.
 * @param {Marks} found
 * @param {string} [words]  in which points are told, where more may come unless others are named
 */
export function verdictOf(found, words = "points_of") {
  return found.done ? say("all_right") : say(words, { points: number(rounded(found.points)), most: number(found.most) });
}

/**
 * Points to the hundredth.
 * @param {number} points
 */
export function rounded(points) {
  return Math.round(100 * points) / 100;
}

/**
 * @param {Asked} asked
 * @param {Blanks} blanks
 * @param {Element} verdict
 */
async function mark(asked, blanks, verdict) {
  /** @type {Marks} */
  const found = await post("/api/exercise/marks", { ...asked, answers: blanks.answers() });
  blanks.show(found.marks);
  verdict.textContent = [verdictOf(found), !found.done && blanks.crossing ? say("points_crossed") : ""].filter(Boolean).join(" ");
}

/**
 * @param {Asked} asked
 * @param {Element} root
 */
async function solution(asked, root) {
  showSolution(root, await post("/api/exercise/solution", asked));
}

/**
 * @param {Element} root
 * @param {Solution} found
 */
export function showSolution(root, found) {
  root.replaceChildren(element("h4", {}, say("solution")), frame(found.svg, say("solution")),
    element("ol", {}, ...found.reasons.map((text) => element("li", {}, text))));
}
