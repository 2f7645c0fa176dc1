// The rules of the game at hand, which are read when they are asked for.

import { element } from "./elements.js";
import { say } from "./words.js";

export class Rules {
  text = element("p", {});
  root = element("details", { class: "rules", hidden: true }, element("summary", {}, say("rules")), this.text);

  /**
   * @param {string} title  of the game
   * @param {string} rules  empty where there are no words for them
   */
  show(title, rules) {
    this.root.hidden = !rules;
    this.text.replaceChildren(element("b", {}, title), ". ", rules);
  }
}
