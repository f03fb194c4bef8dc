/**
 * The position of a node in its document, as go-yaml v3 counts it: each document of a resource file starts at line 1.
 */
import { isBreak } from "../nodes/index.ts";
import type { Node, Source } from "../nodes/node.ts";
import { chunks } from "./resources.ts";

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The last place that was asked for in a source. Nodes are asked for in order, so that each character is counted once. */
interface Reached extends Place {
  /** The start of the document. */
  readonly base: number;
  readonly offset: number;
}

const bases = new WeakMap<Source, readonly number[]>();
const reached = new WeakMap<Source, Reached>();

/** Line and column of a node, from 1, in Unicode characters. Both are 0 for a node that was not read from a text. */
export function placeInDocument({ source, offset }: Pick<Node, "source" | "offset">): Place {
  if (source === undefined) return { line: 0, column: 0 };
  let starts = bases.get(source);
  if (starts === undefined) bases.set(source, (starts = [...chunks(source)].map(({ base }) => base)));
  const base = startBefore(starts, offset);
  const before = reached.get(source);
  const isOnWay = before !== undefined && before.base === base && before.offset <= offset;
  const place = advance(source.text, isOnWay ? before : { base, offset: base, line: 1, column: 1 }, offset);
  reached.set(source, place);
  return place;
}

/** The last start up to an offset. */
function startBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1] ?? 0;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

function advance(text: string, from: Reached, offset: number): Reached {
  let { line, column } = from;
  for (let at = from.offset; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code === RETURN && text.charCodeAt(at + 1) === LINE_FEED) continue;
    if (isBreak(code)) {
      line++;
      column = 1;
    } else if (!isSecondHalf(text, at)) column++;
  }
  return { base: from.base, offset, line, column };
}

/** Tells whether a character outside of the basic plane has begun before. */
function isSecondHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 && (text.codePointAt(at - 1) as number) > 0xffff;
}
