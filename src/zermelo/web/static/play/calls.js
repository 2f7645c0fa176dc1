// What a page asks of a game that is under way on the server.

/** @import { Begin, Found, GameFile, Halfway, Pgn, Position, Progress, Reply, Seat, TextFile, View } from "../answers.js" */

import { get, post, stream } from "../api.js";
import { lang } from "../words.js";

/** @returns {Promise<Record<string, number>>} */
export function editions() {
  return get("/api/editions");
}

/**
 * @param {string} game
 * @param {string | null} position
 * @returns {Promise<Position>}
 */
export function position(game, position) {
  return post("/api/board", { game, position });
}

/**
 * The games in a PGN.
 * @param {string} text
 * @returns {Promise<Pgn>}
 */
export function pgnIn(text) {
  return post("/api/pgn", { text });
}

/** A game on the server, by its number, as the page at one seat may see it. */
export class Remote {
  /** @type {number | null} */
  seat = null; // who is at this page, where a game hides something and several people play

  /** @param {string} number */
  constructor(number) {
    this.path = `/api/games/${encodeURIComponent(number)}`;
  }

  /**
   * Begin a game, or load one.
   * @param {Begin} facts
   * @returns {Promise<View>}
   */
  static begin(facts) {
    return post("/api/games", facts);
  }

  /**
   * As it stands, or stood after this many plies.
   * @param {number} [ply]
   * @returns {Promise<View>}
   */
  look(ply) {
    return get(`${this.path}?${this.query({ lang, ...(ply === undefined ? {} : { ply: String(ply) }) })}`);
  }

  /** @returns {Promise<GameFile>} */
  file() {
    return get(`${this.path}/file?${this.query({})}`);
  }

  /** @returns {Promise<TextFile>} */
  pgn() {
    return get(`${this.path}/pgn?${this.query({ lang })}`);
  }

  /**
   * @param {number} ply
   * @param {string} action
   * @param {number} [seconds]  that it took, where there is a clock
   * @returns {Promise<View>}
   */
  play(ply, action, seconds) {
    return post(`${this.path}/moves`, { ply, action, seconds, seat: this.seat });
  }

  /**
   * The time of who is to move is over.
   * @param {number} ply
   * @returns {Promise<View>}
   */
  flag(ply) {
    return post(`${this.path}/flag`, { ply, seat: this.seat });
  }

  /**
   * @param {number} ply
   * @returns {Promise<View>}
   */
  back(ply) {
    return post(`${this.path}/back`, { ply, seat: this.seat });
  }

  /**
   * @param {number} ply
   * @param {number} [branch]  the number of a line that was left
   * @returns {Promise<View>}
   */
  onward(ply, branch) {
    return post(`${this.path}/on`, { ply, branch, seat: this.seat });
  }

  /**
   * @param {Seat[]} seats
   * @param {string} [chance]  who throws the dice; as before unless given
   * @returns {Promise<View>}
   */
  reseat(seats, chance) {
    return post(`${this.path}/seats`, { seats, chance, seat: this.seat });
  }

  /**
   * @param {number} ply
   * @param {number[][]} steps
   * @returns {Promise<Halfway>}
   */
  halfway(ply, steps) {
    return post(`${this.path}/halfway`, { ply, steps, seat: this.seat });
  }

  /**
   * Let the computer move.
   * @param {number} ply
   * @param {(found: Found | null) => void} news
   * @param {AbortSignal} signal
   * @returns {Promise<Reply>}
   */
  reply(ply, news, signal) {
    return stream(`${this.path}/reply`, { ply, seat: this.seat }, news, signal);
  }

  /**
   * Make the computers of the game ready to play.
   * @param {(progress: Progress) => void} news
   * @param {AbortSignal} signal
   * @returns {Promise<object>}
   */
  ready(news, signal) {
    return stream(`${this.path}/ready`, {}, news, signal);
  }

  /**
   * @param {number} ply
   * @param {number} seconds
   * @param {(found: Found) => void} news
   * @param {AbortSignal} signal
   * @returns {Promise<Found>}
   */
  think(ply, seconds, news, signal) {
    return stream(`${this.path}/think`, { ply, seconds, seat: this.seat }, news, signal);
  }

  /** @param {Record<string, string>} facts */
  query(facts) {
    return new URLSearchParams(this.seat === null ? facts : { ...facts, seat: String(this.seat) });
  }
}
