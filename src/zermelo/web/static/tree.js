// A search, step by step: the same player as in the pages that `zermelo explain` writes.

/** @import { ComparedSearches, Stepped } from "./answers.js" */

import { Player } from "/player.js";
import { addressOf } from "./address.js";
import { post } from "./api.js";
import { drop, element, fill, renew } from "./elements.js";
import { Form } from "./tree/form.js";
import { moments } from "./tree/lockstep.js";
import { latest } from "./trouble.js";
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
 * @property {string} [against]  another algorithm, or an order, for a search beside this one
 */

/**
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean }} options
 */
export async function mount(root, { full, ...asked }) {
  if (!full) {
    await show(root, asked, false);
    return;
  }
  const go = async () => {
    const told = () => history.replaceState(null, "", addressOf("/tree", form.wanted()) + location.hash);
    told();
    await show(root, form.wanted(), true, (depth) => {
      form.found(depth);
      told();
    });
  };
  const form = new Form(asked, () => {
    history.replaceState(null, "", location.pathname + location.search); // another search begins at its first step
    return go();
  });
  root.append(form.root);
  await form.offer();
  await go();
}

/**
 * Show what was found, or nothing where that went wrong.
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {boolean} alone  whether the page is for this alone
 * @param {(depth?: number | null) => void} [ended]  told the depth that was looked at, where it is known
 */
async function show(root, asked, alone, ended) {
  await latest(root, async (given_up) => {
    const { depth } = asked.against ? await besideAnother(root, asked, given_up) : await oneSearch(root, asked, alone, given_up);
    ended?.(depth);
  }, () => {
    drop(root, ".shown");
    ended?.();
  });
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {boolean} alone
 * @param {AbortSignal} given_up
 */
async function oneSearch(root, asked, alone, given_up) {
  /** @type {Stepped} */
  const found = await post("/api/tree", asked, given_up);
  const form = playerForm(found.html);
  renew(root, ".shown", element("div", { class: "shown" }, form));
  new Player(form, found.data, alone);
  return found;
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {AbortSignal} given_up
 */
async function besideAnother(root, asked, given_up) {
  /** @type {ComparedSearches} */
  const found = await post("/api/compare", asked, given_up);
  const [one, other] = found.sides, forms = found.sides.map(({ html }) => playerForm(html));
  const why = found.reasons.length ? element("details", {}, element("summary", {}, say("compare_why")),
    element("ul", {}, ...found.reasons.map((reason) => element("li", {}, reason)))) : null;
  renew(root, ".shown", element("div", { class: "shown compared" }, element("p", { class: "difference" }, found.difference), why, ...forms));
  const paces = moments(one.data, other.data, found.in_order);
  const leader = new Player(forms[0], one.data, true), follower = new Player(forms[1], other.data, false);
  follower.lock(paces.map(([, step]) => step), leader);
  leader.lock(paces.map(([step]) => step), follower);
  leader.go(leader.moment);
  return found;
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
