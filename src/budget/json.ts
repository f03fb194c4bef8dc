/** Parses JSON within the memory of a build. */
import { reserve } from "./budget.ts";

/** The memory that small values take, for each character of their text. */
const BYTES_PER_CHARACTER = 20;

/**
 * The value of a JSON text.
 * @throws SyntaxError as JSON.parse() does
 * @throws the error of the running budget if there is no room for the values
 */
export function parseJson(text: string): unknown {
  reserve(text.length * BYTES_PER_CHARACTER);
  return JSON.parse(text);
}
