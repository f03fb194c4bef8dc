/** Cuts long lines of a hunk so that they still show what changed. */
import { wholeCharacters } from "../../../text/index.ts";

/** A removed line is compared with at most so many added lines to find its partner. */
const MAX_CANDIDATES = 20;

/**
 * Lines of a hunk with at most `max` characters each, their sign included. A removed and an added line that are the same but for
 * a part are cut around that part: both keep their beginning, and both show where they differ. Other lines keep their beginning.
 * `…` stands for what is cut.
 *
 * @param max at least 16
 */
export function cutLines(lines: readonly string[], max: number): string[] {
  const result = lines.slice();
  for (let at = 0; at < lines.length; ) {
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, removed, "+");
    if (added === at) {
      result[at] = cutAround(lines[at] as string, 0, max);
      at++;
      continue;
    }
    cutRun(lines, result, { start: at, middle: removed, end: added }, max);
    at = added;
  }
  return result;
}

/** The end of a run of lines with a sign. */
function runOf(lines: readonly string[], start: number, sign: string): number {
  let end = start;
  while (lines[end]?.startsWith(sign)) end++;
  return end;
}

interface EditedLines {
  readonly start: number;
  /** The index of the first added line. */
  readonly middle: number;
  readonly end: number;
}

function cutRun(lines: readonly string[], result: string[], { start, middle, end }: EditedLines, max: number): void {
  const isLong = (index: number): boolean => (lines[index] as string).length > max;
  const taken = new Set<number>();
  for (let index = start; index < middle; index++) {
    const partner = partnerOf(lines, index, { start, middle, end }, taken);
    if (partner !== undefined) taken.add(partner);
    const differing = partner === undefined ? 0 : sharedStart(lines[index] as string, lines[partner] as string);
    if (isLong(index)) result[index] = cutAround(lines[index] as string, differing, max);
    if (partner !== undefined && isLong(partner)) result[partner] = cutAround(lines[partner] as string, differing, max);
  }
  for (let index = middle; index < end; index++) {
    if (!taken.has(index)) result[index] = cutAround(lines[index] as string, 0, max);
  }
  // Lines that differ must not look the same.
  const removed = new Map(result.slice(start, middle).map((text, index) => [text.slice(1), start + index]));
  for (let index = middle; index < end; index++) {
    const other = removed.get((result[index] as string).slice(1));
    if (other === undefined || (lines[other] as string).slice(1) === (lines[index] as string).slice(1)) continue;
    const differing = sharedStart(lines[other] as string, lines[index] as string);
    for (const each of [other, index]) result[each] = cutAround(lines[each] as string, differing, max);
  }
}

/** The added line that a removed one became: the one in its place, or the most similar one if their numbers differ. */
function partnerOf(
  lines: readonly string[],
  index: number,
  { start, middle, end }: EditedLines,
  taken: ReadonlySet<number>,
): number | undefined {
  if (middle - start === end - middle) return middle + index - start;
  let best: number | undefined;
  let most = 0;
  for (let other = middle; other < Math.min(end, middle + MAX_CANDIDATES); other++) {
    if (taken.has(other)) continue;
    const shared = sharedStart(lines[index] as string, lines[other] as string);
    if (shared <= most) continue;
    best = other;
    most = shared;
  }
  return best;
}

/** The length of what two lines begin with after their signs, with the sign. */
function sharedStart(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 1;
  while (at < shorter && a[at] === b[at]) at++;
  return at;
}

/** Keeps the beginning of a line and, if it is farther away, the part from shortly before `differing`. */
function cutAround(line: string, differing: number, max: number): string {
  if (line.length <= max) return line;
  const head = Math.floor(max / 4);
  const lead = Math.floor(max / 8);
  const from = differing - lead;
  if (from <= head + 1) return `${wholeCharacters(line, max - 1)}…`;
  const room = max - head - 2;
  // A line that ends early is shown to its end, with more before it.
  const start = Math.max(head + 1, Math.min(from, line.length - room));
  const part = line.slice(isInsideCharacter(line, start) ? start + 1 : start);
  const tail = part.length <= room + 1 ? part : `${wholeCharacters(part, room)}…`;
  return `${wholeCharacters(line, head)}…${tail}`;
}

/** Tells whether a position is between the two halves of a character. */
function isInsideCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
