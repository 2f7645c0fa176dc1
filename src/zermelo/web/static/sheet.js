// A sheet of exercises: a student fills it in under a name, with help, and hands it in; then marks, reasons and solutions are shown.

/** @import { Sheet, SheetMarks } from "./answers.js" */

import { post } from "./api.js";
import { Blanks, ends } from "./blanks.js";
import { button, element, field, labelled } from "./elements.js";
import { Kept } from "./kept.js";
import { helping, rounded, shownOf, showSolution, verdictOf } from "./practise.js";
import { trying } from "./trouble.js";
import { number as told, say } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {{ number: string }} options
 */
export async function mount(root, { number }) {
  await trying(root, async () => {
    const address = `/api/sheets/${number}`;
    /** @type {Sheet} */
    const found = await post(address, {});
    const name = field("", { autocomplete: "name", maxlength: 80, required: true });
    const parts = found.exercises.map((one, place) => part(one, place, address));
    const verdict = element("p", { class: "verdict", role: "status" });
    /** @type {HTMLElement} */
    const made = element("form", { class: "sheet", lang: found.lang, novalidate: true },
      element("h1", {}, found.title), labelled(say("your_name"), name, { class: "name" }), ends(), ...parts.map(({ section }) => section),
      element("div", { class: "tools" }, button(say("hand_in"), () => trying(made, handIn), { class: "first" })), verdict);
    made.addEventListener("submit", (event) => event.preventDefault());
    root.append(made);
    await keeping();

    /** Keep what is written with each change, and show what is kept: at once, and for another student. */
    async function keeping() {
      const kept = new Kept(number, sessionStorage), student = () => name.value.trim();
      const keep = () => kept.keep(student(), { answers: parts.map(({ blanks }) => blanks.answers()), help: parts.map(({ used }) => used()) });
      const restore = async () => {
        const before = kept.of(student());
        await Promise.all(parts.map((one, place) => before && one.restore(before.answers[place], before.help[place])));
      };
      name.value = kept.student;
      await restore();
      name.addEventListener("change", async () => {
        await restore();
        keep();
      });
      for (const happens of ["input", "change", "click", "keyup"]) made.addEventListener(happens, ({ target }) => target === name || keep());
    }

    async function handIn() {
      if (!name.value.trim()) name.focus();
      const answers = parts.map(({ blanks }) => blanks.answers()), help = parts.reduce((sum, { used }) => sum + used(), 0);
      /** @type {SheetMarks} */
      const marked = await post(`${address}/hand-in`, { name: name.value, answers, help });
      marked.exercises.forEach((one, place) => parts[place].show(one));
      const facts = { points: told(rounded(marked.points)), most: told(marked.most), name: name.value.trim(), attempt: marked.attempt };
      verdict.textContent = `${say("handed_in", facts)} ${say("attempts_kept", facts)}`;
    }
  });
}

/**
 * An exercise of the sheet.
 * @param {import("./answers.js").Exercise} found
 * @param {number} place
 * @param {string} address
 */
function part(found, place, address) {
  const blanks = new Blanks(found, (answers) => post(`${address}/picture`, { place, answers }));
  const { tool, told, used, use } = helping(blanks, (facts) => post(`${address}/help`, { place, ...facts }));
  const verdict = element("p", { class: "verdict", role: "status" }), solved = element("div", { class: "solution" });
  const section = element("section", { class: "exercise", "aria-label": found.title },
    element("h2", {}, found.title), ...shownOf(found, blanks), told, element("div", { class: "tools" }, tool), verdict, solved);
  const show = (/** @type {SheetMarks["exercises"][number]} */ { marks, solution }) => {
    blanks.show(marks.marks);
    verdict.textContent = verdictOf(marks, "points_in_all");
    const inside = element("div"), details = element("details", {}, element("summary", {}, say("solution")), inside);
    showSolution(inside, solution);
    solved.replaceChildren(details);
  };
  const restore = async (/** @type {Record<string, import("./blanks.js").Answer>} */ answers, /** @type {number} */ help) => {
    use(help);
    await blanks.put(answers);
  };
  return { section, blanks, used, show, restore };
}
