// Requests to the studio's server. Nothing else fetches. What is expected of an address is said where it is asked (answers.js).
// What comes while something is pressed is given to the page when it is let go (press.js).

import { EventReader } from "./events.js";
import { unpressed } from "./press.js";
import { lang, say } from "./words.js";

const PATIENCE = 150_000; // milliseconds; longer than the studio lets a rule take, which tells more

/** What the server refused, or could not be asked: its text is for people. */
export class Refused extends Error {
  /**
   * @param {string} text
   * @param {number} status  0 where nothing was answered
   */
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function get(path) {
  return answered(await reached(fetch(path, { signal: AbortSignal.timeout(PATIENCE) })));
}

/**
 * A page of the studio, as it is now.
 * @param {string} path
 */
export async function page(path) {
  const response = await reached(fetch(path, { signal: AbortSignal.timeout(PATIENCE) }));
  return new DOMParser().parseFromString(await reached(response.text()), "text/html");
}

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [given_up]  that the page does not want the answer any more
 * @returns {Promise<T>}
 */
export async function post(path, body, given_up) {
  const patience = AbortSignal.timeout(PATIENCE);
  const found = await answered(await reached(fetch(path, sent(body, given_up ? AbortSignal.any([given_up, patience]) : patience))));
  await unpressed();
  given_up?.throwIfAborted();
  return found;
}

/**
 * What is to be kept in a file.
 * @param {string} path
 * @param {object} body
 */
export async function file(path, body) {
  const response = await reached(fetch(path, sent(body, AbortSignal.timeout(PATIENCE))));
  return response.ok ? response.blob() : answered(response);
}

/**
 * Work that reports as it goes: `news` is called with the facts of each event, and the last ones are returned.
 * Aborting the signal ends the work on the server, too.
 * @template News, Last
 * @param {string} path
 * @param {object} body
 * @param {(facts: News) => void} news
 * @param {AbortSignal} signal
 * @returns {Promise<Last>}
 */
export async function stream(path, body, news, signal) {
  const response = await reached(fetch(path, sent(body, signal)));
  if (!response.ok || !response.body) return answered(response);
  const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader(), events = new EventReader();
  for (;;) {
    const { value, done } = await reached(pieces.read());
    if (done) throw new Refused(say("unreachable"), 0);
    for (const { kind, data } of events.read(value)) {
      const facts = JSON.parse(data);
      await unpressed();
      signal.throwIfAborted();
      if (kind === "done") return facts;
      if (kind === "error") throw new Refused(facts.error, facts.status);
      news(facts);
    }
  }
}

/**
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {RequestInit}
 */
function sent(body, signal) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...body, lang }), signal };
}

/** @param {Response} response */
async function answered(response) {
  if (response.ok) return reached(response.json());
  const facts = await response.json().catch(() => ({}));
  throw new Refused(facts.error || `${response.status}`, response.status);
}

/**
 * What is awaited, or why it did not come. What was given up by the page itself stays an AbortError.
 * @template T
 * @param {Promise<T>} awaited
 */
async function reached(awaited) {
  try {
    return await awaited;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "AbortError") throw error;
    throw new Refused(say(name === "TimeoutError" ? "endless" : "unreachable"), 0);
  }
}
