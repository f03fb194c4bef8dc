/** Finds the deployments of one tree, or of both sides of a comparison. */
import type { DeploymentSettings } from "../configuration/index.ts";
import type { BuildOptions } from "../engine/index.ts";
import type { Uses } from "../lock/index.ts";
import type { SideName, Trees } from "../render/index.ts";
import type { RepositoryHistory } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { discover, RootFiles } from "../targets/index.ts";
import {
  ApplicationWalk,
  ArgoClusters,
  applicationDeployments,
  argoRestrictor,
  clusterRule,
  type KnownApplications,
  type KnownSets,
  SetMaker,
} from "./applications/index.ts";
import { isApplication, isApplicationSet, SourceImports } from "./argocd/index.ts";
import { type Deployment, findLocalPaths, RecipeBuilds } from "./builds/index.ts";
import { FoundDeployments, type Searched, type SearchedAll } from "./found-deployments.ts";
import { installedCharts } from "./helm/index.ts";
import { KnownContents, ObjectPlaces, YamlFiles } from "./objects/index.ts";
import { clusterNames } from "./reach/index.ts";
import { searchDeployments } from "./search.ts";
import type { SearchInput } from "./search-input.ts";

/**
 * The ports that a search may use. Remotes fetch the sources of Applications that may render others, and what generators of sets read: nothing
 * without them.
 */
export interface SearchBuild
  extends Pick<BuildOptions, "timeoutSeconds" | "pool" | "deploymentHelm" | "jsonnet" | "keptRenderings" | "remotes"> {
  /** For what is deployed from another branch, a tag or a commit of the repository. */
  readonly history?: RepositoryHistory | undefined;
}

export interface FindOptions {
  readonly settings: DeploymentSettings;
  /** An address of the repository, or OWNER/NAME; undefined where it is not known. */
  readonly own: string | undefined;
  /** The names of the branches that are reviewed, beside `main` and `master`; also with `origin/` in front. */
  readonly branches?: readonly string[] | undefined;
  /** For the builds of those deployments that declare others. */
  readonly build: SearchBuild;
  /** The lock that each side is held to; of one tree, that of the head. */
  readonly uses?: Readonly<Partial<Record<SideName, Uses | undefined>>> | undefined;
  /** Kustomization files that were read before. */
  readonly rootFiles?: RootFiles | undefined;
}

/** Finds the deployments of one tree. @throws KrmError `too-many-directories` */
export async function findDeployments(tree: Tree, options: FindOptions): Promise<FoundDeployments> {
  const shared = newShared();
  const found = await search(tree, options, shared, options.uses?.head);
  const walk = await walkApplications(found, undefined, options, shared);
  return new FoundDeployments(await withOthers(found, walk, [], options));
}

/**
 * Finds the deployments of both sides. Where a deployment of one side does not build, it is not known what it declares there: Flux
 * applies nothing of it, so those that it declares on the other side count.
 * @throws KrmError `too-many-directories`
 */
export async function findBothDeployments(
  trees: Trees,
  options: FindOptions,
): Promise<Readonly<Record<SideName, FoundDeployments>>> {
  if (trees.base === trees.head) {
    const both = await findDeployments(trees.head, options);
    return { head: both, base: both };
  }
  const shared = newShared();
  const found = await search(trees.head, options, shared, options.uses?.head);
  const other = await search(trees.base, options, shared, options.uses?.base, found.builds);
  const ofHead = await walkApplications(found, undefined, options, shared);
  const ofBase = await walkApplications(other, found, options, shared);
  await ofHead.adopt(ofBase);
  await ofBase.adopt(ofHead);
  const head = await withOthers(found, ofHead, [ofBase], options);
  const base = await withOthers(other, ofBase, [ofHead], options);
  return {
    head: new FoundDeployments(head, base, {
      tree: trees.base,
      get: (id) => base.found.deployments.get(id),
    }),
    base: new FoundDeployments(base, head),
  };
}

