// A search, step by step: the same player as in the pages that `zermelo explain` writes.

/** @import { Stepped } from "./answers.js" */

import { Player } from "/player.js";
import { addressOf } from "./address.js";
import { post } from "./api.js";
import { choose, drop, element, field, fill, gameField, labelled, renew, select, showButton } from "./elements.js";
import { trying } from "./trouble.js";
import { say } from "./words.js";

/**
 * A search to be shown.
 * @typedef {object} Asked
 * @property {string} game
 * @property {string} [algorithm]
 * @property {number} [depth]
 * @property {string} [position]
 * @property {string} [moves]
 * @property {string} [evaluation]
 * @property {string} [order]
 * @property {boolean} [fold]
 * @property {boolean} [boards]
 */

/**
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean, games: string[], algorithms: string[] }} options
 */
export async function mount(root, { full, games, algorithms, ...asked }) {
  if (!full) {
    await show(root, asked, false);
    return;
  }
  const { form, depth, wanted } = asking(games, algorithms, asked, () => {
    location.hash = "";
    go();
  });
  const go = async () => {
    const made = wanted(), told = () => history.replaceState(null, "", addressOf("/tree", wanted()) + location.hash);
    told();
    const found = await show(root, made, true);
    const { game, depth: plies, position, moves, evaluation, fold } = made;
    draw.href = addressOf("/edit", { game, depth: plies ?? found?.depth ?? undefined, position, moves, evaluation, fold });
    if (!found?.depth || made.depth) return;
    depth.value = String(found.depth); // the whole tree would have been too large
    told();
  };
  const draw = element("a", {}, say("edit_this"));
  form.append(draw);
  root.append(form);
  await go();
}

/**
 * What was found, or null where that went wrong: then nothing is shown.
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {boolean} alone  whether the page is for this alone
 */
async function show(root, asked, alone) {
  const shown = await trying(root, async () => {
    /** @type {Stepped} */
    const found = await post("/api/tree", asked);
    const form = playerForm(found.html);
    renew(root, "form.player", form);
    new Player(form, found.data, alone);
    return found;
  });
  if (!shown) drop(root, "form.player");
  return shown;
}

/**
 * The form on which a player plays, whose buttons send nothing.
 * @param {string} html
 */
export function playerForm(html) {
  const form = fill(element("form", { class: "player", onsubmit: (event) => event.preventDefault() }), html);
  for (const one of form.querySelectorAll("button")) one.type = "button";
  return form;
}

/**
 * The form that asks for a search, and what it says.
 * @param {string[]} games
 * @param {string[]} algorithms
 * @param {Asked} asked
 * @param {() => unknown} act
 */
function asking(games, algorithms, asked, act) {
  const { input: game, list } = gameField(games, asked.game, { required: true });
  const depth = element("input", { type: "number", min: 1, max: 100, value: asked.depth ?? "" });
  const position = field(asked.position), moves = field(asked.moves), evaluation = field(asked.evaluation);
  const fold = element("input", { type: "checkbox", checked: Boolean(asked.fold) });
  const boards = element("input", { type: "checkbox", checked: Boolean(asked.boards) });
  const algorithm = select(say("algorithm"), [["", say("usual")], ...named(algorithms)], asked.algorithm || "");
  const order = select(say("order"), [["given", say("order_given")], ["own", say("order_own")]], asked.order || "given");
  const form = choose(act, labelled(say("game"), game), list, labelled(say("depth"), depth), algorithm.label, order.label,
    element("details", {}, element("summary", {}, say("more")),
      labelled(say("position"), position), labelled(say("moves"), moves), labelled(say("evaluation"), evaluation),
      check(say("fold"), fold), check(say("boards"), boards)),
    showButton());
  return {
    form,
    depth,
    wanted: () => ({
      game: game.value.trim(),
      order: order.list.value,
      fold: fold.checked,
      boards: boards.checked,
      depth: depth.value === "" ? undefined : Number(depth.value),
      position: position.value.trim() || undefined,
      moves: moves.value.trim() || undefined,
      evaluation: evaluation.value.trim() || undefined,
      algorithm: algorithm.list.value || undefined,
    }),
  };
}

/**
 * @param {string[]} names
 * @returns {[string, string][]}
 */
function named(names) {
  return names.map((name) => [name, name]);
}

/**
 * @param {string} text
 * @param {HTMLInputElement} box
 */
function check(text, box) {
  return element("label", { class: "check" }, box, element("span", {}, text));
}
