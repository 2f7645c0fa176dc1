// The words of a page in its language, which the server writes into it, or a notebook sends; and numbers as that language writes them.

/** @import { Value } from "./answers.js" */

import { written } from "./numbers.js";

/** @type {Record<string, string>} */
const words = JSON.parse(document.querySelector("script#words")?.textContent ?? "{}");

export const lang = words.lang;

/**
 * Words that a page does not bring with it.
 * @param {Record<string, string>} more
 */
export function learn(more) {
  Object.assign(words, more);
}

/**
 * A message with facts at their places: say("level", { level: 3 }).
 * @param {string} name
 * @param {Record<string, string | number>} [facts]
 */
export function say(name, facts = {}) {
  const text = words[name];
  if (text === undefined) throw new Error(`no word ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, fact) => String(facts[fact]));
}

/**
 * @param {Value | Value[] | null | undefined} value
 * @param {number} [digits]
 */
export function number(value, digits) {
  return written(value, { lang: words.lang, decimal: words.decimal }, digits);
}
