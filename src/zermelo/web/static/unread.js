// Games of a text that could not be read, beside those that could.

import { element } from "./elements.js";
import { say } from "./words.js";

/**
 * Which could not be read, and why; nothing where all could.
 * @param {string[]} unread
 */
export function unreadOf(unread) {
  const told = unread.map((why) => element("li", {}, why));
  return told.length ? [element("div", { class: "unread", role: "alert" }, element("p", {}, say("pgn_unread")), element("ul", {}, ...told))] : [];
}
