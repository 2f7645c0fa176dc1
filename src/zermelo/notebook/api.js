// What the studio's pages ask its server, an analysis in a notebook asks the kernel, by messages: in the module of the widget this stands
// in the place of web/static/api.js (analysis.py).

/** @import { Model } from "./analysis.js" */

import { unpressed } from "../web/static/press.js";
import { say } from "../web/static/words.js";

const SOON = 300; // milliseconds in which the kernel has to hear where it has answered the same before, else that is shown
const PATIENCE = 10_000; // and else
const view = Math.random().toString(36).slice(2); // two views of a widget hear each other's answers

/** @type {Model} */
let model;
let asked = 0;
let silent = false; // whether it has not heard what was asked last
/** @type {Map<string, (answer: { kind: string, facts: any }) => void>} */
const waiting = new Map();
/** @type {Set<string>} */
const late = new Set(); // what was not heard in time

/** What the kernel refused, or could not be asked: its text is for people. */
export class Refused extends Error {}

/**
 * Ask this kernel from now on; what is returned ends it.
 * @param {Model} found
 * @param {() => unknown} back  is called when it hears at last what was refused as it did not answer
 */
export function connect(found, back) {
  model = found;
  const hear = (/** @type {any} */ message) => {
    waiting.get(message.answer)?.(message);
    if (late.delete(message.answer)) {
      late.clear();
      silent = false;
      back();
    }
  };
  model.on("msg:custom", hear);
  return () => model.off("msg:custom", hear);
}

/**
 * @param {string} path
 * @param {object} facts
 * @param {AbortSignal} [given_up]  that the page does not want the answer any more
 * @returns {Promise<any>}
 */
export function post(path, facts, given_up) {
  return ask(path, facts, () => {}, given_up, (known, answer) => answer(known));
}

/**
 * Work that reports as it goes: `news` is called with the facts of each event, and the last ones are returned.
 * Aborting the signal ends the work in the kernel, too.
 * @param {string} path
 * @param {object} facts
 * @param {(facts: any) => void} news
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export function stream(path, facts, news, signal) {
  return ask(path, facts, news, signal, news);
}

/**
 * @param {string} path
 * @param {object} facts
 * @param {(facts: any) => void} news
 * @param {AbortSignal | undefined} signal
 * @param {(known: any, answer: (facts: any) => void) => void} remembered  is told what was answered before, where no kernel answers soon
 * @returns {Promise<any>}
 */
function ask(path, facts, news, signal, remembered) {
  const number = `${view} ${++asked}`, known = model.get("kept")[keyOf(path, facts)];
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(patience);
      waiting.delete(number);
      signal?.removeEventListener("abort", giveUp);
    };
    const answer = (/** @type {any} */ found) => {
      over();
      resolve(found);
    };
    const refuse = (/** @type {unknown} */ why) => {
      over();
      reject(why);
    };
    const giveUp = () => {
      model.send({ give_up: number });
      refuse(signal?.reason);
    };
    const patience = setTimeout(() => {
      silent = true;
      if (known) {
        remembered(known, answer);
        return;
      }
      late.add(number);
      refuse(new Refused(say("kernel_silent")));
    }, known ? (silent ? 0 : SOON) : PATIENCE);
    waiting.set(number, async ({ kind, facts: told }) => {
      clearTimeout(patience);
      silent = false;
      if (kind === "heard") return;
      await unpressed();
      if (!waiting.has(number)) return;
      if (kind === "news") news(told);
      else if (kind === "done") answer(told);
      else refuse(new Refused(told.error));
    });
    signal?.addEventListener("abort", giveUp);
    model.send({ ask: number, path: nameOf(path), facts });
  });
}

/**
 * Under what an answer is remembered.
 * @param {string} path
 * @param {{ effort?: string, actions?: string[] }} facts
 */
function keyOf(path, { effort = "", actions = [] }) {
  return [nameOf(path), effort, ...actions].join(" ");
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
