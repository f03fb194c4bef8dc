/** Finds the AppProject of an Application among those of the repository. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import type { Value } from "../../yaml/index.ts";
import { type ProjectRules, projectOf, readAppProject } from "../argocd/index.ts";
import type { Deployment } from "../builds/index.ts";
import { isRenderable } from "../flux/index.ts";
import type { PrintedObject } from "../objects/index.ts";
import type { DeclaredApplication } from "./declaring.ts";

/** An AppProject, and its rules. */
export interface Project {
  readonly object: Value;
  readonly rules: ProjectRules;
}

/** Gives the project of an Application; undefined where the repository does not have it, or has several that may be meant. */
export type ProjectOf = (declared: DeclaredApplication) => Project | undefined;

/** The rules by objects, which both sides share where a file is the same. */
const read = new WeakMap<object, Project | undefined>();

interface Candidate {
  readonly declared: DeclaredApplication;
  /** The names of the clusters of the nearest Applications; undefined for one whose cluster is given. */
  readonly clusters: ReadonlySet<string | undefined> | undefined;
}

/**
 * An AppProject counts for the Applications of the same Argo CD: where the cluster that this runs in is given, for those with the same. Else
 * directories say what belongs together: the nearest AppProject counts that has the name, unless it is nearer to Applications of
 * another cluster.
 */
export function projectRule(
  projects: readonly DeclaredApplication[],
  applications: readonly DeclaredApplication[],
  clusterOf: (declared: DeclaredApplication) => string | undefined,
): ProjectOf {
  if (projects.length === 0) return () => undefined;
  const clustersAt = new Map<string, Set<string | undefined>>();
  for (const each of applications) {
    const cluster = clusterOf(each);
    if (each.cluster !== undefined || clustersAt.get(each.home)?.has(cluster)) continue;
    for (const at of upwards(each.home)) getOrInsert(clustersAt, at, () => new Set()).add(cluster);
  }
  const candidates = new Map<string, Candidate[]>();
  for (const declared of projects) {
    const { cluster, home } = declared;
    const nearest = cluster === undefined ? upwards(home).find((at) => clustersAt.has(at)) : undefined;
    const candidate = { declared, clusters: nearest === undefined ? undefined : clustersAt.get(nearest) };
    for (const at of cluster === undefined ? upwards(home) : [""])
      getOrInsert(candidates, keyOf(cluster, at, declared.object.name), (): Candidate[] => []).push(candidate);
  }
  return (application) => {
    const found = chosen(application);
    return found && getOrInsert(read, found.object, () => readProject(found.object));
  };

  function chosen(application: DeclaredApplication): DeclaredApplication | undefined {
    const { cluster, home, object } = application;
    const [name, own] = [projectOf(object.value), clusterOf(application)];
    for (const at of cluster === undefined ? upwards(home) : [""]) {
      const near = (candidates.get(keyOf(cluster, at, name)) ?? []).filter(
        ({ clusters }) => clusters === undefined || clusters.has(own),
      );
      if (near.length === 0) continue;
      const beside = near.filter(({ declared }) => declared.object.namespace === object.namespace);
      const [only, another] = beside.length > 0 ? beside : near;
      return another === undefined ? only?.declared : undefined;
    }
    return undefined;
  }
}

function readProject(object: PrintedObject): Project | undefined {
  const rules = readAppProject(object);
  return rules && { object: object.value, rules };
}

/** The files that declare a deployment, and its project, as messages show them. */
export function filesOfDeployment(deployment: Deployment | undefined): readonly string[] {
  if (deployment === undefined) return [];
  const { recipe, origin } = deployment;
  const isApplication = isRenderable(recipe) && recipe.kind === "Application";
  const project = isApplication ? recipe.project?.rules.location.file : undefined;
  return [origin.location.file, ...(project === undefined ? [] : [project])];
}

/** The directory, and all around it. */
function upwards(directory: string): readonly string[] {
  const found = [directory];
  for (let at = directory; at !== "/"; at = posix.dirname(at)) found.push(posix.dirname(at));
  return found;
}

function keyOf(cluster: string | undefined, directory: string, name: string): string {
  return JSON.stringify([cluster ?? null, directory, name]);
}
