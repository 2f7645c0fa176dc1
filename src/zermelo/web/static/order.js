// What alpha-beta visits in one order of the children and another.

import { element, field, fill, gameField, number, post, say, table, trying } from "./studio.js";

export async function show(root, asked) {
  return trying(root, async () => {
    const found = await post("/api/order", asked);
    const most = Math.max(...found.rows.map((row) => row.nodes || 0));
    const rows = found.rows.map((row) => [row.name, number(row.nodes), number(row.leaves), number(row.cutoffs), meter(row.nodes / most)]);
    const told = [say("order_random", { orders: found.orders, least: number(found.least), most: number(found.most), spread: number(found.spread) }),
      say("order_minimal", { leaves: number(found.minimal) })];
    const made = element("div", { class: "found" }, table([say("order"), say("nodes"), say("leaves"), say("cutoffs"), ""], rows), ...told.map((text) => element("p", {}, text)));
    if (found.svg) made.append(element("h3", {}, say("order_best")), fill(element("div", { class: "frame", tabindex: 0, role: "group", "aria-label": say("order_best") }), found.svg));
    root.querySelector(":scope > .found")?.remove();
    root.append(made);
  });
}

function meter(part) {
  const made = element("div", { class: "share", "aria-hidden": "true" }, element("div", {}));
  made.firstElementChild.style.width = `${Math.max(1, 100 * part)}%`;
  return made;
}

export async function mount(root, { full, games, ...asked }) {
  if (full) root.append(asking({ games, ...asked }, (wanted) => show(root, wanted), "/order"));
  await show(root, asked);
}

// A form with a game, a depth and a position.
export function asking({ games, game, depth, position }, act, address) {
  const [named, list] = gameField(games, game, { required: true });
  const fields = {
    game: named,
    depth: element("input", { type: "number", min: 1, max: 40, value: depth ?? "" }),
    position: field(position),
  };
  const go = (event) => {
    event.preventDefault();
    const wanted = { game: fields.game.value.trim() };
    if (fields.depth.value !== "") wanted.depth = Number(fields.depth.value);
    if (fields.position.value.trim()) wanted.position = fields.position.value.trim();
    history.replaceState(null, "", `${address}?${new URLSearchParams(wanted)}`);
    act(wanted);
  };
  return element("form", { class: "choose", onsubmit: go },
    ...Object.entries(fields).map(([name, field]) => element("label", {}, element("span", {}, say(name)), field)),
    list, element("button", {}, say("show")));
}
