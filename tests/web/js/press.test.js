import assert from "node:assert/strict";
import { test } from "node:test";

const { unpressed, watchPresses } = await import("../../../src/zermelo/web/static/press.js");

/** A page that is one button, a field within a label, or nothing: what is pressed is the page itself. */
class Page extends EventTarget {
  kind = "button";

  /** @param {string} selector */
  matches(selector) {
    return selector.split(", ").includes(this.kind);
  }

  /** @param {string} selector */
  closest(selector) {
    return this.matches(selector) || this.kind === "input" ? this : null;
  }
}

const page = new Page();
watchPresses(page);

/**
 * Whether what waits for presses goes on by now.
 */
async function goesOn() {
  let on = false;
  unpressed().then(() => { on = true; });
  await new Promise((resolve) => { setTimeout(resolve, 5); });
  return on;
}

test("without a press nothing waits", async () => {
  assert.equal(await goesOn(), true);
});

for (const end of ["pointerup", "pointercancel", "dragend"]) {
  test(`what comes during a press waits for its ${end}, and for the click after it`, async () => {
    const order = [];
    page.dispatchEvent(new Event("pointerdown"));
    assert.equal(await goesOn(), false);
    const waiting = unpressed().then(() => order.push("answer"));
    page.dispatchEvent(new Event(end));
    order.push("click");
    await waiting;
    assert.deepEqual(order, ["click", "answer"]);
  });
}

test("a press that was let go elsewhere is over when the pointer comes back", async () => {
  page.dispatchEvent(new Event("pointerdown"));
  page.dispatchEvent(Object.assign(new Event("pointermove"), { buttons: 1 }));
  assert.equal(await goesOn(), false);
  page.dispatchEvent(Object.assign(new Event("pointermove"), { buttons: 0 }));
  assert.equal(await goesOn(), true);
});

test("two presses at once are waited for", async () => {
  page.dispatchEvent(new Event("pointerdown"));
  page.dispatchEvent(new Event("pointerdown"));
  assert.equal(await goesOn(), false);
  page.dispatchEvent(new Event("pointerup"));
  assert.equal(await goesOn(), true);
});

for (const kind of ["input", "p"]) {
  test(`nothing waits for a press on ${kind}: a slider that is dragged shows what comes of it`, async () => {
    page.kind = kind;
    page.dispatchEvent(new Event("pointerdown"));
    assert.equal(await goesOn(), true);
  });
}
