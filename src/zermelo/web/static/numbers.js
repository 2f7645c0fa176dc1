// Numbers as they are written and read.

/** @import { Value } from "./answers.js" */

const DUST = 1e-12; // numbers this near to 0 are what rounding leaves of sums that are 0, as zermelo.values has it

/**
 * A value as a language writes it, with this many digits unless it is whole; several in angles; nothing for none.
 * @param {Value | Value[] | null | undefined} value
 * @param {{ lang: string, decimal: string }} language
 * @param {number} [digits]
 * @returns {string}
 */
export function written(value, language, digits = 6) {
  if (value === "inf") return "∞";
  if (value === "-inf") return "-∞";
  if (typeof value === "number" && Math.abs(value) < DUST) return "0";
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return `<${value.map((one) => written(one, language, digits)).join(" ")}>`;
  if (Number.isInteger(value)) return value.toLocaleString(language.lang, { useGrouping: "always" }); // as the server does, in Spanish too
  return String(Number(value.toPrecision(digits))).replace(".", language.decimal);
}

/**
 * A value to the hundredth.
 * @template {Value | null} Kind
 * @param {Kind} value
 */
export function hundredths(value) {
  return typeof value === "number" ? Math.round(100 * value) / 100 || 0 : value;
}

/**
 * The numbers in a line, between spaces or semicolons, with points or commas; what is none becomes NaN.
 * @param {string} text
 */
export function numbersIn(text) {
  return text.trim().split(/[\s;]+/).map((word) => Number(word.replace(",", ".")));
}

/**
 * Numbers as the text of a tree has them, also where they were typed with commas.
 * @param {string} text
 */
export function typed(text) {
  return text.trim().replace(/(\d),(?=\d)/g, "$1.");
}

/**
 * The usual numbers and one that was asked for, in order.
 * @param {number[]} numbers
 * @param {number} own
 */
export function among(numbers, own) {
  return [...new Set([...numbers, own])].sort((one, other) => one - other);
}
