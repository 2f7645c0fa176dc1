// An evaluation as a weighted sum of features: a slider for each weight, what each feature adds, and what the sum is worth when the
// captures are played out.

/** @import { Sum, Value } from "./answers.js" */

import { post } from "./api.js";
import { button, element, header, wide } from "./elements.js";
import { LineView } from "./line.js";
import { hundredths } from "./numbers.js";
import { latest } from "./trouble.js";
import { number, say } from "./words.js";

const MOST = 3; // times what a feature counts in the game's own evaluation

/**
 * @param {HTMLElement} root
 * @param {{ game: string, features: string, position?: string, moves?: string }} options
 */
export async function mount(root, { features, ...asked }) {
  /** @type {Record<string, number>} */
  const weights = Object.fromEntries(features.split(" ").map((name) => [name, 1]));
  /** @type {Sum | null} */
  let found = null;
  const line = new LineView(({ name, value }, place) => say(place ? "step_line" : "step_start", { ply: place, move: name, value: counted(value, found?.units) }));
  const place = element("div"), now = element("p"), quiet = element("p", { "aria-live": "polite" }), bars = [new Bar(), new Bar()];
  let full = 1;
  const tell = () => {
    if (!found) return;
    const sum = weighedSum(found.features, weights);
    now.replaceChildren(element("b", {}, say("sum_now", { value: counted(sum, found.units) })));
    bars[0].show(sum, full);
  };
  const ask = () => latest(root, async (given_up) => {
    const fresh = found === null;
    found = /** @type {Sum} */ (await post("/api/sum", { ...asked, weights }, given_up));
    if (fresh) {
      full = fullOf(found);
      place.replaceChildren(sliders(found, weights, full, tell, ask));
    }
    tell();
    bars[1].show(Number(found.quiet), full);
    quiet.textContent = `${say("sum_quiet", { value: counted(found.quiet, found.units) })} ${found.steps.slice(1).map(({ name }) => name).join(" ")}`;
    line.show(found.steps);
  }, () => { // what was played out was so by other weights
    quiet.textContent = "";
    bars[1].show(0, full);
    if (found) line.show(found.steps.slice(0, 1));
  });
  const reset = () => {
    for (const name of Object.keys(weights)) weights[name] = 1;
    found = null;
    return ask();
  };
  root.append(element("div", { class: "weighed" }, line.root,
    element("div", {}, place, now, bars[0].root, quiet, bars[1].root, element("div", { class: "tools" }, button(say("reset_weights"), reset)))));
  await ask();
}

/**
 * The sum of what the features are worth, each times its weight.
 * @param {{ name: string, value: number }[]} features
 * @param {Record<string, number>} weights
 */
export function weighedSum(features, weights) {
  return features.reduce((sum, { name, value }) => sum + weights[name] * value, 0);
}

/**
 * A value with its sign and the word for what it counts, as values are told everywhere; nothing for none.
 * @param {Value | null} value
 * @param {[string, string]} [units]  the word for one, and for several
 */
export function counted(value, [one, many] = ["", ""]) {
  if (value === null) return "";
  const told = hundredths(value), size = Number(told);
  return `${many && size > 0 ? "+" : ""}${number(told)} ${Math.abs(size) === 1 ? one : many}`.trim();
}

/**
 * What fills half of a bar: a little more than the greatest feature, or the sum.
 * @param {Sum} found
 */
function fullOf({ features, sum }) {
  return 1.25 * Math.max(Math.abs(Number(sum)), ...features.map(({ value }) => Math.abs(value))) || 1;
}

/**
 * Where a bar begins and how long it is, in hundredths: from the middle, to the right for MAX.
 * @param {number} value
 * @param {number} full  the value that fills its half
 */
export function barOf(value, full) {
  const long = Math.min(50, (50 * Math.abs(value)) / full);
  return { left: value < 0 ? 50 - long : 50, width: long };
}

class Bar {
  part = element("div");
  root = element("div", { class: "both", "aria-hidden": "true" }, this.part);

  /**
   * @param {number} value
   * @param {number} full
   */
  show(value, full) {
    const { left, width } = barOf(value, full);
    this.part.style.marginLeft = `${left}%`;
    this.part.style.width = `${width}%`;
    this.part.className = value < 0 ? "less" : "more";
  }
}

/**
 * @param {Sum} found
 * @param {Record<string, number>} weights  which the sliders change
 * @param {number} full
 * @param {() => unknown} moved
 * @param {() => unknown} done
 */
function sliders(found, weights, full, moved, done) {
  const rows = found.features.map(({ name, label, value }) => {
    const cell = element("td"), bar = new Bar(), output = element("output", {}, "1");
    const show = () => {
      const worth = weights[name] * value;
      output.textContent = number(weights[name]);
      cell.textContent = number(hundredths(worth));
      bar.show(worth, full);
    };
    /** @type {HTMLInputElement} */
    const slider = element("input", {
      type: "range", min: 0, max: MOST, step: 0.1, value: 1, "aria-label": `${say("weight")}: ${label}`,
      oninput: () => {
        weights[name] = Number(slider.value);
        show();
        moved();
      },
      onchange: done,
    });
    show();
    return element("tr", {}, element("th", { scope: "row" }, label), element("td", {}, slider, output), element("td", {}, number(hundredths(value))),
      cell, element("td", {}, bar.root));
  });
  const head = header([say("feature"), say("weight"), say("feature_value"), say("contribution"), ""]);
  return wide(say("feature"), element("table", {}, head, element("tbody", {}, ...rows)));
}
