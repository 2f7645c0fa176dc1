// The form in which the parameters of a game are chosen, a field for each; which fields there are, the server says.

/** @import { VariantField, VariantMade } from "./answers.js" */

import { post } from "./api.js";
import { button, element, field, labelled, select } from "./elements.js";
import { latest } from "./trouble.js";
import { say } from "./words.js";

export class VariantForm {
  /**
   * @param {(game: string) => unknown} taken
   * @param {() => unknown} back
   */
  constructor(taken, back) {
    this.taken = taken;
    this.name = "";
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = new Map();
    /** @type {[string, HTMLElement, NonNullable<VariantField["needs"]>][]} */
    this.needy = []; // the fields that have a say only with another one
    /** @type {VariantMade | null} */
    this.made = null;
    this.places = element("div", { class: "fields" });
    this.title = element("b");
    this.written = element("code");
    /** @type {HTMLFormElement} */
    this.root = element("form", { class: "variant", hidden: true, onsubmit: (event) => this.sent(event), oninput: () => this.make() },
      this.places, element("p", { class: "made", role: "status" }, this.title, " ", this.written),
      element("div", { class: "tools" }, element("button", { class: "first" }, say("take")), button(say("other_games"), back)));
  }

  /**
   * Show the fields of a game, with their values in a name of it.
   * @param {string} name
   * @param {string} game  with the values
   */
  async show(name, game) {
    this.name = game;
    this.places.replaceChildren();
    this.fields.clear();
    this.needy = [];
    await latest(this.root, async (given_up) => {
      const asked = (/** @type {string} */ of) => /** @type {Promise<VariantField[]>} */ (post("/api/variants", { game: of }, given_up));
      const found = await asked(game).catch(() => { // what was written may be no name of a game
        this.name = name;
        return asked(name);
      });
      this.places.append(...found.map((one) => this.place(one)));
    });
    this.fields.values().next().value?.focus();
    await this.make();
  }

  /** @param {VariantField} one */
  place(one) {
    const place = this.labelled(one);
    if (one.needs) this.needy.push([one.name, place, one.needs]);
    return place;
  }

  /** @param {VariantField} one */
  labelled({ name, label, kind, value, usual, choices }) {
    if (kind === "list") {
      const chosen = select(label, choices.map((choice) => [choice.value, choice.text]), value);
      this.fields.set(name, chosen.list);
      return chosen.label;
    }
    const facts = kind === "whole" || kind === "decimal" ? { type: "number", step: kind === "whole" ? 1 : "any" } : {};
    const input = field(value, { ...facts, placeholder: usual || say("usual"), maxlength: 300 });
    this.fields.set(name, input);
    return labelled(label, input);
  }

  /**
   * The game that the fields say, or why there is none such.
   * @returns {Promise<void>}
   */
  make() {
    this.made = null;
    for (const [, place, needs] of this.needy) place.hidden = this.fields.get(needs.name)?.value !== needs.value;
    const without = this.needy.filter(([, place]) => place.hidden).map(([name]) => name);
    const values = Object.fromEntries([...this.fields].filter(([name]) => !without.includes(name)).map(([name, input]) => [name, input.value]));
    return latest(this.root, async (given_up) => {
      this.made = /** @type {VariantMade} */ (await post("/api/variant", { game: this.name, values }, given_up));
      this.title.textContent = this.made.title;
      this.written.textContent = this.made.game;
    }, () => {
      this.title.textContent = "";
      this.written.textContent = "";
    });
  }

  /** @param {Event} event */
  async sent(event) {
    event.preventDefault();
    await this.make();
    if (this.made) this.taken(this.made.game);
  }
}
