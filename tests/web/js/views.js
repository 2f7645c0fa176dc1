// Views of games as the server sends them, to be varied.

/** @import { Found, View } from "../../../src/zermelo/web/static/answers.js" */

/** @type {View["seats"]} */
export const PEOPLE = [{ kind: "human" }, { kind: "human" }];

/**
 * A game of two people, one ply of three; `facts` say what is different.
 * @param {Partial<View>} facts
 * @returns {View}
 */
export function view(facts = {}) {
  return {
    number: "n1", game: "tictactoe", title: "Tic-tac-toe", rules: "", edition: 0, ply: 3, plies: 3, players: ["MAX", "MIN"], roles: ["MAX", "MIN"], evaluations: [], seats: PEOPLE, seated: ["human", "human"],
    choices: [{ key: "human", name: "person", group: "people", searches: false, seat: { kind: "human" } }, { key: "level 2", name: "2", group: "levels", searches: true, seat: { kind: "computer", level: 2 } }],
    chance: null, clock: null, timed: true, hidden: false, editable: false, pgn: false, eyes: null, mover: 1, computer: false, back: 2, on: null, branches: [], over: false, utilities: null, news: "MIN to move",
    covered: false, board: { svg: "<svg>", turned: "", below: null, text: "xox", labels: ["a"], pieces: ["cross 0"], last: [], columns: 3, look: "", news: "", colours: [] },
    legal: [{ action: "4", name: "(1,1)", label: "(1,1)", squares: [4], ways: [[[4]]], picture: "" }], moves: [{ player: 0, name: "(0,0)", number: 0 }], position: "p", start: "s",
    ...facts,
  };
}

/**
 * @param {Partial<Found>} facts
 * @returns {Found}
 */
export function found(facts = {}) {
  return {
    value: 0.5, told: "+0.5 pawns", share: 0.6, proved: false, estimated: false, mixed: false, known: false, depth: 4, line: ["a1", "b2"], squares: [0], action: "7", nodes: 1234, speed: 10,
    cut_short: false,
    ...facts,
  };
}
