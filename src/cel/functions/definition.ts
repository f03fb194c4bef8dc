/** The form in which functions are declared: the signatures of the library, with what computes the results. */
import { CelFailure } from "../failure.ts";
import { meter } from "../meter.ts";

/** Computes the result of a call: first the receiver of a method. All work that grows with the arguments is metered. */
export type Handler = (...args: never[]) => unknown;

/** A signature such as `string.charAt(int): string`, and what it computes. */
export type Definition = readonly [signature: string, handler: Handler];

/** The most characters of a text that an expression makes. */
const MAX_TEXT = 1 << 20;

/** Pays for a text of this length before it is made. @throws CelFailure for one that is too long */
export function reserveText(length: number): void {
  if (length > MAX_TEXT) throw new CelFailure(`a text gets longer than ${MAX_TEXT} characters`);
  meter().pay(length);
}

/** The element of a list that must be a text. */
export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new CelFailure("a list of texts has another element");
  return value;
}
