// What the modules of all pages have in common: words, requests, elements.

const words = JSON.parse(document.getElementById("words").textContent);
export const lang = words.lang;

// A message of the page's language, with facts at their places: say("level", { level: 3 }).
export function say(name, facts = {}) {
  const text = words[name];
  if (text === undefined) throw new Error(`no word ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);
}

export function number(value, digits = 6) {
  if (value === "inf") return "∞";
  if (value === "-inf") return "-∞";
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return `<${value.map((one) => number(one, digits)).join(" ")}>`;
  const text = Number.isInteger(value) ? value.toLocaleString(lang) : String(Number(value.toPrecision(digits)));
  return Number.isInteger(value) ? text : text.replace(".", words.decimal);
}

export class Refused extends Error {
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

async function answered(response) {
  const facts = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(facts.error || `${response.status}`, response.status);
  return facts;
}

const PATIENCE = 150_000; // milliseconds; longer than the studio lets a rule take, which tells more

export async function get(path) {
  return answered(await reached(fetch(path, { signal: AbortSignal.timeout(PATIENCE) })));
}

export async function post(path, body) {
  return answered(await reached(fetch(path, sent(body, AbortSignal.timeout(PATIENCE)))));
}

function sent(body, signal) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...body, lang }), signal };
}

async function reached(response) {
  try {
    return await response;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (error.name === "TimeoutError") throw new Refused(say("endless"), 0);
    throw new Refused(say("unreachable"), 0);
  }
}

// Work that is told as it goes: `news` is called with each event's facts, and the last ones are returned.
// Aborting the signal ends the work on the server, too.
export async function stream(path, body, news, signal) {
  const response = await reached(fetch(path, sent(body, signal)));
  if (!response.ok) return answered(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reached(reader.read());
    if (done) throw new Refused(say("unreachable"), 0);
    rest += value.replace(/\r\n?/g, "\n");
    const events = rest.split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const fields = Object.fromEntries(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
      if (!fields.event) continue;
      const facts = JSON.parse(fields.data);
      if (fields.event === "done") return facts;
      if (fields.event === "error") throw new Refused(facts.error, facts.status);
      news(facts);
    }
  }
}

// element("button", { type: "button", onclick: act }, "text", child)
export function element(name, facts = {}, ...children) {
  const made = document.createElement(name);
  for (const [fact, value] of Object.entries(facts)) {
    if (value === null || value === undefined || value === false) continue;
    if (fact.startsWith("on")) made.addEventListener(fact.slice(2), value);
    else made.setAttribute(fact, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// HTML and SVG that come from the studio's own server, which escapes what is not its own.
export function fill(root, markup) {
  root.innerHTML = markup;
  return root;
}

export function button(text, act, facts = {}) {
  return element("button", { type: "button", onclick: act, ...facts }, text);
}

export function select(label, choices, value, act) {
  const made = element("select", { onchange: () => act && act(made.value) },
    ...choices.map(([key, text]) => element("option", { value: key, selected: String(key) === String(value) }, text)));
  return element("label", {}, element("span", {}, label), made);
}

export function field(value = "", facts = {}) {
  return element("input", { type: "text", value: value || "", spellcheck: "false", autocomplete: "off", ...facts });
}

// A field for the name of a game, and the list from which it can be taken.
export function gameField(games, value, facts = {}) {
  const list = element("datalist", { id: "games" }, ...games.map((name) => element("option", { value: name })));
  return [field(value, { list: "games", ...facts }), list];
}

export function table(head, rows) {
  return element("div", { class: "wide", tabindex: 0, role: "group", "aria-label": head[0] },
    element("table", {}, element("thead", {}, element("tr", {}, ...head.map((cell) => element("th", { scope: "col" }, cell)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {},
        ...row.map((cell, place) => element(place ? "td" : "th", place ? {} : { scope: "row" }, cell)))))));
}

// Say what went wrong where it went wrong, and to readers of the screen.
export function trouble(root, error) {
  if (error && error.name === "AbortError") return;
  let place = root.querySelector(":scope > .trouble");
  if (!place) root.prepend(place = element("p", { class: "trouble", role: "alert" }));
  place.hidden = !error;
  place.textContent = error ? error.message : "";
  if (error && !(error instanceof Refused)) console.error(error);
}

// Do something that may fail; while it runs the root is marked busy.
export async function trying(root, act) {
  trouble(root, null);
  root.setAttribute("aria-busy", "true");
  const status = element("p", { role: "status" }, say("measuring"));
  const slow = setTimeout(() => root.append(status), 800);
  try {
    return await act();
  } catch (error) {
    trouble(root, error);
    return null;
  } finally {
    clearTimeout(slow);
    status.remove();
    root.removeAttribute("aria-busy");
  }
}
