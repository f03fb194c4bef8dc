/** Tokens that turn out to be mapping keys only when a `:` follows on their line. */

import { Fault } from "../nodes/index.ts";
import type { Cursor } from "./cursor.ts";

/** Longest distance from the start of an implicit key to its `:`. */
export const LONGEST_KEY = 1024;

/** The latest candidate at one level of nesting. */
export class SimpleKey {
  /** Index of the token, -1 when there is none. */
  token = -1;
  position = 0;
  lineStart = 0;
  /** At the column of the block mapping around it nothing but a key can stand. */
  #required = false;

  /** Makes the token that is about to be read the candidate. */
  save(token: number, cursor: Cursor, required: boolean): void {
    this.drop();
    this.token = token;
    this.position = cursor.position;
    this.lineStart = cursor.lineStart;
    this.#required = required;
  }

  /** Gives the candidate up. Throws where it had to be a key. */
  drop(): void {
    if (this.token >= 0 && this.#required) {
      throw new Fault(
        this.position,
        "could not find expected ':'",
        "A line here must be `key: value`; indent it to make it part of the line above.",
      );
    }
    this.token = -1;
  }

  /** Whether a `:` at the cursor makes the candidate a key. */
  isLive(cursor: Cursor): boolean {
    if (this.token < 0) return false;
    if (this.lineStart === cursor.lineStart && this.position + LONGEST_KEY >= cursor.position) return true;
    this.drop();
    return false;
  }
}
