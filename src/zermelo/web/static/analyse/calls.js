// What the page of analysis asks the server.

/** @import { Explained, Halfway, LineReport, Looked, OpenedTree, Progress, ReportNews, Thought } from "../answers.js" */

import { post, stream } from "../api.js";

/**
 * A position: the game, its start, and the actions that lead there.
 * @typedef {{ game: string, position: string | null, actions: string[] }} Asked
 */

/**
 * @param {object} facts
 * @returns {Promise<OpenedTree>}
 */
export function opened(facts) {
  return post("/api/analyse/open", facts);
}

/**
 * A tree as the text of a file.
 * @param {object} facts
 * @returns {Promise<{ text: string }>}
 */
export function fileOf(facts) {
  return post("/api/analyse/file", facts);
}

/**
 * @param {Asked} asked
 * @returns {Promise<Looked>}
 */
export function lookedAt(asked) {
  return post("/api/analyse/look", asked);
}

/**
 * @param {Asked} asked
 * @param {number[][]} steps
 * @returns {Promise<Halfway>}
 */
export function halfwayThere(asked, steps) {
  return post("/api/analyse/halfway", { ...asked, steps });
}

/**
 * What the engine finds, deeper and deeper; before, how far it is compiled, where it has to be.
 * @param {Asked} asked
 * @param {number} lines
 * @param {(found: Thought | Progress) => void} news
 * @param {AbortSignal} signal
 * @returns {Promise<Thought>}
 */
export function thought(asked, lines, news, signal) {
  return stream("/api/analyse/lines", { ...asked, lines }, news, signal);
}

/**
 * @param {Asked} asked
 * @param {string} action
 * @returns {Promise<Explained>}
 */
export function whyNot(asked, action) {
  return post("/api/analyse/why", { ...asked, action });
}

/**
 * @param {Asked} asked
 * @param {string} effort
 * @returns {Promise<LineReport>}
 */
export function kept(asked, effort) {
  return post("/api/analyse/kept", { ...asked, effort });
}

/**
 * @param {Asked} asked
 * @param {string} effort
 * @param {(news: ReportNews) => void} news
 * @param {AbortSignal} signal
 * @returns {Promise<LineReport>}
 */
export function reported(asked, effort, news, signal) {
  return stream("/api/analyse/report", { ...asked, effort }, news, signal);
}
