/** Chooses the causes to name beside a row or a change. */
import { type Cause, type Change, causesOfGroup, type Report } from "../review/index.ts";
import type { Links } from "./markdown-context.ts";
import type { Row } from "./overview.ts";

/** Further causes are only counted. */
const MAX_CAUSES = 2;

export interface CauseList {
  readonly shown: readonly Cause[];
  readonly more: number;
}

/** Returns the distinct places that made the edits of a row, in all of its changes. */
export function causesOfRow({
  group,
  changes,
}: {
  readonly group: Row["group"];
  readonly changes: readonly Change[];
}): CauseList {
  return listCauses(causesOfGroup(group, changes));
}

/** The distinct places, those in files of the pull request first. */
export function listCauses(causes: readonly Cause[]): CauseList {
  const places = new Map<string, Cause>();
  for (const cause of causes) {
    const { side, file, line, step, plugin } = cause;
    const key = JSON.stringify([file, line, step, plugin]);
    // The same line of both sides is named once, as it is at head.
    if (!places.has(key) || (side === "head" && places.get(key)?.side === "base")) places.set(key, cause);
  }
  const all = [...places.values()].sort((a, b) => Number(b.inChange ?? false) - Number(a.inChange ?? false));
  return { shown: all.slice(0, MAX_CAUSES), more: Math.max(0, all.length - MAX_CAUSES) };
}

/** `file:line`, as diagnostics name a place. */
export function placeOf({ file, line }: Pick<Cause, "file" | "line">): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Returns the step that made the change; empty for the object itself. */
export function stepOf({ step, plugin }: Cause): string {
  return step === "resources" ? "" : (plugin ?? step);
}

export function addressOf({ side, file, line }: Cause, report: Report, links: Links | undefined): string | undefined {
  const { sha } = report[side];
  return sha === null ? undefined : links?.blob(sha, file, line);
}
