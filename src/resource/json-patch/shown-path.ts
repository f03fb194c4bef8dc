/** Paths of operations as messages show them. A step that is no name is withheld: it may be a value (decision 0022). */
import { isHarmless, isNameLike, unescapeStep, WITHHELD } from "../../text/index.ts";

export function shownPointer(pointer: string): string {
  // A text that does not begin as a path does is none.
  if (pointer !== "" && !pointer.startsWith("/") && !isHarmless(pointer)) return WITHHELD;
  return pointer
    .split("/")
    .map((step) => (step === "" ? "" : shownStep(unescapeStep(step), step)))
    .join("/");
}

/** The name of an operation. */
export function shownOperation(op: string): string {
  return /^[A-Za-z]{0,10}$/.test(op) ? op : WITHHELD;
}

/** @param written the step as it is in the path */
export function shownStep(step: string, written = step): string {
  return step.split("/").every((part) => part === "" || isNameLike(part)) ? written : WITHHELD;
}
