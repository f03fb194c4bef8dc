/** Finds the few lines of a diff that show a danger. */
import { type Change, cutLines, type Danger, type Hunk } from "../../review/index.ts";
import { pointerSteps } from "../../text/index.ts";
import type { DangerMember } from "../danger-groups.ts";
import { MAX_LINE_LENGTH } from "../text.ts";

const MAX_LINES = 8;
/** Lines before the first one that matters. */
const LINES_BEFORE = 2;

/**
 * The lines of the diff that a reader has to see to judge the danger, each with its sign; none where its message shows the values,
 * or says all there is to say: an object goes. Takes time linear in the diff.
 */
export function decisiveLines({ danger, change }: DangerMember): readonly string[] {
  const { path, before, after } = danger;
  if (change === undefined || path === undefined || before !== undefined || after !== undefined) return [];
  if (change.op === "removed" || change.hunks.length === 0) return [];
  const { hunk, at } = change.op === "added" ? ofWhole(change, path) : ofEdit(change, danger);
  const start =
    hunk.lines.length <= MAX_LINES ? 0 : Math.max(0, Math.min(at - LINES_BEFORE, hunk.lines.length - MAX_LINES));
  return cutLines(hunk.lines.slice(start, start + MAX_LINES), MAX_LINE_LENGTH);
}

/** A hunk, and the position of a line in it. */
interface Place {
  readonly hunk: Hunk;
  readonly at: number;
}

/** The place of the edit of the field: in the hunk that shares most of its path. */
function ofEdit({ hunks, fields }: Change, { path = "" }: Danger): Place {
  const field = fields.find(
    (each) => each.path === path || each.path.startsWith(`${path}/`) || path.startsWith(`${each.path}/`),
  );
  const steps = pointerSteps(field?.namedPath ?? field?.path ?? path);
  const places = hunks.map((hunk) => {
    const depth = Math.max(0, ...hunk.fields.map((each) => sharedDepth(stepsOf(each), steps)));
    const at = hunk.lines.findIndex(
      (line) => /^[+-]/.test(line) && steps.slice(depth).some((step) => hasKey(line, step)),
    );
    return {
      hunk,
      at: at < 0 ? hunk.lines.findIndex((line) => /^[+-]/.test(line)) : at,
      weight: 2 * depth + Number(at >= 0),
    };
  });
  return places.reduce((best, each) => (each.weight > best.weight ? each : best));
}

/** The steps of a field as hunks name it: `spec.containers[web]`. */
function stepsOf(field: string): string[] {
  return [...field.matchAll(/[^.[\]]+/g)].map(([step]) => step);
}

/** The number of steps if all of the first path lead to the second one; otherwise 0. */
function sharedDepth(first: readonly string[], second: readonly string[]): number {
  return first.every((step, at) => step === second[at]) ? first.length : 0;
}

function hasKey(line: string, key: string): boolean {
  return line
    .slice(1)
    .trimStart()
    .replace(/^(?:- +)+/, "")
    .startsWith(`${key}:`);
}

/** The place of the field in a text of the whole object. */
function ofWhole({ hunks: [hunk] }: Change, path: string): Place {
  const lines = (hunk as Hunk).lines.map((line) => line.slice(1));
  let value: Value = { at: 0, from: 0, end: lines.length };
  for (const step of pointerSteps(path)) {
    const found = /^\d+$/.test(step) ? elementOf(lines, value, Number(step)) : entryOf(lines, value, step);
    if (found === undefined) break;
    value = found;
  }
  return { hunk: hunk as Hunk, at: value.at };
}

/** The lines of a value: the one of its key or dash, and its own ones. */
interface Value {
  readonly at: number;
  readonly from: number;
  readonly end: number;
}

/** The column of the key in a line, also behind dashes; -1 for an empty line. */
const columnOf = (line: string | undefined): number => (line ?? "").search(/[^\s-]/);

function entryOf(lines: readonly string[], { from, end }: Value, key: string): Value | undefined {
  const column = columnOf(lines[from]);
  for (let at = from; at < end; at++) {
    const line = lines[at] as string;
    if (columnOf(line) !== column || !hasKey(` ${line}`, key)) continue;
    let last = at + 1;
    while (last < end && (columnOf(lines[last]) > column || columnOf(lines[last]) < 0)) last++;
    return { at, from: at + 1, end: last };
  }
  return undefined;
}

function elementOf(lines: readonly string[], { from, end }: Value, position: number): Value | undefined {
  const dash = (lines[from] ?? "").indexOf("- ");
  const starts: number[] = [];
  for (let at = from; at < end; at++) if (dash >= 0 && lines[at]?.indexOf("- ") === dash) starts.push(at);
  const at = starts[position];
  return at === undefined ? undefined : { at, from: at, end: starts[position + 1] ?? end };
}
