/** Makes the Applications of ApplicationSets, and keeps what it has made for the other side of a comparison. */
import { type DeploymentSettings, globMatcher } from "../../configuration/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Use } from "../../lock/index.ts";
import { isMap, valueAt } from "../../manifests/index.ts";
import { answersEqually, type GitUrl, recordedTree } from "../../sources/index.ts";
import type { Tree, TreeRecord } from "../../sources/tree.ts";
import { stableJson } from "../../text/index.ts";
import type { Value } from "../../yaml/index.ts";
import {
  ARGOCD_NAMESPACE,
  type DeclaredParameters,
  type FetchRepository,
  type MadeApplication,
  makeApplications,
  type Own,
  patchesSyncPolicy,
  SetsEffort,
} from "../argocd/index.ts";
import type { RecipeBuilds } from "../builds/index.ts";
import type { ObjectPlaces, PlaceOf, PrintedObject } from "../objects/index.ts";
import type { ArgoClusters, KnownClusters } from "./argo-clusters.ts";
import type { DeclaredApplication } from "./declaring.ts";

/** An Application that a set makes. */
export interface ApplicationOfSet {
  readonly object: PrintedObject;
  readonly placeOf: PlaceOf;
}

export interface MadeOfSet {
  readonly applications: readonly ApplicationOfSet[];
  readonly problems: readonly Diagnostic[];
  /** True if there may be others, for clusters that nothing names. */
  readonly isPartial: boolean;
  /** The other repositories that it was made of, for a lock. */
  readonly used: readonly Use[];
}

/** Sets of which one side has made the Applications, by the objects that both sides print. */
export type KnownSets = WeakMap<object, KnownSet>;

interface KnownSet {
  readonly made: Promise<MadeOfSet>;
  readonly record: TreeRecord;
  readonly clusters: string;
  /** The other repositories that its generators have asked for. */
  readonly asked: GitUrl[];
}

export interface SetMakerInput {
  readonly own: Own;
  readonly tree: Tree;
  readonly places: ObjectPlaces;
  readonly settings: Pick<DeploymentSettings, "generators">;
  readonly known: KnownSets;
  readonly clusters: ArgoClusters;
  readonly builds: Pick<RecipeBuilds, "fetches" | "fetch" | "isHeld">;
}

export class SetMaker {
  readonly #input: SetMakerInput;
  readonly #effort = new SetsEffort();
  readonly #asked: GitUrl[] = [];

  constructor(input: SetMakerInput) {
    this.#input = input;
  }

  /** @throws KrmError as {@link makeApplications} does */
  async make(declared: DeclaredApplication): Promise<MadeOfSet> {
    const { tree, known } = this.#input;
    const { value } = declared.object;
    const found = this.#input.clusters.of(declared);
    const clusters = stableJson([found.clusters ?? null, found.isPartial]);
    const key = isMap(value) ? value : {};
    const before = known.get(key);
    const isSame = before?.clusters === clusters && (await answersEqually(before.record, tree));
    if (before !== undefined && isSame && !(before.asked.length > 0 && this.#input.builds.isHeld)) {
      // It is complete when the set is made, or fails.
      await before.made.catch(() => undefined);
      this.#asked.push(...before.asked);
      return before.made;
    }
    const recorded = recordedTree(tree);
    const asked: GitUrl[] = [];
    const made = this.#made(declared.object, recorded, found, asked);
    known.set(key, { made, record: recorded.record, clusters, asked });
    await made.catch(() => undefined);
    this.#asked.push(...asked);
    return made;
  }

  /** The other repositories that the generators have asked for. */
  get asked(): readonly GitUrl[] {
    return this.#asked;
  }

  async #made(
    object: PrintedObject,
    tree: Tree,
    { clusters, isPartial }: KnownClusters,
    asked: GitUrl[],
  ): Promise<MadeOfSet> {
    const { places, settings, own, builds } = this.#input;
    const { value, name } = object;
    const namespace = object.namespace || ARGOCD_NAMESPACE;
    const origin = object.origin ?? { file: "." };
    const placeOf = await places.of(origin, value);
    const declared: DeclaredParameters = (_, kind) =>
      settings.generators.find(({ set, generator }) => generator === kind && globMatcher(set)(`${namespace}/${name}`))
        ?.elements;
    const set = { value, name, namespace };
    const used: Use[] = [];
    const fetch: FetchRepository = (url, location) => {
      asked.push(url);
      return builds.fetch({ url, location }, used);
    };
    const made = await makeApplications(set, {
      tree,
      own,
      placeOf,
      clusters,
      declared,
      fetch: builds.fetches ? fetch : undefined,
      effort: this.#effort,
    });
    return {
      applications: made.applications.map((each) => ({
        object: printed(each, object),
        placeOf: placesOf(placeOf, value),
      })),
      problems: made.problems,
      isPartial: isPartial && choosesClusters(valueAt(value, "spec", "generators")),
      used,
    };
  }
}

/** Tells whether a generator among some, or below one of them, is for clusters. */
function choosesClusters(generators: Value | undefined): boolean {
  if (Array.isArray(generators)) return generators.some(choosesClusters);
  if (!isMap(generators)) return false;
  return Object.entries(generators).some(
    ([kind, fields]) => kind === "clusters" || choosesClusters(valueAt(fields, "generators")),
  );
}

/** The object of an Application, which comes from its set. */
function printed({ value }: MadeApplication, set: PrintedObject): PrintedObject {
  const metadata = isMap(value["metadata"]) ? value["metadata"] : {};
  const textOf = (name: string): string => (typeof metadata[name] === "string" ? metadata[name] : "");
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    namespace: textOf("namespace"),
    name: textOf("name"),
    value,
    withheld: set.withheld,
    origin: set.origin,
  };
}

/** The fields of an Application are those of the template. The patch says the sync policy where it names it. */
function placesOf(placeOf: PlaceOf, set: Value): PlaceOf {
  return (...path) => {
    if (path.length === 0) return placeOf();
    if (path[1] === "syncPolicy" && patchesSyncPolicy(set)) return placeOf("spec", "templatePatch");
    return placeOf("spec", "template", ...path);
  };
}
