import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";

const { gameIn } = await import("../../../src/zermelo/web/static/play/files.js");

const FILE = {
  zermelo: 1, game: "nim", seats: [{ kind: "human" }], moves: [{ player: "MAX", action: "1:2" }, { player: "MIN", action: "2:1" }],
  start: "3 3 1", final: "1 2 1", chance: "human", seed: "s",
};

test("a file says what is to be begun", () => {
  assert.deepEqual(gameIn(JSON.stringify(FILE)),
    { game: "nim", seats: FILE.seats, position: "3 3 1", moves: ["1:2", "2:1"], chance: "human", seed: "s" });
});

test("what is no game is told from one", () => {
  for (const text of ["", "{", "null", "[1]", "7", JSON.stringify({ ...FILE, zermelo: 2 }), JSON.stringify({ ...FILE, moves: "1" }),
    JSON.stringify({ ...FILE, seats: undefined })]) {
    assert.throws(() => gameIn(text), { message: "not a game" }, text);
  }
});

test("a game that was saved without what was hidden is not begun", () => {
  assert.throws(() => gameIn(JSON.stringify({ ...FILE, complete: false })), { message: "incomplete" });
});
