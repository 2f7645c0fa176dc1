// Where a teacher makes a sheet of exercises for a class.

/** @import { SheetMade } from "./answers.js" */

import { post } from "./api.js";
import { gameField } from "./cards.js";
import { choose, element, field, labelled, select } from "./elements.js";
import { trouble, trying } from "./trouble.js";
import { lang, say } from "./words.js";

const FIRST = "alphabeta", NUMBERS = 1_000_000_000;

/**
 * @param {HTMLElement} root
 * @param {{ games: string[], kinds: [string, string][], levels: number[], languages: Record<string, string>, most: number }} options
 */
export function mount(root, { games, kinds, levels, languages, most }) {
  const boxes = kinds.map(([kind]) => element("input", { type: "checkbox", value: kind, checked: kind === FIRST }));
  const count = element("input", { type: "number", min: 1, max: most, value: 4, required: true });
  const level = select(say("level_of"), levels.map((one) => [one, String(one)]), 1);
  const random = crypto.getRandomValues(new Uint32Array(1))[0] % NUMBERS; // nobody guesses it, and has the solutions shown
  const seed = element("input", { type: "number", min: 0, max: NUMBERS, value: random, required: true });
  const title = field("", { maxlength: 100 });
  const spoken = select(say("language"), Object.entries(languages), lang);
  const { input: game, list } = gameField(games, "", { placeholder: say("no_game") }, { sent: false });
  const make = () => {
    const wanted = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    if (!wanted.length) return trouble(root, new Error(say("no_kind")));
    return trying(root, async () => {
      /** @type {SheetMade} */
      const made = await post("/api/sheets", {
        kinds: wanted, count: Number(count.value), level: Number(level.list.value), seed: Number(seed.value), title: title.value.trim(),
        game: game.value.trim() || undefined, language: spoken.list.value,
      });
      location.assign(`/results/${made.key}`);
    });
  };
  const kindsOf = element("fieldset", { class: "kinds" }, element("legend", {}, say("kinds")),
    ...kinds.map(([, name], place) => element("label", {}, boxes[place], element("span", {}, name))));
  root.append(choose(make, kindsOf, labelled(say("count"), count), level.label, labelled(say("seed"), seed), labelled(say("title_of"), title),
    spoken.label, labelled(say("game"), game), list, element("button", { class: "first" }, say("make_sheet"))));
}
