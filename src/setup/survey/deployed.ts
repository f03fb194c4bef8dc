/** The directories of a repository that Argo CD deploys. */
import { nameMatcher } from "../../configuration/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { DeploymentFacts } from "./deployments.ts";

export type Deployed = ReturnType<typeof deployedDirectories>;

/** The most patterns. Each is compared with all kustomizations. */
const MAX_PATTERNS = 500;

/**
 * @param kustomizations the directories with a kustomization, from the top
 * @param directories all directories, absolute within the tree
 */
export function deployedDirectories(
  { deployments, ...facts }: DeploymentFacts,
  kustomizations: ReadonlySet<string>,
  directories: ReadonlySet<string>,
) {
  const counts = { Application: 0, ApplicationSet: 0 };
  const [named, certain] = [new Set<string>(), new Set<string>()];
  const [found, others] = [new Set<string>(), new Set<string>()];
  const patterns = new Set<string>();
  const counted = new Set<string>();
  let foreign = 0;
  for (const { kind, place, origin, paths, isCertain } of deployments) {
    if (place !== undefined) {
      const key = `${place.file}:${place.line}`;
      if (!counted.has(key)) counts[kind]++;
      counted.add(key);
    }
    if (origin === "other") foreign += place === undefined ? 0 : 1;
    else {
      for (const path of paths) (path.includes("*") ? patterns : named).add(path);
      if (isCertain) for (const path of paths) certain.add(path);
    }
  }
  for (const path of named) {
    if (kustomizations.has(path)) found.add(path);
    else if (certain.has(path) && directories.has(path === "." ? "/" : `/${path}`)) others.add(path);
  }
  const steps = [...kustomizations].map((path) => ({ path, steps: path.split("/") }));
  for (const pattern of [...patterns].slice(0, MAX_PATTERNS)) {
    const matches = pathMatcher(pattern);
    for (const each of steps) if (matches(each.steps)) found.add(each.path);
  }
  return {
    ...facts,
    /** The numbers of objects by kind. */
    counts,
    /** The deployed directories with a kustomization, from the top, sorted. */
    directories: [...found].sort(compareBytewise),
    /** Deployed directories without a kustomization: plain manifests and charts. */
    others: [...others].sort(compareBytewise),
    /** The number of objects that deploy from another repository. */
    foreign,
  };
}

/** Compiles a pattern of paths, in which `*` stands for any characters of one step. */
export function pathMatcher(pattern: string): (steps: readonly string[]) => boolean {
  const matchers = pattern.split("/").map(nameMatcher);
  return (steps) => steps.length === matchers.length && matchers.every((matches, index) => matches(steps[index] ?? ""));
}
