/**
 * The position of a node in its document, as go-yaml v3 counts it: each document of a resource file starts at line 1.
 */
import type { Node, Source } from "../nodes/node.ts";
import { chunks } from "./resources.ts";

const bases = new WeakMap<Source, readonly number[]>();

/** Line and column of a node, from 1, in Unicode characters. Both are 0 for a node that was not read from a text. */
export function placeInDocument({ source, offset }: Pick<Node, "source" | "offset">): {
  readonly line: number;
  readonly column: number;
} {
  if (source === undefined) return { line: 0, column: 0 };
  let starts = bases.get(source);
  if (starts === undefined) bases.set(source, (starts = [...chunks(source)].map(({ base }) => base)));
  const base = starts.findLast((start) => start <= offset) ?? 0;
  const lines = source.text.slice(base, offset).split(/\r\n|[\n\r\x85\u2028\u2029]/);
  return { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
}
