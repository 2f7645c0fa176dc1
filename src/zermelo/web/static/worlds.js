// A tree with information sets: as those see it who deal what is hidden, and in equilibrium; and what each makes of one node.

import { element, fill, number, post, say, table, trying } from "./studio.js";

export async function mount(root, asked) {
  await trying(root, async () => {
    const found = await post("/api/worlds", asked);
    const frame = element("div", { class: "frame", tabindex: 0, role: "group" });
    const show = (picture) => {
      frame.setAttribute("aria-label", picture.name);
      fill(frame, picture.svg);
    };
    const name = `view${document.querySelectorAll(".views").length}`;
    const views = found.pictures.map((picture, place) => element("label", {},
      element("input", { type: "radio", name, checked: place === 0, onchange: () => show(picture) }), element("span", {}, picture.name)));
    const worlds = found.worlds.map((world) => `${world.name} (${number(world.weight, 3)})`);
    const rows = found.rows.map((row) => [row.name, ...row.worlds.map((worth) => number(worth, 3)), number(row.mean, 3),
      `${number(row.found, 3)} (${number(row.visits)})`, number(row.share, 3)]);
    show(found.pictures[0]);
    root.append(element("fieldset", { class: "views" }, ...views), frame,
      table([say("action"), ...worlds, "PIMC", "ISMCTS", say("equilibrium")], rows), element("p", { class: "help" }, say("worlds_help")));
  });
}
