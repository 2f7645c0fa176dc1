// What a student has written, kept until the tab is closed: by the number of a sheet and the name of the student, or by what exercise it is.

/** @import { Answer } from "./blanks.js" */

/**
 * What is written so far: the answers to each exercise, and how often help was asked for there.
 * @typedef {object} Written
 * @property {Record<string, Answer>[]} answers
 * @property {number[]} help
 */

/** The work on one sheet, or on single exercises. Where the browser keeps nothing, nothing is found again. */
export class Kept {
  #at = "";

  /**
   * @param {string} sheet  its number, or a word for all exercises that stand alone
   * @param {Pick<Storage, "getItem" | "setItem">} storage
   */
  constructor(sheet, storage) {
    this.#at = `zermelo sheet ${sheet}`;
    this.storage = storage;
  }

  /** The student who wrote last. */
  get student() {
    return this.#found(this.#at) ?? "";
  }

  /**
   * What a student has written; null for who has not written anything.
   * @param {string} student  or the exercise that stands alone
   * @returns {Written | null}
   */
  of(student) {
    return JSON.parse(this.#found(this.#place(student)) ?? "null");
  }

  /**
   * @param {string} student
   * @param {Written} written
   */
  keep(student, written) {
    try {
      this.storage.setItem(this.#at, student);
      this.storage.setItem(this.#place(student), JSON.stringify(written));
    } catch { /* it is full, or the browser keeps nothing */ }
  }

  /** @param {string} student */
  #place(student) {
    return `${this.#at} ${student}`;
  }

  /** @param {string} place */
  #found(place) {
    try {
      return this.storage.getItem(place);
    } catch {
      return null;
    }
  }
}
