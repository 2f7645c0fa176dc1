// What each refinement of the engine is worth, rung by rung, as it is measured.

/** @import { Asked } from "./asking.js" */
/** @import { Climbing, Ladder, Rung } from "./answers.js" */

import { stream } from "./api.js";
import { asking } from "./asking.js";
import { button, element, imageOf, paper, renew, table } from "./elements.js";
import { trying } from "./trouble.js";
import { number, say } from "./words.js";

/** @type {AbortController | null} */
let running = null;

/**
 * @param {HTMLElement} root
 * @param {Asked & { full?: boolean, games: string[] }} options
 */
export async function mount(root, { full, games, ...asked }) {
  if (full) await asking(root, games, asked, { address: "/ladder", deepest: 16 }, (wanted) => show(root, wanted));
  await show(root, asked);
}

/**
 * @param {HTMLElement} root
 * @param {Asked} asked
 */
async function show(root, asked) {
  running?.abort();
  const mine = running = new AbortController(), place = element("div", { class: "found" });
  const status = element("span", { role: "status" }), bar = element("progress", { max: 1, value: 0, "aria-label": say("ladder_bar") });
  const stop = button(say("stop"), () => mine.abort()), measured = element("div"), chart = element("img", { alt: say("ladder_picture") });
  place.append(element("div", { class: "climbing" }, element("p", {}, status), bar, stop), measured);
  renew(root, ".found", place);
  /** @type {Rung[]} */
  const rungs = [];
  let done = 0, of = 0, whole = false;
  mine.signal.addEventListener("abort", () => { // by the button, or as another ladder is measured, and this place is gone
    const focused = document.activeElement === stop;
    status.textContent = say("ladder_stopped", { done, of });
    bar.remove();
    stop.remove();
    if (focused) /** @type {HTMLElement | null} */ (measured.querySelector("[tabindex]"))?.focus();
  });
  await trying(root, async () => {
    const climbed = (/** @type {Climbing} */ news) => {
      ({ done, of } = news);
      bar.value = of ? done / of : 1;
      if (news.next) status.textContent = say("ladder_rung", { place: done + 1, of, rung: news.next });
      if (!news.rung) return;
      rungs.push(news.rung);
      chart.src = imageOf(news.svg);
      const made = tableOf(rungs), before = measured.querySelector("table");
      if (before) before.replaceWith(...made.childNodes); // what was scrolled stays where it is
      else measured.append(made, paper(chart));
    };
    /** @type {Ladder} */
    const found = await stream("/api/ladder", asked, climbed, mine.signal);
    whole = true;
    bar.parentElement?.remove();
    measured.children[0].after(element("p", {}, theory(found)));
  });
  if (!mine.signal.aborted && !whole) place.remove(); // it went wrong, which is told
}

/** @param {Rung[]} rungs */
function tableOf(rungs) {
  return table([say("rung"), say("nodes"), say("leaves"), say("time"), say("ratio"), say("value")], rows(rungs));
}

/**
 * A row for each rung, with how it compares to the last one before it that keeps the value; the others are marked.
 * @param {Rung[]} rungs
 */
export function rows(rungs) {
  /** @type {number | null} */
  let before = null;
  return rungs.map((rung) => {
    const name = rung.keeps ? rung.name : `${rung.name} *`;
    if (!rung.nodes) return [name, `~${number(rung.expected)}`, "", say("not_run"), "", ""];
    const ratio = before ? number(rung.nodes / before, 3) : "";
    if (rung.keeps) before = rung.nodes;
    return [name, number(rung.nodes), number(rung.leaves), `${number(rung.seconds)} s`, ratio, rung.told];
  });
}

/** @param {Ladder} done */
function theory(done) {
  const told = say("ladder_theory", {
    b: number(done.b), m: done.depth, all: number(done.all), random: number(done.random), root: number(done.root),
    minimal: number(done.minimal),
  });
  return done.plain ? `${told} ${say("ladder_plain")}` : told;
}
