// A press that is under way on something that can be clicked. An answer that came meanwhile would draw the page anew, the element that was
// pressed would be gone when it is let go, and nothing would have been clicked: so answers wait for it (api.js).

const CLICKED = "button, a, summary, label, svg", FIELDS = "input, select, textarea"; // sliders show what comes of them while they are dragged

/** @type {Promise<void> | null} */
let over = null; // when the press that is under way comes to its end

/**
 * Watch the presses on a page.
 * @param {EventTarget} page
 */
export function watchPresses(page) {
  let end = () => {};
  const letGo = () => setTimeout(end); // the click comes before that
  page.addEventListener("pointerdown", ({ target }) => {
    const under = /** @type {Element} */ (target);
    if (under.matches(FIELDS) || !under.closest(CLICKED)) return;
    over ??= new Promise((resolve) => { end = () => { over = null; resolve(); }; });
  }, true);
  for (const kind of ["pointerup", "pointercancel", "dragend"]) page.addEventListener(kind, letGo, true);
  page.addEventListener("pointermove", (event) => { // it was let go where no page is told of it
    if (over && !(/** @type {PointerEvent} */ (event).buttons)) letGo();
  }, true);
}

/** Wait until nothing is pressed. */
export async function unpressed() {
  while (over) await over;
}
