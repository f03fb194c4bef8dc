/** Paths of operations as messages show them. A step that is no name is withheld: it may be a value (decision 0022). */
import { isNameLike, WITHHELD } from "../../text/index.ts";

export function shownPointer(pointer: string): string {
  return pointer
    .split("/")
    .map((step) => (step === "" ? "" : shownStep(step.replaceAll("~1", "/").replaceAll("~0", "~"), step)))
    .join("/");
}

/** @param written the step as it is in the path */
export function shownStep(step: string, written = step): string {
  return step.split("/").every((part) => part === "" || isNameLike(part)) ? written : WITHHELD;
}
