/** Finds what all writers show: rows, lists of targets, and the first line. */
import type { Change, ChangeGroup, Figures, Report, TargetReport } from "../review/index.ts";
import { type ImageChange, imageChange } from "./image-change.ts";
import { plural } from "./text.ts";

/** A group with its changes. */
export interface Row {
  readonly group: ChangeGroup;
  readonly changes: readonly [Change, ...Change[]];
}

export interface Overview {
  readonly figures: Figures;
  /** The groups that are more than new references; the references if there are no others. */
  readonly rows: readonly Row[];
  /** Changes of nothing but references to new generated names. */
  readonly references: readonly Row[];
  /** Targets that fail at the head and did not at the base. */
  readonly broken: readonly TargetReport[];
  /** Targets that fail at both sides. */
  readonly brokenBefore: readonly TargetReport[];
  /** Targets that fail at the base only, so that there is nothing to compare with. */
  readonly incomparable: readonly TargetReport[];
  /** The number of targets with changes, added and removed ones included. */
  readonly touched: number;
  /** Paths of targets that exist on one side only. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Targets whose directory was renamed. */
  readonly renamed: readonly TargetReport[];
  /** Set when nothing changes but the version of this one image. */
  readonly routine: ImageChange | undefined;
}

/** What a report says, in the order in which the writers say it. */
export function overviewOf(report: Report): Overview {
  const { figures, targets } = report;
  const all = rowsOf(report);
  const own = all.filter(({ group }) => !group.onlyReferences);
  const withStatus = (status: TargetReport["status"]): TargetReport[] =>
    targets.filter((target) => target.status === status);
  const failed = withStatus("failed");
  const added = withStatus("added").map(({ path }) => path);
  const removed = withStatus("removed").map(({ path }) => path);
  return {
    figures,
    // Without the change that causes them, the references are the changes to show.
    rows: own.length > 0 ? own : all,
    references: own.length > 0 ? all.filter(({ group }) => group.onlyReferences) : [],
    broken: failed.filter(({ failedBefore }) => !failedBefore),
    brokenBefore: failed.filter(({ failedBefore }) => failedBefore),
    incomparable: withStatus("failed-at-base"),
    touched: targets.filter(isTouched).length,
    added,
    removed,
    renamed: targets.filter(({ from }) => from !== undefined),
    routine: targets.some(isOdd) ? undefined : routineOf(all),
  };
}

function rowsOf({ changes, groups }: Report): Row[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return groups.flatMap((group) => {
    const [first, ...rest] = group.changes.flatMap((id) => byId.get(id) ?? []);
    return first === undefined ? [] : [{ group, changes: [first, ...rest] }];
  });
}

function isTouched({ status, changes, from }: TargetReport): boolean {
  return changes.length > 0 || status === "added" || status === "removed" || from !== undefined;
}

/** Whether more happened to the target than that objects changed. */
function isOdd({ status, from }: TargetReport): boolean {
  return from !== undefined || (status !== "changed" && status !== "unchanged" && status !== "unaffected");
}

/** The image if only tags or digests of that one image change. Deliberately narrow, so that it never hides anything else. */
function routineOf(rows: readonly Row[]): ImageChange | undefined {
  let found: ImageChange | undefined;
  for (const { changes } of rows) {
    for (const change of changes) {
      if (change.op !== "changed" || change.from !== undefined || change.moreFields !== undefined) return undefined;
      for (const field of change.fields) {
        const image = imageChange(field);
        if (image === undefined) return undefined;
        found ??= image;
        if (image.repository !== found.repository || image.before !== found.before || image.after !== found.after) {
          return undefined;
        }
      }
    }
  }
  return found;
}

