// A tree with information sets: as those see it who deal what is hidden, and in equilibrium; and what each makes of one node.

/** @import { Worlds } from "./answers.js" */

import { post } from "./api.js";
import { element, fill, frame, table } from "./elements.js";
import { trying } from "./trouble.js";
import { number, say } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {{ tree: string, at: string }} asked
 */
export async function mount(root, asked) {
  await trying(root, async () => {
    /** @type {Worlds} */
    const found = await post("/api/worlds", asked);
    const [first] = found.pictures, shown = frame(first.svg, first.name);
    const show = (/** @type {{ name: string, svg: string }} */ picture) => {
      shown.setAttribute("aria-label", picture.name);
      fill(shown, picture.svg);
    };
    const name = `view${document.querySelectorAll(".views").length}`;
    const views = found.pictures.map((picture) => element("label", {},
      element("input", { type: "radio", name, checked: picture === first, onchange: () => show(picture) }),
      element("span", {}, picture.name)));
    root.append(element("fieldset", { class: "views" }, ...views), shown, compared(found), element("p", { class: "help" }, say("worlds_help")));
  });
}

/** @param {Worlds} found */
function compared({ worlds, rows }) {
  const heads = worlds.map(({ name, weight }) => `${name} (${number(weight, 3)})`);
  const lines = rows.map((row) => [
    row.name, ...row.worlds.map((worth) => number(worth, 3)), number(row.mean, 3),
    `${number(row.found, 3)} (${number(row.visits)})`, number(row.share, 3),
  ]);
  return table([say("action"), ...heads, "PIMC", "ISMCTS", say("equilibrium")], lines);
}
