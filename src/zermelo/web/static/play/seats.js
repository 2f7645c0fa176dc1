// Who sits where: a name, who plays, and with which depth and evaluation; the reader's side, and both sides changed over.

/** @import { Seat, View } from "../answers.js" */

import { button, element, field, select } from "../elements.js";
import { number, say } from "../words.js";
import { dieSwatch, swatch } from "./swatch.js";
import { playingAs, reseated, swapped } from "./turns.js";

const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8]; // plies of a textbook algorithm
const NAME = "zermelo name"; // what the reader is called, kept in the browser
const LONGEST = 40; // letters of a name, as the server takes

/** What the reader is called; nothing where nobody said. */
export function ownName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // the browser keeps nothing
  }
}

/** @param {string} name */
function keepName(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // the browser keeps nothing
  }
}

/**
 * A seat with this name, or this evaluation; without one where it is empty.
 * @param {Seat} seat
 * @param {"name" | "evaluation"} fact
 * @param {string} said
 * @returns {Seat}
 */
export function seatWith(seat, fact, said) {
  /** @type {Seat} */
  const made = { ...seat, [fact]: said };
  if (!said) delete made[fact];
  return made;
}

export class Seats {
  /**
   * @param {(seatsOf: (view: View) => Seat[]) => unknown} seat  is given who sits there from now on, by who sits there when it is done
   * @param {(chance: string) => unknown} throwBy
   */
  constructor(seat, throwBy) {
    this.seat = seat;
    this.throwBy = throwBy;
    this.root = element("div", { class: "seats", role: "group", "aria-label": say("seats_people") });
  }

  /** @param {View} view */
  show(view) {
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-at") : null;
    const made = view.players.map((_, player) => this.seatOf(view, player));
    const sides = view.players.length === 2 ? [this.sides(view)] : [];
    this.root.replaceChildren(...sides, ...made, ...(view.chance && !view.hidden ? [this.thrower(view.chance)] : []));
    if (focused) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-at="${focused}"]`))?.focus();
  }

  /**
   * On which side the reader plays.
   * @param {View} view
   */
  sides(view) {
    const as = view.roles.map((role, player) => {
      const there = view.seats[player].kind === "human" && view.seats[1 - player].kind !== "human";
      const made = button(say("seats_play_as", { player: role }), () => this.seat((now) => playingAs(now, player)), { "aria-pressed": String(there), "data-at": `as ${player}` });
      made.prepend(swatch(player, view.board.colours));
      return made;
    });
    return element("div", { class: "tools sides" }, ...as, button(say("seats_swap"), () => this.seat(swapped), { "data-at": "swap" }));
  }

  /**
   * @param {View} view
   * @param {number} player
   */
  seatOf(view, player) {
    const seat = view.seats[player], role = view.roles[player];
    const change = (/** @type {(now: Seat) => Seat} */ make) =>
      this.seat(({ seats }) => seats.map((one, place) => (place === player ? make(one) : one)));
    const name = field(seat.name, {
      maxlength: LONGEST, placeholder: say("seats_name"),
      "aria-label": say("seats_name_of", { player: role }), "data-at": `name ${player}` });
    name.addEventListener("change", () => {
      const said = name.value.trim();
      if (seat.kind === "human") keepName(said);
      change((now) => seatWith(now, "name", said));
    });
    const title = element("span", {}, swatch(player, view.board.colours), role);
    if (view.utilities) title.append(element("b", { class: "worth" }, number(view.utilities[player])));
    return element("div", { class: "seat", "aria-current": player === view.mover ? "true" : null },
      element("div", { class: "who" }, title, name), this.kinds(view, player), ...this.settings(view, player, change));
  }

  /**
   * The list of who can play, by groups.
   * @param {View} view
   * @param {number} player
   */
  kinds(view, player) {
    const groups = [...new Set(view.choices.map(({ group }) => group))].map((group) => element("optgroup", { label: group },
      ...view.choices.filter((one) => one.group === group).map(({ key, name }) =>
        element("option", { value: key, selected: key === view.seated[player] }, name))));
    /** @type {HTMLSelectElement} */
    const list = element("select", {
      onchange: () => {
        const { value } = list;
        return this.seat((now) => reseated(now, player, value));
      },
      "aria-label": say("seats_seat_of", { player: view.roles[player] }), "data-at": `kind ${player}`,
    }, ...groups);
    return list;
  }

  /**
   * Depth and evaluation, where who sits there takes them.
   * @param {View} view
   * @param {number} player
   * @param {(make: (now: Seat) => Seat) => unknown} change
   */
  settings(view, player, change) {
    const seat = view.seats[player], choice = view.choices.find(({ key }) => key === view.seated[player]), made = [];
    if (seat.player && seat.depth) {
      const depths = [...new Set([...DEPTHS, seat.depth])].map((depth) => /** @type {const} */ ([depth, String(depth)]));
      made.push(select(say("depth"), depths, seat.depth, (depth) => change((now) => ({ ...now, depth: Number(depth) }))).label);
    }
    if (choice?.searches && view.evaluations.length) {
      const names = view.evaluations.map(({ name, label }) => /** @type {const} */ ([name, label]));
      const { evaluation = "" } = seat, own = names.some(([name]) => name === evaluation) || !evaluation ? [] : [/** @type {const} */ ([evaluation, evaluation])];
      made.push(select(say("evaluation"), [["", say("seats_own")], ...names, ...own], evaluation,
        (named) => change((now) => seatWith(now, "evaluation", named))).label);
    }
    return made.length ? [element("div", { class: "settings" }, ...made)] : [];
  }

  /** @param {string} chance */
  thrower(chance) {
    const throwers = /** @type {const} */ ([["computer", say("chance_computer")], ["human", say("chance_human")]]);
    const { label, title } = select(say("chance"), throwers, chance, this.throwBy);
    title.prepend(dieSwatch());
    return label;
  }
}
