import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";

const { begunOf, gameIn, textOf } = await import("../../../src/zermelo/web/static/play/files.js");

const FILE = {
  zermelo: 1, game: "nim", seats: [{ kind: "human" }], moves: [{ player: "MAX", action: "1:2" }, { player: "MIN", action: "2:1" }],
  start: "3 3 1", final: "1 2 1", chance: "human", seed: "s",
};

test("a file is read as UTF-8 or, where it is none, as ISO 8859-1", async () => {
  const latin = new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]);
  assert.equal(await textOf(new Blob(["Müller"])), "Müller");
  assert.equal(await textOf(new Blob([latin])), "Müller");
  assert.equal(await textOf(new Blob([])), "");
});

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

test("a game of a PGN is looked through by people", () => {
  const game = { title: "a - b", names: ["a", ""], game: "chess", pgn: "1. e4 *", left_out: 0 };
  assert.deepEqual(begunOf(game), { game: "chess", pgn: "1. e4 *", seats: [{ kind: "human", name: "a" }, { kind: "human" }] });
});
