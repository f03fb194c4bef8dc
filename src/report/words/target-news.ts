/** Says which targets came, went, or moved with their directories. */
import { groupBy } from "../../collections.ts";
import { isDeploymentId } from "../../render/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import type { Overview } from "../overview.ts";
import { plural } from "../text.ts";
import { bracedNames } from "./braced-names.ts";
import { setPhrases } from "./set-news.ts";
import { commonDirectory, type TargetNames, targetItems, targetPhrases } from "./target-names.ts";

/** Paths that are named for each kind of news. */
const MAX_PATHS = 5;
/** Sets of sync windows that are told. */
const MAX_WINDOWS = 3;
/** Characters of a directory that is said once for all paths. */
const MIN_SHARED_LENGTH = 10;

/**
 * A sentence for each kind of news: new targets, targets that are gone, and renamed ones. Those that have a row of their own are left
 * out. Takes linear time.
 */
export function targetNews(
  overview: Pick<Overview, "added" | "removed" | "renamed" | "delays" | "rows" | "names" | "sets">,
): Phrase[][] {
  const { renamed, delays, rows, names } = overview;
  const { suspended, manual, windows } = delays;
  const shown = new Set(rows.flatMap(({ group }) => (group.whole === undefined ? [] : group.targets)));
  const isLeft = (id: string): boolean => !shown.has(id);
  const [added, removed] = [overview.added.filter(isLeft), overview.removed.filter(isLeft)];
  return [
    ...setPhrases(overview.sets),
    ...(added.length > 0
      ? [
          [
            `${added.length === 1 && !isDeploymentId(added[0] ?? "") ? "New target" : "New"}: `,
            ...newsPhrases(added, names),
            ".",
          ],
        ]
      : []),
    ...(removed.length > 0 ? [["Gone: ", ...newsPhrases(removed, names), "."]] : []),
    ...(suspended.length > 0
      ? [
          [
            suspended.length === 1 ? "Suspended, so that its changes reach" : "Suspended, so that their changes reach",
            ` the cluster only when somebody resumes ${suspended.length === 1 ? "it" : "them"}: `,
            ...newsPhrases(suspended, names),
            ".",
          ],
        ]
      : []),
    ...(manual.length > 0
      ? [
          [
            `Not synced automatically, so that ${manual.length === 1 ? "its" : "their"} changes reach the cluster only when somebody starts a sync: `,
            ...newsPhrases(manual, names),
            ".",
          ],
        ]
      : []),
    ...windows
      .slice(0, MAX_WINDOWS)
      .map((each): Phrase[] => [
        "Synced only when sync windows allow it (",
        ...joinPhrases(each.windows.map((code): Phrase[] => [{ code }])),
        "): ",
        ...newsPhrases(each.targets, names),
        ".",
      ]),
    ...renamedNews(
      "Renamed: ",
      renamed.filter(({ to }) => to === undefined),
      names,
    ),
    ...renamedNews(
      "Renamed, and now part of other targets: ",
      renamed.filter(({ to }) => to !== undefined),
      names,
    ),
  ];
}

/** Tells whether all dangers count of targets that were compared with nothing: a report holds only changes of such objects for them. */
export function hasDangers(repaired: Overview["repaired"]): boolean {
  return repaired.some(({ changes, comparedWith, asNew }) => changes.length > 0 && !comparedWith && !asNew);
}

/** The directories, and then the deployments. */
function newsPhrases(ids: readonly string[], names: TargetNames): Phrase[] {
  const deployments = ids.filter(isDeploymentId);
  const paths = ids.filter((id) => !isDeploymentId(id));
  return joinPhrases([
    ...(paths.length > 0 ? [pathPhrases(paths)] : []),
    ...targetItems(deployments.slice(0, MAX_PATHS), names),
    ...(deployments.length > MAX_PATHS ? [[`${(deployments.length - MAX_PATHS).toLocaleString("en")} more`]] : []),
  ]);
}

/** The paths, with their directory once where that is shorter. */
function pathPhrases(paths: readonly string[]): Phrase[] {
  const shared = paths.length < 3 ? "" : commonDirectory(paths);
  const names = (list: readonly string[], start: number): Phrase[] => {
    const shown = bracedNames(list.slice(0, MAX_PATHS).map((path) => path.slice(start))).map((code) => [{ code }]);
    return [...listPhrases(shown), ...moreThan(list.length - MAX_PATHS)];
  };
  if (shared.length < MIN_SHARED_LENGTH) return names(paths, 0);
  return [`${plural(paths.length, "target")} under `, { code: shared }, " (", ...names(paths, shared.length), ")"];
}

function listPhrases(items: readonly (readonly Phrase[])[]): Phrase[] {
  return [...joinPhrases(items.slice(0, MAX_PATHS)), ...moreThan(items.length - MAX_PATHS)];
}

function moreThan(count: number): Phrase[] {
  return count > 0 ? [` and ${count.toLocaleString("en")} more`] : [];
}

function renamedNews(start: string, renamed: Overview["renamed"], names: TargetNames): Phrase[][] {
  return renamed.length > 0 ? [[start, ...listPhrases(renamings(renamed, names)), "."]] : [];
}

/** Targets that moved with a directory above them are named by that directory. */
function renamings(renamed: Overview["renamed"], names: TargetNames): Phrase[][] {
  const isOfDirectory = ({ id, from = "" }: Overview["renamed"][number]): boolean =>
    !isDeploymentId(id) && !isDeploymentId(from);
  const others = renamed.filter((target) => !isOfDirectory(target));
  return [
    ...directoryRenamings(renamed.filter(isOfDirectory)),
    ...others.map(({ id, from = "" }) => [...targetPhrases(from, names), " → ", ...targetPhrases(id, names)]),
  ];
}

function directoryRenamings(renamed: Overview["renamed"]): Phrase[][] {
  const moves = groupBy(renamed, (target) => JSON.stringify(movedDirectory(target)));
  const weightiest = [...moves.values()].sort((a, b) => b.length - a.length);
  return weightiest.map(([first, ...others]) => {
    const [before, after] = others.length > 0 ? movedDirectory(first) : pathsOf(first);
    const what = others.length > 0 ? [`${plural(others.length + 1, "target")} under `] : [];
    return [...what, { code: before }, " → ", { code: after }];
  });
}

/** The first directories of the two paths, up to where they differ last. */
function movedDirectory(target: Overview["renamed"][number]): readonly [string, string] {
  const [before = [], after = []] = pathsOf(target).map((path) => path.split("/"));
  let shared = 0;
  while (shared < Math.min(before.length, after.length) - 1 && before.at(-1 - shared) === after.at(-1 - shared))
    shared++;
  const start = (steps: readonly string[]): string => steps.slice(0, steps.length - shared).join("/");
  return [start(before), start(after)];
}

/** The paths at base and at head. */
function pathsOf({ path, from = path, to = path }: Overview["renamed"][number]): readonly [string, string] {
  return [from, to];
}
