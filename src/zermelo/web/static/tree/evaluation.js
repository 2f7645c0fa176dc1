// An evaluation is chosen among those of the game: its own, one that it names, or a sum of these with a slider for each weight.

/** @import { Choices } from "../answers.js" */

import { element, labelled } from "../elements.js";
import { number, say } from "../words.js";

const TERM = /\s*([+-])\s*(?:([\d.]+)\s*\*\s*)?([A-Za-z_]\w*)\s*/gy; // of a sum: sign, weight, name
const OWN = "", SUM = "+", MOST = 3;

export class EvaluationChooser {
  /**
   * @param {string} text  of the evaluation, empty for the game's own
   * @param {() => unknown} changed
   */
  constructor(text, changed) {
    this.text = text;
    this.changed = changed;
    /** @type {HTMLSelectElement} */
    this.list = element("select", { onchange: () => this.choose() });
    this.label = labelled(say("evaluation"), this.list);
    this.weights = element("fieldset", { class: "weights", hidden: true });
    /** @type {Choices["evaluations"]} */
    this.named = [];
  }

  /**
   * What another game offers; what it does not have is its own again.
   * @param {Pick<Choices, "evaluations" | "own">} choices
   * @param {boolean} anew  whether it is another game than that of the text
   */
  offer({ evaluations, own }, anew) {
    if (anew) this.text = OWN;
    this.named = evaluations;
    const weights = this.weightsNow(), single = evaluations.some(({ name }) => name === this.text);
    const options = [
      [OWN, say(own ? "evaluation_own" : "evaluation_none")], ...evaluations.map(({ name, label }) => [name, label]),
      ...(evaluations.length ? [[SUM, say("evaluation_sum")]] : []), ...(this.text && !weights ? [[this.text, this.text]] : []),
    ];
    this.list.replaceChildren(...options.map(([value, shown]) => element("option", { value }, shown)));
    this.list.value = this.text && weights && !single ? SUM : this.text;
    this.label.hidden = options.length === 1;
    this.drawWeights();
  }

  choose() {
    const { list, named } = this;
    this.text = list.value === SUM ? written(Object.fromEntries(named.map(({ name }) => [name, 1]))) : list.value;
    this.drawWeights();
    this.changed();
  }

  weightsNow() {
    return weightsOf(this.text, this.named.map(({ name }) => name));
  }

  drawWeights() {
    const weights = this.weightsNow();
    this.weights.hidden = this.list.value !== SUM || !weights;
    if (this.weights.hidden || !weights) return;
    this.weights.replaceChildren(element("legend", {}, say("weights")), ...this.named.map(({ name, label }) => {
      const now = element("output", {}, number(weights[name]));
      const moved = () => {
        weights[name] = Number(slider.value);
        now.textContent = number(weights[name]);
      };
      const slider = element("input", { type: "range", min: -MOST, max: MOST, step: 0.25, value: weights[name], oninput: moved, onchange: () => {
        this.text = written(weights);
        this.changed();
      } });
      return labelled(label, element("span", { class: "weight" }, slider, now));
    }));
  }
}

/**
 * The weights of a sum of named evaluations, such as `groups + 2 * columns`; null where it is none of these names.
 * @param {string} text
 * @param {string[]} names
 */
export function weightsOf(text, names) {
  const sum = text.replace(/^\s*(?![+-])/, "+"), weights = Object.fromEntries(names.map((name) => [name, 0]));
  let read = 0;
  for (const [term, sign, weight, name] of sum.matchAll(TERM)) {
    if (!(name in weights)) return null;
    weights[name] += Number(`${sign}${weight ?? 1}`);
    read += term.length;
  }
  return read && read === sum.length ? weights : null;
}

/**
 * Weights as the text of an evaluation; those that are 0 are left out, unless all are.
 * @param {Record<string, number>} weights
 */
export function written(weights) {
  const terms = Object.entries(weights), counted = terms.filter(([, weight]) => weight);
  const text = (counted.length ? counted : terms.slice(0, 1)).map(([name, weight]) => `${weight < 0 ? "-" : "+"} ${Math.abs(weight) === 1 ? "" : `${Math.abs(weight)} * `}${name}`);
  return text.join(" ").replace(/^\+ /, "");
}
