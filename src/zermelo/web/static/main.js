// Brings the parts of a page to life: each element with `data-activity` says which module it needs, and what it shows.
// The page's address may say more: /tree?game=pawns&depth=3

import { trouble } from "./studio.js";

const MODULES = {
  play: "./play.js", tree: "./tree.js", order: "./order.js", ladder: "./ladder.js", scale: "./scale.js", exercise: "./practise.js",
  simulations: "./simulations.js", strategy: "./strategy.js", worlds: "./worlds.js", policy: "./policy.js",
};
const NUMBERS = ["depth", "level", "seed", "side"];

function fromAddress() {
  const facts = Object.fromEntries(new URLSearchParams(location.search));
  delete facts.lang;
  for (const name of NUMBERS) if (name in facts) facts[name] = Number(facts[name]);
  for (const name of ["fold", "boards"]) if (name in facts) facts[name] = facts[name] === "true";
  return facts;
}

async function begin(root) {
  const { show, ...options } = JSON.parse(root.dataset.activity);
  try {
    await (await import(MODULES[show])).mount(root, options.full ? { ...options, ...fromAddress() } : options);
  } catch (error) {
    trouble(root, error);
  }
}

async function beginAll(roots) {
  for (const root of roots) await begin(root);  // one after the other: the studio lets few searches of a client wait
}

beginAll(document.querySelectorAll("[data-activity]"));

for (const link of document.querySelectorAll("a[data-lang]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const facts = new URLSearchParams(location.search);
    facts.set("lang", link.dataset.lang);
    location.assign(`${location.pathname}?${facts}${location.hash}`);
  });
}
