import assert from "node:assert/strict";
import { test } from "node:test";

const { unpressed, watchPresses } = await import("../../../src/zermelo/web/static/press.js");

/** A page that is one button, or none: what is pressed is the page itself. */
class Page extends EventTarget {
  clicked = true;

  closest() {
    return this.clicked ? this : null;
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

test("a field that is dragged shows what comes of it", async () => {
  page.clicked = false;
  page.dispatchEvent(new Event("pointerdown"));
  assert.equal(await goesOn(), true);
});
