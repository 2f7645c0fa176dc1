// A search, step by step: the same player as in the pages that `zermelo explain` writes.

/** @import { ComparedSearches, Stepped, TooLarge } from "./answers.js" */

import { Player } from "/player.js";
import { addressOf } from "./address.js";
import { post } from "./api.js";
import { button, drop, element, fill, renew } from "./elements.js";
import { Form } from "./tree/form.js";
import { moments } from "./tree/lockstep.js";
import { OpenedTree } from "./tree/opened.js";
import { latest, trying } from "./trouble.js";
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
 * @property {boolean} [known]  what a database or a book knows is a leaf
 * @property {boolean} [boards]
 * @property {number} [most]  nodes that are drawn; of more the deepest are folded away
 * @property {string} [against]  another algorithm, or an order, for a search beside this one
 */

/**
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean, node?: string }} options  `node` is the path to the node at hand, in a tree that is opened node by node
 */
export async function mount(root, { full, node, most, ...asked }) {
  if (!full) {
    await show(root, { ...asked, most }, { alone: false, path: pathOf(node), moved() {}, unfold() {} });
    return;
  }
  const wanted = () => ({ ...form.wanted(), most });
  const told = () => history.replaceState(null, "", addressOf("/tree", { ...wanted(), node }) + location.hash);
  const go = async () => {
    told();
    await show(root, wanted(), {
      alone: true, path: pathOf(node), moved: (path) => {
        node = path.join(".") || undefined;
        told();
      },
      unfold: () => {
        most = undefined;
        return go();
      },
    }, (depth) => {
      form.found(depth);
      told();
    });
  };
  const form = new Form(asked, () => {
    node = most = undefined;
    history.replaceState(null, "", location.pathname + location.search); // another search begins at its first step
    return go();
  });
  root.append(form.root);
  await trying(root, () => form.offer());
  await go();
}

/**
 * @param {string} [node]  actions between points
 */
function pathOf(node) {
  return node ? node.split(".") : [];
}

/**
 * How a search is shown: alone on its page or not; and where its nodes are opened one by one, from which node on, and who is told of others;
 * and what draws what is folded away.
 * @typedef {{ alone: boolean, path: string[], moved: (path: string[]) => unknown, unfold: () => unknown }} Way
 */

/**
 * Show what was found, or nothing where that went wrong.
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {Way} way
 * @param {(depth?: number | null) => void} [ended]  told the depth that was looked at, where it is known
 */
async function show(root, asked, way, ended) {
  await latest(root, async (given_up) => {
    const { depth } = asked.against ? await besideAnother(root, asked, given_up) : await oneSearch(root, asked, way, given_up);
    ended?.(depth);
  }, () => {
    drop(root, ".shown");
    ended?.();
  });
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 * @param {Way} way
 * @param {AbortSignal} given_up
 */
async function oneSearch(root, asked, { alone, path, moved, unfold }, given_up) {
  /** @type {Stepped | TooLarge} */
  const found = await post("/api/tree", asked, given_up);
  if ("large" in found) {
    const opened = new OpenedTree(asked, moved);
    renew(root, ".shown", opened.root);
    await opened.begin(path, given_up);
    return found;
  }
  const form = playerForm(found.html);
  if (asked.most && alone) form.querySelector(".looks")?.append(button(say("draw_all"), unfold));
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
  for (const [place, form] of forms.entries()) { // where one stands below the other
    const see = () => forms[1 - place].querySelector(".frame")?.scrollIntoView({ block: "center" });
    form.querySelector(".looks")?.append(button(say("compare_other"), see, { class: "other" }));
  }
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
