// Which game, from which position, how deep and by which evaluation: the row above what watches or measures a search. Whatever is chosen
// is shown at once.

/** @import { Choices } from "./answers.js" */

import { addressOf } from "./address.js";
import { post } from "./api.js";
import { GameChooser } from "./cards.js";
import { depths } from "./depths.js";
import { choose, element, field, labelled, select } from "./elements.js";
import { trying } from "./trouble.js";
import { EvaluationChooser } from "./tree/evaluation.js";
import { say } from "./words.js";

/**
 * A search to be measured.
 * @typedef {object} Asked
 * @property {string} game
 * @property {number} [depth]
 * @property {string} [position]
 * @property {string} [evaluation]
 */

/** A game, and a position of it, which is written among what more there is. */
export class PositionChooser {
  /**
   * @param {string[]} games  those that the page can take
   * @param {{ game: string, position?: string }} asked
   * @param {() => unknown} act
   * @param {(found: Choices | null, anew: boolean) => unknown} [offered]  told what a game offers, and whether it is another one
   */
  constructor(games, asked, act, offered = () => {}) {
    this.offered = offered;
    this.game = new GameChooser(asked.game, async () => {
      this.position.value = "";
      await this.offer(true);
      act();
    }, () => games);
    this.position = field(asked.position, { onchange: act });
    this.more = element("details", {}, element("summary", {}, say("more")), labelled(say("position"), this.position));
  }

  /** Call the game by its title, and tell what it offers; nothing where there is no such game, which the search tells. */
  async offer(anew = false) {
    /** @type {Choices | null} */
    const found = await post("/api/choices", { game: this.game.game }).catch(() => null);
    if (found) this.game.called(found.title);
    this.offered(found, anew);
  }

  get wanted() {
    return { game: this.game.game, position: this.position.value.trim() || undefined };
  }
}

/**
 * Put the row of a page into its root.
 * @param {HTMLElement} root
 * @param {string[]} games
 * @param {Asked} asked
 * @param {{ address: string, deepest: number }} page  its address, which is to say what is asked
 * @param {(wanted: Asked) => unknown} act
 */
export async function asking(root, games, asked, { address, deepest }, act) {
  const go = () => {
    const wanted = { ...chooser.wanted, depth: Number(depth.list.value) || undefined, evaluation: evaluation.text || undefined };
    history.replaceState(null, "", addressOf(address, wanted));
    return act(wanted);
  };
  const depth = select(say("depth"), depths(asked.depth, deepest), asked.depth ?? "", go);
  const evaluation = new EvaluationChooser(asked.evaluation ?? "", go);
  const chooser = new PositionChooser(games, asked, go, (found, anew) => {
    if (anew) depth.list.value = "";
    evaluation.offer(found ?? { evaluations: [], own: true }, anew);
  });
  root.append(choose(go, chooser.game.root, depth.label, evaluation.label, chooser.more, evaluation.weights));
  await trying(root, () => chooser.offer());
}
