// The optimal policy of pig, by the points of the other player.

import { element, post, say, trying } from "./studio.js";

export async function mount(root, { goal }) {
  const other = element("input", { type: "range", min: 0, max: goal - 1, value: 0 });
  const shown = element("output", {}, "0"), picture = element("img", { alt: say("policy_picture") });
  let wanted = 0;
  const show = () => trying(root, async () => {
    const mine = ++wanted, points = Number(other.value);
    shown.textContent = points;
    const found = await post("/api/policy", { goal, other: points });
    if (mine === wanted) picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.svg)}`;
  });
  other.addEventListener("input", show);
  root.append(element("form", { class: "choose", onsubmit: (event) => event.preventDefault() },
    element("label", { class: "slider" }, element("span", {}, say("points_of_other"), " ", shown), other)), element("div", { class: "frame paper" }, picture));
  await show();
}
