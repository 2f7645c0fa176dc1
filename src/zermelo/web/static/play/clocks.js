// The clocks of the players: they run while the page is open and who is to move sees it, and whose time is over has lost.

/** @import { View } from "../answers.js" */

import { element, select } from "../elements.js";
import { say } from "../words.js";

const CONTROLS = ["60+0", "180+2", "300+3", "600+0", "900+10", "1800+20"]; // seconds for the game, and what each move adds
const TICK = 100; // milliseconds
const SHORT = 20; // seconds from which on tenths are shown

export class Clocks {
  /** @type {View | null} */
  view = null;
  key = "";
  since = 0;
  /** @type {HTMLElement[]} */
  faces = [];

  /**
   * @param {(clock: string | null) => unknown} choose  another game is to be played by this clock
   * @param {() => unknown} over  the time of the person who is to move is over
   */
  constructor(choose, over) {
    this.choose = choose;
    this.over = over;
    this.root = element("div", { class: "clocks" });
    setInterval(() => this.tick(), TICK);
  }

  /** @param {View} view */
  show(view) {
    const key = `${view.number} ${view.plies} ${view.covered}`;
    if (key !== this.key) [this.key, this.since] = [key, performance.now()];
    this.view = view;
    const choices = CONTROLS.map((control) => /** @type {const} */ ([control, told(control)]));
    const control = view.clock?.control ?? "", own = !control || CONTROLS.includes(control) ? [] : [/** @type {const} */ ([control, told(control)])];
    const list = select(say("clock"), [["", say("clock_none")], ...choices, ...own], control, (chosen) => this.choose(chosen || null));
    this.faces = view.clock ? view.players.map(() => element("b", { class: "face", role: "timer" })) : [];
    const faces = view.players.map((name, player) => element("span", {}, `${name} `, this.faces[player]));
    this.root.hidden = !view.timed;
    this.root.replaceChildren(list.label, ...(view.clock ? faces : []));
    this.tick();
  }

  /** Seconds since the turn began; none before the first move of a game that all see, as the seats are still being chosen. */
  get seconds() {
    const begun = this.view && (this.view.eyes !== null || this.view.moves.some(({ player }) => player >= 0)); // and not only chance
    return begun ? (performance.now() - this.since) / 1000 : 0;
  }

  tick() {
    const { view } = this;
    if (!view?.clock) return;
    const running = view.over || view.covered || view.ply !== view.plies ? null : view.mover;
    for (const [player, face] of this.faces.entries()) {
      const left = Math.max(0, view.clock.left[player] - (player === running ? this.seconds : 0)), text = read(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("short", left < SHORT);
      if (!left && player === running && !view.computer && (view.eyes === null || view.eyes === player)) {
        this.view = null; // it is told once
        this.over();
      }
    }
  }
}

/**
 * A time on a clock: minutes and seconds, with tenths where little is left.
 * @param {number} left  seconds
 */
export function read(left) {
  const whole = left < SHORT ? Math.floor(left * 10) / 10 : Math.ceil(left), minutes = Math.floor(whole / 60);
  const seconds = whole - 60 * minutes, shown = left < SHORT ? seconds.toFixed(1).padStart(4, "0") : String(seconds).padStart(2, "0");
  return `${minutes}:${shown}`;
}

/**
 * A time control in words.
 * @param {string} control
 */
function told(control) {
  const [seconds, increment = 0] = control.split("+").map(Number);
  return say(increment ? "clock_adds" : "clock_game", { minutes: String(seconds / 60), seconds: String(increment) });
}
