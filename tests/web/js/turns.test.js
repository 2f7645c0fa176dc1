import assert from "node:assert/strict";
import { test } from "node:test";

import * as turns from "../../../src/zermelo/web/static/play/turns.js";
import { found, PEOPLE, view } from "./views.js";

/** @import { Seat } from "../../../src/zermelo/web/static/answers.js" */

/** @type {Seat} */
const COMPUTER = { kind: "computer", level: 2 };

test("a person plays at the end of the game, until it is over", () => {
  assert.equal(turns.canPlay(view()), true);
  assert.equal(turns.canPlay(view({ ply: 2 })), false);
  assert.equal(turns.canPlay(view({ over: true })), false);
  assert.equal(turns.canPlay(view({ mover: null })), false);
  assert.equal(turns.canPlay(view({ computer: true })), false);
  assert.equal(turns.canPlay(view({ covered: true })), false);
  assert.equal(turns.canPlay(view({ mover: -1, chance: "human" })), true);
});

test("the board is seen from above where people sit only there", () => {
  const [person] = PEOPLE, board = { ...view().board, turned: "<svg>", below: 1 };
  assert.equal(turns.sitsAbove(view({ board, seats: [person, COMPUTER] })), true);
  assert.equal(turns.sitsAbove(view({ board, seats: [COMPUTER, person] })), false);
  assert.equal(turns.sitsAbove(view({ board, seats: PEOPLE })), false);
  assert.equal(turns.sitsAbove(view({ board, seats: [COMPUTER, COMPUTER] })), false);
  assert.equal(turns.sitsAbove(view({ seats: [person, COMPUTER] })), false); // a board without sides
});

test("where nothing but an action without a square can be played, it is told", () => {
  const pass = { action: "64", name: "pass", label: "pass", squares: [], ways: [], picture: "" };
  assert.equal(turns.onlyByName(view({ legal: [pass] })), pass);
  assert.equal(turns.onlyByName(view({ legal: [pass, pass] })), undefined);
  assert.equal(turns.onlyByName(view()), undefined); // it has a square
  assert.equal(turns.onlyByName(view({ legal: [pass], computer: true })), undefined);
});

test("a game is thought of unless it is over or hidden, and while it is over, at its earlier plies", () => {
  assert.equal(turns.canThink(view()), true);
  assert.equal(turns.canThink(view({ over: true })), false);
  assert.equal(turns.canThink(view({ over: true, ply: 1 })), true);
  assert.equal(turns.canThink(view({ covered: true })), false);
});

test("nothing of a hidden hand is shown while another person is to move", () => {
  const handed = turns.shownOf(view({ hidden: true, eyes: 0, mover: 1 }));
  assert.deepEqual([handed.covered, handed.board.svg, handed.legal, handed.moves, handed.position, handed.start], [true, "", [], [], "", ""]);
  assert.equal(handed.mover, 1);
});

test("who is to move, or sits alone, or looks back, sees their hand", () => {
  for (const facts of [
    { eyes: 1 }, { eyes: 0, seats: [PEOPLE[0], COMPUTER], computer: true }, { eyes: 0, over: true }, { eyes: 0, ply: 1 }, { eyes: 0, mover: -1 },
  ]) {
    const shown = view({ hidden: true, mover: 1, ...facts });
    assert.equal(turns.shownOf(shown), shown, JSON.stringify(facts));
  }
  const open = view({ eyes: 0, mover: 1 });
  assert.equal(turns.shownOf(open), open);
});

test("a game that has not begun offers nothing to do", () => {
  const none = turns.notBegun("nim");
  assert.deepEqual([turns.hasBegun(none), turns.canPlay(none), turns.canThink(none), none.back], [false, false, false, null]);
  assert.equal(turns.hasBegun(view()), true);
});

test("the bar shows how the game ended, or what was found of the position", () => {
  assert.equal(turns.shareOf(view(), null), null);
  assert.equal(turns.shareOf(view(), found({ share: 0.6 })), 0.6);
  assert.equal(turns.shareOf(view({ over: true, utilities: [1, -1] }), found({ share: 0.6 })), 1);
  assert.equal(turns.shareOf(view({ over: true, utilities: [-1, 1] }), null), 0);
  assert.equal(turns.shareOf(view({ over: true, utilities: [0, 0] }), null), 0.5);
});

