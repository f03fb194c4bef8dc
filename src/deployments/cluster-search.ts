/** Finds the deployments of one cluster, from its roots down. */
import { posix } from "node:path";
import { type Diagnostic, formatLocation, KrmError } from "../diagnostics.ts";
import { areEqualValues, isMap } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import { type DeclaredApplication, isDeclaring } from "./applications/index.ts";
import {
  type Deployment,
  declaredBy,
  directoryOf,
  FLUX_NAMESPACE,
  haveSameRules,
  isHelmRelease,
  isKustomize,
  keyOf,
  madeSecretOf,
  NEWEST_RULES,
  type Reference,
  readDeployment,
  readReleaseDeployment,
  rulesOf,
  sourceReferenceOf,
} from "./flux/index.ts";
import { givenObject } from "./given-object.ts";
import { type ObjectPlaces, objectsOf, type PrintedObject, printedBy } from "./objects/index.ts";
import { type BuildReach, Marked } from "./reach/index.ts";
import { RenderedRoots } from "./rendered-roots.ts";
import type { Known, SearchInput } from "./search-input.ts";
import { MAX_DEPLOYMENTS, MAX_DEPTH, tooDeep, tooManyDeployments } from "./search-problems.ts";

/** The most objects that are looked for in one round. */
const MAX_MISSING = 500;
/** How often the search is repeated with the values that it found. */
const MAX_ROUNDS = 4;
/** The most deployments that are built to find one object that others read. */
const MAX_SEARCHED = 50;

export interface ClusterInput extends SearchInput {
  readonly cluster: string;
  readonly places: ObjectPlaces;
  /** The directories that declare the roots, absolute within the tree. */
  readonly homes: readonly string[];
  readonly reach: BuildReach;
  /** The files that may hold Kustomizations, or what makes them. */
  readonly marked: Marked;
  /** The files that may hold HelmReleases. */
  readonly releases: Marked;
  /** The files that may hold Applications of Argo CD. */
  readonly applications: Marked;
}

/** An object that something prints, and that declares a deployment. */
interface Declared {
  readonly object: PrintedObject;
  readonly parent: string | undefined;
}

/** A Kustomization, and how many others lead to it. */
interface DeclaredKustomization extends Declared {
  readonly depth: number;
}

export class ClusterSearch {
  readonly deployments = new Map<string, Deployment>();
  /** Why those do not build that may declare others, by id. */
  readonly failed = new Map<string, Diagnostic>();
  readonly problems: Diagnostic[] = [];
  /** The Applications of Argo CD that deployments print. */
  readonly applications: DeclaredApplication[] = [];
  readonly #input: ClusterInput;
  readonly #roots: readonly PrintedObject[];
  /** The HelmReleases that stand beside the roots. */
  readonly #ownReleases: readonly PrintedObject[];
  /** The keys of the sources of the roots. */
  readonly #rootSources: ReadonlySet<string>;
  readonly #rootSourcesKey: string;
  /** The objects that deployments read: variables and sources. Kept for all rounds. */
  readonly #objects = new Map<string, PrintedObject>();
  readonly #generators = new Map<string, PrintedObject>();
  /** The objects that were looked for in this round and are not known. */
  #missing = new Map<string, Reference>();
  /** The rules of the controller that the cluster runs. */
  #rules = NEWEST_RULES;
  /** The tops of the artifacts of sources, by their keys. */
  readonly #tops = new Map<string, string>();
  /** The keys of objects that stand beside the roots, and that no deployment was seen to print. */
  readonly #beside = new Set<string>();
  readonly #rendered = new RenderedRoots();
  /** True if a walk has found that it went by something beside the roots that a deployment prints in another way. */
  #isOutdated = false;
  /** The keys of objects that nothing prints. */
  readonly #absent = new Set<string>();

