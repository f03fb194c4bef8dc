/** Finds the field that lines of printed YAML are in. */
import type { Step } from "./field-path.ts";

/** Lines of a text, counted from 0, without the end. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A key or a list element that encloses a line. */
interface Frame {
  readonly indent: number;
  /** Undefined for a list element. */
  readonly key: string | undefined;
  /** The frame that a list element is in, and its position there. */
  readonly list: Frame | undefined;
  readonly position: number;
  /** The name of a list element; undefined until a line with one was read. */
  name: string | undefined;
  /** The index of the name's key in {@link NAME_KEYS}; lower is better. */
  rank: number;
  /** How many elements of this list were read, and how often each name occurred among them. */
  elements: number;
  names: Map<string, number> | undefined;
}

/** The same fields that identify elements of a list when these are compared. */
const NAME_KEYS = ["name", "id", "containerPort", "port", "mountPath", "devicePath", "key", "ip", "host", "path"];

/**
 * The path to the innermost field that all lines of a range are in, for each range. Ranges are in ascending order, not empty, and
 * do not overlap. The lines of a text in a block are in the key of that text. Reads the lines once, by their indentation and not
 * as YAML, so the result is for display only.
 */
export function enclosingFields(lines: readonly string[], ranges: readonly Range[]): Step[][] {
  const found: (readonly Frame[])[] = [];
  const top = frame(-1, undefined, undefined);
  const stack: Frame[] = [];
  let open: { readonly frames: readonly Frame[]; shared: number } | undefined;
  /** Inside a text of several lines: the indentation of its key, which all of its lines exceed. */
  let text: number | undefined;
  // Reads to the end: the name of an element may follow the range.
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    const indent = line.length - line.trimStart().length;
    const isText = text !== undefined && (indent === line.length || indent > text);
    let kept = Number.POSITIVE_INFINITY;
    if (!isText) {
      const read = readLine(line.trimStart(), indent, stack, top);
      kept = read.kept;
      text = read.beginsText ? (stack.at(-1)?.indent ?? -1) : undefined;
    }
    const range = ranges[found.length];
    if (range === undefined || index < range.start) continue;
    if (open === undefined) {
      const frames = isText ? stack.slice() : stack.slice(0, -1);
      open = { frames, shared: frames.length };
    } else open.shared = Math.min(open.shared, kept);
    if (index + 1 === range.end) {
      found.push(open.frames.slice(0, open.shared));
      open = undefined;
    }
  }
  closeWhile(stack, () => true);
  return found.map((frames) => frames.map(stepOf));
}

function frame(indent: number, key: string | undefined, list: Frame | undefined): Frame {
  const position = list === undefined ? 0 : list.elements++;
  return { indent, key, list, position, name: undefined, rank: NAME_KEYS.length, elements: 0, names: undefined };
}

interface LineRead {
  /** How many frames go on from the line before. */
  readonly kept: number;
  /** True if the value of the last key may go on in deeper lines that are no fields. */
  readonly beginsText: boolean;
}

/** Closes the frames that end before the line, and opens those that it begins. */
function readLine(line: string, indent: number, stack: Frame[], top: Frame): LineRead {
  let rest = line;
  let at = indent;
  let kept = Number.POSITIVE_INFINITY;
  while (rest === "-" || rest.startsWith("- ")) {
    // Elements may have the same indentation as their key.
    closeWhile(stack, (last) => last.indent > at || (last.indent === at && last.key === undefined));
    kept = Math.min(kept, stack.length);
    stack.push(frame(at, undefined, stack.at(-1) ?? top));
    const inner = rest.slice(1).trimStart();
    at += rest.length - inner.length;
    rest = inner;
  }
  const entry = splitEntry(rest);
  // Of other lines, only a scalar in a list may go on; document markers and comments do not.
  if (entry === undefined) return { kept, beginsText: rest !== line && rest !== "" };
  closeWhile(stack, (last) => last.indent >= at);
  kept = Math.min(kept, stack.length);
  const element = stack.at(-1);
  const rank = NAME_KEYS.indexOf(entry.key);
  if (element !== undefined && element.key === undefined && rank >= 0 && rank < element.rank && isName(entry.value)) {
    element.name = unquote(entry.value);
    element.rank = rank;
  }
  stack.push(frame(at, entry.key, undefined));
  // Anchors and tags may stand before a map or a list.
  return { kept, beginsText: entry.value !== "" && !/^[&!]\S*$/.test(entry.value) };
}

function closeWhile(stack: Frame[], condition: (last: Frame) => boolean): void {
  for (let last = stack.at(-1); last !== undefined && condition(last); last = stack.at(-1)) {
    stack.pop();
    if (last.list === undefined || last.name === undefined) continue;
    last.list.names ??= new Map();
    last.list.names.set(last.name, (last.list.names.get(last.name) ?? 0) + 1);
  }
}

/** An element has its name if no other element of the list has it, else its position. */
function stepOf({ key, name, list, position }: Frame): Step {
  if (key !== undefined) return { text: key, isElement: false };
  const isUnique = name !== undefined && list?.names?.get(name) === 1;
  return { text: isUnique ? name : String(position), isElement: true };
}

function splitEntry(text: string): { key: string; value: string } | undefined {
  if (text.startsWith('"') || text.startsWith("'")) {
    const match = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(?: |$)/.exec(text);
    if (match === null) return undefined;
    const key = match[0].trimEnd().slice(0, -1);
    return { key: unquote(key), value: text.slice(match[0].length).trim() };
  }
  const colon = text.indexOf(": ");
  if (colon > 0) return { key: text.slice(0, colon), value: text.slice(colon + 2).trim() };
  return text.length > 1 && text.endsWith(":") ? { key: text.slice(0, -1), value: "" } : undefined;
}

function isName(value: string): boolean {
  return value !== "" && !/^[|>{[&*!]/.test(value);
}

function unquote(text: string): string {
  const quote = text[0];
  if (text.length < 2 || !text.endsWith(quote as string) || (quote !== '"' && quote !== "'")) return text;
  return text.slice(1, -1);
}
