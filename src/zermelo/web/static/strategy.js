// How a strategy comes about: what it says after few iterations and many, and what it loses to who knows it.

import { element, number, post, say, select, trying } from "./studio.js";

export async function mount(root, { game, algorithm = "cfr" }) {
  const show = (chosen) => trying(root, async () => {
    const found = await post("/api/strategy", { game, algorithm: chosen });
    const last = found.stages.length - 1;
    const facts = element("p", { class: "facts", role: "status" }), body = element("tbody", {});
    const stage = element("input", { type: "range", min: 0, max: last, value: 0, "aria-label": say("iterations"), oninput: () => put(Number(stage.value)) });
    const put = (place) => {
      const { iterations, exploitability, value, shares } = found.stages[place];
      facts.textContent = say("strategy_facts", { iterations: number(iterations), exploitability: number(exploitability, 3), value: number(value, 4) });
      body.replaceChildren(...found.sets.map((set, at) => row(set, shares[at])));
    };
    const algorithms = select(say("algorithm"), found.algorithms.map((name) => [name, name]), chosen, show);
    const picture = element("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.svg)}`, alt: say("strategy_picture") });
    const head = element("tr", {}, ...[say("player"), say("sees"), say("plays")].map((text) => element("th", { scope: "col" }, text)));
    const made = element("div", { class: "found" }, element("form", { class: "choose", onsubmit: (event) => event.preventDefault() }, algorithms,
      element("label", { class: "slider" }, element("span", {}, say("iterations")), stage)), facts,
      element("div", { class: "wide", tabindex: 0, role: "group", "aria-label": say("strategy") }, element("table", { class: "strategy" }, element("thead", {}, head), body)),
      element("div", { class: "frame paper" }, picture));
    root.querySelector(":scope > .found")?.remove();
    root.append(made);
    put(0);
  });
  await show(algorithm);
}

// A line for what a player sees: each action with its share, as a bar and as a number.
function row(set, shares) {
  const mix = set.actions.map((action, at) => {
    const bar = element("div", { class: "share", "aria-hidden": "true" }, element("div", {}));
    bar.firstElementChild.style.width = `${100 * shares[at]}%`;
    return element("div", { class: "mixed" }, element("span", {}, `${action} ${number(Math.round(1000 * shares[at]) / 1000, 3)}`), bar);
  });
  return element("tr", {}, element("th", { scope: "row" }, set.player), element("td", {}, element("code", {}, set.seen)), element("td", {}, element("div", { class: "mix" }, ...mix)));
}
