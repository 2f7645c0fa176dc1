import assert from "node:assert/strict";
import { test } from "node:test";

import "./words.js";

const { get, post, Refused, stream } = await import("../../../src/zermelo/web/static/api.js");

/** @typedef {import("node:test").TestContext} Context */

/**
 * Let the server answer so, and keep what it is asked.
 * @param {Context} context
 * @param {() => Response | Promise<Response>} answer
 */
function served(context, answer) {
  /** @type {{ path: string, asked: RequestInit | undefined }[]} */
  const requests = [];
  context.mock.method(globalThis, "fetch", async (/** @type {string} */ path, /** @type {RequestInit | undefined} */ asked) => {
    requests.push({ path, asked });
    return answer();
  });
  return requests;
}

/**
 * An answer that comes in these pieces, and then ends.
 * @param {string[]} pieces
 */
function streaming(...pieces) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body);
}

/** @param {string} text */
function refused(text, status = 0) {
  return (/** @type {unknown} */ error) => error instanceof Refused && error.message === text && error.status === status;
}

const SIGNAL = new AbortController().signal;

test("what is sent says its language", async (context) => {
  const requests = served(context, () => Response.json({ a: 1 }));
  assert.deepEqual(await post("/api/order", { game: "nim" }), { a: 1 });
  assert.deepEqual(await get("/api/editions"), { a: 1 });
  assert.deepEqual(requests.map(({ path }) => path), ["/api/order", "/api/editions"]);
  assert.deepEqual(JSON.parse(String(requests[0].asked?.body)), { game: "nim", lang: "en" });
});

test("what the server refuses is told in its words, or by its number", async (context) => {
  served(context, () => Response.json({ error: "no such game" }, { status: 404 }));
  await assert.rejects(get("/x"), refused("no such game", 404));
  served(context, () => new Response("<html>", { status: 502 }));
  await assert.rejects(post("/x", {}), refused("502", 502));
  await assert.rejects(stream("/x", {}, () => {}, SIGNAL), refused("502", 502));
});

test("a server that does not answer is told from one that takes too long, and from a page that gave up", async (context) => {
  served(context, () => { throw new TypeError("failed to fetch"); });
  await assert.rejects(get("/x"), refused("unreachable"));
  served(context, () => { throw new DOMException("late", "TimeoutError"); });
  await assert.rejects(get("/x"), refused("endless"));
  served(context, () => { throw new DOMException("given up", "AbortError"); });
  await assert.rejects(stream("/x", {}, () => {}, SIGNAL), { name: "AbortError" });
});

test("news come as they are sent, and the last event is returned", async (context) => {
  served(context, () => streaming('event: news\r\ndata: {"n": ', '1}\r\n\r\nevent: news\r\ndata: {"n": 2}\r\n', '\r\nevent: done\r\ndata: {"n": 3}\r\n\r\n'));
  /** @type {unknown[]} */
  const news = [];
  assert.deepEqual(await stream("/x", {}, (facts) => news.push(facts), SIGNAL), { n: 3 });
  assert.deepEqual(news, [{ n: 1 }, { n: 2 }]);
});

test("an error in a stream is one, and so is a stream that ends before its end", async (context) => {
  served(context, () => streaming('event: error\ndata: {"error": "gone on", "status": 409}\n\n'));
  await assert.rejects(stream("/x", {}, () => {}, SIGNAL), refused("gone on", 409));
  served(context, () => streaming("event: news\ndata: 1\n\n"));
  await assert.rejects(stream("/x", {}, () => {}, SIGNAL), refused("unreachable"));
});
