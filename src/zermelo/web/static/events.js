// Server-sent events, as they come in.

/**
 * An event: its kind, and its data, which is JSON.
 * @typedef {{ kind: string, data: string }} StreamEvent
 */

/** Puts the pieces of a text together to events. */
export class EventReader {
  rest = "";

  /**
   * The events that this piece completes. What has no kind, such as a sign of life, is none.
   * @param {string} piece
   * @returns {StreamEvent[]}
   */
  read(piece) {
    const text = this.rest + piece;
    const held = text.endsWith("\r") ? "\r" : ""; // its line feed may be in the next piece
    const blocks = text.slice(0, text.length - held.length).replace(/\r\n?/g, "\n").split("\n\n");
    this.rest = blocks.pop() + held;
    return blocks.map(eventOf).filter(({ kind }) => kind !== "");
  }
}

/**
 * @param {string} block
 * @returns {StreamEvent}
 */
function eventOf(block) {
  const fields = new Map(block.split("\n").map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
  return { kind: fields.get("event") ?? "", data: fields.get("data") ?? "" };
}
