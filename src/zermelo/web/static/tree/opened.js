// A search that is too large to be gone through step by step: an outline whose nodes are opened one by one, and the board of the node at
// hand beside it.

/** @import { NodeBoard, NodeOpened } from "../answers.js" */
/** @import { Asked } from "../tree.js" */
/** @import { Place } from "./outline.js" */

import { post, stream } from "../api.js";
import { Board } from "../board.js";
import { button, element } from "../elements.js";
import { latest } from "../trouble.js";
import { number, say } from "../words.js";
import { canOpen, follow, levelOf, nextCut, onLine, pathTo, placed, previousCut, reveal, shown } from "./outline.js";

const SHAPES = { max: "▲", min: "▼", chance: "●", player: "◆", leaf: "■" };

export class OpenedTree {
  /**
   * @param {Asked} asked
   * @param {(path: string[]) => unknown} moved  told the node at hand, by its path
   */
  constructor(asked, moved) {
    const { game, algorithm, depth, evaluation, order, position, moves } = asked;
    this.asked = { game, algorithm, depth, evaluation, order, position, moves };
    this.moved = moved;
    /** @type {Place | null} */
    this.at = null;
    this.measured = ""; // what values count
    /** @type {WeakMap<Element, Place>} */
    this.places = new WeakMap();
    this.counts = element("p", { class: "facts", role: "status" });
    this.list = element("div", { role: "tree", "aria-label": say("outline"), onkeydown: (event) => this.key(/** @type {KeyboardEvent} */ (event)) });
    this.place = element("div", { class: "place" });
    this.board = new Board(this.place, () => {}, { squares: say("board"), choose: say("which"), actions: say("all_actions") });
    this.root = element("div", { class: "shown outline" },
      element("p", {}, say("outline_lead")),
      element("div", { class: "tools" },
        button(say("outline_line"), () => this.walk(onLine, say("outline_line_ends"))),
        button(say("outline_previous_cut"), () => this.walk(previousCut, say("outline_no_cut"))),
        button(say("outline_next_cut"), () => this.walk(nextCut, say("outline_no_cut")))),
      this.counts,
      element("div", { class: "pane" }, element("div", { class: "lines" }, heads(), this.list), element("div", { class: "where" }, this.place)));
  }

  /**
   * Open the root, and come to the node of this path.
   * @param {string[]} path
   * @param {AbortSignal} given_up
   */
  async begin(path, given_up) {
    const found = await this.found([], undefined, given_up), root = placed(found.node, null);
    root.children = found.children.map((row) => placed(row, root));
    root.open = true;
    this.measured = found.measured;
    const place = await follow(root, path, (one) => this.children(one, given_up));
    await this.come(place);
    if (levelOf(place) < path.length) this.counts.textContent = say("outline_no_node", { path: path.join(" ") });
  }

  /**
   * @param {string[]} path
   * @param {NodeOpened["node"]["bounds"] | undefined} window
   * @param {AbortSignal} given_up
   * @returns {Promise<NodeOpened>}
   */
  found(path, window, given_up) {
    return stream("/api/tree/open", { ...this.asked, path, window }, (/** @type {{ nodes: number }} */ { nodes }) => {
      this.counts.textContent = say("outline_so_far", { nodes: number(nodes) });
    }, given_up);
  }

  /**
   * @param {Place} place
   * @param {AbortSignal} given_up
   */
  async children(place, given_up) {
    if (!place.children) {
      const { children } = await this.found(pathTo(place), place.row.bounds, given_up);
      place.children = children.map((row) => placed(row, place));
    }
    return place.children;
  }

  /**
   * Go where a way leads from the node at hand, or say that it leads nowhere.
   * @param {(at: Place, children: (place: Place) => Promise<Place[]>) => Promise<Place | null>} way
   * @param {string} nowhere
   * @returns {Promise<void>}
   */
  walk(way, nowhere) {
    return latest(this.root, async (given_up) => {
      if (!this.at) return;
      const next = await way(this.at, (one) => this.children(one, given_up));
      if (next && canOpen(next)) {
        await this.children(next, given_up);
        next.open = true;
      }
      await this.come(next ?? this.at);
      if (!next) this.counts.textContent = nowhere;
    }, () => this.tell());
  }

  /**
   * Show what is below a node, or hide it.
   * @param {Place} place
   * @param {boolean} open
   */
  turn(place, open) {
    return latest(this.root, async (given_up) => {
      if (open && canOpen(place)) await this.children(place, given_up);
      place.open = open && canOpen(place);
      await this.come(place);
    }, () => this.tell());
  }

