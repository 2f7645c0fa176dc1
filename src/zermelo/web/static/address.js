// What a page's address says: /tree?game=pawns&depth=3

/** @typedef {Record<string, string | number | boolean | undefined>} Facts */

const NUMBERS = ["at", "depth", "exploration", "level", "lines", "most", "seed", "side", "simulations"], SWITCHES = ["fold", "known", "boards", "turned"];

/**
 * What an address says of an activity. Its language is the page's own matter.
 * @param {string} search
 */
export function said(search) {
  /** @type {Facts} */
  const facts = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === "lang") continue;
    facts[name] = NUMBERS.includes(name) ? Number(value) : SWITCHES.includes(name) ? value === "true" : value;
  }
  return facts;
}

/**
 * An address that says this; what is undefined is left out.
 * @param {string} path
 * @param {Facts} facts
 */
export function addressOf(path, facts) {
  const there = Object.entries(facts).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(there.map(([name, value]) => [name, String(value)]))}`;
}
