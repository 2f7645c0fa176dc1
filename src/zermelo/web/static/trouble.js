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

/** @type {WeakMap<Element, AbortController>} what each root asked last */
const asking = new WeakMap();
/** @type {WeakMap<Element, number>} how much is under way in each root */
const working = new WeakMap();

/**
 * Ask for what a root is to show. A later question gives up the one before, whose answer would be shown over the later one's.
 * @param {Element} root
 * @param {(given_up: AbortSignal) => Promise<unknown>} act
 * @param {() => void} [failed]  what else is done where it goes wrong
 */
export async function latest(root, act, failed) {
  asking.get(root)?.abort();
  const mine = new AbortController();
  asking.set(root, mine);
  const found = await trying(root, () => act(mine.signal));
  if (found === null && !mine.signal.aborted) failed?.();
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
  working.set(root, (working.get(root) ?? 0) + 1);
  root.setAttribute("aria-busy", "true");
  const status = element("p", { class: "measuring", role: "status" }, say("measuring"));
  const slow = setTimeout(() => root.append(status), SLOW);
  try {
    return await act();
  } catch (error) {
    trouble(root, error);
    inSight(root.querySelector(":scope > .trouble"));
    return null;
  } finally {
    clearTimeout(slow);
    status.remove();
    const left = (working.get(root) ?? 1) - 1;
    working.set(root, left);
    if (!left) root.removeAttribute("aria-busy");
  }
}

/**
 * Scroll to what is said of something that was asked for, where it would not be seen; nothing for what is hidden.
 * @param {Element | null} place
 */
function inSight(place) {
  const { top = 0, bottom = 0 } = place?.getBoundingClientRect() ?? {};
  if (bottom > top && (bottom <= 0 || top >= innerHeight)) place?.scrollIntoView({ block: "center" });
}
