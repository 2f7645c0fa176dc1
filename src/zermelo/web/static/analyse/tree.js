// A tree of moves: the main line, and variations. Each node is a position; the move is the one that led to it.

/** @import { Ply } from "../answers.js" */

/**
 * A node: its number, that of the node before, and those that follow, the main one first. One that is passing is there only as long as
 * one stands in its line.
 * @typedef {object} Place
 * @property {number} id
 * @property {number} parent
 * @property {Ply | null} move  null at the start
 * @property {number[]} children
 * @property {boolean} passing
 */

export const START = 0;

export class Moves {
  constructor() {
    /** @type {Map<number, Place>} */
    this.places = new Map([[START, { id: START, parent: -1, move: null, children: [], passing: false }]]);
    this.next = START + 1;
  }

  /**
   * The tree that the server has read: each move after the node of this number, themselves numbered from 1 up.
   * @param {(Ply & { parent: number })[]} nodes
   */
  static of(nodes) {
    const tree = new Moves(), ids = [START];
    for (const { parent, ...move } of nodes) ids.push(tree.add(ids[parent], move));
    return { tree, ids };
  }

  /** @param {number} id */
  at(id) {
    const place = this.places.get(id);
    if (!place) throw new Error(`there is no node ${id}`);
    return place;
  }

  /**
   * The node after this move, which is made where there is none.
   * @param {number} parent
   * @param {Ply} move
   * @param {boolean} [passing]
   */
  add(parent, move, passing = false) {
    const known = this.after(parent, move.action);
    if (known !== undefined) {
      if (!passing) this.keep(known);
      return known;
    }
    const id = this.next++;
    this.places.set(id, { id, parent, move, children: [], passing });
    this.at(parent).children.push(id);
    if (!passing) this.keep(id);
    return id;
  }

  /**
   * A line of moves from a node: the number of each.
   * @param {number} parent
   * @param {Ply[]} moves
   * @param {boolean} passing
   */
  addLine(parent, moves, passing) {
    const ids = [];
    for (const move of moves) ids.push(parent = this.add(parent, move, passing));
    return ids;
  }

  /**
   * @param {number} parent
   * @param {string} action
   */
  after(parent, action) {
    return this.at(parent).children.find((child) => this.at(child).move?.action === action);
  }

  /**
   * The nodes from the start to this one, without the start.
   * @param {number} id
   */
  path(id) {
    /** @type {number[]} */
    const ids = [];
    for (let place = this.at(id); place.id !== START; place = this.at(place.parent)) ids.unshift(place.id);
    return ids;
  }

  /**
   * The actions that lead to a node.
   * @param {number} id
   */
  actions(id) {
    return this.path(id).map((one) => this.at(one).move?.action ?? "");
  }

  /**
   * The line through a node: the start, what leads there, and what follows first.
   * @param {number} id
   */
  line(id) {
    const ids = [START, ...this.path(id)];
    for (let place = this.at(id); place.children.length;) {
      place = this.at(place.children[0]);
      ids.push(place.id);
    }
    return ids;
  }

  /**
   * Whether a node is in a variation.
   * @param {number} id
   */
  isVariation(id) {
    return this.branching(id) !== undefined;
  }

  /**
   * The last node on the way to this one that is not the first of its sisters.
   * @param {number} id
   */
  branching(id) {
    return this.path(id).reverse().find((one) => this.at(this.at(one).parent).children[0] !== one);
  }

  /**
   * The variation in which a node is goes before what was the main line there.
   * @param {number} id
   */
  promote(id) {
    const branch = this.branching(id);
    if (branch === undefined) return;
    this.keep(id);
    const { children } = this.at(this.at(branch).parent);
    children.splice(children.indexOf(branch), 1);
    children.unshift(branch);
  }

  /**
   * A node goes, with all that follows; the node before.
   * @param {number} id
   */
  remove(id) {
    const { parent } = this.at(id), { children } = this.at(parent);
    children.splice(children.indexOf(id), 1);
    /** @param {number} one */
    const forget = (one) => {
      this.at(one).children.forEach(forget);
      this.places.delete(one);
    };
    forget(id);
    return parent;
  }

  /**
   * A node stays, and all that lead to it.
   * @param {number} id
   */
  keep(id) {
    for (const one of this.path(id)) this.at(one).passing = false;
  }

  /**
   * What was passing goes, but for the line in which one stands.
   * @param {number} id
   */
  settle(id) {
    const stays = new Set(this.line(id));
    for (const place of [...this.places.values()]) {
      if (place.passing && this.places.has(place.id) && !stays.has(place.id)) this.remove(place.id);
    }
  }

  /**
   * The tree as text, as the server reads it: the main line, the variations, each behind the number of the node after which it goes; and
   * the number that each node has there.
   * @param {boolean} [passing]  with what is passing
   */
  written(passing = true) {
    const numbers = new Map([[START, 0]]), order = [START], moves = this.follow(START, numbers, order, passing);
    const variations = [];
    for (let place = 0; place < order.length; place++) {
      for (const child of this.childrenOf(order[place], passing)) {
        if (numbers.has(child)) continue;
        const words = [this.number(child, numbers, order), ...this.follow(child, numbers, order, passing)];
        variations.push(`${numbers.get(order[place])} ${words.join(" ")}`);
      }
    }
    return { moves: moves.join(" "), variations, numbers };
  }

  /**
   * @param {number} id
   * @param {boolean} passing  with those that are passing
   */
  childrenOf(id, passing) {
    return this.at(id).children.filter((child) => passing || !this.at(child).passing);
  }

  /**
   * The words of what follows a node first, which get their numbers.
   * @param {number} id
   * @param {Map<number, number>} numbers
   * @param {number[]} order
   * @param {boolean} passing
   */
  follow(id, numbers, order, passing) {
    const words = [];
    for (let [child] = this.childrenOf(id, passing); child !== undefined; [child] = this.childrenOf(child, passing)) {
      words.push(this.number(child, numbers, order));
    }
    return words;
  }

  /**
   * @param {number} id
   * @param {Map<number, number>} numbers
   * @param {number[]} order
   */
  number(id, numbers, order) {
    numbers.set(id, order.length);
    order.push(id);
    return this.at(id).move?.word ?? "";
  }
}
