/** Names targets in as few words as tell them apart. */
import { groupBy } from "../../collections.ts";
import { type DeploymentName, deploymentOf, isDeploymentId } from "../../render/index.ts";
import type { Report, TargetReport } from "../../review/index.ts";
import { joinPhrases, type Phrase, phrasesText } from "../edit-phrases.ts";
import { plural } from "../text.ts";
import { bracedNames } from "./braced-names.ts";

/** The names of all targets, and what a reader needs to know to read them. */
export interface TargetNames {
  /** The names of directories, by id. A target that nothing is said of has its path. */
  readonly names: ReadonlyMap<string, string>;
  /** The pattern of the paths, such as `apps/*`, with `*` in the place of the name; undefined for whole paths. */
  readonly pattern: string | undefined;
  /** The number of directories that are targets, below each directory, which ends in a slash. */
  readonly counts: ReadonlyMap<string, number>;
  /** The number of deployments in each cluster. */
  readonly clusters: ReadonlyMap<string, number>;
}

/** Says how the names of targets are to be read: `Targets are below`, and a directory. Empty for whole paths. */
export function namingPhrases({ pattern, clusters }: Pick<TargetNames, "pattern" | "clusters">): Phrase[] {
  if (pattern === undefined) return [];
  const targets = clusters.size === 0 ? "Targets" : "Directories";
  return pattern.endsWith("/*")
    ? [`${targets} are below `, { code: pattern.slice(0, -1) }]
    : [`${targets} are named by the `, { code: "*" }, " of ", { code: pattern }];
}

/** Shorter patterns save nothing. */
const MIN_PATTERN_LENGTH = 4;

/**
 * Names the directories that changed or failed by the parts of their paths that differ, and counts the deployments. Takes time linear
 * in the paths.
 */
export function targetNames({ targets }: Pick<Report, "targets">): TargetNames {
  const directories = targets.filter(({ id }) => !isDeploymentId(id));
  const named = directories.filter(isNamed).map(({ path }) => path);
  const { start, end } = named.length < 2 ? { start: "", end: "" } : sharedParts(named);
  const pattern = `${start}*${end}`;
  const isShorter = pattern.length > MIN_PATTERN_LENGTH;
  const shorten = new Set(isShorter ? named : []);
  const names = new Map(
    directories.map(({ path }) => [
      path,
      shorten.has(path) ? path.slice(start.length, path.length - end.length) : path,
    ]),
  );
  const clusters = groupBy(
    targets.flatMap(({ deployment }) => deployment ?? []),
    ({ cluster }) => cluster,
  );
  return {
    names,
    pattern: isShorter ? pattern : undefined,
    counts: countsOf(directories),
    clusters: new Map(Array.from(clusters, ([cluster, { length }]) => [cluster, length])),
  };
}

/**
 * The name of each of some targets: `apps/web` for a directory, and Kustomization `flux-system/shop` for a deployment, with its cluster
 * where the report has several. Names in one directory or namespace are one item, and so are equal names of several clusters.
 * @param isShort by the names that the text explains, and not by whole paths, which stand alone
 */
export function targetItems(ids: readonly string[], names: TargetNames, isShort = true): Phrase[][] {
  const paths = ids.filter((id) => !isDeploymentId(id));
  const directories = isShort ? bracedNames(paths.map((path) => names.names.get(path) ?? path)) : paths;
  const deployments = ids.flatMap((id) => deploymentOf(id) ?? []);
  return [
    ...directories.map((name): Phrase[] => (name === "." ? ["the top directory"] : [{ code: name }])),
    ...Array.from(
      groupBy(deployments, ({ kind }) => kind),
      ([kind, same]) => deploymentItems(kind, same, names),
    ).flat(),
    // Nothing of ours writes such ids.
    ...ids.filter((id) => isDeploymentId(id) && deploymentOf(id) === undefined).map((code): Phrase[] => [{ code }]),
  ];
}