/** One line that answers "do I have to look closer?". It holds no text of the pull request. */
export function headline(overview: Overview): string {
  const { broken, brokenBefore, incomparable, rows, touched, renamed, figures } = overview;
  const { total, unchanged, unaffected } = figures.targets;
  if (total === 0 || total === unaffected) return "No kustomization is affected";
  const parts: string[] = [];
  if (broken.length > 0) {
    const lost = broken.some(({ resources }) => resources.base !== null);
    const verb = lost ? ["no longer builds", "no longer build"] : ["does not build", "do not build"];
    parts.push(`${broken.length} of ${plural(total, "target")} ${verb[broken.length === 1 ? 0 : 1]}`);
  }
  if (rows.length > 0) {
    const where = broken.length > 0 ? plural(touched, "other") : `${touched} of ${plural(total, "target")}`;
    parts.push(`${plural(rows.length, "change")} in ${where}`);
  } else if (touched > 0) {
    const what = renamed.length > 0 ? "added, removed or renamed" : "added or removed";
    parts.push(`${plural(touched, "target")} ${what}, without changed objects`);
  }
  if (parts.length === 0 && unchanged > 0) parts.push(`Nothing changes in ${plural(unchanged, "target")}`);
  if (brokenBefore.length > 0) {
    parts.push(`${plural(brokenBefore.length, "target")} ${brokenBefore.length === 1 ? "fails" : "fail"} as before`);
  }
  if (incomparable.length > 0) {
    parts.push(`${plural(incomparable.length, "target")} cannot be compared`);
  }
  return parts.join(" · ");
}

/** How many targets were rendered, where not all were; otherwise nothing. */
export function affectedPhrase({ figures }: Overview): string {
  const { total, affected, unaffected } = figures.targets;
  if (unaffected === 0) return "";
  return `${affected.toLocaleString("en")} of ${total.toLocaleString("en")} targets ${affected === 1 ? "is" : "are"} affected`;
}

/** A short name for each target: the last part of its path, or the whole path where two targets share the last part. */
export function shortNames(report: Report): ReadonlyMap<string, string> {
  const last = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const counts = new Map<string, number>();
  for (const { path } of report.targets) counts.set(last(path), (counts.get(last(path)) ?? 0) + 1);
  return new Map(report.targets.map(({ path }) => [path, counts.get(last(path)) === 1 ? last(path) : path]));
}

/** The rows that concern the same set of targets. */
export interface Section {
  readonly targets: readonly string[];
  readonly rows: readonly Row[];
  readonly references: readonly Row[];
}

/**
 * The rows whose first changes show all rows, by the set of targets that they concern: a row whose edit is in the diff of an
 * earlier row is left out.
 */
export function sectionsOf(overview: Overview): Section[] {
  const sections = new Map<string, { targets: readonly string[]; rows: Row[]; references: Row[] }>();
  const sectionOf = ({ group: { targets } }: Row): { rows: Row[]; references: Row[] } => {
    const key = targets.join("\0");
    const section = sections.get(key) ?? { targets, rows: [], references: [] };
    sections.set(key, section);
    return section;
  };
  const shown = new Set<string>();
  for (const row of overview.rows) {
    if (row.changes.some(({ id }) => shown.has(id))) continue;
    shown.add(row.changes[0].id);
    sectionOf(row).rows.push(row);
  }
  for (const row of overview.references) sectionOf(row).references.push(row);
  return [...sections.values()];
}

/** The distinct changes that the same targets have. */
export interface TargetSet {
  readonly targets: readonly string[];
  readonly changes: readonly Change[];
}

/** The changes by their sets of targets; sets are in the order of their first targets. */
export function targetSetsOf({ changes, targets }: Report): TargetSet[] {
  const paths = new Map<string, string[]>(changes.map(({ id }) => [id, []]));
  for (const target of targets) for (const id of target.changes) paths.get(id)?.push(target.path);
  const sets = new Map<string, { targets: readonly string[]; changes: Change[] }>();
  for (const change of changes) {
    const of = paths.get(change.id) ?? [];
    const key = of.join("\0");
    const set = sets.get(key);
    if (set === undefined) sets.set(key, { targets: of, changes: [change] });
    else set.changes.push(change);
  }
  return [...sets.values()];
}
