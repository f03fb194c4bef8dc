/** Checks what the parts of a report say of each other. */

import { stableJson } from "../../text/index.ts";
import { figuresOf } from "../grouping/index.ts";
import type { Change, Hunk, Report } from "../report.ts";
import { invalid } from "./bounds.ts";

/**
 * Checks that ids are unique and lead somewhere, that paths are normal, and that groups and figures are those of the changes:
 * whoever reads only the figures must not be told less than the report holds. Takes time linear in the report.
 *
 * @throws KrmError `report-invalid`
 */
export function checkReferences(report: Report): void {
  const byId = new Map<string, Change>();
  report.changes.forEach((change, index) => {
    if (byId.has(change.id)) throw invalid(`changes[${index}].id is the id of another change as well`);
    byId.set(change.id, change);
    checkChange(change, `changes[${index}]`);
  });
  const targetsOf = checkTargets(report, byId);
  checkCauses(report, new Set(report.targets.map(({ path }) => path)));
  checkGroups(report, targetsOf);
  const figures = figuresOf(report.changes, report.targets, report.groups.length);
  if (stableJson(figures) !== stableJson(report.figures))
    throw invalid("figures are not those of its changes and targets");
}

function checkChange({ op, fields, hunks, from }: Change, place: string): void {
  if (op !== "changed" && fields.length > 0) throw invalid(`${place} has fields, although its object is ${op}`);
  from?.targets?.forEach((path, index) => {
    checkPath(path, `${place}.from.targets[${index}]`);
  });
  hunks.forEach((hunk, index) => {
    if (!hasItsLines(hunk)) throw invalid(`${place}.hunks[${index}] has other numbers of lines than it says`);
  });
}

function hasItsLines({ lines, oldLines, newLines }: Hunk): boolean {
  let [left, right] = [oldLines, newLines];
  for (const line of lines) {
    if (!line.startsWith("+")) left--;
    if (!line.startsWith("-")) right--;
  }
  return left === 0 && right === 0;
}

/** Returns the targets of each change, in path order. */
function checkTargets({ targets }: Report, byId: ReadonlyMap<string, Change>): ReadonlyMap<string, readonly string[]> {
  const targetsOf = new Map<string, string[]>([...byId.keys()].map((id) => [id, []]));
  let previous: string | undefined;
  targets.forEach(({ path, from, changes }, index) => {
    const place = `targets[${index}]`;
    checkPath(path, `${place}.path`);
    if (from !== undefined) checkPath(from, `${place}.from`);
    if (previous !== undefined && previous >= path) throw invalid(`${place}.path is not behind the one before it`);
    previous = path;
    checkIds(changes, byId, `${place}.changes`);
    for (const id of changes) targetsOf.get(id)?.push(path);
  });
  for (const [id, paths] of targetsOf) if (paths.length === 0) throw invalid(`no target names the change ${id}`);
  return targetsOf;
}

function checkIds(ids: readonly string[], known: ReadonlyMap<string, unknown>, place: string): void {
  const seen = new Set<string>();
  ids.forEach((id, index) => {
    if (!known.has(id)) throw invalid(`${place}[${index}] is the id of no change`);
    if (seen.has(id)) throw invalid(`${place}[${index}] names a change twice`);
    seen.add(id);
  });
}

function checkCauses({ changes }: Report, targets: ReadonlySet<string>): void {
  changes.forEach(({ causes }, index) => {
    causes.forEach((cause, at) => {
      const unknown = cause.targets?.findIndex((path) => !targets.has(path)) ?? -1;
      if (unknown >= 0) throw invalid(`changes[${index}].causes[${at}].targets[${unknown}] is no target`);
    });
  });
}

function checkGroups({ groups }: Report, targetsOf: ReadonlyMap<string, readonly string[]>): void {
  const ids = new Set<string>();
  const grouped = new Set<string>();
  groups.forEach(({ id, changes, kinds, targets }, index) => {
    const place = `groups[${index}]`;
    if (ids.has(id)) throw invalid(`${place}.id is the id of another group as well`);
    ids.add(id);
    if (changes.length === 0) throw invalid(`${place} has no changes`);
    checkIds(changes, targetsOf, `${place}.changes`);
    for (const change of changes) grouped.add(change);
    const wanted = new Set(changes.flatMap((change) => targetsOf.get(change) ?? []));
    const given = new Set(targets);
    if (given.size !== targets.length || given.size !== wanted.size || targets.some((path) => !wanted.has(path)))
      throw invalid(`${place}.targets are not those of its changes`);
    if (kinds.reduce((sum, { count }) => sum + count, 0) !== changes.length)
      throw invalid(`${place}.kinds are not those of its changes`);
  });
  for (const id of targetsOf.keys()) if (!grouped.has(id)) throw invalid(`no group has the change ${id}`);
}

/** @throws KrmError unless the path is relative and normal, so that it stays below the directory that it is joined to */
function checkPath(path: string, place: string): void {
  if (path === ".") return;
  const isNormal = path.split("/").every((step) => step !== "" && step !== "." && step !== "..");
  if (!isNormal) throw invalid(`${place} is no normal relative path`);
}
