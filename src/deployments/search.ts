/**
 * Finds the deployments of one tree, from the roots down: a Kustomization counts as its parent renders it, so that what a parent patches
 * or substitutes into it counts.
 */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import { coverMatcher, type DeploymentSettings, globMatcher } from "../configuration/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import { compareBytewise } from "../text/index.ts";
import { findApplications } from "./applications/index.ts";
import { ClusterSearch } from "./cluster-search.ts";
import { coverage, type Entry } from "./coverage.ts";
import {
  declaredBy,
  dependencyProblems,
  directoryOf,
  isFluxInstance,
  isKustomization,
  sourceReferenceOf,
} from "./flux/index.ts";
import { type Found, type FoundFlux, NOTHING } from "./found.ts";
import { type MarkedFiles, markedFiles } from "./marked-files.ts";
import { ObjectPlaces, objectsOf, type PrintedObject, printedBy } from "./objects/index.ts";
import { BuildReach, clusterNames, homeOf } from "./reach/index.ts";
import type { SearchInput } from "./search-input.ts";

/** How often the search is repeated with roots that only it found. */
const MAX_ROUNDS = 3;

export async function searchDeployments(input: SearchInput): Promise<Found> {
  if (input.settings.isOff) return NOTHING;
  const result = await searchFiles(input);
  return input.files.isCutOff ? { ...result, problems: [tooManyFiles(input), ...result.problems] } : result;
}

async function searchFiles(input: SearchInput): Promise<Found> {
  const marked = await markedFiles(input.files);
  const { applications } = marked;
  const isArgo = applications.files.size > 0 || input.files.largeApplications.size > 0;
  if (marked.marked.files.size === 0 && !isArgo) return NOTHING;
  const discovery = await input.discovery();
  const reach = await BuildReach.of(input.tree, discovery, input.rootFiles);
  const directories = [...discovery.targets.keys()];
  const isFlux = marked.marked.files.size > 0;
  const found = isFlux ? await new Search(input, marked, reach, directories).run() : NOTHING;
  if (!isArgo) return found;
  const covers = { directory: found.covers, file: found.coversFile };
  const others = await findApplications({
    ...input,
    reach,
    paths: [...applications.files],
    declaring: marked.declaring,
    directories,
    covers,
  });
  const mayPrint = (started: Iterable<string>): boolean => reach.takesIn(started, applications);
  return {
    ...found,
    problems: [...found.problems, ...others.problems],
    applications: {
      ...others,
      byFlux: found.applications.byFlux,
      mayPrint,
      marked: applications,
      options: marked.options,
      hasGlobalProjects: marked.hasGlobalProjects,
    },
  };
}

function tooManyFiles({ tree }: SearchInput): Diagnostic {
  return {
    code: "too-many-deployments",
    severity: "warning",
    message: `there are too many YAML files in ${tree.label} to look for Kustomizations of Flux in all of them; those in the others are not rendered as Flux applies them`,
    hint: "Set `deployments: false` in .krm-render.yaml of the base branch if none of them matter.",
  };
}

class Search {
  readonly #input: SearchInput;
  readonly #files: MarkedFiles;
  readonly #reach: BuildReach;
  /** The directories that Kustomizations in files name, as they are written, each with these files. */
  readonly #declared = new Map<string, Set<string>>();
  readonly #built = new Map<Entry, readonly PrintedObject[]>();
  readonly #directories: readonly string[];
  readonly #places: ObjectPlaces;

  /** @param directories with a kustomization that no other one includes */
  constructor(input: SearchInput, files: MarkedFiles, reach: BuildReach, directories: readonly string[]) {
    this.#input = input;
    this.#files = files;
    this.#reach = reach;
    this.#directories = directories;
    this.#places = new ObjectPlaces(input.files);
  }

