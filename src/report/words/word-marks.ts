/** Marks the words that differ in the lines of a hunk. */
import { changedSpans, pairLines, type Span } from "./changed-words.ts";

/** A part of a line. */
export interface WordPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Longer lines have no marks: finding them takes time, and nobody reads them. */
const MAX_LENGTH = 2_000;

/** For each line of a hunk its parts, without the first character; undefined for lines without marks. Takes linear time. */
export function wordMarks(lines: readonly string[]): (readonly WordPart[] | undefined)[] {
  const marks: (readonly WordPart[] | undefined)[] = lines.map(() => undefined);
  for (let at = 0; at < lines.length; ) {
    const added = endOfRun(lines, at, "-");
    const end = endOfRun(lines, added, "+");
    for (const pair of pairLines(lines.slice(at, added), lines.slice(added, end))) {
      const [before, after] = [lines[at + pair.removed] as string, lines[added + pair.added] as string];
      if (before.length > MAX_LENGTH || after.length > MAX_LENGTH) continue;
      const spans = changedSpans(before, after);
      if (spans.removed.length + spans.added.length === 0) continue;
      marks[at + pair.removed] = partsOf(before, spans.removed);
      marks[added + pair.added] = partsOf(after, spans.added);
    }
    at = Math.max(at + 1, end);
  }
  return marks;
}

function endOfRun(lines: readonly string[], start: number, sign: string): number {
  let end = start;
  while (lines[end]?.startsWith(sign)) end++;
  return end;
}

function partsOf(line: string, spans: readonly Span[]): WordPart[] {
  const parts: WordPart[] = [];
  const push = (start: number, end: number, isChanged: boolean): void => {
    if (end > start) parts.push({ text: line.slice(start, end), isChanged });
  };
  let at = 1;
  for (const [start, end] of spans) {
    push(at, start, false);
    push(start, end, true);
    at = end;
  }
  push(at, line.length, false);
  return parts;
}