  /**
   * Make a node the one at hand.
   * @param {Place} place
   */
  async come(place) {
    const focused = this.list.contains(document.activeElement);
    reveal(place);
    this.at = place;
    this.draw();
    const row = this.list.querySelector("[tabindex='0']");
    if (row instanceof HTMLElement) {
      if (focused) row.focus();
      row.scrollIntoView({ block: "nearest" });
    }
    this.tell();
    this.moved(pathTo(place));
    await latest(this.place, async (given_up) => {
      /** @type {NodeBoard} */
      const { board } = await post("/api/tree/board", { ...this.asked, path: pathTo(place) }, given_up);
      this.board.show(board, []);
    });
  }

  /** Say how much lies below the node at hand. */
  tell() {
    const row = this.at?.row;
    const counts = row?.searched ? say("outline_cutoffs", { nodes: number(row.nodes), cutoffs: number(row.cutoffs) }) : "";
    this.counts.textContent = [counts, this.measured].filter(Boolean).join("; ");
  }

  draw() {
    let root = this.at;
    while (root?.parent) root = root.parent;
    this.list.replaceChildren(...(root ? shown(root).map((place) => this.line(place)) : []));
  }

  /** @param {Place} place */
  line(place) {
    const { row } = place, beside = place.parent?.children ?? [place], can = canOpen(place);
    const name = row.name || say("outline_root"), counted = row.searched ? number(row.nodes) : "";
    const marks = [
      row.best ? say("outline_best") : row.better ? say("outline_better") : "", row.cuts ? say("outline_cuts") : "",
      row.cut ? say("outline_cut") : "", row.searched ? "" : say("outline_not_searched"),
    ].filter(Boolean);
    const said = [name, row.mover, row.value, row.window, counted && `${counted} ${say("nodes")}`, ...marks].filter(Boolean).join(", ");
    const kinds = ["row", row.best && "best", row.cuts && "cuts", !row.searched && "unsearched"].filter(Boolean).join(" ");
    const line = element("div", {
      class: kinds, role: "treeitem", "aria-label": said, "aria-level": levelOf(place) + 1, "aria-posinset": beside.indexOf(place) + 1,
      "aria-setsize": beside.length, "aria-expanded": can ? String(place.open) : null, "aria-selected": String(place === this.at),
      tabindex: place === this.at ? 0 : -1, onclick: () => this.touch(place),
    },
    element("span", { class: "name" }, `${can ? place.open ? "▾" : "▸" : "\u2007"} ${SHAPES[row.shape]} `, element("b", {}, name)),
    element("span", { class: "value" }, row.value), element("span", { class: "window" }, row.window), element("span", { class: "count" }, counted),
    element("span", { class: "marks" }, marks.join(" · ")));
    line.style.setProperty("--level", String(levelOf(place)));
    this.places.set(line, place);
    return line;
  }

  /**
   * A touch opens a node, and closes it when it was at hand.
   * @param {Place} place
   */
  async touch(place) {
    await this.turn(place, place !== this.at || !place.open);
    const row = this.list.querySelector("[tabindex='0']");
    if (row instanceof HTMLElement) row.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { at } = this;
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = [...this.list.children].map((line) => this.places.get(line)), here = lines.indexOf(at);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: lines.length - 1 }[event.key];
    if (to !== undefined) this.goTo(lines[to]);
    else if (event.key === "Enter" || event.key === " ") this.turn(at, !at.open);
    else if (event.key === "ArrowRight" && at.open) this.goTo(at.children?.[0]);
    else if (event.key === "ArrowRight") this.turn(at, true);
    else if (event.key === "ArrowLeft" && at.open) this.turn(at, false);
    else if (event.key === "ArrowLeft") this.goTo(at.parent);
    else return;
    event.preventDefault();
  }

  /** @param {Place | null | undefined} place */
  goTo(place) {
    if (place) latest(this.root, () => this.come(place));
  }
}

/** What the columns are; readers of the screen are told with each line. */
function heads() {
  const made = element("div", { class: "row head", "aria-hidden": "true" }, element("span", { class: "name" }, say("best_move")),
    element("span", { class: "value" }, say("value")), element("span", { class: "window" }, say("outline_window")),
    element("span", { class: "count" }, say("nodes")));
  made.style.setProperty("--level", "0");
  return made;
}
