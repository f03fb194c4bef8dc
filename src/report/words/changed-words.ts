/** Finds the words that differ between a removed line and the added line that replaces it. */
import { equalEnds } from "../../collections.ts";

/** From one position in a text to another. */
export type Span = readonly [start: number, end: number];

export interface LinePair {
  readonly removed: number;
  readonly added: number;
}

/** Longer lines are compared by their beginnings and ends only. */
const MAX_WORDS = 200;
/** Lines that share less are another line, not a changed one. */
const MIN_SHARED = 0.4;
/** Runs with more lines are paired in order only. */
const MAX_SEARCHED = 40;

/** Which lines of a run replace which, each with its sign. */
export function pairLines(removed: readonly string[], added: readonly string[]): LinePair[] {
  if (removed.length === added.length) return removed.map((_line, index) => ({ removed: index, added: index }));
  if (removed.length * added.length > MAX_SEARCHED ** 2) return [];
  const pairs: LinePair[] = [];
  let from = 0;
  for (const [index, line] of removed.entries()) {
    let best = -1;
    let most = MIN_SHARED;
    for (let other = from; other < added.length; other++) {
      const shared = similarity(line, added[other] as string);
      if (shared > most) [best, most] = [other, shared];
    }
    if (best < 0) continue;
    pairs.push({ removed: index, added: best });
    from = best + 1;
  }
  return pairs;
}

/** The part of two lines that is the same at their beginnings and ends. */
function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  const { start, end } = equalEnds(a.slice(1), b.slice(1));
  return longer < 2 ? 0 : (start + end) / (longer - 1);
}

/** The spans that differ; none where nothing is shared, because the whole line differs. */
export function changedSpans(a: string, b: string): { readonly removed: Span[]; readonly added: Span[] } {
  const left = wordsOf(a.slice(1));
  const right = wordsOf(b.slice(1));
  const { start, end } = equalEnds(left, right);
  const [middleLeft, middleRight] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  const kept = middleLeft.length * middleRight.length > MAX_WORDS ** 2 ? [] : commonWords(middleLeft, middleRight);
  const isShared = [
    ...left.slice(0, start),
    ...left.slice(left.length - end),
    ...kept.map(([index]) => middleLeft[index]),
  ].some((word) => /\w/.test(word ?? ""));
  if (!isShared) return { removed: [], added: [] };
  const offsetLeft = 1 + left.slice(0, start).join("").length;
  const offsetRight = 1 + right.slice(0, start).join("").length;
  return {
    removed: gaps(middleLeft, new Set(kept.map(([index]) => index)), offsetLeft),
    added: gaps(middleRight, new Set(kept.map(([, index]) => index)), offsetRight),
  };
}

function wordsOf(text: string): string[] {
  // A version is one word.
  return text.match(/\p{N}[\p{L}\p{N}_.]*|[\p{L}_][\p{L}\p{N}_]*|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The longest common sequence, as pairs of positions. */
function commonWords(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const here = i * width + j;
      lengths[here] =
        a[i] === b[j]
          ? (lengths[here + width + 1] as number) + 1
          : Math.max(lengths[here + width] as number, lengths[here + 1] as number);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] as number) >= (lengths[i * width + j + 1] as number)) i++;
    else j++;
  }
  return pairs;
}

function gaps(words: readonly string[], kept: ReadonlySet<number>, offset: number): Span[] {
  const spans: [number, number][] = [];
  let at = offset;
  for (const [index, word] of words.entries()) {
    const last = spans.at(-1);
    if (!kept.has(index)) {
      if (last !== undefined && last[1] === at) last[1] = at + word.length;
      else spans.push([at, at + word.length]);
    }
    at += word.length;
  }
  return spans;
}
