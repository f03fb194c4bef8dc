/** Makes deployments of the Applications of Argo CD. */
import { getOrInsert } from "../collections.ts";
import { coverMatcher } from "../configuration/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { isMap, valueAt } from "../manifests/index.ts";
import { deploymentId, targetOfDirectory } from "../render/index.ts";
import { answersEqually, recordedTree } from "../sources/index.ts";
import type { TreeRecord } from "../sources/tree.ts";
import type { Project, ProjectOf } from "./application-projects.ts";
import type { DeclaredApplication, DeclaredProject, FoundApplications } from "./applications.ts";
import {
  type ApplicationRecipe,
  ARGOCD_NAMESPACE,
  clusterOf,
  destinationOf,
  isBuiltSource,
  isChartSource,
  readApplication,
  readIgnoreRules,
  refusedParts,
  type SourceRecipe,
  syncWindowsOf,
} from "./argocd/index.ts";
import { clusterNames } from "./clusters.ts";
import type { ApplicationDeployment } from "./deployment.ts";
import { ObjectPlaces } from "./objects/index.ts";
import type { SearchInput } from "./search-input.ts";

/** The branches that Applications name where they mean what is deployed, whatever the branch that is reviewed is called. */
const BRANCHES = ["main", "master"] as const;

/** Applications that one side has read, by the objects that both sides print. */
export type KnownApplications = WeakMap<object, KnownApplication>;

interface KnownApplication {
  /** Undefined for one that is not rendered yet. */
  readonly deployment: ApplicationDeployment | undefined;
  readonly cluster: string | undefined;
  readonly parent: string | undefined;
  readonly project: Project | undefined;
  /** Everything that was asked of the tree. */
  readonly record: TreeRecord;
}

/** Gives the name of the cluster that Argo CD runs in; undefined where it does not matter. */
export type ClusterOf = (declared: DeclaredApplication) => string | undefined;

/**
 * Names the clusters of Applications that several directories of one side declare with equal names, for the cluster that Argo CD runs in:
 * each is one of a cluster with the name of its directory, on both sides.
 */
export function clusterRule(sides: readonly (readonly DeclaredApplication[])[]): ClusterOf {
  const shared = new Set<string>();
  for (const declared of sides) {
    const homes = new Map<string, string>();
    for (const each of declared) {
      if (each.cluster !== undefined) continue;
      const key = idOf(each, undefined);
      if (getOrInsert(homes, key, () => each.home) !== each.home) shared.add(key);
    }
  }
  const names = clusterNames(sides.flatMap((declared) => declared.map(({ home }) => home)));
  return (each) => each.cluster ?? (shared.has(idOf(each, undefined)) ? names.get(each.home) : undefined);
}

/** Returns what one side declares, and what the other side does of which this one does not build what declares them. */
export function withOther(
  own: FoundApplications,
  other: FoundApplications,
): Pick<FoundApplications, "declared" | "projects"> {
  if (own === other || own.failed.size === 0) return own;
  const isLost = ({ directory }: DeclaredProject): boolean => directory !== undefined && own.failed.has(directory);
  return {
    declared: [...own.declared, ...other.declared.filter(isLost)],
    projects: [...own.projects, ...other.projects.filter(isLost)],
  };
}

interface ReadInput extends Pick<SearchInput, "tree" | "files" | "settings" | "own"> {
  readonly branches: readonly string[];
  readonly clusterOf: ClusterOf;
  readonly projectOf: ProjectOf;
  readonly known: KnownApplications;
}

