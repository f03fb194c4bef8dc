/** Finds what all writers show: rows, lists of targets, and the first line. */
import type { Change, ObjectName, Report, TargetReport } from "../review/index.ts";
import { type ImageChange, imageChange } from "./image-change.ts";
import { plural } from "./text.ts";

/** A group as the writers show it. */
export interface Row {
  /** The first change of the group, with the referrers of all. */
  readonly change: Change;
  /** The namespaces of the objects, each once. */
  readonly namespaces: readonly string[];
  /** The paths of the targets, in path order. */
  readonly targets: readonly string[];
}

export interface Figures {
  /** Changes that are more than new references, grouped over targets; the references if there are no others. */
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
  readonly unchanged: number;
  /** Paths of targets that exist on one side only. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly total: number;
  readonly layoutOnly: number;
  readonly redacted: boolean;
  /** Set when nothing changes but the version of this one image. */
  readonly routine: ImageChange | undefined;
}

/** The figures of a report. */
export function figuresOf(report: Report): Figures {
  const all = rowsOf(report);
  const own = all.filter(({ change }) => !change.onlyReferences);
  // Without the change that causes them, the references are the changes to show.
  const rows = own.length > 0 ? own : all;
  const { targets } = report;
  const touched = targets.filter(
    ({ status, changes }) => changes.length > 0 || status === "added" || status === "removed",
  ).length;
  return {
    rows,
    references: own.length > 0 ? all.filter(({ change }) => change.onlyReferences) : [],
    broken: targets.filter(({ status, failedBefore }) => status === "failed" && !failedBefore),
    brokenBefore: targets.filter(({ status, failedBefore }) => status === "failed" && failedBefore),
    incomparable: targets.filter(({ status }) => status === "failed-at-base"),
    touched,
    unchanged: targets.filter(({ status }) => status === "unchanged").length,
    added: targets.filter(({ status }) => status === "added").map(({ path }) => path),
    removed: targets.filter(({ status }) => status === "removed").map(({ path }) => path),
    total: targets.length,
    layoutOnly: report.figures.layoutOnly,
    redacted: report.figures.redacted,
    routine: targets.some(({ status }) => status !== "changed" && status !== "unchanged") ? undefined : routineOf(all),
  };
}

function rowsOf({ changes, groups }: Report): Row[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return groups.map(({ changes: ids, targets }) => {
    const members = ids.flatMap((id) => byId.get(id) ?? []);
    const [first] = members;
    if (first === undefined) throw new Error("a group has no changes");
    const referrers = new Map<string, ObjectName>();
    for (const member of members) {
      for (const one of member.referrers ?? []) referrers.set(`${one.kind}\0${one.name}`, one);
    }
    const change = referrers.size === 0 ? first : { ...first, referrers: [...referrers.values()] };
    return { change, namespaces: [...new Set(members.map(({ object }) => object.namespace))], targets };
  });
}

/** The image if only tags or digests of that one image change. Deliberately narrow, so that it never hides anything else. */
function routineOf(rows: readonly Row[]): ImageChange | undefined {
  let found: ImageChange | undefined;
  for (const { change } of rows) {
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
  return found;
}

/** One line that answers "do I have to look closer?". It holds no text of the pull request. */
export function headline(figures: Figures): string {
  const { broken, brokenBefore, incomparable, rows, touched, total } = figures;
  if (total === 0) return "No kustomization is affected";
  const parts: string[] = [];
  if (broken.length > 0) {
    const lost = broken.some(({ resources }) => resources.base !== null);
    const verb = lost ? ["no longer builds", "no longer build"] : ["does not build", "do not build"];
    parts.push(`${broken.length} of ${plural(total, "target")} ${verb[broken.length === 1 ? 0 : 1]}`);
  }
  if (rows.length > 0) {
    const where = broken.length > 0 ? plural(touched, "other") : `${touched} of ${plural(total, "target")}`;
    parts.push(`${plural(rows.length, "change")} in ${where}`);
  } else if (touched > 0) parts.push(`${plural(touched, "target")} added or removed, without objects`);
  if (parts.length === 0 && figures.unchanged > 0)
    parts.push(`Nothing changes in ${plural(figures.unchanged, "target")}`);
  if (brokenBefore.length > 0) {
    parts.push(`${plural(brokenBefore.length, "target")} ${brokenBefore.length === 1 ? "fails" : "fail"} as before`);
  }
  if (incomparable.length > 0) {
    parts.push(`${plural(incomparable.length, "target")} cannot be compared`);
  }
  return parts.join(" · ");
}

/** A short name for each target: the last part of its path, or the whole path where two targets share the last part. */
export function shortNames(report: Report): ReadonlyMap<string, string> {
  const last = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
  const counts = new Map<string, number>();
  for (const { path } of report.targets) counts.set(last(path), (counts.get(last(path)) ?? 0) + 1);
  return new Map(report.targets.map(({ path }) => [path, counts.get(last(path)) === 1 ? last(path) : path]));
}

/** The changes that concern the same set of targets. */
export interface Section {
  readonly targets: readonly string[];
  readonly rows: readonly Row[];
  readonly references: readonly Row[];
}

/** Groups the changes by the set of targets that they concern. */
export function sectionsOf(figures: Figures): Section[] {
  const sections = new Map<string, { targets: readonly string[]; rows: Row[]; references: Row[] }>();
  const sectionOf = (row: Row): { rows: Row[]; references: Row[] } => {
    const key = row.targets.join("\0");
    const section = sections.get(key) ?? { targets: row.targets, rows: [], references: [] };
    sections.set(key, section);
    return section;
  };
  for (const row of figures.rows) sectionOf(row).rows.push(row);
  for (const row of figures.references) sectionOf(row).references.push(row);
  return [...sections.values()];
}
