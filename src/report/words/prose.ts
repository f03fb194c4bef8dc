/** Splits a message into words that no format reads as markup, and what must be shown as code. */
import type { Phrase } from "../edit-phrases.ts";
import { oneLine } from "../text.ts";

/**
 * The phrases of a message on one line. What stands between backticks is code. So is every word that Markdown, GitHub or a
 * reader could take for something else: addresses, mentions, references, names with punctuation. Takes linear time.
 */
export function prosePhrases(message: string): Phrase[] {
  const parts = oneLine(message).trim().split("`");
  // A last backtick without a partner opens nothing.
  if (parts.length % 2 === 0) parts.splice(-2, 2, `${parts.at(-2)}\`${parts.at(-1)}`);
  return parts.flatMap((part, index) => (index % 2 === 1 ? codePhrase(part) : wordPhrases(part)));
}

function codePhrase(text: string): Phrase[] {
  return text === "" ? [] : [{ code: text }];
}

function wordPhrases(text: string): Phrase[] {
  const phrases: Phrase[] = [];
  let plain = "";
  for (const part of text.split(/([ ]+)/)) {
    if (part === "" || part.startsWith(" ") || isHarmless(part)) {
      plain += part;
      continue;
    }
    if (plain !== "") phrases.push(plain);
    plain = "";
    phrases.push({ code: part });
  }
  return plain === "" ? phrases : [...phrases, plain];
}

const MAX_WORD_LENGTH = 40;

/** A word with the marks of a sentence around it, with hyphens, slashes or an apostrophe in it, or a number. */
function isHarmless(part: string): boolean {
  const isWord =
    /^\(?[A-Za-z0-9]+(?:[-/'][A-Za-z0-9]+)*\)?[,.;:?]?$/.test(part) || /^(?:[,.;:?!()]|\)[,.;:?])$/.test(part);
  // GitHub links GH-1 to an issue, and the ids of commits to commits.
  return isWord && part.length <= MAX_WORD_LENGTH && !/^\(?(?:GH-\d|[0-9a-f]{7,}\b)/i.test(part);
}
