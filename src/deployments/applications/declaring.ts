/** Finds the files and kustomizations that declare Applications, ApplicationSets and AppProjects of Argo CD. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { coverMatcher, type DeploymentSettings, globMatcher } from "../../configuration/index.ts";
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { isApplication, isApplicationSet, isAppProject } from "../argocd/index.ts";
import type { RecipeBuilds } from "../builds/index.ts";
import { objectsOf, type PrintedObject, printedBy, type YamlFiles } from "../objects/index.ts";
import { type BuildReach, homeOf, Marked } from "../reach/index.ts";
import { describesCluster } from "./argo-clusters.ts";

/** The most directories that are built to find Applications. */
const MAX_BUILDS = 1000;
/** The most Applications of a tree. */
const MAX_APPLICATIONS = 20_000;

/** An Application, an ApplicationSet or an AppProject, and what declares it. */
export interface DeclaredApplication {
  readonly object: PrintedObject;
  /** The directory of the cluster that declares it, absolute within the tree. */
  readonly home: string;
  /** The name of the cluster that Argo CD runs in; undefined where nothing gives it. */
  readonly cluster: string | undefined;
  /** The id of the deployment of Flux that prints it; undefined for none. */
  readonly parent: string | undefined;
}

/** A file or a kustomization that nothing but an Application may render, with what it declares. */
export interface DeclaringEntry {
  /** The path of the file or of the directory, absolute within the tree. */
  readonly path: string;
  readonly type: "file" | "directory";
  /** The path of the kustomization that includes it, for want of which it counts as it is written: that does not build. */
  readonly instead?: string | undefined;
  readonly declared: readonly DeclaredApplication[];
}

export interface FoundApplications {
  /** The objects that deployments of Flux print. */
  readonly byFlux: readonly DeclaredApplication[];
  readonly entries: readonly DeclaringEntry[];
  /** The directories that do not build and the files that cannot be read, which may declare some, absolute within the tree. */
  readonly failed: ReadonlySet<string>;
  /** The files among them that are too large to be read. */
  readonly large: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
  /** Tells whether builds of directories may read a file that may hold Applications. */
  readonly mayPrint: (directories: Iterable<string>) => boolean;
  /** The files that may hold Applications, absolute within the tree. */
  readonly marked: Marked;
  /** AppProjects may take more rules from others, by settings of Argo CD that are not read. */
  readonly hasGlobalProjects: boolean;
  /** The files that may hold options of kustomize for Argo CD, absolute within the tree. */
  readonly options: readonly string[];
}

export interface ApplicationSearch {
  readonly tree: Tree;
  readonly files: YamlFiles;
  readonly builds: RecipeBuilds;
  /** The builds of the other side of a comparison, if it was searched before. */
  readonly other: RecipeBuilds | undefined;
  readonly settings: DeploymentSettings;
  readonly reach: BuildReach;
  /** The files that may hold Applications, AppProjects, or Secrets of clusters, absolute within the tree. */
  readonly paths: readonly string[];
  /** The files that may hold Applications and ApplicationSets, absolute within the tree. */
  readonly declaring: readonly string[];
  /** The directories with a kustomization that no other one includes, absolute within the tree. */
  readonly directories: Iterable<string>;
  /** Tells whether a deployment takes in a directory with a kustomization, or a file that no kustomization names. */
  readonly covers: { readonly directory: (path: string) => boolean; readonly file: (path: string) => boolean };
}

/** Finds those that no deployment prints. What does not build is a target, and reports that. */
export async function findApplications(
  input: ApplicationSearch,
): Promise<Pick<FoundApplications, "entries" | "failed" | "large" | "problems">> {
  const { tree, files, reach, paths, directories, covers, builds, other } = input;
  const start = startRule(input);
  const entries: DeclaringEntry[] = [];
  const large = files.largeApplications;
  const failed = new Set<string>(large);
  const problems: Diagnostic[] = [];
  let count = 0;
  const add = (
    objects: readonly PrintedObject[],
    path: string,
    about: Pick<DeclaringEntry, "type" | "instead">,
  ): void => {
    const home = homeOf(about.instead ?? (about.type === "file" ? posix.dirname(path) : path));
    const from = { home, cluster: start(path)?.cluster, parent: undefined };
    const declared = objects.filter(isDeclaring).map((object) => ({ object, ...from }));
    if (declared.length === 0) return;
    entries.push({ path, ...about, declared: declared.slice(0, Math.max(0, MAX_APPLICATIONS - count)) });
    count += declared.length;
  };
  const isLeftOut = await leftOutRule(input);
  for (const path of paths) {
    const begun = start(path);
    if (begun === undefined || covers.file(path)) continue;
    if (begun.isGiven !== true && reach.isNamed(path)) continue;
    if (await isPartOfChart(path, input)) continue;
    const documents = await files.documents(path);
    const objects = objectsOf(documents);
    const isLeft = begun.isGiven !== true && isLeftOut(path);
    if (isLeft && !objects.some((object) => deploys(object, reach.nearest(path)))) continue;
    // It holds a text of Applications, so it cannot be read.
    if (documents.length === 0) failed.add(path);
    add(objects, path, { type: "file" });
  }
  const marked = new Marked(paths);
  let left = MAX_BUILDS;
  const waiting: { directory: string; instead?: string }[] = [...directories].map((directory) => ({ directory }));
  const seen = new Set<string>();
  // Iterating over a list visits elements that are added meanwhile.
  for (const { directory, instead } of waiting) {
    if (seen.has(directory) || !reach.takesIn([directory], marked)) continue;
    seen.add(directory);
    const isStart = !isLeftOut(directory) && !covers.directory(directory) && start(directory) !== undefined;
    if (instead === undefined && !isStart) continue;
    if (left-- <= 0) {
      problems.push(tooMany(`more than ${MAX_BUILDS} kustomizations of ${tree.label} may declare Applications`));
      break;
    }
    const about = instead === undefined ? {} : { instead };
    try {
      const { resources } = await builds.directory(directory, other);
      add(resources.map(printedBy), directory, { type: "directory", ...about });
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      // Kustomizations get nothing of other machines here, so much does not build that does elsewhere. What it includes may.
      const whole = instead ?? directory;
      failed.add(whole);
      waiting.push(...reach.includedBy(directory).map((included) => ({ directory: included, instead: whole })));
      for (const path of paths)
        if (reach.isNamedBy(directory, path) && !(await isPartOfChart(path, input)))
          add(objectsOf(await files.documents(path)), path, { type: "file", instead: whole });
    }
  }
  if (count > MAX_APPLICATIONS) problems.push(tooMany(`${tree.label} has more than ${MAX_APPLICATIONS} Applications`));
  return { entries, failed, large, problems };
}

