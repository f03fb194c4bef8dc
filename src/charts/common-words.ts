/** Puts a placeholder in place of the words in which two texts differ. */
import { equalEnds } from "../collections.ts";

/**
 * The text with one placeholder from the first to the last word that differs. Words that differ can begin and end with equal letters,
 * so whole words count.
 * @param separator a single character that is in no word
 */
export function commonWords(text: string, other: string, placeholder: string, separator: RegExp): string {
  let { start, end } = equalEnds(text, other);
  while (start > 0 && !separator.test(text[start - 1] as string)) start--;
  while (end > 0 && !separator.test(text[text.length - end] as string)) end--;
  return text.slice(0, start) + placeholder + text.slice(text.length - end);
}
