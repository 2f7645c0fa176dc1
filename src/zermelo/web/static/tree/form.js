// What is searched, and how: the row above a tree. Whatever is chosen is shown at once.

/** @import { Choices } from "../answers.js" */
/** @import { Asked } from "../tree.js" */

import { addressOf } from "../address.js";
import { post } from "../api.js";
import { GameChooser } from "../cards.js";
import { depths } from "../depths.js";
import { choose, element, field, floating, labelled, select } from "../elements.js";
import { say } from "../words.js";
import { EvaluationChooser } from "./evaluation.js";

const DEEPEST = 20;

export class Form {
  /**
   * @param {Asked} asked
   * @param {() => unknown} act
   */
  constructor(asked, act) {
    this.asked = asked;
    this.act = act;
    this.game = new GameChooser(asked.game, () => this.another());
    this.algorithm = select(say("algorithm"), [], null, act);
    this.order = select(say("order"), [["given", say("order_given")], ["own", say("order_own")]], asked.order ?? "given", act);
    this.depth = select(say("depth"), depths(asked.depth, DEEPEST), asked.depth ?? "", act);
    this.against = select(say("compare_with"), [], null, act);
    this.evaluation = new EvaluationChooser(asked.evaluation ?? "", act);
    this.position = field(asked.position, { onchange: act });
    this.moves = field(asked.moves, { onchange: act });
    this.fold = check(say("fold"), asked.fold, act);
    this.known = check(say("known"), asked.known, act);
    this.boards = check(say("boards"), asked.boards, act);
    this.links = element("p", { class: "links" });
    this.root = choose(act, this.game.root, this.algorithm.label, this.order.label, this.depth.label, this.evaluation.label, this.against.label,
      floating(say("more"), element("div", { class: "more" },
        this.fold.label, this.known.label, this.boards.label, labelled(say("position"), this.position), labelled(say("moves"), this.moves), this.links)),
      this.evaluation.weights);
  }

  /** What the game at hand offers; none where there is no such game, which the search tells. */
  async offer(anew = false) {
    /** @type {Choices | null} */
    const found = await post("/api/choices", { game: this.game.game }).catch(() => null);
    if (found) this.game.called(found.title);
    const { algorithms, ordered, known } = found ?? { algorithms: [], ordered: false, known: false };
    const before = anew ? this.algorithm.list.value : this.asked.algorithm;
    const offered = [["", say("usual")], ...algorithms.map(({ name, label }) => [name, label])];
    if (!found && before) offered.push([before, before]);
    this.algorithm.list.replaceChildren(...offered.map(([value, shown]) => element("option", { value }, shown)));
    this.algorithm.list.value = before && offered.some(([value]) => value === before) ? before : "";
    const rivals = [["", say("compare_nothing")], ...algorithms.map(({ name, label }) => [name, label]),
      ...(ordered ? [["given", say("order_given")], ["own", say("order_own")]] : [])], rival = anew ? "" : this.asked.against ?? "";
    this.against.list.replaceChildren(...rivals.map(([value, shown]) => element("option", { value }, shown)));
    this.against.list.value = rivals.some(([value]) => value === rival) ? rival : "";
    this.order.label.hidden = !ordered && this.order.list.value === "given";
    this.known.label.hidden = !known && !this.known.box.checked;
    this.evaluation.offer(found ?? { evaluations: [], own: true }, anew);
  }

  // Another game begins at its beginning.
  async another() {
    this.position.value = this.moves.value = this.depth.list.value = "";
    this.order.list.value = "given";
    this.known.box.checked = false;
    await this.offer(true);
    this.act();
  }

  /** @returns {Asked} */
  wanted() {
    return {
      game: this.game.game,
      algorithm: this.algorithm.list.value || undefined,
      order: this.order.list.value === "own" ? "own" : undefined,
      depth: Number(this.depth.list.value) || undefined,
      evaluation: this.evaluation.text || undefined,
      against: this.against.list.value || undefined,
      position: this.position.value.trim() || undefined,
      moves: this.moves.value.trim() || undefined,
      fold: this.fold.box.checked || undefined,
      known: this.known.box.checked || undefined,
      boards: this.boards.box.checked || undefined,
    };
  }

  /**
   * The depth that was looked at, where the whole tree would have been too large; and where else one can go from here.
   * @param {number | null | undefined} depth
   */
  found(depth) {
    const { game, position, moves, evaluation, fold, ...rest } = this.wanted();
    if (depth && !rest.depth) this.depth.list.value = String(depth);
    this.links.replaceChildren(
      element("a", { href: addressOf("/edit", { game, depth: rest.depth ?? depth ?? undefined, position, moves, evaluation, fold }) }, say("edit_this")),
      element("a", { href: addressOf("/play", { game, position, moves }) }, say("choose_position")));
  }
}

/**
 * @param {string} text
 * @param {boolean | undefined} checked
 * @param {() => unknown} act
 */
function check(text, checked, act) {
  const box = element("input", { type: "checkbox", checked: Boolean(checked), onchange: act });
  return { box, label: element("label", { class: "check" }, box, element("span", {}, text)) };
}