  async run(): Promise<FoundFlux> {
    const { roots: given, ignore } = this.#input.settings;
    const ignored = ignore.map(({ pattern }) => coverMatcher(pattern));
    const entries = (await this.#entries()).filter(({ path }) => !ignored.some((matches) => matches(fromTop(path))));
    if (given !== undefined) return this.#searchGiven(entries, given, ignored);
    let roots: readonly Entry[] = entries.filter((entry) => !this.#isDeclared(entry));
    // What a kustomization names may get another path by its patches.
    if (roots.length === 0)
      roots = entries.filter((entry) => !this.#isDeclared(entry, (file) => !this.#reach.isNamed(file)));
    if (roots.length === 0) roots = this.#leading(entries);
    for (let round = 1; ; round++) {
      const clusters = await this.#searchFrom(roots);
      const covered = coverage(clusters, this.#reach);
      const kept = round === 1 ? this.#withoutCovered(roots, covered.rootsAround) : roots;
      if (kept.length < roots.length) {
        roots = kept;
        continue;
      }
      const chosen = new Set(roots);
      const left = entries.filter((entry) => !chosen.has(entry) && !covered.entry(entry));
      const isCut = clusters.some(({ problems }) => problems.length > 0);
      if (left.length === 0 || isCut || round === MAX_ROUNDS) return this.#found(clusters, covered, ignored);
      roots = [...roots, ...(round + 1 < MAX_ROUNDS ? this.#leading(left) : left)];
    }
  }

  /** The roots that nothing else renders, as the search has shown: a path of an artifact says little before. */
  #withoutCovered(roots: readonly Entry[], rootsAround: (entry: Entry) => ReadonlySet<string>): readonly Entry[] {
    const dropped: string[] = [];
    return roots.filter((entry) => {
      const own = this.#input.tree.display(entry.path);
      const isBelow = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`);
      const others = [...rootsAround(entry)].filter(
        (file) => !isBelow(file, own) && !dropped.some((path) => isBelow(file, path)),
      );
      if (others.length > 0) dropped.push(own);
      return others.length === 0;
    });
  }

  /** The files that no kustomization names, and the directories that no other one includes, by path. */
  async #entries(): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    for (const path of this.#files.marked.files) {
      const objects = objectsOf(await this.#input.files.documents(path));
      for (const object of objects) {
        const declared = declaredBy(object);
        if (declared !== undefined && !isOfArtifact(declared))
          getOrInsert(this.#declared, directoryOf(declared.value), () => new Set<string>()).add(path);
      }
      const isRoot = objects.some((object) => isFluxInstance(object) || isKustomization(object));
      if (isRoot && !this.#reach.isNamed(path) && !this.#reach.isLeftOut(path)) entries.push({ path, objects });
    }
    for (const path of this.#directories)
      if (!this.#reach.isLeftOut(path) && this.#reach.takesIn([path], this.#files.marked))
        entries.push({ path, objects: undefined });
    return entries.sort((a, b) => compareBytewise(a.path, b.path));
  }

  /** Tells whether a Kustomization in a file of another entry builds an entry, going by what is written there. @param counts of files */
  #isDeclared(entry: Entry, counts: Matcher = () => true): boolean {
    for (const file of this.#declaring(entry)) if (counts(file)) return true;
    return false;
  }

  /** The files of other entries with Kustomizations that build an entry, going by what is written there. @param top whether the top counts */
  *#declaring({ path, objects }: Entry, top = true): Iterable<string> {
    const around = [...(objects === undefined ? [path] : []), ...this.#reach.generatedAround(path)];
    for (const directory of around.filter((each) => top || each !== "/"))
      for (const file of this.#declared.get(directory) ?? [])
        if (file !== path && !file.startsWith(`${path}/`)) yield file;
  }

  /**
   * Returns the entry that leads to most others, of those that name one another: the first of those that name equally many. The top is
   * often that of another repository.
   */
  #leading(entries: readonly Entry[]): readonly Entry[] {
    const counts = new Map<string, number>();
    for (const entry of entries)
      for (const file of new Set(this.#declaring(entry, false)))
        for (let at = file; at !== "/"; at = posix.dirname(at)) counts.set(at, (counts.get(at) ?? 0) + 1);
    const countOf = ({ path }: Entry): number => counts.get(path) ?? 0;
    const most = entries.reduce((count, entry) => Math.max(count, countOf(entry)), 0);
    return entries.filter((entry) => countOf(entry) === most).slice(0, 1);
  }

  /**
   * Tells of directories whether a file names one that the build of a deployment takes in, if one does not build. A path that is written with
   * a variable may be any directory, and so may one that other machines know; others count from the top of an artifact, wherever that is.
   */
  #mayDeclare(clusters: readonly ClusterSearch[]): Found["mayDeclare"] {
    if (!this.#input.builds.areWhole) return () => true;
    if (clusters.every(({ failed }) => failed.size === 0)) return () => false;
    const isTaken = (file: string): boolean => this.#reach.isNamed(file) || !this.#reach.isLeftOut(file);
    const filesOf = (directory: string): readonly string[] => [...(this.#declared.get(directory) ?? [])];
    const isOpen = [...this.#declared.keys()].some((each) => /[${]/.test(each) && filesOf(each).some(isTaken));
    return (directory) => {
      const steps = directory.split("/").slice(1);
      return isOpen || steps.some((_, at) => filesOf(`/${steps.slice(at).join("/")}`).some(isTaken));
    };
  }

  #found(
    clusters: readonly ClusterSearch[],
    covered: ReturnType<typeof coverage>,
    ignored: readonly Matcher[],
  ): FoundFlux {
    const reach = this.#reach;
    const all = clusters.flatMap(({ deployments, failed }) => {
      const problems = dependencyProblems(deployments, failed.size === 0 && this.#input.builds.areWhole);
      const kept = [...deployments.values()].filter(({ id }) => !ignored.some((matches) => matches(id)));
      return kept.map((each) => ({ ...each, problems: [...each.problems, ...(problems.get(each.id) ?? [])] }));
    });
    return {
      deployments: new Map(all.sort((a, b) => compareBytewise(a.id, b.id)).map((each) => [each.id, each])),
      failed: new Map(clusters.flatMap(({ failed }) => [...failed])),
      problems: clusters.flatMap(({ problems }) => problems),
      mayDeclare: this.#mayDeclare(clusters),
      covers: covered.directory,
      coversFile: (path) => covered.entry({ path, objects: [] }),
      applications: { ...NOTHING.applications, byFlux: clusters.flatMap(({ applications }) => applications) },
      kustomizationsOf: (directory) => reach.kustomizationsOf(directory),
      reached: (directories) => reach.reached(directories),
    };
  }

  /** Searches from what the configuration names. */
  async #searchGiven(
    entries: readonly Entry[],
    given: NonNullable<DeploymentSettings["roots"]>,
    ignored: readonly Matcher[],
  ): Promise<FoundFlux> {
    const matchers = given.map((root) => ({ ...root, matches: globMatcher(root.path) }));
    const rootOf = ({ path }: Entry) =>
      matchers.find(({ matches }) => matches(fromTop(path)) || matches(fromTop(posix.dirname(path))));
    const clusters = await this.#searchFrom(entries.filter(rootOf), (entry) => rootOf(entry)?.cluster);
    return this.#found(clusters, coverage(clusters, this.#reach), ignored);
  }

  /** @param nameOf the name of the cluster of an entry; undefined for that of its directory */
  async #searchFrom(
    entries: readonly Entry[],
    nameOf: (entry: Entry) => string | undefined = () => undefined,
  ): Promise<readonly ClusterSearch[]> {
    const declaring: (readonly [Entry, readonly PrintedObject[]])[] = [];
    for (const entry of entries) {
      const objects = await this.#objectsOf(entry);
      if (objects.some((object) => isFluxInstance(object) || isKustomization(object))) declaring.push([entry, objects]);
    }
    const names = clusterNames(declaring.map(([entry]) => homeOfEntry(entry)));
    const byCluster = new Map<string, { homes: Set<string>; objects: PrintedObject[] }>();
    for (const [entry, own] of declaring) {
      const home = homeOfEntry(entry);
      const cluster = nameOf(entry) ?? names.get(home) ?? "";
      const known = getOrInsert(byCluster, cluster, () => ({
        homes: new Set<string>(),
        objects: [] as PrintedObject[],
      }));
      known.homes.add(home);
      known.objects.push(...own);
    }
    const clusters: ClusterSearch[] = [];
    for (const [cluster, { homes, objects }] of byCluster) {
      const input = {
        ...this.#input,
        places: this.#places,
        reach: this.#reach,
        ...this.#files,
        cluster,
        homes: [...homes],
      };
      const search = new ClusterSearch(input, objects);
      await search.run();
      clusters.push(search);
    }
    return clusters;
  }

  async #objectsOf(entry: Entry): Promise<readonly PrintedObject[]> {
    if (entry.objects !== undefined) return entry.objects;
    const known = this.#built.get(entry);
    if (known !== undefined) return known;
    const objects = await this.#buildDirectory(entry.path);
    this.#built.set(entry, objects);
    return objects;
  }

  /** The objects of a directory; none of one that does not build, which is a target and reports it. */
  async #buildDirectory(directory: string): Promise<readonly PrintedObject[]> {
    try {
      return (await this.#input.builds.directory(directory, this.#input.other)).resources.map(printedBy);
    } catch (thrown) {
      if (thrown instanceof KrmError) return [];
      throw thrown;
    }
  }
}

type Matcher = (path: string) => boolean;

function fromTop(path: string): string {
  return posix.relative("/", path) || ".";
}

/** Tells whether a Kustomization builds all of an artifact, which is seldom one of this repository: that of Flux itself, for example. */
function isOfArtifact({ value }: PrintedObject): boolean {
  return directoryOf(value) === "/" && sourceReferenceOf(value, "").kind !== "GitRepository";
}

function homeOfEntry({ path, objects }: Entry): string {
  return homeOf(objects === undefined ? path : posix.dirname(path));
}