export function isDeclaring(object: PrintedObject): boolean {
  return isApplication(object) || isApplicationSet(object) || isAppProject(object) || describesCluster(object);
}

/**
 * Makes a function that tells whether a file of Applications, or a kustomization, is one that nobody applies: below a kustomization that
 * applies others. One that applies none is often that of Argo CD itself, with what begins to deploy beside it.
 */
async function leftOutRule({ reach, declaring, files }: ApplicationSearch): Promise<(path: string) => boolean> {
  const printing = new Set<string>();
  for (const path of declaring.filter((each) => reach.isNamed(each))) {
    const nearest = reach.nearest(path);
    if (nearest !== undefined && !printing.has(nearest) && (await mayApply(path, files))) printing.add(nearest);
  }
  const applies = (directory: string): boolean => {
    for (const each of reach.included(directory)) if (printing.has(each)) return true;
    return false;
  };
  const known = new Map<string, boolean>();
  return (path) => {
    const nearest = reach.nearest(path);
    return nearest !== undefined && getOrInsert(known, nearest, () => applies(nearest));
  };
}

/** Tells whether an Application deploys a directory: people apply by hand what begins to deploy the directory that it lies in. */
function deploys({ value, ...object }: PrintedObject, directory: string | undefined): boolean {
  if (!isApplication(object)) return false;
  const sources = [valueAt(value, "spec", "source"), ...listAt(value, "spec", "sources")];
  return sources.some((source) => {
    const path = textAt(source, "path");
    return path !== undefined && posix.join("/", path).replace(/(.)\/$/, "$1") === directory;
  });
}

/** Tells whether a file that a kustomization names is an Application or an ApplicationSet, and not values that only speak of some. */
async function mayApply(path: string, files: YamlFiles): Promise<boolean> {
  const documents = await files.documents(path);
  return documents.length === 0 || objectsOf(documents).some((each) => isApplication(each) || isApplicationSet(each));
}

/** Makes a function that tells where the search may begin, and with which cluster; undefined elsewhere. */
function startRule({ settings: { roots, ignore } }: ApplicationSearch) {
  const ignored = ignore.map(({ pattern }) => coverMatcher(pattern));
  const given = roots?.map(({ path, cluster }) => ({ path, cluster, matches: globMatcher(path) }));
  return (path: string): { readonly cluster: string | undefined; readonly isGiven?: boolean } | undefined => {
    const [own, around] = [fromTop(path), fromTop(posix.dirname(path))];
    if (ignored.some((matches) => matches(own))) return undefined;
    if (given === undefined) return { cluster: undefined };
    const root = given.find(({ matches }) => matches(own) || matches(around));
    return root && { cluster: root.cluster, isGiven: root.path === own };
  };
}

function fromTop(path: string): string {
  return posix.relative("/", path) || ".";
}

const PARTS_OF_CHARTS: ReadonlySet<string> = new Set(["templates", "charts", "crds"]);

/** Tells whether helm renders a file as a part of a chart around it. */
async function isPartOfChart(path: string, { tree }: Pick<ApplicationSearch, "tree">): Promise<boolean> {
  for (let at = posix.dirname(path); at !== "/"; at = posix.dirname(at)) {
    if (!PARTS_OF_CHARTS.has(posix.basename(at))) continue;
    if ((await tree.lookup(posix.join(posix.dirname(at), "Chart.yaml"))) !== undefined) return true;
  }
  return false;
}

function tooMany(message: string): Diagnostic {
  return {
    code: "too-many-deployments",
    severity: "warning",
    message: `${message}; those in the others are not rendered`,
    hint: "Name the directories that matter under deployments.roots in .krm-render.yaml of the base branch.",
  };
}
