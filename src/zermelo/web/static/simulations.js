// Monte Carlo tree search, one simulation after the other: the tree grows, and visits and means change, step by step.

/** @import { Shown } from "/player.js" */
/** @import { Stepped } from "./answers.js" */

import { Player } from "/player.js";
import { addressOf } from "./address.js";
import { post } from "./api.js";
import { PositionChooser } from "./asking.js";
import { button, choose, drop, renew, select } from "./elements.js";
import { grown } from "./growth.js";
import { among } from "./numbers.js";
import { playerForm } from "./tree.js";
import { latest, trying } from "./trouble.js";
import { number, say } from "./words.js";

const COUNTS = [5, 12, 20, 40, 60, 100, 200], EXPLORATIONS = [0, 0.3, 1, 3];

/** A step player of a tree that grows. */
class Simulations extends Player {
  /** @override */
  known() {
    return grown(this.data, this.at);
  }

  /**
   * The state that the step is about, such as the end of a playout, unless one is chosen: each step of a simulation shows its own.
   * @override
   */
  board() {
    if (this.chosen === null) this.put(/** @type {Shown} */ (this.data.steps[this.at]));
    else super.board();
  }
}

/**
 * @param {HTMLElement} root
 * @param {{ game: string, games?: string[], full?: boolean, position?: string, simulations?: number, exploration?: number, seed?: number }} options
 */
export async function mount(root, { full, games = [], simulations = 20, exploration = 1, seed = 0, ...asked }) {
  const chooser = new PositionChooser(games, asked, () => show());
  const count = select(say("simulations"), offered(COUNTS, simulations), simulations, () => show());
  const constant = select(say("exploration"), offered(EXPLORATIONS, exploration), exploration, () => show());
  const show = () => latest(root, async (given_up) => {
    const wanted = { ...(full ? chooser.wanted : asked), simulations: Number(count.list.value), exploration: Number(constant.list.value), seed };
    if (full) history.replaceState(null, "", addressOf("/simulations", wanted));
    /** @type {Stepped} */
    const found = await post("/api/simulations", wanted, given_up);
    const form = playerForm(found.html);
    renew(root, "form.player", form);
    new Simulations(form, found.data, false);
  }, () => drop(root, "form.player"));
  const others = button(say("other_chances"), () => {
    seed += 1;
    show();
  }, { title: say("other_chances_why") });
  root.append(choose(show, ...(full ? [chooser.game.root] : []), count.label, constant.label, others, ...(full ? [chooser.more] : [])));
  if (full) await trying(root, () => chooser.offer());
  await show();
}

/**
 * @param {number[]} numbers
 * @param {number} own
 * @returns {[number, string][]}
 */
function offered(numbers, own) {
  return among(numbers, own).map((one) => [one, number(one)]);
}
