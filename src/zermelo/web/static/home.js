// The cards of the first page: those of games whose files were still being read are put in when the studio has read them.

import { page } from "./api.js";

/** @param {HTMLElement} root  the list of the cards */
export async function mount(root) {
  for (let late = lateOf(root); late.length; late = lateOf(root)) {
    const cards = (await page(location.href)).querySelectorAll(".cards > li"); // which comes when they are read, or after some seconds
    for (const place of late) root.children[place].replaceWith(cards[place]);
  }
}

/**
 * The places of the cards that are late.
 * @param {HTMLElement} root
 */
function lateOf(root) {
  return [...root.children].flatMap((card, place) => (card.querySelector("[data-late]") ? [place] : []));
}
