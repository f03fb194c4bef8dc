/** Paths of operations as messages show them. A step that is no name is withheld: it may be a value (decision 0022). */
import { isHarmless, isNameLike, unescapeStep, WITHHELD } from "../../text/index.ts";

/** In characters. */
const MAX_SHOWN = 1000;

export function shownPointer(pointer: string): string {
  // A text that does not begin as a path does is none.
  if (pointer !== "" && !pointer.startsWith("/") && !isHarmless(pointer)) return WITHHELD;
  // Whole steps: the beginning of a value may look like a name.
  if (pointer.length > MAX_SHOWN)
    return `${shownPointer(pointer.slice(0, Math.max(0, pointer.lastIndexOf("/", MAX_SHOWN))))}/…`;
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
