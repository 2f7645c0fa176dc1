// The optimal policy of pig, by the points of the other player.

/** @import { Policy } from "./answers.js" */

import { post } from "./api.js";
import { choose, element, imageOf, paper } from "./elements.js";
import { latest } from "./trouble.js";
import { say } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {{ goal: number }} options
 */
export async function mount(root, { goal }) {
  const show = () => latest(root, async (given_up) => {
    const points = Number(other.value);
    shown.textContent = String(points);
    /** @type {Policy} */
    const found = await post("/api/policy", { goal, other: points }, given_up);
    picture.src = imageOf(found.svg);
  }, () => picture.removeAttribute("src"));
  const other = element("input", { type: "range", min: 0, max: goal - 1, value: 0, oninput: show });
  const shown = element("output", {}, "0"), picture = element("img", { alt: say("policy_picture") });
  const slider = element("label", { class: "slider" }, element("span", {}, say("points_of_other"), " ", shown), other);
  root.append(choose(() => {}, slider), paper(picture));
  await show();
}
