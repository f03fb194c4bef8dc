import { isHarmless, isNameLike } from "../../text/index.ts";

/** A key as messages show it. A text that is no name is withheld: it may be a value that was pasted (decision 0022). */
export function shownKey(key: string, mark = '"'): string {
  return isHarmless(key) || isNameLike(key) ? `key ${mark}${key}${mark}` : "key (withheld, because it may be a value)";
}