test("the reader sits on one side, computers on the others", () => {
  assert.deepEqual(turns.seatsFor(3, 1, COMPUTER), [COMPUTER, { kind: "human" }, COMPUTER]);
  assert.equal(turns.nobodyPlays(view()), false);
  assert.equal(turns.nobodyPlays(view({ seats: [COMPUTER, COMPUTER] })), true);
});

test("a page asks for a computer by its kind or its level, or for none", () => {
  assert.deepEqual(turns.computerOf({ player: "mcts", level: 3 }), { kind: "computer", player: "mcts", seconds: 1 });
  assert.deepEqual(turns.computerOf({ player: "pimc" }), { kind: "computer", player: "pimc" });
  assert.deepEqual(turns.computerOf({ level: 4 }), { kind: "computer", level: 4 });
  assert.equal(turns.computerOf({}), null);
});

test("somebody is seated in the midst of a game, but takes over no hidden hand", () => {
  assert.deepEqual(turns.reseated(view(), 1, "level 2"), [PEOPLE[0], COMPUTER]);
  const judging = { ...COMPUTER, evaluation: "lines" };
  assert.deepEqual(turns.reseated(view({ seats: [PEOPLE[0], judging] }), 1, "level 2"), [PEOPLE[0], judging]);
  assert.equal(turns.needsAnother(view({ hidden: true }), [PEOPLE[0], COMPUTER]), true);
  assert.equal(turns.needsAnother(view({ hidden: true }), PEOPLE), false);
  assert.equal(turns.needsAnother(view(), [PEOPLE[0], COMPUTER]), false);
  assert.throws(() => turns.reseated(view(), 1, "nobody"), /nobody is called nobody/);
});

test("the reader plays either side, with the name, against the computer that is there", () => {
  /** @type {import("../../../src/zermelo/web/static/answers.js").Seat[]} */
  const [ana, mcts] = [{ kind: "human", name: "Ana" }, { kind: "computer", player: "mcts", seconds: 1 }];
  assert.deepEqual(turns.playingAs(view({ seats: [ana, mcts] }), 1), [mcts, ana]);
  assert.deepEqual(turns.playingAs(view(), 0), [PEOPLE[0], COMPUTER]);
  assert.deepEqual(turns.swapped(view({ seats: [ana, mcts] })), [mcts, ana]);
});

test("a game begins again where it began; a hidden one is dealt again", () => {
  assert.deepEqual(turns.begunAgain(view(), PEOPLE), { game: "tictactoe", seats: PEOPLE, position: "s" });
  assert.deepEqual(turns.begunAgain(view({ hidden: true, chance: "computer" }), PEOPLE),
    { game: "tictactoe", seats: PEOPLE, position: null, chance: "computer" });
});

test("a file that is saved is loaded anew, once", () => {
  const mine = view({ game: "pile.py", seated: ["human", "file greedy.py"] }), before = { "pile.py": 1, "file greedy.py": 1, "file other.py": 1 };
  assert.equal(turns.savedAnew(mine, before, { ...before, "pile.py": 2 }), true);
  assert.equal(turns.savedAnew(mine, before, { ...before, "file greedy.py": 2 }), true);
  assert.equal(turns.savedAnew(mine, before, { ...before, "file other.py": 2 }), false);
  assert.equal(turns.savedAnew(mine, before, before), false);
  assert.equal(turns.savedAnew(view(), {}, {}), false);
  assert.equal(turns.savedAnew(turns.notBegun("pile.py"), before, { "pile.py": 2 }), false);
});

test("every game is analysed that hides nothing, when it has begun", () => {
  assert.equal(turns.canAnalyse(view({ ply: 1, plies: 1 })), true);
  assert.equal(turns.canAnalyse(view({ ply: 1, plies: 1, chance: "computer", players: ["1", "2", "3"] })), true);
  assert.equal(turns.canAnalyse(view({ ply: 1, plies: 1, hidden: true })), false);
});
