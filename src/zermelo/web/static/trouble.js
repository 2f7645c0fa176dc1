// What goes wrong is said where it went wrong, and what takes long says so.

import { Refused } from "./api.js";
import { element } from "./elements.js";
import { say } from "./words.js";

const SLOW = 800; // milliseconds from which on it is said that something is under way

/**
 * Say what went wrong, to readers of the screen, too; null says that all is well. What the page gave up itself is no trouble.
 * @param {Element} root
 * @param {unknown} error
 */
export function trouble(root, error) {
  if (error instanceof Error && error.name === "AbortError") return;
  /** @type {HTMLElement | null} */
  let place = root.querySelector(":scope > .trouble");
  if (!place) root.prepend(place = element("p", { class: "trouble", role: "alert" }));
  place.hidden = !error;
  place.textContent = error instanceof Error ? error.message : "";
  if (error && !(error instanceof Refused)) console.error(error);
}

/**
 * Do something that may fail; while it runs the root is marked busy.
 * @template T
 * @param {Element} root
 * @param {() => Promise<T>} act
 * @returns {Promise<T | null>}
 */
export async function trying(root, act) {
  trouble(root, null);
  root.setAttribute("aria-busy", "true");
  const status = element("p", { role: "status" }, say("measuring"));
  const slow = setTimeout(() => root.append(status), SLOW);
  try {
    return await act();
  } catch (error) {
    trouble(root, error);
    return null;
  } finally {
    clearTimeout(slow);
    status.remove();
    root.removeAttribute("aria-busy");
  }
}
