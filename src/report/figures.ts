/** Computes the numbers and names that all writers show. */
import { type ChangeGroup, groupChanges, type Report, type TargetReport } from "../review/index.ts";
import { type ImageChange, imageChange } from "./image-change.ts";
import { plural } from "./text.ts";

export interface Figures {
  /** Changes that are more than new references, grouped over targets; the references if there are no others. */
  readonly groups: readonly ChangeGroup[];
  /** Changes of nothing but references to new generated names. */
  readonly references: readonly ChangeGroup[];
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
  const all = groupChanges(report);
  const own = all.filter(({ change }) => !change.onlyReferences);
  // Without the change that causes them, the references are the changes to show.
  const groups = own.length > 0 ? own : all;
  const { targets } = report;
  const touched = targets.filter(
    ({ status, changes }) => changes.length > 0 || status === "added" || status === "removed",
  ).length;
  return {
    groups,
    references: own.length > 0 ? all.filter(({ change }) => change.onlyReferences) : [],
    broken: targets.filter(({ status, failedBefore }) => status === "failed" && !failedBefore),
    brokenBefore: targets.filter(({ status, failedBefore }) => status === "failed" && failedBefore),
    incomparable: targets.filter(({ status }) => status === "failed-at-base"),
    touched,
    unchanged: targets.filter(({ status }) => status === "unchanged").length,
    added: targets.filter(({ status }) => status === "added").map(({ path }) => path),
    removed: targets.filter(({ status }) => status === "removed").map(({ path }) => path),
    total: targets.length,
    layoutOnly: targets.reduce((sum, { layoutOnly }) => sum + (layoutOnly ?? 0), 0),
    redacted: all.some(({ change }) => change.redacted),
    routine: targets.some(({ status }) => status !== "changed" && status !== "unchanged") ? undefined : routineOf(all),
  };
}

/** The image if only tags or digests of that one image change. Deliberately narrow, so that it never hides anything else. */
function routineOf(groups: readonly ChangeGroup[]): ImageChange | undefined {
  let found: ImageChange | undefined;
  for (const { change } of groups) {
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
  const { broken, brokenBefore, incomparable, groups, touched, total } = figures;
  if (total === 0) return "No kustomization is affected";
  const parts: string[] = [];
  if (broken.length > 0) {
    const lost = broken.some(({ resources }) => resources.base !== null);
    const verb = lost ? ["no longer builds", "no longer build"] : ["does not build", "do not build"];
    parts.push(`${broken.length} of ${plural(total, "target")} ${verb[broken.length === 1 ? 0 : 1]}`);
  }
  if (groups.length > 0) {
    const where = broken.length > 0 ? plural(touched, "other") : `${touched} of ${plural(total, "target")}`;
    parts.push(`${plural(groups.length, "change")} in ${where}`);
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
  readonly groups: readonly ChangeGroup[];
  readonly references: readonly ChangeGroup[];
}

/** Groups the changes by the set of targets that they concern. */
export function sectionsOf(figures: Figures): Section[] {
  const sections = new Map<string, { targets: readonly string[]; groups: ChangeGroup[]; references: ChangeGroup[] }>();
  const sectionOf = (group: ChangeGroup): { groups: ChangeGroup[]; references: ChangeGroup[] } => {
    const key = group.targets.join("\0");
    const section = sections.get(key) ?? { targets: group.targets, groups: [], references: [] };
    sections.set(key, section);
    return section;
  };
  for (const group of figures.groups) sectionOf(group).groups.push(group);
  for (const group of figures.references) sectionOf(group).references.push(group);
  return [...sections.values()];
}
