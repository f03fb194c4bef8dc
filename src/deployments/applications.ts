/** Finds the Applications of Argo CD in files and in what kustomizations print, and makes deployments of those that deploy charts. */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import { coverMatcher } from "../configuration/index.ts";
import { KrmError, type Location } from "../diagnostics.ts";
import { deploymentId, targetOfDirectory } from "../render/index.ts";
import { type ApplicationRecipe, isApplication, isChartSource, readApplication } from "./argocd/index.ts";
import { type BuildReach, Marked } from "./build-reach.ts";
import { clusterNames, homeOf } from "./clusters.ts";
import type { ApplicationDeployment } from "./deployment.ts";
import { ObjectPlaces, objectsOf, type PrintedObject, printedBy } from "./objects/index.ts";
import type { SearchInput } from "./search-input.ts";

/** The most directories that are built to find Applications. */
const MAX_BUILDS = 1000;
/** The branches that count as what is reviewed, where an Application names one. */
const BRANCHES: ReadonlySet<string> = new Set(["main", "master"]);

interface ApplicationSearch extends Pick<SearchInput, "tree" | "files" | "builds" | "settings" | "own"> {
  readonly reach: BuildReach;
  /** The files that may hold Applications, absolute within the tree. */
  readonly paths: readonly string[];
  /** The directories with a kustomization that no other one includes, absolute within the tree. */
  readonly directories: Iterable<string>;
}

/** An Application, and the directory whose files declare it. */
interface Declared {
  readonly object: PrintedObject;
  readonly home: string;
}

/**
 * Those whose sources are all charts; others are not rendered. Where several directories declare an Application of the same name for the
 * cluster that Argo CD runs in, each is one of a cluster with the name of the directory.
 */
export async function findApplications(input: ApplicationSearch): Promise<readonly ApplicationDeployment[]> {
  const declared = await declaredIn(input);
  const names = clusterNames(declared.map(({ home }) => home));
  const places = new ObjectPlaces(input.files);
  const found = new Map<string, ApplicationDeployment>();
  const homes = new Map<string, Set<string>>();
  const read = async (
    { object, home }: Declared,
    cluster: string | undefined,
  ): Promise<ApplicationDeployment | undefined> =>
    readDeclared(object, { ...input, places, home: cluster, directory: home });
  for (const each of declared) {
    const deployment = await read(each, undefined);
    if (deployment !== undefined) getOrInsert(homes, deployment.id, () => new Set<string>()).add(each.home);
  }
  for (const each of declared) {
    const plain = await read(each, undefined);
    if (plain === undefined) continue;
    const isShared = (homes.get(plain.id)?.size ?? 0) > 1;
    const deployment = isShared ? await read(each, names.get(each.home)) : plain;
    if (deployment !== undefined && !found.has(deployment.id)) found.set(deployment.id, deployment);
  }
  return [...found.values()];
}

async function declaredIn({
  files,
  reach,
  paths,
  directories,
  builds,
  settings,
}: ApplicationSearch): Promise<Declared[]> {
  const ignored = settings.ignore.map(({ pattern }) => coverMatcher(pattern));
  const isIgnored = (path: string): boolean => ignored.some((matches) => matches(posix.relative("/", path) || "."));
  const declared: Declared[] = [];
  const add = (objects: readonly PrintedObject[], home: string): void => {
    for (const object of objects) if (isApplication(object)) declared.push({ object, home });
  };
  for (const path of paths)
    if (!reach.isNamed(path) && !reach.isLeftOut(path) && !isIgnored(path))
      add(objectsOf(await files.documents(path)), homeOf(posix.dirname(path)));
  const marked = new Marked(paths);
  let left = MAX_BUILDS;
  for (const directory of paths.length === 0 ? [] : directories) {
    if (isIgnored(directory) || reach.isLeftOut(directory) || !reach.takesIn([directory], marked) || left-- <= 0)
      continue;
    try {
      add((await builds.directory(directory)).resources.map(printedBy), homeOf(directory));
    } catch (thrown) {
      // It is a target, and reports that.
      if (!(thrown instanceof KrmError)) throw thrown;
    }
  }
  return declared;
}

interface ReadInput extends ApplicationSearch {
  readonly places: ObjectPlaces;
  readonly home: string | undefined;
  readonly directory: string;
}

/** Undefined for an Application that is not rendered yet. */
async function readDeclared(object: PrintedObject, input: ReadInput): Promise<ApplicationDeployment | undefined> {
  const { tree, own, places, home, directory } = input;
  const read = await readApplication(object, { tree, own, branches: BRANCHES, places, home });
  const { name, namespace, destination, sources, problem, controls } = read;
  if (sources.some((source) => !isChartSource(source) && source.problem.severity !== "error")) return undefined;
  const failed = problem ?? sources.flatMap((source) => (isChartSource(source) ? [] : [source.problem]))[0];
  const deployment = {
    system: "argocd",
    kind: "Application",
    namespace,
    name,
    cluster: destination.cluster ?? "unknown",
  } as const;
  const charts = sources.flatMap((source) => (isChartSource(source) ? [source.recipe] : []));
  const recipe: ApplicationRecipe = { kind: "Application", charts, namespace: destination.namespace };
  const origin: Location = object.origin ?? { file: tree.display(directory) };
  return {
    id: deploymentId(deployment),
    path: targetOfDirectory(directory),
    deployment,
    origin: { location: origin, parent: undefined },
    object: object.value,
    controls: {
      prunes: controls.prunes,
      deletionPolicy: controls.deletesObjects ? "Delete" : "Orphan",
      isSuspended: false,
      forces: controls.replaces,
      isKept: false,
    },
    dependsOn: [],
    problems: sources.flatMap((source) => (isChartSource(source) ? source.problems : [])),
    recipe: failed === undefined ? recipe : { problem: failed },
  };
}
