/** Walks from the Applications of Argo CD that nothing renders down to those that they render. */

import { posix } from "node:path";
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import type { Built } from "../../engine/index.ts";
import type { Use } from "../../lock/index.ts";
import type { DeploymentName } from "../../render/index.ts";
import type { GitUrl } from "../../sources/index.ts";
import { stableJson } from "../../text/index.ts";
import type { Value } from "../../yaml/index.ts";
import {
  destinationOf,
  isApplication,
  isApplicationSet,
  type ServerNames,
  type SourceImports,
} from "../argocd/index.ts";
import type { RecipeBuilds } from "../builds/index.ts";
import { type Deployment, isRenderable } from "../flux/index.ts";
import type { InstalledRecipe } from "../helm/index.ts";
import { printedBy } from "../objects/index.ts";
import { type ArgoClusters, describesCluster } from "./argo-clusters.ts";
import { type DeclaredApplication, type DeclaringEntry, type FoundApplications, isDeclaring } from "./declaring.ts";
import { declaringPart, mayRender } from "./declaring-part.ts";
import { entriesRendered } from "./entry-cover.ts";
import { MAX_DEPTH, tooDeepApplication, tooManyApplications, unreadableFile } from "./problems.ts";
import { type ReadingInput, readKnown } from "./reading.ts";
import type { SetMaker } from "./set-maker.ts";
import { keyOf, type Walked } from "./walked.ts";

/** The most Applications and ApplicationSets of a tree. */
const MAX_WALKED = 20_000;
/** The most further declarations of one of them that are told. */
const MAX_REPEATED = 5;

export interface WalkInput extends ReadingInput {
  readonly found: FoundApplications;
  readonly builds: RecipeBuilds;
  readonly imports: SourceImports;
  /** The builds of the other side of a comparison, if there is one. */
  readonly other: RecipeBuilds | undefined;
  readonly sets: SetMaker;
  readonly clusters: ArgoClusters;
  /** The releases that helm installs. */
  readonly releases: readonly Deployment<InstalledRecipe>[];
}

export class ApplicationWalk {
  readonly #input: WalkInput;
  readonly #walked = new Set<Walked>();
  /** By what identifies it within one Argo CD. */
  readonly #byKey = new Map<string, Walked>();
  readonly #below = new Map<Walked, readonly Walked[]>();
  readonly problems: Diagnostic[] = [];
  /** How often those were declared again that were known before, by their keys. */
  readonly #repeated = new Map<string, number>();
  #isCut = false;
  #most = MAX_WALKED;

  constructor(input: WalkInput) {
    this.#input = input;
  }

  /** All that counts; what renders one comes before it. */
  get walked(): Iterable<Walked> {
    return this.#walked;
  }

  /** The other repositories that the generators of sets have asked for. */
  get asked(): readonly GitUrl[] {
    return this.#input.sets.asked;
  }

  /** The names of clusters by their addresses. */
  get servers(): ServerNames {
    return this.#input.clusters.servers;
  }