  /** @param objects what nobody renders for this cluster but its owner: the roots, and what stands beside them */
  constructor(input: ClusterInput, objects: readonly PrintedObject[]) {
    this.#input = input;
    this.#roots = objects.flatMap((object) => declaredBy(object) ?? []);
    this.#ownReleases = objects.filter(isHelmRelease);
    this.#rootSources = new Set(
      this.#roots.map((root) => keyOf(sourceReferenceOf(root.value, root.namespace || FLUX_NAMESPACE))),
    );
    this.#rootSourcesKey = [...this.#rootSources].sort().join();
    for (const object of objects) this.#note(object);
    for (const key of this.#objects.keys()) this.#beside.add(key);
  }

  async run(): Promise<void> {
    for (const root of this.#roots) await this.#noteTop(root);
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const rules = this.#rules;
      let walks = 0;
      do {
        this.#missing = new Map();
        this.#isOutdated = false;
        await this.#walk();
      } while (this.#isOutdated && ++walks < MAX_ROUNDS);
      const isFound = await this.#searchMissing();
      if (!isFound && rules === this.#rules) return;
    }
  }

  /**
   * Finds out which directory of the repository a root counts its path from: some repositories push a directory as an artifact. It is
   * the top, unless the path is not there, and is in exactly one of the directories around the file of the root.
   */
  async #noteTop({ value, namespace, origin }: PrintedObject): Promise<void> {
    const { tree } = this.#input;
    const isDirectory = async (path: string): Promise<boolean> => (await tree.lookup(path))?.type === "directory";
    const key = keyOf(sourceReferenceOf(value, namespace || FLUX_NAMESPACE));
    const path = directoryOf(value);
    if (this.#tops.get(key) === "/" || origin === undefined) return;
    if (await isDirectory(path)) return void this.#tops.set(key, "/");
    const found: string[] = [];
    for (let at = posix.join("/", posix.dirname(origin.file)); at !== "/"; at = posix.dirname(at))
      if (await isDirectory(posix.join(at, path))) found.push(at);
    if (found.length === 1) this.#tops.set(key, found[0] as string);
  }

  async #walk(): Promise<void> {
    this.deployments.clear();
    this.failed.clear();
    this.problems.length = 0;
    this.applications.length = 0;
    const waiting: DeclaredKustomization[] = this.#roots.map((object) => ({ object, parent: undefined, depth: 0 }));
    const seen = new Map<string, Declared>();
    const releases: Declared[] = [];
    // Iterating over a list visits elements that are added meanwhile.
    for (const declared of waiting) {
      const { object, depth, parent } = declared;
      const deployment = await this.#read(declared, readDeployment);
      const { id } = deployment;
      if (parent === undefined && this.#rendered.has(id)) continue;
      const earlier = seen.get(id);
      const isRoot = earlier !== undefined && earlier.parent === undefined;
      const parentOf = (each: string) => this.deployments.get(each)?.origin.parent;
      if (isRoot && parent !== undefined && this.#rendered.note(id, parent, parentOf)) {
        if (areEqual(earlier.object, object)) this.deployments.set(id, deployment);
        else this.#isOutdated = true;
      }
      // What `flux bootstrap` makes renders itself: what it prints counts, and not the file.
      const isItself = parent === id && earlier?.parent === undefined;
      if (earlier !== undefined && !(isItself && !areEqual(earlier.object, object))) continue;
      if (earlier === undefined && seen.size >= MAX_DEPLOYMENTS) {
        this.problems.push(tooManyDeployments(this.#input.cluster));
        return;
      }
      seen.set(id, declared);
      this.deployments.set(
        id,
        isItself ? { ...deployment, origin: { ...deployment.origin, parent: undefined } } : deployment,
      );
      if (depth >= MAX_DEPTH) this.problems.push(tooDeep(deployment));
      else if (this.#mayDeclare(deployment)) {
        for (const printed of await this.#printed(deployment)) {
          this.#note(printed, true);
          const child = declaredBy(printed);
          if (child !== undefined) waiting.push({ object: child, parent: id, depth: depth + 1 });
          if (isHelmRelease(printed)) releases.push({ object: printed, parent: id });
          if (isDeclaring(printed)) this.#noteApplication(printed, id);
        }
      }
    }
    await this.#readReleases(releases);
  }

  #noteApplication(object: PrintedObject, parent: string): void {
    const { cluster, homes } = this.#input;
    this.applications.push({ object, home: homes[0] ?? "/", cluster, parent });
  }

  /** Reads the HelmReleases once all is known that the Kustomizations print. */
  async #readReleases(printed: readonly Declared[]): Promise<void> {
    const own = this.#ownReleases.map((object) => ({ object, parent: undefined }));
    for (const declared of [...printed, ...own]) {
      const deployment = await this.#read(declared, readReleaseDeployment);
      if (this.deployments.has(deployment.id)) continue;
      if (this.deployments.size >= MAX_DEPLOYMENTS) {
        this.problems.push(tooManyDeployments(this.#input.cluster));
        return;
      }
      this.deployments.set(deployment.id, deployment);
    }
  }

  /** Reads a deployment; what the other side has read of the same object counts if all that it looked up is the same here. */
  async #read({ object, parent: id }: Declared, read: typeof readDeployment): Promise<Deployment> {
    const { cluster, settings, own, places } = this.#input;
    const parent = id === undefined ? undefined : this.deployments.get(id);
    const key = isMap(object.value) ? object.value : {};
    const known = this.#input.known.get(key);
    if (known !== undefined && this.#isSame(known, parent)) return known.deployment;
    const looked = new Map<Reference, Value | undefined>();
    const lookUp = async (reference: Reference): Promise<PrintedObject | undefined> => {
      const found = this.#find(reference);
      looked.set(reference, found?.value);
      return found;
    };
    let isPlain = true;
    const generators = (): readonly PrintedObject[] => {
      // They are not looked up one by one.
      isPlain = false;
      return [...this.#generators.values()];
    };
    const topOf = (reference: Reference): string => this.#tops.get(keyOf(reference)) ?? "/";
    const sources = { lookUp, generators, settings, own, rootSources: this.#rootSources, topOf };
    const deployment = await read(object, { cluster, parent, places, rules: this.#rules, sources });
    if (isPlain)
      this.#input.known.set(key, {
        rootSources: this.#rootSourcesKey,
        deployment,
        cluster,
        parent: placesKey(parent),
        rules: this.#rules,
        looked,
      });
    return deployment;
  }

  #isSame({ cluster, parent, rules, rootSources, looked }: Known, own: Deployment | undefined): boolean {
    if (cluster !== this.#input.cluster || !haveSameRules(rules, this.#rules)) return false;
    if (parent !== placesKey(own)) return false;
    if (rootSources !== this.#rootSourcesKey) return false;
    for (const [reference, value] of looked) if (this.#find(reference)?.value !== value) return false;
    return true;
  }

  /** Tells whether a build may print what other deployments are made of. */
  #mayDeclare(deployment: Deployment): boolean {
    const { marked, releases, applications } = this.#input;
    return [marked, releases, applications].some((files) => this.#takesIn(deployment, files));
  }

  #takesIn({ recipe }: Deployment, marked: Marked): boolean {
    return isKustomize(recipe) && this.#input.reach.takesIn([recipe.directory, ...recipe.components], marked);
  }

  /** The objects that a deployment prints; none for one that does not build. */
  async #printed(deployment: Deployment): Promise<readonly PrintedObject[]> {
    const { recipe } = deployment;
    if (!isKustomize(recipe)) return [];
    try {
      const { resources } = await this.#input.builds.search(recipe, this.#input.other);
      return resources.map(printedBy);
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      const [problem] = thrown.diagnostics;
      if (problem !== undefined && this.#mayDeclare(deployment)) this.failed.set(deployment.id, problem);
      return [];
    }
  }

  /** Keeps an object that deployments may read. The first one counts, but for one beside the roots that a deployment prints. */
  #note(object: PrintedObject, isPrinted = false): void {
    const { kind, apiVersion } = object;
    const namespace = object.namespace || FLUX_NAMESPACE;
    const rules = rulesOf(object);
    if (rules !== undefined && !haveSameRules(rules, this.#rules)) this.#rules = rules;
    const made = madeSecretOf(object.value);
    const isSource = apiVersion.startsWith("source.toolkit.fluxcd.io/");
    const isRead = apiVersion === "v1" && (kind === "ConfigMap" || kind === "Secret");
    if (kind === "ArtifactGenerator" && apiVersion.startsWith("source.extensions.fluxcd.io/"))
      this.#generators.set(`${namespace}/${object.name}`, object);
    if (isSource || isRead || made !== undefined) {
      const key = keyOf(
        made === undefined ? { kind, namespace, name: object.name } : { kind: "Secret", namespace, name: made.name },
      );
      const known = this.#objects.get(key);
      const isOther = known !== undefined && isPrinted && this.#beside.delete(key) && !areEqual(known, object);
      if (isOther) this.#isOutdated = true;
      if (known === undefined || isOther) this.#objects.set(key, object);
    }
  }

  /** Tells whether a file stands beside the roots, or below them, and is applied with them: nothing names it. */
  #isBeside(path: string): boolean {
    const { homes, reach } = this.#input;
    return !reach.isNamed(path) && homes.some((home) => path.startsWith(`${home}/`));
  }

  /** The object of a reference; undefined if nothing in the repository renders it for this cluster, as far as is known yet. */
  #find(reference: Reference): PrintedObject | undefined {
    const key = keyOf(reference);
    const found = this.#objects.get(key);
    if (found !== undefined) return found;
    if (!this.#absent.has(key)) this.#missing.set(key, reference);
    return givenObject(this.#input.settings.values, this.#input.cluster, reference);
  }

  /** Builds the deployments that may print what was not found. @returns whether something was found */
  async #searchMissing(): Promise<boolean> {
    let isFound = false;
    const missing = [...this.#missing].slice(0, MAX_MISSING);
    const holding = await this.#input.files.holding(missing.map(([, reference]) => textsOf(reference)));
    for (const [index, [key, reference]] of missing.entries()) {
      const paths = holding[index] ?? [];
      for (const path of paths)
        if (this.#isBeside(path))
          for (const object of objectsOf(await this.#input.files.documents(path))) this.#note(object);
      const marked = new Marked(paths);
      let searched = 0;
      for (const deployment of paths.length === 0 ? [] : [...this.deployments.values()]) {
        if (this.#objects.has(key) || searched >= MAX_SEARCHED) break;
        if (this.#mayDeclare(deployment) || !this.#takesIn(deployment, marked)) continue;
        searched++;
        for (const printed of await this.#printed(deployment)) this.#note(printed);
      }
      if (this.#objects.has(key) || (reference.kind === "ExternalArtifact" && this.#generators.size > 0))
        isFound = true;
      if (!this.#objects.has(key)) this.#absent.add(key);
    }
    return isFound;
  }
}

/** The places of a parent and of its patches, to which what it patches into a child leads. */
function placesKey(parent: Deployment | undefined): string {
  if (parent === undefined) return "";
  const patches = isKustomize(parent.recipe) ? (parent.recipe.edits.patches ?? []) : [];
  return [parent.origin.location, ...patches.map(({ location }) => location)].map(formatLocation).join("\n");
}

/** Texts that a file has which declares an object, or a generator of it. */
function textsOf({ kind, name }: Reference): readonly string[] {
  if (kind === "ConfigMap" || kind === "Secret") return [name];
  return kind === "ExternalArtifact" ? [name, "kind: ArtifactGenerator"] : [name, `kind: ${kind}`];
}

function areEqual(a: PrintedObject, b: PrintedObject): boolean {
  return areEqualValues(a.value, b.value);
}
