// A search, step by step: the same player as in the pages that `zermelo explain` writes.

import { Player } from "/player.js";
import { element, field, fill, gameField, post, say, select, trying } from "./studio.js";

export async function show(root, asked, alone = false) {
  return trying(root, async () => {
    const found = await post("/api/tree", asked);
    const form = element("form", { class: "player", onsubmit: (event) => event.preventDefault() });
    fill(form, found.html);
    for (const button of form.querySelectorAll("button")) button.type = "button";
    root.querySelector(":scope > form.player")?.remove();
    root.append(form);
    new Player(form, found.data, alone);
  });
}

export async function mount(root, { full, games, algorithms, ...asked }) {
  if (!full) return show(root, asked);
  const [game, list] = gameField(games, asked.game, { required: true });
  const fields = {
    game,
    depth: element("input", { type: "number", min: 1, max: 100, value: asked.depth ?? "" }),
    position: field(asked.position),
    moves: field(asked.moves),
    evaluation: field(asked.evaluation),
    fold: element("input", { type: "checkbox", checked: Boolean(asked.fold) }),
    boards: element("input", { type: "checkbox", checked: Boolean(asked.boards) }),
  };
  const algorithm = select(say("algorithm"), [["", say("usual")], ...algorithms.map((name) => [name, name])], asked.algorithm || "");
  const order = select(say("order"), [["given", say("order_given")], ["own", say("order_own")]], asked.order || "given");
  const labelled = (name) => element("label", {}, element("span", {}, say(name)), fields[name]);
  const wanted = () => {
    const made = { game: fields.game.value.trim(), order: order.querySelector("select").value, fold: fields.fold.checked, boards: fields.boards.checked };
    if (fields.depth.value !== "") made.depth = Number(fields.depth.value);
    for (const name of ["position", "moves", "evaluation"]) if (fields[name].value.trim()) made[name] = fields[name].value.trim();
    if (algorithm.querySelector("select").value) made.algorithm = algorithm.querySelector("select").value;
    return made;
  };
  const go = () => {
    const made = wanted();
    history.replaceState(null, "", `/tree?${new URLSearchParams(made)}${location.hash}`);
    return show(root, made, true);
  };
  root.append(element("form", { class: "choose", onsubmit: (event) => { event.preventDefault(); location.hash = ""; go(); } },
    labelled("game"), list,
    labelled("depth"), algorithm, order,
    element("details", {}, element("summary", {}, say("more")), labelled("position"), labelled("moves"), labelled("evaluation"),
      ...["fold", "boards"].map((name) => element("label", { class: "check" }, fields[name], element("span", {}, say(name))))),
    element("button", {}, say("show"))));
  await go();
}
