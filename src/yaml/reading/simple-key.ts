/** Keys without `?`, which the scanner recognizes only when it reaches the `:` after them. */
import { Fault } from "../nodes/index.ts";
import type { Cursor } from "./cursor.ts";

/** The most characters from the start of such a key to its `:`. */
export const MAX_KEY_LENGTH = 1024;

/** The last token that may be a key, at one level of nesting. */
export class SimpleKey {
  /** Index of the token, -1 if there is none. */
  token = -1;
  position = 0;
  lineStart = 0;
  /** True if the token has to be a key, because it is at the column of the enclosing block map. */
  #required = false;

  /** Makes the token that is about to be read the candidate. `required` says that it has to be a key. */
  save(token: number, cursor: Cursor, required: boolean): void {
    this.drop();
    this.token = token;
    this.position = cursor.position;
    this.lineStart = cursor.lineStart;
    this.#required = required;
  }

  /** Drops the candidate. Throws a {@link Fault} if it has to be a key. */
  drop(): void {
    if (this.token >= 0 && this.#required) {
      throw new Fault(
        this.position,
        "could not find expected ':'",
        "Write `key: value`, or indent the line to make it part of the line above.",
      );
    }
    this.token = -1;
  }

  /** Tells whether a `:` at the cursor makes the candidate a key. */
  isLive(cursor: Cursor): boolean {
    if (this.token < 0) return false;
    if (this.lineStart === cursor.lineStart && this.position + MAX_KEY_LENGTH >= cursor.position) return true;
    this.drop();
    return false;
  }
}