/** @param deployments all of one kind */
function deploymentItems(
  kind: DeploymentName["kind"],
  deployments: readonly DeploymentName[],
  { clusters }: TargetNames,
): Phrase[][] {
  const codeOf = ({ namespace, name }: DeploymentName): string => `${namespace}/${name}`;
  if (clusters.size < 2) {
    // One word for all of them reads better.
    const word = deployments.length === 1 ? kind : `${kind}s`;
    const codes = bracedNames(deployments.map(codeOf)).map((code) => ({ code }));
    return codes.map((code, index) => (index === 0 ? [`${word} `, code] : [code]));
  }
  const byName = groupBy(deployments, codeOf);
  const clustersOf = (name: string): string[] => (byName.get(name) ?? []).map(({ cluster }) => cluster);
  const alike = groupBy([...byName.keys()], (name) => JSON.stringify(clustersOf(name)));
  return Array.from(alike.values(), (names): Phrase[] => {
    const own = clustersOf(names[0]);
    const isOne = own.length === 1 && names.length === 1;
    return [
      `${isOne ? kind : `${kind}s`} `,
      ...joinPhrases(bracedNames(names).map((code) => [{ code }])),
      ` (${own.length === 1 ? "cluster" : "clusters"} `,
      ...joinPhrases(own.map((code) => [{ code }])),
      ")",
    ];
  });
}

/** The name of one target. */
export function targetPhrases(id: string, names: TargetNames, isShort = false): Phrase[] {
  return targetItems([id], names, isShort).flat();
}

/** The names of targets as a text, for what is neither Markdown nor HTML. */
export function targetsText(ids: readonly string[], names: TargetNames, most: number): string {
  const shown = phrasesText(joinPhrases(targetItems(ids.slice(0, most), names, false)));
  return ids.length > most ? `${shown} and ${ids.length - most} more` : shown;
}

/** `1 target`, or `2 Kustomizations` where all of them are some. */
export function countedTargets(ids: readonly string[]): string {
  const kinds = new Set(ids.map((id) => deploymentOf(id)?.kind ?? "target"));
  const [kind = "target"] = kinds.size === 1 ? kinds : [];
  return plural(ids.length, kind);
}

function isNamed({ status, changes, from }: TargetReport): boolean {
  return (status !== "unchanged" && status !== "unaffected") || changes.length > 0 || from !== undefined;
}

/** The directories at the start and at the end of all paths. Each path keeps at least one part between them. */
function sharedParts(paths: readonly string[]): { start: string; end: string } {
  const start = commonDirectory(paths);
  const rests = paths.map((path) => path.slice(start.length).split("/"));
  const shortest = rests.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const [first = []] = rests;
  let shared = 0;
  while (shared < shortest - 1 && rests.every((rest) => rest.at(-1 - shared) === first.at(-1 - shared))) shared++;
  return { start, end: shared === 0 ? "" : `/${first.slice(-shared).join("/")}` };
}

/** The directory that all paths are below, with a slash at its end; empty for the top. No path is this directory. */
export function commonDirectory(paths: readonly string[]): string {
  const [first = ""] = paths;
  let length = first.lastIndexOf("/") + 1;
  for (const path of paths) {
    while (length > 0 && !(path.length > length && path.startsWith(first.slice(0, length)))) {
      length = length < 2 ? 0 : first.lastIndexOf("/", length - 2) + 1;
    }
  }
  return first.slice(0, length);
}

function countsOf(targets: readonly TargetReport[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of targets) {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const directory = path.slice(0, slash + 1);
      counts.set(directory, (counts.get(directory) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * `all 12 targets`, and where they are: ` under `, and a directory, or ` of cluster `, and a cluster.
 * @param start the characters of directories that the text has named before
 */
export function manyTargets(
  ids: readonly string[],
  { counts, names, clusters }: TargetNames,
  start = 0,
): { readonly count: string; readonly isAll: boolean; readonly where: readonly Phrase[] } {
  const deployments = ids.flatMap((id) => deploymentOf(id) ?? []);
  const count = countedTargets(ids).replace(/^\d+/, ids.length.toLocaleString("en"));
  const told = (total: number | undefined, where: readonly Phrase[]) => {
    const isAll = total === ids.length;
    return { count: `${isAll ? "all " : ""}${count}`, isAll, where };
  };
  if (deployments.length === 0) {
    const directory = commonDirectory(ids);
    const total = directory === "" ? names.size + sumOf(clusters) : counts.get(directory);
    const below = directory.slice(start);
    return told(total, below === "" ? [] : [" under ", { code: below }]);
  }
  if (deployments.length < ids.length) return told(names.size + sumOf(clusters), []);
  const [cluster = "", ...others] = new Set(deployments.map((each) => each.cluster));
  if (others.length > 0 || clusters.size < 2) return told(sumOf(clusters), []);
  return told(clusters.get(cluster), [" of cluster ", { code: cluster }]);
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
