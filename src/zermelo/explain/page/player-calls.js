// The calls that have not returned, each with its variables, as they are after a step; and steps to which one runs.

/** @import { PlayerData } from "./player.js" */

/**
 * A call: its node, its variables as text, which of these the step has changed, and whether the step has made the call.
 * @typedef {{ node: number, values: string[], changed: boolean[], fresh: boolean }} Call
 */

/**
 * The variables of each call after a step.
 * @param {PlayerData} data
 * @param {number} at
 */
function assigned({ steps }, at) {
  /** @type {Map<number, string[]>} */
  const found = new Map();
  for (const step of steps.slice(0, at + 1)) for (const [node, values] of step.calls ?? []) found.set(node, values);
  return found;
}

/**
 * The calls from the first to the one that runs.
 * @param {PlayerData} data
 * @param {number} at  the step
 * @returns {Call[]}
 */
export function callsAt(data, at) {
  const before = assigned(data, at - 1), now = assigned(data, at), made = [];
  for (let node = data.steps[at].node; node >= 0; node = data.nodes[node].parent) {
    const values = now.get(node) ?? [], earlier = before.get(node);
    made.push({ node, values, changed: values.map((value, place) => Boolean(earlier) && value !== earlier?.[place]), fresh: !earlier });
  }
  return made.reverse();
}

/**
 * The next step, after the one at hand, of which this is true: a cut-off, another value of a variable of the call that runs, or that it
 * is about a node. Undefined where none follows.
 * @param {PlayerData} data
 * @param {number} at
 * @param {string} until  "cut", "node", or the name of a variable
 * @param {number} node
 */
export function nextStop(data, at, until, node) {
  const { steps, variables } = data, after = [...steps.keys()].slice(at + 1);
  if (until === "cut") return after.find((step) => steps[step].kind === "cut");
  if (until === "node") return after.find((step) => steps[step].node === node);
  const place = variables.indexOf(until), known = assigned(data, at);
  return after.find((step) => {
    const running = steps[step].node, before = known.get(running);
    for (const [call, values] of steps[step].calls ?? []) known.set(call, values);
    return before !== undefined && before[place] !== known.get(running)?.[place];
  });
}

/**
 * The calls as a table; what the step has changed is marked.
 * @param {HTMLElement} table
 * @param {PlayerData} data
 * @param {number} at
 */
export function drawCalls(table, data, at) {
  const calls = callsAt(data, at), { nodes, steps, variables, words } = data;
  const used = variables.map((_, place) => steps.some((step) => step.calls?.some(([, values]) => values[place])));
  const heads = variables.filter((_, place) => used[place]).map((name) => made("th", { scope: "col" }, made("code", {}, name)));
  const rows = calls.map(({ node, values, changed, fresh }, row) => {
    const cells = values.map((value, place) => made("td", {}, changed[place] ? made("mark", {}, value) : value));
    /** @type {Record<string, string>} */
    const facts = { class: fresh ? "fresh" : "" };
    if (row === calls.length - 1) facts["aria-current"] = "true";
    return made("tr", facts, made("th", { scope: "row" }, nodes[node].name), ...cells.filter((_, place) => used[place]));
  });
  table.replaceChildren(made("thead", {}, made("tr", {}, made("th", { scope: "col" }, words.call), ...heads)), made("tbody", {}, ...rows));
}

/**
 * @param {string} name
 * @param {Record<string, string>} facts
 * @param {(Node | string)[]} children
 */
function made(name, facts, ...children) {
  const element = document.createElement(name);
  for (const [fact, value] of Object.entries(facts)) element.setAttribute(fact, value);
  element.append(...children);
  return element;
}
