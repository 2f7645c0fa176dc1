// An exercise: the tree with empty nodes to be filled in, by clicking on them or in the list beside; marked node by node, with reasons.

import { button, element, field, fill, gameField, post, say, select, trying } from "./studio.js";

const SVG = "http://www.w3.org/2000/svg";

export async function show(root, asked, next = null) {
  return trying(root, async () => {
    const found = await post("/api/exercise", asked);
    root.querySelector(":scope > .exercise")?.remove();
    const picture = fill(element("div", { class: "frame", tabindex: 0, role: "group", "aria-label": found.title }), found.svg);
    const list = element("ol", { class: "blanks" }), verdict = element("p", { class: "verdict", role: "status" });
    const fields = found.blanks.map((blank) => asking(blank, picture));
    list.append(...fields.map((one) => one.item));
    const made = element("section", { class: "exercise", "aria-label": found.title }, element("h3", {}, found.title), element("p", { class: "task" }, found.task));
    if (found.board) made.append(found.board.svg ? fill(element("div", { class: "picture small" }), found.board.svg) : element("pre", {}, found.board.text));
    const solved = element("div", { class: "solution" });
    made.append(picture, list, element("div", { class: "tools" },
      button(say("mark"), () => trying(made, () => mark(asked, fields, verdict)), { class: "first" }),
      button(say("solution"), () => trying(made, () => solution(asked, solved))),
      next && button(say("another"), next)), verdict, solved);
    root.append(made);
  });
}

// A blank with its input, which a click on the node finds.
function asking(blank, picture) {
  const group = picture.querySelector(`#n${blank.node}`), reason = element("span", { class: "reason" });
  let input, value;
  if (blank.what === "searched") {
    input = element("input", { type: "checkbox" });
    value = () => !input.checked;
    input.addEventListener("change", () => group.classList.toggle("crossed", input.checked));
    cross(group);
    group.addEventListener("click", () => input.click());
  } else {
    input = field("", { size: 8 });
    value = () => input.value.trim();
    if (blank.what === "value") {
      const text = group.querySelector(".value");
      input.addEventListener("input", () => { text.textContent = input.value.slice(0, 12); });
      group.addEventListener("click", () => input.focus());
      input.addEventListener("focus", () => group.classList.add("asked"));
      input.addEventListener("blur", () => group.classList.remove("asked"));
    }
  }
  const text = blank.what === "searched" ? say("crossed", { node: blank.label }) : blank.label;
  const item = element("li", {}, element("label", {}, input, element("span", {}, text)), reason);
  return { blank, item, group, reason, value };
}

// The two lines by which a leaf is crossed out; shown only when it is.
function cross(group) {
  const box = group.querySelector(".shape");
  const place = (name) => Number(box.getAttribute(name));
  const [x, y, wide, high] = ["x", "y", "width", "height"].map(place);
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", "crossing");
  made.setAttribute("d", `M${x - 3} ${y - 3}L${x + wide + 3} ${y + high + 3}M${x + wide + 3} ${y - 3}L${x - 3} ${y + high + 3}`);
  group.append(made);
}

async function mark(asked, fields, verdict) {
  const given = fields.filter((one) => one.value() !== "");
  const answers = Object.fromEntries(given.map((one) => [one.blank.name, one.value()]));
  const found = await post("/api/exercise/marks", { ...asked, answers });
  const marks = new Map(found.marks.map((one) => [one.name, one]));
  for (const one of fields) {
    const got = marks.get(one.blank.name);
    for (const part of [one.item, ["number", "name"].includes(one.blank.what) ? null : one.group]) {
      if (!part) continue;
      part.classList.toggle("right", Boolean(got && got.right));
      part.classList.toggle("wrong", Boolean(got && !got.right));
    }
    one.reason.textContent = got ? (got.right ? "✓" : `✗ ${got.reason}`) : "";
  }
  const right = found.marks.filter((one) => one.right).length;
  verdict.textContent = found.done ? say("all_right") : say("some_right", { right, all: fields.length });
}

async function solution(asked, root) {
  const found = await post("/api/exercise/solution", asked);
  root.replaceChildren(element("h4", {}, say("solution")), fill(element("div", { class: "frame", tabindex: 0, role: "group", "aria-label": say("solution") }), found.svg),
    element("ol", {}, ...found.reasons.map((text) => element("li", {}, text))));
}

export async function mount(root, { full, games, kinds, levels, ...asked }) {
  if (!full) {
    const seeded = { ...asked };
    const next = () => { seeded.seed = (seeded.seed || 0) + 1; return show(root, seeded, next); };
    return show(root, seeded, next);
  }
  const kind = select(say("kind"), kinds, asked.kind || "alphabeta");
  const level = select(say("level_of"), levels.map((one) => [one, String(one)]), asked.level || 1);
  const seed = element("input", { type: "number", min: 0, max: 1000000000, value: asked.seed || 1 });
  const [game, list] = gameField(games, asked.game, { placeholder: say("no_game") });
  const go = () => {
    const wanted = { kind: kind.querySelector("select").value, level: Number(level.querySelector("select").value), seed: Number(seed.value) || 0 };
    if (game.value.trim()) wanted.game = game.value.trim();
    history.replaceState(null, "", `/practise?${new URLSearchParams(wanted)}`);
    return show(root, wanted, () => { seed.value = Number(seed.value) + 1; return go(); });
  };
  root.append(element("form", { class: "choose", onsubmit: (event) => { event.preventDefault(); go(); } }, kind, level,
    element("label", {}, element("span", {}, say("seed")), seed), element("label", {}, element("span", {}, say("game")), game),
    list, element("button", {}, say("show"))));
  await go();
}
