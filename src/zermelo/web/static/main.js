// Brings the parts of a page to life: each element with `data-activity` says which module it needs, and what it shows.
// The address of the page may say more.

import { said } from "./address.js";
import { watchPresses } from "./press.js";
import { trouble } from "./trouble.js";

const MODULES = {
  analyse: () => import("./analyse/page.js"),
  editor: () => import("./editor.js"),
  exercise: () => import("./practise.js"),
  games: () => import("./games.js"),
  home: () => import("./home.js"),
  horizon: () => import("./horizon.js"),
  ladder: () => import("./ladder.js"),
  order: () => import("./order.js"),
  play: () => import("./play.js"),
  policy: () => import("./policy.js"),
  scale: () => import("./scale.js"),
  setup: () => import("./setup.js"),
  sheet: () => import("./sheet.js"),
  sheets: () => import("./sheets.js"),
  simulations: () => import("./simulations.js"),
  strategy: () => import("./strategy.js"),
  sum: () => import("./sum.js"),
  tree: () => import("./tree.js"),
  worlds: () => import("./worlds.js"),
};

const KEPT = "zermelo language"; // under which a page leaves what it keeps beside its address to itself in another language

/** The address without its language. */
function here() {
  const facts = new URLSearchParams(location.search);
  facts.delete("lang");
  return `${location.pathname}?${facts}`;
}

/** Leave what the page keeps beside its address, such as the comments of a game, to the same page in another language. */
function handOver() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ address: here(), state: history.state }));
  } catch { /* it is full, or the browser keeps nothing */ }
}

/** Take over what the same page in another language has left. */
function takeOver() {
  try {
    const { address, state } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    sessionStorage.removeItem(KEPT);
    if (state && history.state === null && address === here()) history.replaceState(state, "");
  } catch { /* the browser keeps nothing */ }
}

/** @param {HTMLElement} root */
async function begin(root) {
  const { show, ...options } = JSON.parse(root.dataset.activity ?? "{}");
  try {
    const { mount } = await MODULES[/** @type {keyof typeof MODULES} */ (show)]();
    await mount(root, options.full ? { ...options, ...said(location.search) } : options);
  } catch (error) {
    trouble(root, error);
  }
}

/** @param {Iterable<HTMLElement>} roots */
async function beginAll(roots) {
  for (const root of roots) await begin(root); // one after the other: the studio lets few searches of a client wait
}

takeOver();
watchPresses(document);
beginAll(document.querySelectorAll("[data-activity]"));

for (const link of document.querySelectorAll("a[data-lang]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const facts = new URLSearchParams(location.search);
    facts.set("lang", link.getAttribute("data-lang") ?? "");
    handOver();
    location.assign(`${location.pathname}?${facts}${location.hash}`);
  });
}
