/** Applies a report to what the targets were at base, and compares the result with what they are at head. */
import type { Rendering } from "../../../src/render/rendering.ts";
import type { Change, Report, TargetReport } from "../../../src/review/report.ts";

/** The objects of one target at one side; undefined if it failed. */
export type Objects = readonly PlainObject[] | undefined;

export interface PlainObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly yaml: string;
}

/** The objects by target; a target that a side lacks has none. */
export interface Contents {
  readonly base: ReadonlyMap<string, Objects>;
  readonly head: ReadonlyMap<string, Objects>;
  /** The digests of Secrets, which the report does not repeat. */
  readonly hashes: ReadonlySet<string>;
}

export function contentsOf(base: readonly Rendering[], head: readonly Rendering[]): Contents {
  const hashes = new Set<string>();
  for (const rendering of [...base, ...head]) {
    for (const { kind, name, baseName } of rendering.status === "rendered" ? rendering.resources : []) {
      if (kind === "Secret" && name !== baseName) hashes.add(name.slice(baseName.length + 1));
    }
  }
  const side = (renderings: readonly Rendering[]) =>
    new Map(renderings.map((one) => [one.target, one.status === "failed" ? undefined : objectsOf(one)]));
  return { base: side(base), head: side(head), hashes };
}

function objectsOf(rendering: Rendering): readonly PlainObject[] {
  return rendering.status === "rendered" ? rendering.resources : [];
}

/** What the report says that is not so, and what it does not say; empty for a true report. */
export function contradictions(report: Report, contents: Contents): string[] {
  const changes = new Map(report.changes.map((change) => [change.id, change]));
  const base = new Map(report.targets.map(({ path, from }) => [path, contents.base.get(from ?? path)]));
  return report.targets.flatMap((target) =>
    contradictionsOf(
      target,
      target.changes.map((id) => changes.get(id) as Change),
      { ...contents, base },
    ).map((problem) => `${target.path}: ${problem}`),
  );
}

/** @param contents those of the base by the path that the target has in the report */
function contradictionsOf(target: TargetReport, changes: readonly Change[], contents: Contents): string[] {
  const base = contents.base.get(target.path);
  const head = contents.head.get(target.path);
  const isFailure = target.status === "failed" || target.status === "failed-at-base";
  if (base === undefined || head === undefined) {
    const isTold = isFailure || target.status === "unaffected" || (target.status === "removed" && base === undefined);
    // A target that builds again has what brings dangers as if it were added.
    const compared = changes.filter(({ op }) => target.status !== "failed-at-base" || op !== "added");
    return isTold && compared.length === 0 ? [] : [`is ${target.status}, but failed`];
  }
  if (isFailure) return [`is ${target.status}, but built`];
  const shown = (text: string) => maskHashes(text, contents.hashes);
  const objects = new Map<string, string[]>();
  for (const object of base) add(objects, shown(identityOf(object)), shown(object.yaml));
  const made: { identity: string; text: string | undefined }[] = [];
  const problems: string[] = [];

  for (const change of changes) {
    const leaves = change.from?.targets?.includes(target.path) ?? false;
    const comes = change.from?.targets !== undefined && !leaves;
    const before = shown(identityOf({ ...change.object, ...change.from }));
    let text = "";
    if (comes) {
      const [other = ""] = change.from?.targets ?? [];
      const found = contents.base.get(other)?.find((object) => shown(identityOf(object)) === before);
      if (found === undefined) problems.push(`${before} is not in ${other} at base`);
      text = shown(found?.yaml ?? "");
    } else if (change.op !== "added") {
      const found = take(objects, before);
      if (found === undefined) problems.push(`${before} is not at base`);
      text = found ?? "";
    }
    if (change.redacted) {
      if (!leaves && change.op !== "removed")
        made.push({ identity: shown(identityOf(change.object)), text: undefined });
      continue;
    }
    const after = applied(change, text, shown);
    if (after === undefined) problems.push(`the hunks of ${change.op} ${before} do not fit`);
    else if (change.op === "removed" && after !== "") problems.push(`something of ${before} is left`);
    else if (!leaves && change.op !== "removed") made.push({ identity: shown(identityOf(change.object)), text: after });
  }
  return [...problems, ...differences(target, objects, made, head, shown)];
}

/** What is left of the base and what the changes made must be the head, but for objects of another layout. */
function differences(
  target: TargetReport,
  left: ReadonlyMap<string, readonly string[]>,
  made: readonly { identity: string; text: string | undefined }[],
  head: readonly PlainObject[],
  shown: (text: string) => string,
): string[] {
  const expected = new Map<string, string[]>();
  for (const object of head) add(expected, shown(identityOf(object)), shown(object.yaml));
  const problems: string[] = [];
  for (const { identity, text } of made) {
    const found = take(expected, identity, text);
    if (found === undefined) problems.push(`${identity} is not so at head`);
  }
  let otherLayouts = 0;
  for (const [identity, texts] of left) {
    for (const text of texts) {
      if (take(expected, identity, text) !== undefined) continue;
      if (take(expected, identity) === undefined) problems.push(`${identity} is gone, and the report does not say so`);
      else otherLayouts++;
    }
  }
  for (const identity of expected.keys()) problems.push(`${identity} is new, and the report does not say so`);
  if (otherLayouts !== (target.layoutOnly ?? 0)) problems.push(`${otherLayouts} objects differ that are not reported`);
  return problems;
}

/** The text after the hunks of a change; undefined if they do not fit. */
export function applied(change: Change, text: string, shown: (text: string) => string): string | undefined {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines: hunk } of change.hunks) {
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    result.push(...lines.slice(at, start));
    at = start;
    for (const line of hunk) {
      const content = shown(line.slice(1));
      if (line[0] !== "+" && lines[at++] !== content) return undefined;
      if (line[0] !== "-") result.push(content);
    }
  }
  result.push(...lines.slice(at));
  return result.length === 0 ? "" : `${result.join("\n")}\n`;
}

function identityOf({ apiVersion, kind, namespace, name }: Omit<PlainObject, "yaml">): string {
  return [apiVersion, kind, namespace, name].join(" ");
}

function maskHashes(text: string, hashes: ReadonlySet<string>): string {
  return text
    .replaceAll(/<hash(?:, \w+)?>/g, "<hash>")
    .replaceAll(/[a-z0-9]{10}/g, (word) => (hashes.has(word) ? "<hash>" : word));
}

function add(map: Map<string, string[]>, key: string, text: string): void {
  map.set(key, [...(map.get(key) ?? []), text]);
}

/** Removes a text of a key, any if none is given, and returns it. */
function take(map: Map<string, string[]>, key: string, text?: string): string | undefined {
  const texts = map.get(key) ?? [];
  const at = text === undefined ? 0 : texts.indexOf(text);
  const [taken] = at < 0 ? [] : texts.splice(at, 1);
  if (texts.length === 0) map.delete(key);
  return taken;
}
