/** Prints the place of a field for people. */
import { shorten } from "../../../text/index.ts";

/** A key of a map, or an element of a list by its name or position. */
export interface Step {
  readonly text: string;
  readonly isElement: boolean;
}

/** The limit for labels that need not be unique. */
const MAX_STEP_LENGTH = 60;

/**
 * Keys with dots between them, and elements in brackets: `spec.containers[web]`. Keys with special characters are in brackets too.
 *
 * @param maxLength of one step, in characters; what is longer ends in `…`
 */
export function printPath(steps: readonly Step[], maxLength = MAX_STEP_LENGTH): string {
  let path = "";
  for (const { text, isElement } of steps) {
    const short = shorten(onOneLine(text), maxLength);
    if (isElement || text === "" || /[.[\]\s]/.test(text)) path += `[${short}]`;
    else path += path === "" ? short : `.${short}`;
  }
  return path;
}

/** Control characters as escapes of JSON. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
