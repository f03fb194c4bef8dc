/** Finds the words that differ between a removed line and the added one in its place. */
import { findEdits } from "../review/index.ts";

/** A part of a line. */
export interface WordPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Longer lines have no marks: finding them takes time, and nobody reads them. */
const MAX_LENGTH = 2_000;
/** Marks in lines that have less than this part in common only disturb. */
const MIN_COMMON = 0.3;

/** For each line of a hunk its parts, without the first character; undefined for lines without marks. Takes linear time. */
export function wordMarks(lines: readonly string[]): (readonly WordPart[] | undefined)[] {
  const marks: (readonly WordPart[] | undefined)[] = lines.map(() => undefined);
  for (let at = 0; at < lines.length; ) {
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, at + removed, "+");
    // Only as many added lines as removed ones pair without doubt.
    if (removed > 0 && removed === added) {
      for (let index = at; index < at + removed; index++) {
        const pair = markPair((lines[index] as string).slice(1), (lines[index + removed] as string).slice(1));
        if (pair !== undefined) [marks[index], marks[index + removed]] = pair;
      }
    }
    at += Math.max(1, removed + added);
  }
  return marks;
}

function runOf(lines: readonly string[], start: number, sign: string): number {
  let end = start;
  while (lines[end]?.startsWith(sign)) end++;
  return end - start;
}

function markPair(before: string, after: string): readonly [WordPart[], WordPart[]] | undefined {
  if (before.length > MAX_LENGTH || after.length > MAX_LENGTH) return undefined;
  const [left, right] = [wordsOf(before), wordsOf(after)];
  const old: WordPart[] = [];
  const young: WordPart[] = [];
  let [at, to, common] = [0, 0, 0];
  for (const { left: from, right: into, removed, added } of findEdits(left, right)) {
    common += left.slice(at, from).join("").trim().length;
    push(old, left.slice(at, from), false);
    push(young, right.slice(to, into), false);
    push(old, left.slice(from, from + removed), true);
    push(young, right.slice(into, into + added), true);
    [at, to] = [from + removed, into + added];
  }
  common += left.slice(at).join("").trim().length;
  push(old, left.slice(at), false);
  push(young, right.slice(to), false);
  return common >= MIN_COMMON * Math.max(before.trim().length, after.trim().length) ? [old, young] : undefined;
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

function push(parts: WordPart[], words: readonly string[], isChanged: boolean): void {
  if (words.length > 0) parts.push({ text: words.join(""), isChanged });
}
