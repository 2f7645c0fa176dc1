// Monte Carlo tree search, one simulation after the other: the tree grows, and visits and means change, step by step.

import { Player } from "/player.js";
import { button, element, fill, number, post, say, select, trying } from "./studio.js";

const COUNTS = [5, 12, 20, 40, 60, 100, 200], EXPLORATIONS = [0, 0.3, 1, 3];

// A step player whose steps say what becomes of the nodes: `changes` are triples of a node, its mean and its visits.
class Simulations extends Player {
  known() {
    const facts = this.data.nodes.map(() => ({ state: "future", value: "", window: "", interval: "", cut: false }));
    for (const step of this.data.steps.slice(0, this.at + 1)) {
      for (const [node, value, visits] of step.changes) Object.assign(facts[node], { state: "done", value, window: visits });
    }
    return facts;
  }

  go(step) {
    this.looking = false;
    super.go(step);
  }

  look(node) {
    this.looking = true;
    super.look(node);
  }

  // The state that the step is about, such as the end of a playout, until a node is clicked.
  board() {
    if (!this.looking) this.shownState = this.data.steps[this.at].node;
    const shown = this.looking ? this.data.nodes[this.shownState] : this.data.steps[this.at];
    this.put(shown);
  }
}

export async function mount(root, { simulations = 20, exploration = 1, seed = 0, ...asked }) {
  const count = select(say("simulations"), among(COUNTS, simulations), simulations, () => show());
  const constant = select(say("exploration"), among(EXPLORATIONS, exploration), exploration, () => show());
  const chosen = (label) => Number(label.querySelector("select").value);
  const show = () => trying(root, async () => {
    const found = await post("/api/simulations", { ...asked, simulations: chosen(count), exploration: chosen(constant), seed });
    const form = fill(element("form", { class: "player", onsubmit: (event) => event.preventDefault() }), found.html);
    for (const one of form.querySelectorAll("button")) one.type = "button";
    root.querySelector(":scope > form.player")?.remove();
    root.append(form);
    new Simulations(form, found.data, false);
  });
  root.append(element("form", { class: "choose", onsubmit: (event) => event.preventDefault() }, count, constant,
    button(say("other_chances"), () => { seed += 1; show(); })));
  await show();
}

// What can be chosen: the usual numbers, and the one that was asked for.
function among(numbers, own) {
  return [...new Set([...numbers, own])].sort((one, other) => one - other).map((one) => [one, number(one)]);
}
