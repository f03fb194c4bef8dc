/**
 * Finds the parts of diffs that say the same as a part before: a pod template that a schema repeats, or a hunk in each version of
 * a definition. Parts that differ in nothing but their distance from the margin say the same.
 */
import { getOrInsert } from "../../collections.ts";
import type { Hunk } from "../../review/index.ts";

/** Shorter parts are repeated: a reader finds them sooner than what a link leads to. */
const MIN_BLOCK_LINES = 12;
const MIN_HUNK_LINES = 8;

/** Lines below one line, in a run of removed or added ones. */
export interface Block {
  /** The index of the line after it. */
  readonly end: number;
  /** Equal for blocks that say the same. */
  readonly id: number;
}

/** A hunk, as far as it may say the same as another. */
export interface FoldedHunk {
  readonly hunk: Hunk;
  /** Equal for hunks that say the same. */
  readonly id: number;
  readonly isLong: boolean;
  /** The blocks of the lines by the index of their first line, except of those that are too short to fold. */
  readonly blocks: ReadonlyMap<number, Block>;
}

interface OpenBlock {
  /** The index of the line that the block is below. */
  readonly line: number;
  readonly level: number;
  /** The number of the line's own text. */
  readonly text: number;
  readonly parts: string[];
}

/**
 * Numbers what it is shown, so that what is equal has equal numbers. Takes time and memory linear in the text; nothing is a
 * digest, so nothing is taken for equal that is not.
 */
export class Folding {
  readonly #numbers = new Map<string, number>();

  fold(hunk: Hunk): FoldedHunk {
    const { lines } = hunk;
    const blocks = new Map<number, Block>();
    const parts: string[] = [];
    const margin = marginOf(lines);
    for (let start = 0; start < lines.length; ) {
      const sign = (lines[start] as string)[0] ?? " ";
      let end = start + 1;
      while (end < lines.length && lines[end]?.[0] === sign) end++;
      if (sign === " " || end - start < MIN_BLOCK_LINES) {
        for (let at = start; at < end; at++) parts.push(String(this.#line(dedented(lines[at] as string, margin))));
      } else {
        parts.push(`${sign}${this.#run(lines, start, end, margin, blocks)}`);
      }
      start = end;
    }
    return { hunk, blocks, id: this.#number(`hunk ${parts.join()}`), isLong: lines.length >= MIN_HUNK_LINES };
  }

  /** Numbers a run of lines with one sign, and its blocks. */
  #run(lines: readonly string[], start: number, end: number, margin: number, blocks: Map<number, Block>): number {
    const open: OpenBlock[] = [{ line: start - 1, level: 2 * margin - 1, text: 0, parts: [] }];
    const close = (at: number): void => {
      const { line, level, text, parts } = open.pop() as OpenBlock;
      const above = open.at(-1) as OpenBlock;
      let content = 0;
      if (parts.length > 0) {
        content = this.#number(`block ${(lines[line] as string)[0]}${parts.join()}`);
        if (at - line > MIN_BLOCK_LINES) blocks.set(line + 1, { end: at, id: content });
      }
      above.parts.push(`${level - above.level} ${text} ${content}`);
    };
    let level = 2 * margin;
    for (let at = start; at < end; at++) {
      const line = lines[at] as string;
      const indent = indentOf(line);
      // An empty line belongs to what it is in.
      if (indent + 1 < line.length) level = 2 * indent + (line.startsWith("- ", indent + 1) ? 1 : 0);
      while (open.length > 1 && (open.at(-1) as OpenBlock).level >= level) close(at);
      open.push({ line: at, level, text: this.#line(line.slice(indent + 1)), parts: [] });
    }
    while (open.length > 1) close(end);
    return this.#number(`run ${(open[0] as OpenBlock).parts.join()}`);
  }

  #line(text: string): number {
    return this.#number(`line ${text}`);
  }

  #number(text: string): number {
    return getOrInsert(this.#numbers, text, () => this.#numbers.size + 1);
  }
}

/** The number of spaces with which each line of a diff begins after its sign. Empty lines do not count. */
export function marginOf(lines: readonly string[]): number {
  let margin: number | undefined;
  for (const line of lines) {
    const indent = indentOf(line);
    if (indent + 1 < line.length) margin = Math.min(margin ?? indent, indent);
  }
  return margin ?? 0;
}

/** The line without the margin. */
export function dedented(line: string, margin: number): string {
  return margin === 0 ? line : `${line[0] ?? " "}${line.slice(1 + Math.min(margin, indentOf(line)))}`;
}

/** The number of spaces after the sign. */
export function indentOf(line: string): number {
  let at = 1;
  while (line.charCodeAt(at) === 32) at++;
  return at - 1;
}
