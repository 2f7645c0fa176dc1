// What alpha-beta visits in one order of the children and another.

/** @import { Asked } from "./asking.js" */
/** @import { Orders } from "./answers.js" */

import { post } from "./api.js";
import { asking } from "./asking.js";
import { drop, element, frame, heading, meter, renew, table } from "./elements.js";
import { latest } from "./trouble.js";
import { number, say } from "./words.js";

const LEAST = 0.01; // of a bar, which can be seen

/**
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean, games: string[] }} options
 */
export async function mount(root, { full, games, ...asked }) {
  if (full) await asking(root, games, asked, { address: "/order", deepest: 20 }, (wanted) => show(root, wanted));
  await show(root, asked);
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 */
async function show(root, asked) {
  await latest(root, async (given_up) => {
    /** @type {Orders} */
    const found = await post("/api/order", asked, given_up);
    const random = { orders: found.orders, least: number(found.least), most: number(found.most), spread: number(found.spread) };
    const made = element("div", { class: "found" }, found.cut ? element("p", { class: "facts" }, found.cut) : null,
      table([say("order"), say("nodes"), say("leaves"), say("cutoffs"), ""], rows(found)),
      element("p", {}, say("order_random", random)),
      element("p", {}, say("order_minimal", { leaves: number(found.minimal) })));
    if (found.svg) made.append(heading(say("order_best")), frame(found.svg, say("order_best")));
    renew(root, ".found", made);
  }, () => drop(root, ".found"));
}

/** @param {Orders} found */
function rows(found) {
  const most = Math.max(...found.rows.map(({ nodes }) => nodes ?? 0));
  return found.rows.map(({ name, nodes, leaves, cutoffs }) =>
    [name, number(nodes), number(leaves), number(cutoffs), meter(Math.max(LEAST, (nodes ?? 0) / most))]);
}
