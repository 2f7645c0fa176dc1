// The list of depths from which one is chosen, or none.

import { say } from "./words.js";

/**
 * @param {number | undefined} own  which is there in any case
 * @param {number} deepest
 * @returns {[string | number, string][]}
 */
export function depths(own, deepest) {
  const offered = Array.from({ length: deepest }, (_, place) => place + 1);
  if (own && own > deepest) offered.push(own);
  return [["", say("depth_own")], ...offered.map((one) => /** @type {[number, string]} */ ([one, String(one)]))];
}