/** Knowledge that both sides of a comparison share. */
interface Shared {
  readonly contents: KnownContents;
  readonly known: SearchInput["known"];
  readonly applications: KnownApplications;
  readonly sets: KnownSets;
}

function newShared(): Shared {
  return { contents: new KnownContents(), known: new WeakMap(), applications: new WeakMap(), sets: new WeakMap() };
}

async function search(
  tree: Tree,
  { settings, own, build, rootFiles = new RootFiles() }: FindOptions,
  { contents, known }: Shared,
  uses: Uses | undefined,
  other?: RecipeBuilds,
): Promise<Searched> {
  const builds = RecipeBuilds.forSearch(tree, { ...build, uses });
  const files = await YamlFiles.of(tree, contents);
  const discovery = (): ReturnType<typeof discover> => discover(tree, rootFiles);
  const found = await searchDeployments({ tree, files, discovery, rootFiles, builds, other, known, settings, own });
  const imports = new SourceImports(tree, files.hasJsonnet);
  return { builds, files, found, imports, installed: await installedCharts(settings.charts, tree) };
}

/** The branches that Applications name where they mean what is deployed, whatever the branch that is reviewed is called. */
const BRANCHES = ["main", "master"] as const;

/** Walks to the Applications of Argo CD. @param other the side that was searched before, if there is one */
async function walkApplications(
  { builds, files, found, imports, installed }: Searched,
  other: Searched | undefined,
  { settings, own, branches = [], build }: FindOptions,
  shared: Shared,
): Promise<ApplicationWalk> {
  const { tree } = builds;
  const places = new ObjectPlaces(files);
  const { entries, byFlux } = found.applications;
  const declared = [...entries.flatMap((entry) => entry.declared), ...byFlux];
  const homes = clusterNames(declared.map(({ home }) => home));
  const applications = declared.filter(({ object }) => isApplication(object) || isApplicationSet(object));
  // Most repositories have none: it is not worth a call of git.
  const hasRoots = applications.length + installed.deployments.size > 0;
  const current = hasRoots ? await build.history?.branch() : undefined;
  const given = [...branches.map((name) => name.replace(/^origin\//, "")), ...(current === undefined ? [] : [current])];
  const repository = { own, branches: new Set([...BRANCHES, ...given]), history: build.history };
  const clusters = new ArgoClusters(settings.clusters, (home) => homes.get(home), applications);
  const walk = new ApplicationWalk({
    found: found.applications,
    tree,
    places,
    own: repository,
    known: shared.applications,
    builds,
    imports,
    other: other?.builds,
    clusters,
    releases: settings.isOff ? [] : [...installed.deployments.values()],
    sets: new SetMaker({
      tree,
      places,
      settings,
      own: repository,
      known: shared.sets,
      clusters,
      builds,
    }),
  });
  await walk.run();
  return walk;
}

/** Adds the Applications of Argo CD, and the charts that helm installs. @param others the walk of the other side, if there is one */
async function withOthers(
  { builds, files, found, imports, installed }: Searched,
  walk: ApplicationWalk,
  others: readonly ApplicationWalk[],
  { settings, build }: FindOptions,
): Promise<SearchedAll> {
  const restrictorOf = await argoRestrictor(builds.tree, found.applications.options);
  const clusterOf = clusterRule([walk, ...others])(walk);
  const applications = await applicationDeployments({
    walked: [...walk.walked],
    servers: walk.servers,
    clusterOf,
    restrictorOf,
    places: new ObjectPlaces(files),
    ignore: settings.ignore,
    hasGlobalProjects: found.applications.hasGlobalProjects,
  });
  const deployments = new Map<string, Deployment>([...found.deployments, ...applications, ...installed.deployments]);
  const localPaths = await findLocalPaths([...deployments.values()], builds.tree, imports);
  return {
    builds,
    files,
    imports,
    installed,
    found: { ...found, deployments },
    walk,
    localPaths,
    history: build.history,
  };
}