  /** All that did not render, or did not make, what it declares, by its key. */
  get failed(): ReadonlyMap<string, Walked> {
    const all = [...this.#walked].filter(({ failure }) => failure !== undefined);
    return new Map(all.map((each) => [keyOf(each.declared), each]));
  }

  /** Tells whether the walk has come to one of the same Argo CD. */
  has(declared: DeclaredApplication): boolean {
    return this.#byKey.has(keyOf(declared));
  }

  async run(): Promise<void> {
    const { byFlux, entries } = this.#input.found;
    for (const declared of entries.flatMap((entry) => entry.declared))
      if (describesCluster(declared.object)) this.#input.clusters.note(declared);
    await this.#walk([
      ...byFlux.map((declared) => ({ declared, from: undefined, root: undefined, depth: 0 })),
      ...this.#input.releases.map(startOf),
    ]);
    // Those that another one renders as it is written are left for later: whoever renders one may change it.
    const direct: Walked[] = [];
    for (const each of entries.flatMap(rootsOf)) direct.push(await this.#read(each));
    const rendered = entriesRendered(entries, [...this.#walked, ...direct]);
    await this.#walk(direct.filter(({ root }) => root === undefined || !rendered.has(root.path)));
    for (let round = 0; round < 3; round++) {
      const now = entriesRendered(entries, this.#walked);
      for (const each of this.#walked) if (each.root !== undefined && now.has(each.root.path)) this.#drop(each);
      const begun = new Set([...this.#walked].map(({ root }) => root));
      const left = entries.filter((entry) => !begun.has(entry) && !now.has(entry.path));
      if (left.length === 0) return;
      await this.#walk(left.flatMap(rootsOf));
    }
  }

  /**
   * Adds what the other side has of those that did not render here: Argo CD changes nothing of what it does not render. What is added
   * may not render either.
   */
  async adopt(other: ApplicationWalk): Promise<void> {
    const { entries, failed: directories, large } = this.#input.found;
    const own = new Set(entries);
    const adopted = new Set<Walked>();
    this.#most = MAX_WALKED * 2;
    for (;;) {
      const { failed } = this;
      if (failed.size + directories.size === 0 && !this.#isPartial) return;
      // What it rendered there is here what is written.
      const isUnread = ({ from, root }: Walked): boolean =>
        from === undefined && root?.type === "file" && directories.has(root.path);
      const renderers = [...other.#walked].filter((each) => failed.has(keyOf(each.declared)) || isUnread(each));
      const unread = renderers.filter(isUnread).flatMap(({ root }) => root ?? []);
      const written = entriesRendered([...entries, ...new Set(unread)], renderers);
      const built = new Set([...other.#walked].map(({ root }) => root?.path));
      for (const each of this.#walked) {
        if (each.root === undefined || !own.has(each.root)) continue;
        const { path, instead } = each.root;
        if (written.has(path) || (instead !== undefined && built.has(instead))) this.#drop(each);
      }
      const isLost = (each: Walked): boolean => {
        const { declared, from, root } = each;
        if (this.#isPartial && !this.has(declared)) return true;
        return from === undefined ? root !== undefined && directories.has(root.path) : failed.has(keyOf(from.declared));
      };
      const lost = [...other.#walked].filter((each) => !adopted.has(each) && isLost(each));
      if (lost.length === 0) return;
      for (const each of lost) adopted.add(each);
      for (const path of new Set(lost.filter(isUnread).flatMap(({ root }) => root?.path ?? [])))
        this.problems.push(unreadableFile(this.#input.tree.display(path), large.has(path)));
      await this.#walk(
        lost.map((each) => ({
          ...each,
          from: each.from && this.#byKey.get(keyOf(each.from.declared)),
          application: undefined,
          failure: undefined,
          used: undefined,
        })),
      );
    }
  }

  /** True if some Applications of the tree were left out because there are too many. */
  get #isPartial(): boolean {
    return this.#isCut || this.#input.found.problems.length > 0;
  }

  /** Goes on to what each leads to. Sets come last: they make Applications for clusters that others declare. */
  async #walk(start: readonly Walked[]): Promise<void> {
    for (let waiting = [...start]; waiting.length > 0; ) {
      const sets: Walked[] = [];
      // Iterating over a list visits elements that are added meanwhile.
      for (const each of waiting) {
        if (isApplicationSet(each.declared.object)) sets.push(each);
        else waiting.push(...(await this.#visit(each)));
      }
      waiting = [];
      for (const each of sets) waiting.push(...(await this.#visit(each)));
    }
  }

  /** Adds one that is declared a second time, which is told; thousands of Applications may declare the same one. */
  async #addRepeated(each: Walked, key: string): Promise<void> {
    const count = this.#repeated.get(key) ?? 0;
    this.#repeated.set(key, count + 1);
    if (count < MAX_REPEATED) this.#walked.add(await this.#read(each));
  }

  /** @returns what it leads to */
  async #visit(each: Walked): Promise<readonly Walked[]> {
    const { declared, from, depth } = each;
    if (describesCluster(declared.object)) {
      this.#input.clusters.note(declared);
      return [];
    }
    const key = keyOf(declared);
    const known = this.#byKey.get(key);
    if (from !== undefined && !this.#walked.has(from)) return [];
    if (known !== undefined && !this.#replaces(each, known)) {
      if (!isAbove(known, each)) await this.#addRepeated(each, key);
      return [];
    }
    if (known !== undefined) this.#drop(known, each);
    if (this.#walked.size >= this.#most) {
      if (!this.#isCut) this.problems.push(tooManyApplications(this.#input.tree.label, MAX_WALKED));
      this.#isCut = true;
      return [];
    }
    this.#byKey.set(key, each);
    this.#walked.add(await this.#read(each));
    if (depth >= MAX_DEPTH) {
      this.problems.push(tooDeepApplication(declared.object));
      return [];
    }
    const below = await this.#declaredBy(each);
    this.#below.set(each, below);
    return below;
  }

  /**
   * Tells whether something counts over what was found before: what an Application renders does over the entry that both come from. The
   * one that renders itself stays if it does so without a change.
   */
  #replaces(each: Walked, known: Walked): boolean {
    if (known.from !== undefined || each.from === undefined || known.root === undefined) return false;
    if (known.root !== each.root) return false;
    const { value } = each.declared.object;
    return !isAbove(known, each) || stableJson(known.declared.object.value) !== stableJson(value);
  }

  /** Takes out one with all that it leads to, but for what leads to another one. */
  #drop(each: Walked, kept?: Walked): void {
    for (const below of this.#below.get(each) ?? [])
      if (kept === undefined || !isAbove(below, kept)) this.#drop(below, kept);
    this.#walked.delete(each);
    const key = keyOf(each.declared);
    if (this.#byKey.get(key) === each) this.#byKey.delete(key);
  }

  async #read(each: Walked): Promise<Walked> {
    if (each.application === undefined && isApplication(each.declared.object))
      each.application = await readKnown(each.declared.object, this.#input, each.placeOf);
    return each;
  }

  /** The Applications and sets that one renders or makes. */
  async #declaredBy(each: Walked): Promise<readonly Walked[]> {
    const { declared, root, depth } = each;
    const from = { from: each, root, depth: depth + 1 };
    try {
      if (isApplicationSet(declared.object)) {
        const { applications, problems, isPartial, used } = await this.#input.sets.make(declared);
        each.problems = problems;
        each.isPartial = isPartial;
        each.used = used;
        return applications.map(({ object, placeOf }) => ({ ...from, declared: { ...declared, object }, placeOf }));
      }
      if (each.release !== undefined) return await this.#renderedBy(each.release, from, declared);
      const { object, namespace, recipe } = each.application ?? {};
      if (object === undefined || namespace === undefined || recipe === undefined || !isRenderable(recipe)) return [];
      const { builds, other } = this.#input;
      const part = await declaringPart(recipe, namespace, { ...this.#input, fetches: builds.fetches });
      if (part === undefined) return [];
      const used: Use[] = [];
      const { resources } = await builds.application(part.recipe, other, part.fetchesCharts, used);
      each.used = used;
      return declaredAmong(resources, from, homeBelow(declared, object, this.#input.clusters.servers));
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      each.failure = thrown.diagnostics[0];
      return [];
    }
  }

  async #renderedBy(
    { recipe }: Deployment<InstalledRecipe>,
    from: From,
    declared: DeclaredApplication,
  ): Promise<readonly Walked[]> {
    const { builds, other, found } = this.#input;
    if (!isRenderable(recipe) || !mayRender(recipe.charts[0], found)) return [];
    return declaredAmong((await builds.installed(recipe, other)).resources, from, declared);
  }
}

/** Stands for a release of helm. */
function startOf(release: Deployment<InstalledRecipe>): Walked {
  const { namespace, name, cluster } = release.deployment as DeploymentName;
  const origin = release.origin.location;
  const object = { apiVersion: "helm", kind: "Release", namespace, name, value: null, origin };
  const declared = { object, home: posix.join("/", release.path), cluster, parent: undefined };
  return { declared, from: undefined, root: undefined, depth: 0, release };
}

type From = Pick<Walked, "from" | "root" | "depth">;

function declaredAmong(resources: Built["resources"], from: From, home: DeclaredApplication): readonly Walked[] {
  return resources
    .map(printedBy)
    .filter(isDeclaring)
    .map((object) => ({ ...from, declared: { ...home, object } }));
}

function rootsOf(entry: DeclaringEntry): readonly Walked[] {
  return entry.declared.map((declared) => ({ declared, from: undefined, root: entry, depth: 0 }));
}

/** Names the Argo CD that gets what an Application renders: that of the cluster it deploys to, if that is another one. */
function homeBelow(declared: DeclaredApplication, object: Value, servers: ServerNames): DeclaredApplication {
  const cluster = destinationOf(object, "", servers).cluster ?? "";
  return cluster === "" ? declared : { ...declared, cluster };
}

/** Tells whether one is on the way to another. */
function isAbove(one: Walked, other: Walked): boolean {
  for (let at = other.from; at !== undefined; at = at.from) if (at === one) return true;
  return false;
}
