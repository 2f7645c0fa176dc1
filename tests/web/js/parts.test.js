import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";

const { bandsOf } = await import("../../../src/zermelo/web/static/bar.js");
const { stackOf, svgOf } = await import("../../../src/zermelo/web/static/analyse/graph.js");

const { leftOf } = await import("../../../src/zermelo/web/static/analyse/marks.js");

const COLOURS = ["p0", "p1", "p2"];
const point = (/** @type {number | number[] | null} */ share, mark = "") => ({ share, told: "", name: "", mark });
const bands = (/** @type {string} */ svg) => [...svg.matchAll(/class="(p\d)" x="0" y="([\d.]+)" width="1" height="([\d.]+)"/g)].map(([, ...found]) => found);

test("the parts of three players stand one below the other in the colours of their pieces", () => {
  assert.deepEqual(bands(bandsOf([0.5, 0.25, 0.25], COLOURS)), [["p0", "0.00", "50.00"], ["p1", "50.00", "25.00"], ["p2", "75.00", "25.00"]]);
  assert.deepEqual(bands(bandsOf([], COLOURS)), []);
});

test("over a line each of three players has a band, between what is known, and marks stand above", () => {
  const svg = stackOf([point([1, 0, 0]), point(null), point([0, 0.5, 0.5], "??")], 2, COLOURS);
  assert.deepEqual([...svg.matchAll(/<path class="(p\d)" d="([^"]+)"/g)].map(([, ...found]) => found), [
    ["p0", "M0.0 0.0L600.0 0.0L600.0 0.0L0.0 120.0Z"], ["p1", "M0.0 120.0L600.0 0.0L600.0 60.0L0.0 120.0Z"],
    ["p2", "M0.0 120.0L600.0 60.0L600.0 120.0L0.0 120.0Z"],
  ]);
  assert.match(svg, /<circle class="blunder" cx="600.0" cy="0"/);
});

test("of two players the curve goes through what is known, and marks stand on it", () => {
  const svg = svgOf([point(0.5), point(null), point(1, "?")], 0);
  assert.match(svg, /class="curve" d="M0.0 60.0L600.0 0.0"/);
  assert.match(svg, /<circle class="mistake" cx="600.0" cy="0.0"/);
});

test("of a move that is half made the arrows are left that follow, in any order, and none of moves that go another way", () => {
  const best = [{ arrows: /** @type {[number, number][]} */ ([[12, 5], [32, 34]]), end: "open" }, { arrows: /** @type {[number, number][]} */ ([[12, 0]]), end: "open" }];
  assert.deepEqual(leftOf(best, []), best);
  assert.deepEqual(leftOf(best, [[32, 33, 34]]).map(({ arrows }) => arrows), [[[12, 5]], []]);
});
