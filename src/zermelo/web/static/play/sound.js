// A short click at a move, a lower one where something was taken or the game is over; none unless the reader asks for it.

/** @import { View } from "../answers.js" */

import { element } from "../elements.js";
import { STACKED } from "../motion.js";
import { say } from "../words.js";
import { atTheEnd } from "./turns.js";

const SOUND = "zermelo sound"; // kept in the browser
const CLICKS = { move: { pitch: 660, seconds: 0.06 }, weighty: { pitch: 260, seconds: 0.16 } };
const LOUDNESS = 0.2, SILENCE = 0.0001; // parts of the loudest; an exponential ends above nothing

/**
 * What is heard as one view of a game follows another: nothing unless something was played in between.
 * @param {View | null} before
 * @param {View} after
 * @returns {keyof typeof CLICKS | null}
 */
export function clickOf(before, after) {
  if (!before || before.number !== after.number || after.plies <= before.plies || !atTheEnd(after) || after.covered) return null;
  const taken = !before.covered && atTheEnd(before) && !STACKED.includes(after.board.look) && standing(after) < standing(before);
  return taken || after.over ? "weighty" : "move";
}

/** @param {View} view */
function standing({ board }) {
  return board.pieces.filter(Boolean).length;
}

export class Sound {
  /** @type {AudioContext | null} */
  context = null;

  constructor() {
    this.box = element("input", { type: "checkbox", checked: kept(), onchange: () => this.turn() });
    this.root = element("div", { class: "tools sound" }, element("label", {}, this.box, say("sound")));
  }

  turn() {
    try {
      localStorage.setItem(SOUND, this.box.checked ? "on" : "off");
    } catch {
      // the browser keeps nothing
    }
    if (this.box.checked) this.click("move");
  }

  /**
   * Let be heard that a view follows another, where the reader wants that.
   * @param {View | null} before
   * @param {View} after
   */
  follow(before, after) {
    const kind = clickOf(before, after);
    if (kind && this.box.checked) this.click(kind);
  }

  /** @param {keyof typeof CLICKS} kind */
  click(kind) {
    const { pitch, seconds } = CLICKS[kind], context = this.context ??= new AudioContext(), now = context.currentTime;
    context.resume().catch(() => {}); // who has not touched the page yet hears nothing
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch }), fade = new GainNode(context, { gain: LOUDNESS });
    fade.gain.setValueAtTime(LOUDNESS, now);
    fade.gain.exponentialRampToValueAtTime(SILENCE, now + seconds);
    tone.connect(fade).connect(context.destination);
    tone.start(now);
    tone.stop(now + seconds);
  }
}

function kept() {
  try {
    return localStorage.getItem(SOUND) === "on";
  } catch {
    return false; // the browser keeps nothing
  }
}
