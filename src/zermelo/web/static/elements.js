// The elements of which the pages are made.

import { say } from "./words.js";

/**
 * The attributes of an element, and what happens on its events: { class: "wide", onclick: act }.
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: Event) => unknown)>} Facts
 */

/**
 * element("button", { type: "button", onclick: act }, "text", child)
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Facts} [facts]
 * @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, facts = {}, ...children) {
  const made = document.createElement(name);
  for (const [fact, value] of Object.entries(facts)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(fact.slice(2), value);
    else made.setAttribute(fact, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

/**
 * HTML and SVG that come from the studio's own server, which escapes what is not its own.
 * @template {Element} Kind
 * @param {Kind} root
 * @param {string} markup
 */
export function fill(root, markup) {
  root.innerHTML = markup;
  return root;
}

/**
 * What holds buttons, drawn anew: the one that has the focus keeps it, by its place among them.
 * @param {Element} root
 * @param {(Node | string)[]} children
 */
export function refill(root, ...children) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const buttons = () => [...root.querySelectorAll("button")], at = buttons().findIndex((one) => one === activeElement);
  root.replaceChildren(...children);
  const now = buttons();
  if (at >= 0) now[Math.min(at, now.length - 1)]?.focus({ preventScroll: true });
}

/**
 * The element of this kind that has to be there.
 * @template {Element} Kind
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} kind
 */
export function find(root, selector, kind) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`there is no ${selector}`);
}

/**
 * Put an element at the end, in the place of the one that was found before.
 * @param {Element} root
 * @param {string} selector
 * @param {Element} made
 */
export function renew(root, selector, made) {
  drop(root, selector);
  root.append(made);
}

/**
 * Take away what was found before.
 * @param {Element} root
 * @param {string} selector
 */
export function drop(root, selector) {
  root.querySelector(`:scope > ${selector}`)?.remove();
}

/**
 * @param {string} text
 * @param {(event: Event) => unknown} act
 * @param {Facts} [facts]
 */
export function button(text, act, facts = {}) {
  return element("button", { type: "button", onclick: act, ...facts }, text);
}

/**
 * A field with its name above it.
 * @param {string} text
 * @param {Node} field
 * @param {Facts} [facts]
 */
export function labelled(text, field, facts = {}) {
  return element("label", facts, element("span", {}, text), field);
}

/**
 * A list to choose from, of keys and texts: its label, with the title and the list.
 * @param {string} text
 * @param {readonly (readonly [string | number, string])[]} choices
 * @param {string | number | null} value
 * @param {(value: string) => unknown} [act]
 */
export function select(text, choices, value, act = () => {}) {
  /** @type {HTMLSelectElement} */
  const list = element("select", { onchange: () => act(list.value) },
    ...choices.map(([key, shown]) => element("option", { value: key, selected: String(key) === String(value) }, shown)));
  const title = element("span", {}, text);
  return { label: element("label", {}, title, list), title, list };
}

/**
 * @param {string | null} [value]
 * @param {Facts} [facts]
 */
export function field(value = "", facts = {}) {
  return element("input", { type: "text", value: value || "", spellcheck: "false", autocomplete: "off", ...facts });
}

/**
 * A form in a row, and what to do when it is sent.
 * @param {() => unknown} act
 * @param {(Node | string)[]} children
 */
export function choose(act, ...children) {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
  return element("form", { class: "choose", onsubmit: send }, ...children);
}

/** The button that sends such a form. */
export function showButton() {
  return element("button", {}, say("show"));
}

/**
 * A picture that can be scrolled, by keyboard, too; a tree that is wider than its frame opens at its root.
 * @param {string} svg
 * @param {string} name
 */
export function frame(svg, name) {
  const made = fill(element("div", { class: "frame", tabindex: 0, role: "group", "aria-label": name }), svg);
  const laidOut = new ResizeObserver(() => {
    laidOut.disconnect();
    const root = made.querySelector("#n0")?.getBoundingClientRect(), room = made.getBoundingClientRect();
    if (root) made.scrollLeft += root.left + root.width / 2 - room.left - room.width / 2;
  });
  laidOut.observe(made);
  return made;
}

/**
 * A chart, which is dark on white everywhere.
 * @param {HTMLImageElement} image
 */
export function paper(image) {
  return element("div", { class: "frame paper" }, image);
}

/**
 * The address of a picture that is in the page.
 * @param {string} svg
 */
export function imageOf(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/**
 * A bar that is filled up to a part, from 0 to 1.
 * @param {number} part
 */
export function meter(part) {
  const filled = element("div");
  filled.style.width = `${100 * part}%`;
  return element("div", { class: "share", "aria-hidden": "true" }, filled);
}

/**
 * A table that can be scrolled; the first cell of a row names it.
 * @param {string[]} head
 * @param {(Node | string)[][]} rows
 */
export function table(head, rows) {
  const lines = rows.map(([name, ...cells]) => element("tr", {},
    element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))));
  return wide(head[0], element("table", {}, header(head), element("tbody", {}, ...lines)));
}

/**
 * The first row of a table; what has no name is no header.
 * @param {string[]} texts
 */
export function header(texts) {
  return element("thead", {}, element("tr", {}, ...texts.map((text) => (text ? element("th", { scope: "col" }, text) : element("td")))));
}

/**
 * A heading of what a page shows: the second of its page, the third in a lesson.
 * @param {string} text
 */
export function heading(text) {
  return element(document.querySelector("main.lesson") ? "h3" : "h2", {}, text);
}

/**
 * What may be wider than the page, and is scrolled then.
 * @param {string} name
 * @param {Element} content
 */
export function wide(name, content) {
  return element("div", { class: "wide", tabindex: 0, role: "group", "aria-label": name }, content);
}

/**
 * What opens over the page, and closes by Escape and by a press elsewhere.
 * @param {string} text
 * @param {HTMLElement} opened
 */
export function floating(text, opened) {
  const summary = element("summary", {}, text), made = element("details", {}, summary, opened);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !made.open) return;
    event.preventDefault();
    made.open = false;
    summary.focus();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!made.contains(/** @type {Node} */ (target))) made.open = false;
  });
  return made;
}
