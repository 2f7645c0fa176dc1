// What rescaling the leaves does to the choice: minimax and expectiminimax side by side.

/** @import { ScaleChoice, Scaled, Value } from "./answers.js" */

import { addressOf } from "./address.js";
import { post } from "./api.js";
import { choose, drop, element, field, labelled, renew, showButton, table } from "./elements.js";
import { numbersIn } from "./numbers.js";
import { latest } from "./trouble.js";
import { number, say } from "./words.js";

const UNBROKEN = "\u00a0"; // a space at which no line ends

/**
 * @param {HTMLElement} root
 * @param {{ tree: string, full?: boolean }} options
 */
export async function mount(root, { full, tree }) {
  const own = field("", { placeholder: "10 20 30 400" });
  const go = (/** @type {number[] | null} */ to) => latest(root, async (given_up) => {
    /** @type {Scaled} */
    const found = await post("/api/scale", to ? { tree, to } : { tree }, given_up);
    renew(root, ".found", element("div", { class: "found scaled" }, element("p", {}, element("code", {}, tree)),
      table([say("scale_leaves"), "minimax", "expectiminimax"], rows(found)),
      choose(() => go(numbersIn(own.value)), labelled(say("scale_own", { count: found.leaves.length }), own), showButton())));
  }, () => { if (!to) drop(root, ".found"); }); // numbers of one's own are mended where they were written
  if (full) {
    const drawn = field(tree, { required: true }), edited = element("a", {}, say("edit_this"));
    const take = () => {
      tree = drawn.value.trim();
      edited.href = addressOf("/edit", { tree });
      history.replaceState(null, "", addressOf("/scales", { tree }));
      return go(null);
    };
    edited.href = addressOf("/edit", { tree });
    root.append(choose(take, labelled(say("a_tree"), drawn, { class: "long" }), showButton(), edited));
  }
  await go(null);
}

/** @param {Scaled} found */
function rows(found) {
  return found.rows.map(({ name, leaves, keeps, minimax, expectiminimax }) =>
    [element("span", {}, name, element("small", {}, several(leaves)), element("small", {}, keeps)), chosen(minimax), chosen(expectiminimax)]);
}

/** @param {ScaleChoice} choice */
function chosen({ name, values, changed }) {
  const each = values.map((one) => `${one.name}:${UNBROKEN}${number(one.value, 4)}`).join("; ");
  return element("span", {}, `${name} (${each})`, changed ? element("strong", {}, ` ${say("changed")}`) : "");
}

/** @param {Value[]} values */
function several(values) {
  return values.map((value) => number(value, 4)).join("; ");
}
