// What each refinement of the engine is worth, rung by rung, as it is measured.

import { asking } from "./order.js";
import { element, number, say, stream, table, trying } from "./studio.js";

let running = null;

export async function show(root, asked) {
  if (running) running.abort();
  const mine = running = new AbortController();
  root.querySelector(":scope > .found")?.remove();
  const place = element("div", { class: "found" });
  root.append(place);
  await trying(root, async () => {
    const rungs = [];
    const done = await stream("/api/ladder", asked, (rung) => {
      rungs.push(rung);
      place.replaceChildren(rows(rungs));
    }, mine.signal);
    const told = say("ladder_theory", { b: number(done.b), m: done.depth, all: number(done.all), random: number(done.random), root: number(done.root), minimal: number(done.minimal) });
    const picture = element("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(done.svg)}`, alt: say("ladder_picture") });
    place.replaceChildren(rows(rungs), element("p", {}, told), element("div", { class: "frame paper" }, picture));
  });
}

function rows(rungs) {
  let before = null;
  return table([say("rung"), say("nodes"), say("leaves"), say("time"), say("ratio"), say("value")], rungs.map((rung) => {
    const ratio = before && rung.nodes ? number(rung.nodes / before, 3) : "";
    if (rung.keeps && rung.nodes) before = rung.nodes;
    const name = rung.keeps ? rung.name : `${rung.name} *`;
    if (!rung.nodes) return [name, `~${number(rung.expected)}`, "", say("not_run"), "", ""];
    return [name, number(rung.nodes), number(rung.leaves), `${number(rung.seconds)} s`, ratio, number(rung.value)];
  }));
}

export async function mount(root, { full, games, ...asked }) {
  if (full) root.append(asking({ games, ...asked }, (wanted) => show(root, wanted), "/ladder"));
  await show(root, asked);
}
