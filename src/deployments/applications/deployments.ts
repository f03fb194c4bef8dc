/** Makes deployments of the Applications of Argo CD that a walk has come to. */
import { getOrInsert } from "../../collections.ts";
import { coverMatcher, type DeploymentSettings } from "../../configuration/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Use } from "../../lock/index.ts";
import { valueAt } from "../../manifests/index.ts";
import { deploymentId, targetOfDirectory } from "../../render/index.ts";
import {
  ARGOCD_NAMESPACE,
  type Destination,
  destinationOf,
  isApplication,
  isApplicationSet,
  isAppProject,
  clusterOf as knownCluster,
  patchesSyncPolicy,
  refusedParts,
  type ServerNames,
  syncWindowsOf,
} from "../argocd/index.ts";
import type { ApplicationDeployment } from "../builds/index.ts";
import { isRenderable } from "../flux/index.ts";
import type { ObjectPlaces, PlaceOf } from "../objects/index.ts";
import { clusterNames } from "../reach/index.ts";
import type { DeclaredApplication } from "./declaring.ts";
import type { RestrictorOf } from "./load-restrictor.ts";
import { type Project, projectRule } from "./projects.ts";
import type { ReadApplication } from "./reading.ts";
import type { Walked } from "./walked.ts";

/** Gives the name of the cluster that Argo CD runs in; undefined where it does not matter. */
export type ClusterOf = (declared: DeclaredApplication) => string | undefined;

/**
 * Names the clusters of Applications that several directories of one side declare with equal names, for the cluster that Argo CD runs in:
 * each is one of a cluster with the name of its directory, on both sides.
 */
export function clusterRule(sides: readonly Side[]): (side: Side) => ClusterOf {
  const shared = new Set<string>();
  const applications = sides.map((side) => ({ side, declared: applicationsOf(side.walked) }));
  for (const { side, declared } of applications) {
    const homes = new Map<string, string>();
    for (const each of declared) {
      if (each.cluster !== undefined) continue;
      const key = idOf(each, undefined, side.servers);
      if (getOrInsert(homes, key, () => each.home) !== each.home) shared.add(key);
    }
  }
  const names = clusterNames(applications.flatMap(({ declared }) => declared.map(({ home }) => home)));
  return ({ servers }) =>
    (each) =>
      each.cluster ?? (shared.has(idOf(each, undefined, servers)) ? names.get(each.home) : undefined);
}

/** All that the walk through one side has come to, and the names of clusters there. */
interface Side {
  readonly walked: Iterable<Walked>;
  readonly servers: ServerNames;
}

function applicationsOf(walked: Iterable<Walked>): readonly DeclaredApplication[] {
  return [...walked].flatMap(({ declared }) => (isApplication(declared.object) ? [declared] : []));
}

interface NamingInput extends Side {
  readonly clusterOf: ClusterOf;
  readonly restrictorOf: RestrictorOf;
  readonly places: ObjectPlaces;
  readonly ignore: DeploymentSettings["ignore"];
  /** See {@link FoundApplications.hasGlobalProjects}. */
  readonly hasGlobalProjects: boolean;
}

/** Returns the deployments by id. Of several with one id, the first one counts. @param input with what renders one before it */
export async function applicationDeployments(input: NamingInput): Promise<ReadonlyMap<string, ApplicationDeployment>> {
  const { walked, servers, clusterOf } = input;
  const ignored = input.ignore.map(({ pattern }) => coverMatcher(pattern));
  const projects = input.hasGlobalProjects
    ? []
    : [...walked].flatMap(({ declared }) => (isAppProject(declared.object) ? [declared] : []));
  const projectOf = projectRule(projects, applicationsOf(walked), clusterOf);
  const found = new Map<string, ApplicationDeployment>();
  /** The id of what renders what an Application or a set declares. */
  const ids = new Map<Walked, string | undefined>();
  for (const each of walked) {
    const { declared, from, application } = each;
    const parent = from === undefined ? declared.parent : ids.get(from);
    if (!isApplication(declared.object)) {
      ids.set(each, each.release?.id ?? parent);
      continue;
    }
    const cluster = clusterOf(declared);
    const id = idOf(declared, cluster, servers);
    ids.set(each, id);
    if (application === undefined || ignored.some((matches) => matches(id))) continue;
    const destination = destinationOf(application.object, cluster, servers);
    const project = projectOf(declared);
    const ruled = withRules(each, application, destination, project, input);
    const placeOf = each.placeOf ?? (await input.places.of(ruled.origin, ruled.object));
    const made = deploymentOf({ walked: each, application: ruled, parent, destination, project, placeOf });
    const first = found.get(id);
    found.set(id, first === undefined ? made : { ...first, problems: [...first.problems, declaredTwice(first, made)] });
  }
  return found;
}

