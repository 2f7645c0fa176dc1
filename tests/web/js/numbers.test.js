import assert from "node:assert/strict";
import { test } from "node:test";

import { among, numbersIn, written } from "../../../src/zermelo/web/static/numbers.js";

const ENGLISH = { lang: "en", decimal: "." }, SPANISH = { lang: "es", decimal: "," };

test("numbers are written as the language writes them", () => {
  assert.equal(written(1234567, ENGLISH), "1,234,567");
  assert.equal(written(1234567, SPANISH), "1.234.567");
  assert.equal(written(8462, SPANISH), "8.462");
  assert.equal(written(0.125, SPANISH), "0,125");
  assert.equal(written(-0.5, ENGLISH), "-0.5");
});

test("what rounding leaves of a sum that is 0 is 0", () => {
  assert.equal(written(-3.46945e-18, ENGLISH), "0");
  assert.equal(written([0.1 + 0.2 - 0.3, 1e-9], ENGLISH), "<0 1e-9>");
});

test("digits are those that are asked for, and whole numbers have all", () => {
  assert.equal(written(1 / 3, ENGLISH), "0.333333");
  assert.equal(written(1 / 3, ENGLISH, 3), "0.333");
  assert.equal(written(2.9999, ENGLISH, 3), "3");
  assert.equal(written(12345, ENGLISH, 2), "12,345");
});

test("what is no number has a sign or nothing", () => {
  assert.equal(written("inf", ENGLISH), "∞");
  assert.equal(written("-inf", ENGLISH), "-∞");
  assert.equal(written(null, ENGLISH), "");
  assert.equal(written(undefined, ENGLISH), "");
  assert.equal(written([1, 0.25, "-inf"], SPANISH), "<1 0,25 -∞>");
});

test("a line of numbers is read with points or commas, spaces or semicolons", () => {
  assert.deepEqual(numbersIn(" 10 2,5; -3.5 "), [10, 2.5, -3.5]);
  assert.deepEqual(numbersIn("1 x"), [1, NaN]);
});

test("a number that was asked for is among those that are offered, once and in order", () => {
  assert.deepEqual(among([5, 12, 100], 40), [5, 12, 40, 100]);
  assert.deepEqual(among([5, 12, 100], 12), [5, 12, 100]);
});
