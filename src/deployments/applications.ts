/** Finds what declares Applications and AppProjects of Argo CD: files, kustomizations, and Kustomizations of Flux. */
import { posix } from "node:path";
import { coverMatcher, globMatcher } from "../configuration/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import { isApplication, isAppProject } from "./argocd/index.ts";
import { type BuildReach, Marked } from "./build-reach.ts";
import { homeOf } from "./clusters.ts";
import { objectsOf, type PrintedObject, printedBy } from "./objects/index.ts";
import type { SearchInput } from "./search-input.ts";

/** The most directories that are built to find Applications. */
const MAX_BUILDS = 1000;
/** The most Applications of a tree, and the most AppProjects. */
const MAX_APPLICATIONS = 20_000;

/** An Application, and what declares it. */
export interface DeclaredApplication {
  readonly object: PrintedObject;
  /** The directory of the cluster that declares it, absolute within the tree. */
  readonly home: string;
  /** The name of the cluster that Argo CD runs in; undefined where nothing gives it. */
  readonly cluster: string | undefined;
  /** The kustomization that prints it, absolute within the tree; undefined for a file, and for a deployment. */
  readonly directory: string | undefined;
  /** The id of the deployment that prints it; undefined for none. */
  readonly parent: string | undefined;
}

/** An AppProject, and what declares it. */
export type DeclaredProject = Omit<DeclaredApplication, "parent">;

export interface FoundApplications {
  readonly declared: readonly DeclaredApplication[];
  readonly projects: readonly DeclaredProject[];
  /** The directories that do not build and may declare some, absolute within the tree. */
  readonly failed: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
}

export interface ApplicationSearch extends Pick<SearchInput, "tree" | "files" | "builds" | "other" | "settings"> {
  readonly reach: BuildReach;
  /** The files that may hold Applications, absolute within the tree. */
  readonly paths: readonly string[];
  /** The directories with a kustomization that no other one includes, absolute within the tree. */
  readonly directories: Iterable<string>;
  /** Tells whether a deployment takes in a directory with a kustomization, or a file that no kustomization names. */
  readonly covers: { readonly directory: (path: string) => boolean; readonly file: (path: string) => boolean };
}

/** Finds those that no deployment prints. What does not build is a target, and reports that. */
export async function findApplications(input: ApplicationSearch): Promise<FoundApplications> {
  const { tree, files, reach, paths, directories, covers, builds, other } = input;
  const start = startRule(input);
  const declared: DeclaredApplication[] = [];
  const projects: DeclaredProject[] = [];
  const failed = new Set<string>();
  const problems: Diagnostic[] = [];
  const add = (objects: readonly PrintedObject[], path: string, directory: string | undefined): void => {
    const from = { home: homeOf(directory ?? posix.dirname(path)), cluster: start(path)?.cluster, directory };
    for (const object of objects.filter(isApplication)) declared.push({ object, ...from, parent: undefined });
    for (const object of objects.filter(isAppProject)) projects.push({ object, ...from });
  };
  for (const path of paths) {
    if (reach.isNamed(path) || reach.isLeftOut(path) || covers.file(path) || start(path) === undefined) continue;
    if (!(await isPartOfChart(path, input))) add(objectsOf(await files.documents(path)), path, undefined);
  }
  const marked = new Marked(paths);
  let left = MAX_BUILDS;
  for (const directory of directories) {
    if (reach.isLeftOut(directory) || covers.directory(directory) || start(directory) === undefined) continue;
    if (!reach.takesIn([directory], marked)) continue;
    if (left-- <= 0) {
      problems.push(tooMany(`more than ${MAX_BUILDS} kustomizations of ${tree.label} may declare Applications`));
      break;
    }
    try {
      add((await builds.directory(directory, other)).resources.map(printedBy), directory, directory);
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      failed.add(directory);
    }
  }
  if (declared.length > MAX_APPLICATIONS) {
    problems.push(tooMany(`${tree.label} has more than ${MAX_APPLICATIONS} Applications`));
    declared.length = MAX_APPLICATIONS;
  }
  return { declared, projects: projects.slice(0, MAX_APPLICATIONS), failed, problems };
}

/** Makes a function that tells where the search may begin, and with which cluster; undefined elsewhere. */
function startRule({ settings: { roots, ignore } }: ApplicationSearch) {
  const ignored = ignore.map(({ pattern }) => coverMatcher(pattern));
  const given = roots?.map(({ path, cluster }) => ({ cluster, matches: globMatcher(path) }));
  return (path: string): { readonly cluster: string | undefined } | undefined => {
    const [own, around] = [fromTop(path), fromTop(posix.dirname(path))];
    if (ignored.some((matches) => matches(own))) return undefined;
    return given === undefined ? { cluster: undefined } : given.find(({ matches }) => matches(own) || matches(around));
  };
}

function fromTop(path: string): string {
  return posix.relative("/", path) || ".";
}

const PARTS_OF_CHARTS: ReadonlySet<string> = new Set(["templates", "charts", "crds"]);

/** Tells whether helm renders a file as a part of a chart around it. */
async function isPartOfChart(path: string, { tree }: Pick<SearchInput, "tree">): Promise<boolean> {
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
