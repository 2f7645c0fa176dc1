// Whose turn it is and who may see it: what follows from the view of a game, without a page.

/** @import { Found, Seat, View } from "../answers.js" */

const CHANCE = -1;
const USUAL_LEVEL = 2; // of a computer that is chosen for the reader

/**
 * What is left of a view when the page is handed over.
 * @satisfies {Partial<View>}
 */
const NOTHING = {
  covered: true,
  board: { svg: "", turned: "", below: null, text: "", labels: [], pieces: [], last: [], columns: 0, look: "", news: "", colours: [] },
  legal: [],
  moves: [],
  position: "",
  start: "",
};

/**
 * A game that has not begun yet.
 * @param {string} game
 * @returns {View}
 */
export function notBegun(game) {
  return {
    ...NOTHING, number: "", game, title: "", rules: "", edition: 0, ply: 0, plies: 0, players: [], roles: [], evaluations: [], seats: [], seated: [], choices: [], chance: null, clock: null, timed: false,
    hidden: false, editable: false, pgn: false, eyes: null, mover: null, computer: false, back: null, on: null, branches: [], over: false, utilities: null, news: "",
  };
}

/** @param {View} view */
export function hasBegun(view) {
  return view.number !== "";
}

/** @param {View} view */
export function atTheEnd(view) {
  return view.ply === view.plies;
}

/**
 * Whether a person is to move, now or at the earlier ply that is looked at.
 * @param {View} view
 */
export function awaitsPerson(view) {
  return view.mover !== null && view.seats[view.mover]?.kind === "human";
}

/**
 * Whether another person than the one at the page is to move.
 * @param {View} view
 */
export function othersTurn(view) {
  return !view.over && atTheEnd(view) && awaitsPerson(view) && view.mover !== view.eyes;
}

/**
 * The view as it may be shown: nothing of a game that hides something while another person is to move.
 * @param {View} view
 * @returns {View}
 */
export function shownOf(view) {
  return view.hidden && othersTurn(view) ? { ...view, ...NOTHING } : view;
}

/**
 * Whether the person at the page can play, or say what the dice show.
 * @param {View} view
 */
export function canPlay(view) {
  return atTheEnd(view) && !view.over && view.mover !== null && !view.computer && !view.covered;
}

/**
 * The only action that can be played, where it has no square on the board, such as a pass; undefined where there is another.
 * @param {View} view
 */
export function onlyByName(view) {
  const [only, another] = canPlay(view) ? view.legal : [];
  return only && !another && !only.squares.length ? only : undefined;
}

/**
 * Whether there is something of which the computer can say what it thinks.
 * @param {View} view
 */
export function canThink(view) {
  return !view.covered && !(view.over && atTheEnd(view));
}

/**
 * Whether every position of the game can be analysed: nothing is hidden.
 * @param {View} view
 */
export function canAnalyse(view) {
  return hasBegun(view) && !view.hidden;
}

/**
 * MAX's part of the bar, from 0 to 1: by the end of the game, else by what was found of the position; null where nobody has looked.
 * @param {View} view
 * @param {Found | null} found
 */
export function shareOf({ utilities }, found) {
  if (!utilities) return found?.share ?? null;
  const [mine, theirs] = utilities.map(Number);
  return mine === theirs ? 0.5 : mine > theirs ? 1 : 0;
}

/**
 * The squares along which a piece has gone from one view of a game to the next: of one move on, or of one that is taken back; none else.
 * @param {View | null} before
 * @param {View} after
 */
export function pathOf(before, after) {
  if (!before || before.number !== after.number || before.covered || after.covered) return [];
  const [first, last] = [before.ply, after.ply].sort((one, other) => one - other);
  const made = (after.ply > before.ply ? after : before).moves.slice(first, last).filter(({ player }) => player !== CHANCE);
  if (made.length !== 1) return [];
  return after.ply > before.ply ? after.board.last : [...before.board.last].reverse();
}

/**
 * Whether all the people who play a game of two sit above its board.
 * @param {View} view
 */
export function sitsAbove({ board: { below }, seats }) {
  return below !== null && seats.some(({ kind }) => kind === "human") && seats[below]?.kind !== "human";
}

/**
 * Whether the computers play among themselves.
 * @param {View} view
 */
export function nobodyPlays(view) {
  return view.seats.every((seat) => seat.kind !== "human");
}

/**
 * A person on one side, and the computer on the others.
 * @param {number} players
 * @param {number} side
 * @param {Seat} computer
 * @returns {Seat[]}
 */
export function seatsFor(players, side, computer) {
  return Array.from({ length: players }, (_, player) => (player === side ? { kind: "human" } : computer));
}

/**
 * The computer that a page asks for, by its kind or its level; null where it asks for none.
 * @param {{ player?: string, level?: number }} options
 * @returns {Seat | null}
 */
export function computerOf({ player, level }) {
  if (player === "mcts") return { kind: "computer", player, seconds: 1 };
  if (player) return { kind: "computer", player };
  return level === undefined ? null : { kind: "computer", level };
}

/**
 * The seats when one player is chosen anew. A computer that takes the place of another keeps the evaluation.
 * @param {View} view
 * @param {number} player
 * @param {string} key
 * @returns {Seat[]}
 */
export function reseated(view, player, key) {
  const choice = view.choices.find((one) => one.key === key), { evaluation } = view.seats[player];
  if (!choice) throw new Error(`nobody is called ${key}`);
  const seat = choice.searches && evaluation ? { ...choice.seat, evaluation } : choice.seat;
  return view.seats.map((other, place) => (place === player ? seat : other));
}

/**
 * The seats of a game of two when both change sides.
 * @param {View} view
 */
export function swapped({ seats }) {
  return [seats[1], seats[0]];
}

/**
 * The seats of a game of two when the reader plays this side against the computer that is there, or against the first on offer.
 * @param {View} view
 * @param {number} player
 * @returns {Seat[]}
 */
export function playingAs(view, player) {
  const person = view.seats.find(({ kind }) => kind === "human") ?? { kind: "human" };
  const offered = view.choices.filter(({ seat }) => seat.kind !== "human").map(({ seat }) => seat);
  const computer = view.seats.find(({ kind }) => kind !== "human") ?? offered.find(({ level }) => level === USUAL_LEVEL) ?? offered[0];
  return player === 0 ? [person, computer] : [computer, person];
}

/**
 * Whether these seats need another game: nobody takes over a hidden hand.
 * @param {View} view
 * @param {Seat[]} seats
 */
export function needsAnother(view, seats) {
  return view.hidden && seats.some(({ kind }, player) => kind !== view.seats[player].kind);
}

/**
 * The same game from where it began, with these seats. A hidden deal is dealt again.
 * @param {View} view
 * @param {Seat[]} seats
 */
export function begunAgain(view, seats) {
  return { game: view.game, seats, position: view.hidden ? null : view.start, ...(view.chance ? { chance: view.chance } : {}), ...(view.clock ? { clock: view.clock.control } : {}) };
}

/**
 * The game and the keys of its seats, by which the user's files are known that define one of them.
 * @param {View} view
 */
export function filesOf({ game, seated }) {
  return [game, ...seated];
}

/**
 * Whether a file of the user's has been saved, between two looks, that defines the game or one of who play.
 * @param {View} view
 * @param {Record<string, number>} before
 * @param {Record<string, number>} now
 */
export function savedAnew(view, before, now) {
  return hasBegun(view) && filesOf(view).some((name) => now[name] !== before[name]);
}
