// An analysis in a notebook: the studio's, whose answers come from the kernel (api.js). It has a tree of elements of its own, so that its
// styles and the notebook's do not meet.

/** @import { OpenedTree } from "../web/static/answers.js" */

import { Analysis } from "../web/static/analyse/analysis.js";
import { element } from "../web/static/elements.js";
import { watchPresses } from "../web/static/press.js";
import { learn } from "../web/static/words.js";
import { connect } from "./api.js";

/**
 * What Python and the page have in common: how all stands, the words, the styles, and the answers that were given last.
 * @typedef {object} Model
 * @property {{ (name: "tree"): OpenedTree, (name: "stand"): { at: number, lines: number, turned?: boolean },
 *   (name: "words"): Record<string, string>, (name: "look"): string, (name: "kept"): Record<string, any> }} get
 * @property {(event: string, heard: (message: any) => void) => void} on
 * @property {(event: string, heard: (message: any) => void) => void} off
 * @property {(message: object) => void} send
 */

/** @param {{ model: Model, el: HTMLElement }} notebook */
export function render({ model, el }) {
  const stand = model.get("stand"), words = model.get("words");
  learn(words);
  const host = element("div", { "data-lm-suppress-shortcuts": true }); // keys mean nothing to JupyterLab here
  const shadow = host.attachShadow({ mode: "open" }), place = element("div"), root = element("div", { class: "zermelo", lang: words.lang }, place);
  shadow.append(element("style", {}, model.get("look")), root);
  el.append(host);
  watchPresses(shadow);
  const home = { keys: root, remember: (/** @type {object} */ now, /** @type {object} */ comments) => model.send({ remember: { ...now, ...comments } }), leave: null };
  const analysis = new Analysis(place, home, stand.lines, stand.turned), disconnect = connect(model, () => analysis.show());
  host.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });

  const colour = () => root.classList.toggle("dark", isLight(getComputedStyle(el).color));
  const themes = new MutationObserver(colour);
  themes.observe(document.body, { attributes: true });
  colour();
  const watcher = new ResizeObserver(() => { // the board measures its squares, so it is drawn when it can be seen
    if (!host.clientWidth) return;
    watcher.disconnect();
    colour();
    analysis.enter(model.get("tree"), stand.at);
  });
  watcher.observe(host);
  return () => {
    watcher.disconnect();
    themes.disconnect();
    analysis.close();
    disconnect();
  };
}

/**
 * Whether letters of this colour are for dark paper.
 * @param {string} colour  such as rgb(230, 233, 237)
 */
function isLight(colour) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.3 * red + 0.6 * green + 0.1 * blue > 128;
}