/** Makes those whose sources can be rendered, by id. Of several with one id, the first one counts. */
export async function applicationDeployments(
  declared: readonly DeclaredApplication[],
  input: ReadInput,
): Promise<ReadonlyMap<string, ApplicationDeployment>> {
  const places = new ObjectPlaces(input.files);
  const ignored = input.settings.ignore.map(({ pattern }) => coverMatcher(pattern));
  const found = new Map<string, ApplicationDeployment>();
  const branches = new Set([...BRANCHES, ...input.branches.map((name) => name.replace(/^origin\//, ""))]);
  for (const each of declared) {
    const cluster = input.clusterOf(each);
    const id = idOf(each, cluster);
    if (ignored.some((matches) => matches(id))) continue;
    const first = found.get(id);
    const read = await readKnown(each, cluster, { ...input, places, branches });
    if (read === undefined) continue;
    found.set(id, first === undefined ? read : { ...first, problems: [...first.problems, declaredTwice(first, read)] });
  }
  return found;
}

type Reading = Omit<ReadInput, "branches"> & { readonly places: ObjectPlaces; readonly branches: ReadonlySet<string> };

/** Reads an Application, or takes what the other side has read of the same object where it asked the same. */
async function readKnown(
  each: DeclaredApplication,
  cluster: string | undefined,
  input: Reading,
): Promise<ApplicationDeployment | undefined> {
  const { known, tree } = input;
  const key = isMap(each.object.value) ? each.object.value : {};
  const before = known.get(key);
  const project = input.projectOf(each);
  const isSame =
    before !== undefined && before.cluster === cluster && before.parent === each.parent && before.project === project;
  if (isSame && (await answersEqually(before.record, tree))) return before.deployment;
  const recorded = recordedTree(tree);
  const deployment = await readDeclared(each, cluster, { ...input, tree: recorded }, project);
  known.set(key, { deployment, cluster, parent: each.parent, project, record: recorded.record });
  return deployment;
}

/** Undefined for an Application that is not rendered yet. */
async function readDeclared(
  { object, home, parent, directory }: DeclaredApplication,
  cluster: string | undefined,
  { tree, own, places, branches }: Reading,
  project: Project | undefined,
): Promise<ApplicationDeployment | undefined> {
  // Values of Secrets in it would get into all that is rendered.
  if (object.withheld?.some(([field]) => field === "spec") === true) return undefined;
  const read = await readApplication(object, { tree, own, branches, places, home: cluster });
  const { name, namespace, destination, sources, origin, controls } = read;
  const others = sources.filter((source) => "problem" in source);
  if (read.problem === undefined && others.some(({ problem }) => problem.severity !== "error")) return undefined;
  const [first] = others;
  const problem = read.problem ?? first?.problem;
  const elsewhere = read.problem === undefined ? first?.elsewhere : undefined;
  const charts = sources.filter(isChartSource);
  const ignores = readIgnoreRules(object.value);
  const recipe: ApplicationRecipe = {
    kind: "Application",
    sources: sources.flatMap((source): SourceRecipe[] =>
      isChartSource(source)
        ? [{ type: "Helm", index: charts.indexOf(source) }]
        : isBuiltSource(source)
          ? [source.built]
          : [],
    ),
    charts: charts.map((source) => source.recipe),
    places: charts.map(({ placeOf }) => placeOf),
    namespace: destination.namespace,
    ...(ignores !== undefined && { ignores }),
    ...(project !== undefined && {
      project: { rules: project.rules, cluster: clusterOf(object.value), shownCluster: destination.cluster ?? UNKNOWN },
    }),
  };
  const placeOf = await places.of(origin, object.value);
  const refused = project === undefined ? [] : refusedParts(object.value, destination, project.rules, placeOf);
  // What names an operation starts it.
  const isManual = !controls.isAutomated && valueAt(object.value, "operation") === undefined;
  const windows = project === undefined ? [] : syncWindowsOf(project.object, object.value);
  const deployment = {
    system: "argocd",
    kind: "Application",
    namespace,
    name,
    cluster: destination.cluster ?? UNKNOWN,
  } as const;
  return {
    id: deploymentId(deployment),
    path: targetOfDirectory(home),
    deployment,
    origin: { location: origin, parent, directory },
    object: object.value,
    controls: {
      prunes: controls.prunes,
      deletionPolicy: controls.deletesObjects ? "Delete" : "Orphan",
      isSuspended: false,
      forces: controls.replaces,
      isKept: false,
      isManual,
      heals: controls.heals,
      windows: windows.filter(({ allowsManual }) => !isManual || !allowsManual).map(({ text }) => text),
      place: placeOf("spec", "syncPolicy"),
    },
    dependsOn: [],
    problems: [...refused, ...sources.flatMap((source) => ("problems" in source ? source.problems : []))],
    recipe: problem === undefined ? recipe : { problem, ...(elsewhere !== undefined && { elsewhere }) },
  };
}

/** The cluster of an Application that names none, or two. */
const UNKNOWN = "unknown";

function idOf({ object: { value, namespace, name } }: DeclaredApplication, home: string | undefined): string {
  const cluster = destinationOf(value, home).cluster ?? UNKNOWN;
  return deploymentId({
    system: "argocd",
    kind: "Application",
    namespace: namespace || ARGOCD_NAMESPACE,
    name,
    cluster,
  });
}

function declaredTwice({ id, origin }: ApplicationDeployment, other: ApplicationDeployment): Diagnostic {
  const { file, line } = other.origin.location;
  return {
    code: "argocd-declared-twice",
    severity: "warning",
    message: `${id} is declared a second time, in ${file}${line === undefined ? "" : `:${line}`}, which is not rendered`,
    ...origin.location,
    hint: "Remove one, or name the directory of one under deployments.ignore in .krm-render.yaml of the base branch.",
  };
}
