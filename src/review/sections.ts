/** Finds the field that a line of printed YAML belongs to. */
import { shorten } from "../text/index.ts";

/** A key or a list element that encloses a line. */
interface Frame {
  readonly indent: number;
  /** Undefined for a list element. */
  readonly key: string | undefined;
  /** The label of a list element; undefined until a line with one was read. */
  label: string | undefined;
  /** The index of the label's key in {@link LABEL_KEYS}; lower is better. */
  rank: number;
}

const LABEL_KEYS = ["name", "containerPort", "port", "mountPath", "key", "path", "host", "ip", "kind"];

/**
 * Returns the path of the field that encloses each wanted line, such as `spec.template.spec.containers[web]`. Lines count
 * from 0 and are in ascending order. Reads the text once, by its indentation and not as YAML, so the result is for display
 * only.
 */
export function sectionsOf(lines: readonly string[], wanted: readonly number[]): Map<number, string> {
  const snapshots = new Map<number, readonly Frame[]>();
  const stack: Frame[] = [];
  let next = 0;
  /** Inside a block scalar: the indentation of its key, which all of its lines exceed. */
  let block: number | undefined;
  // Reads to the end: the name of an element may follow the wanted line.
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string;
    const indent = line.length - line.trimStart().length;
    if (block !== undefined && (line.trim() === "" || indent > block)) {
      if (wanted[next] === index) snapshots.set(wanted[next++] as number, stack.slice());
      continue;
    }
    block = readLine(line.trimStart(), indent, stack) ? (stack.at(-1)?.indent ?? 0) : undefined;
    if (wanted[next] === index) snapshots.set(wanted[next++] as number, stack.slice(0, -1));
  }
  return new Map([...snapshots].map(([line, frames]) => [line, format(frames)]));
}

/** Pops the frames that end before the line, and pushes those that it begins. Returns whether a block scalar follows. */
function readLine(text: string, indent: number, stack: Frame[]): boolean {
  let rest = text;
  let at = indent;
  while (rest === "-" || rest.startsWith("- ")) {
    // Elements may have the same indentation as their key.
    closeWhile(stack, (top) => top.indent > at || (top.indent === at && top.key === undefined));
    stack.push({ indent: at, key: undefined, label: undefined, rank: LABEL_KEYS.length });
    const inner = rest.slice(1).trimStart();
    at += rest.length - inner.length;
    rest = inner;
  }
  const split = splitKey(rest);
  if (split === undefined) {
    const element = stack.at(-1);
    if (element !== undefined && element.key === undefined && rest !== "" && rest !== text)
      element.label ??= unquote(rest);
    return startsBlock(rest);
  }
  closeWhile(stack, (top) => top.indent >= at);
  const element = stack.at(-1);
  const rank = LABEL_KEYS.indexOf(split.key);
  if (element !== undefined && element.key === undefined && rank >= 0 && rank < element.rank && split.value !== "") {
    element.label = unquote(split.value);
    element.rank = rank;
  }
  stack.push({ indent: at, key: split.key, label: undefined, rank: 0 });
  return startsBlock(split.value);
}

function closeWhile(stack: Frame[], condition: (top: Frame) => boolean): void {
  while (stack.length > 0 && condition(stack.at(-1) as Frame)) stack.pop();
}

function splitKey(text: string): { key: string; value: string } | undefined {
  if (text.startsWith('"') || text.startsWith("'")) {
    const match = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(?: |$)/.exec(text);
    if (match === null) return undefined;
    const key = match[0].trimEnd().slice(0, -1);
    return { key: unquote(key), value: text.slice(match[0].length) };
  }
  const colon = text.indexOf(": ");
  if (colon > 0) return { key: text.slice(0, colon), value: text.slice(colon + 2).trim() };
  return text.length > 1 && text.endsWith(":") ? { key: text.slice(0, -1), value: "" } : undefined;
}

function startsBlock(value: string): boolean {
  return /^[|>][0-9+-]*$/.test(value);
}

function unquote(text: string): string {
  const quote = text[0];
  if (text.length < 2 || !text.endsWith(quote as string) || (quote !== '"' && quote !== "'")) return text;
  return text.slice(1, -1);
}

const MAX_LABEL_LENGTH = 60;

function format(frames: readonly Frame[]): string {
  let path = "";
  for (const { key, label } of frames) {
    if (key === undefined) path += `[${shorten(label ?? "", MAX_LABEL_LENGTH)}]`;
    else if (/[.[\]\s]/.test(key)) path += `[${shorten(key, MAX_LABEL_LENGTH)}]`;
    else path += path === "" ? key : `.${key}`;
  }
  return path;
}
