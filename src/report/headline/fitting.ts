/** Chooses what the first line of a report has room for. */
import { joinPhrases, type Phrase, phrasesText } from "../edit-phrases.ts";

/** In characters. So many take three lines of a phone, in letters of 16 pixels. */
const MAX_LENGTH = 120;

export function fits(phrases: readonly Phrase[]): boolean {
  return phrasesText(phrases).length <= MAX_LENGTH;
}

/**
 * Joins as many parts as fit, or else one. What is urgent loses what follows its first clause only where nothing else is left, and its last parts
 * only after that: the text below says the rest.
 */
export function fitted(urgent: readonly string[], others: Parts): Phrase[] {
  let line: Phrase[] = [];
  for (const parts of shorterLines(urgent, others)) {
    if (parts.length > 0) line = joinPhrases(parts, " · ");
    if (fits(line)) break;
  }
  return line;
}

type Parts = readonly (readonly Phrase[])[];

function* shorterLines(urgent: readonly string[], others: Parts): Generator<Parts, void> {
  const whole = urgent.map((part) => [part]);
  const brief = urgent.map((part) => [part.replace(/[:;].*/, "")]);
  for (let count = others.length; count >= 0; count--) yield [...whole, ...others.slice(0, count)];
  for (let count = urgent.length - 1; count >= 0; count--) yield [...whole.slice(0, count), ...brief.slice(count)];
  for (let count = urgent.length - 1; count > 0; count--) yield [...brief.slice(0, count), ["more below"]];
}