/** An Application with the rules of its Argo CD: for the files that kustomizations name, and those of its project. */
function withRules(
  { declared }: Walked,
  application: ReadApplication,
  destination: Destination,
  project: Project | undefined,
  { restrictorOf }: NamingInput,
): ReadApplication {
  const { recipe, object } = application;
  if (!isRenderable(recipe)) return application;
  const isBuilt = recipe.sources.some(({ type }) => type === "Kustomize" || type === "Remote");
  const loadRestrictor = isBuilt ? restrictorOf(declared.home) : undefined;
  if (project === undefined && loadRestrictor === undefined) return application;
  return {
    ...application,
    recipe: {
      ...recipe,
      ...(loadRestrictor !== undefined && { loadRestrictor }),
      ...(project !== undefined && {
        project: { rules: project.rules, cluster: knownCluster(object), shownCluster: destination.cluster ?? UNKNOWN },
      }),
    },
  };
}

interface Found {
  readonly walked: Walked;
  readonly application: ReadApplication;
  /** The id of what renders it. */
  readonly parent: string | undefined;
  readonly destination: Destination;
  readonly project: Project | undefined;
  readonly placeOf: PlaceOf;
}

function deploymentOf({ walked, application, parent, destination, project, placeOf }: Found): ApplicationDeployment {
  const { declared, from, root } = walked;
  const { name, namespace, object, origin, controls, recipe, problems } = application;
  const { cluster = UNKNOWN } = destination;
  const deployment = { system: "argocd", kind: "Application", namespace, name, cluster } as const;
  const maker = from?.declared.object;
  const set = maker && isApplicationSet(maker) ? `${maker.namespace || ARGOCD_NAMESPACE}/${maker.name}` : undefined;
  const hasOwnPolicy = set !== undefined && patchesSyncPolicy(maker?.value ?? null);
  const refused = project === undefined ? [] : refusedParts(object, destination, project.rules, placeOf);
  // What names an operation starts it, and a set with rolling steps syncs its Applications itself.
  const isRolling = maker !== undefined && valueAt(maker.value, "spec", "strategy", "type") === "RollingSync";
  const isManual = !controls.isAutomated && !isRolling && valueAt(object, "operation") === undefined;
  const windows = project === undefined ? [] : syncWindowsOf(project.object, object);
  const used = usesAbove(from);
  const directory = root?.type === "directory" && from === undefined ? root.path : undefined;
  return {
    id: deploymentId(deployment),
    path: targetOfDirectory(declared.home),
    deployment,
    origin: {
      location: origin,
      parent,
      directory,
      ...(set !== undefined && { set }),
      ...(hasOwnPolicy && { hasOwnPolicy }),
      ...(used.length > 0 && { used }),
    },
    object,
    controls: {
      prunes: controls.prunes,
      deletionPolicy: controls.deletesObjects ? "Delete" : "Orphan",
      isSuspended: false,
      forces: false,
      replaces: controls.replaces,
      orphans: controls.orphans,
      isKept: false,
      isManual,
      heals: controls.heals,
      windows: windows.filter(({ allowsManual }) => !isManual || !allowsManual).map(({ text }) => text),
      place: placeOf("spec", "syncPolicy"),
    },
    dependsOn: [],
    problems: [...refused, ...problems],
    recipe,
  };
}

/** The uses of other machines by which the search has come to what something declares. */
function usesAbove(walked: Walked | undefined): readonly Use[] {
  const used: Use[] = [];
  for (let at = walked; at !== undefined; at = at.from) used.push(...(at.used ?? []));
  return used;
}

/** The cluster of an Application that names none, or two. */
const UNKNOWN = "unknown";

function idOf(
  { object: { value, namespace, name } }: DeclaredApplication,
  home: string | undefined,
  servers: ServerNames,
): string {
  const cluster = destinationOf(value, home, servers).cluster ?? UNKNOWN;
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
