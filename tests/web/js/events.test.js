import assert from "node:assert/strict";
import { test } from "node:test";

import { EventReader } from "../../../src/zermelo/web/static/events.js";

const TEXT = 'event: news\r\ndata: {"a": 1}\r\n\r\n: ping\r\n\r\nevent: done\r\ndata: {"b": ":2"}\r\n\r\n';
const EVENTS = [{ kind: "news", data: '{"a": 1}' }, { kind: "done", data: '{"b": ":2"}' }];

test("events are read, and signs of life left out", () => {
  assert.deepEqual(new EventReader().read(TEXT), EVENTS);
});

test("the text may break anywhere, also between the two signs that end a line", () => {
  for (let at = 0; at <= TEXT.length; at++) {
    const reader = new EventReader();
    assert.deepEqual([...reader.read(TEXT.slice(0, at)), ...reader.read(TEXT.slice(at))], EVENTS, `broken at ${at}`);
  }
  const reader = new EventReader();
  assert.deepEqual([...TEXT].flatMap((letter) => reader.read(letter)), EVENTS);
});

test("an event is given once it is complete, and not before", () => {
  const reader = new EventReader();
  assert.deepEqual(reader.read("event: news\ndata: 1\n"), []);
  assert.deepEqual(reader.read("\nevent:"), [{ kind: "news", data: "1" }]);
});
