// What rescaling the leaves does to the choice: minimax and expectiminimax side by side.

import { element, field, number, post, say, table, trying } from "./studio.js";

export async function mount(root, { tree }) {
  const own = field("", { placeholder: "10 20 30 400" });
  const go = (to) => trying(root, async () => {
    const found = await post("/api/scale", to ? { tree, to } : { tree });
    const choice = (one) => `${one.name} (${one.values.map((value) => number(value, 4)).join("; ")})${one.changed ? ` ${say("changed")}` : ""}`;
    const rows = found.rows.map((row) => [row.name, row.leaves.map((leaf) => number(leaf, 4)).join("; "), row.keeps, choice(row.minimax), choice(row.expectiminimax)]);
    const made = element("div", { class: "found" }, element("p", {}, element("code", {}, tree)),
      table([say("scale_leaves"), "", "", "minimax", "expectiminimax"], rows),
      element("form", { class: "choose", onsubmit: (event) => { event.preventDefault(); go(own.value.trim().split(/[\s;]+/).map((word) => Number(word.replace(",", ".")))); } },
        element("label", {}, element("span", {}, say("scale_own", { count: found.leaves.length })), own), element("button", {}, say("show"))));
    root.querySelector(":scope > .found")?.remove();
    root.append(made);
  });
  await go(null);
}
