/** Makes the Applications of an ApplicationSet; docs/specification/argocd-application-sets.md 1. */
import { getOrInsert, groupBy } from "../../../collections.ts";
import type { Diagnostic, Location } from "../../../diagnostics.ts";
import { emptyMap, isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Tree } from "../../../sources/tree.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import type { Own } from "../own-repository.ts";
import { TEMPLATE } from "./application-shape.ts";
import type {
  ClusterParameters,
  DeclaredParameters,
  FetchRepository,
  Generation,
  GeneratorTree,
} from "./generation.ts";
import { goRenderer } from "./go-renderer.ts";
import { ParameterFiles } from "./parameter-files.ts";
import type { ParameterSet } from "./parameters.ts";
import { plainRenderer } from "./plain-renderer.ts";
import { filledMap, type Renderer } from "./renderer.ts";
import { kindsOf, runGenerator } from "./run-generator.ts";
import { SetEffort, SetsEffort } from "./set-effort.ts";
import { rememberedPlaces } from "./set-places.ts";
import { INVALID } from "./set-problems.ts";
import { readSpec, type SetSpec } from "./set-spec.ts";
import { shapedMap } from "./shapes.ts";
import { overlaid } from "./template-overlay.ts";
import { patched } from "./template-patch.ts";
import { TreeListing } from "./tree-listing.ts";

export interface SetInput {
  /** The repository's tree at the side that is rendered. */
  readonly tree: Tree;
  readonly own: Own;
  /** The places of the fields of the set. */
  readonly placeOf: PlaceOf;
  /**
   * The clusters that Secrets describe and that a user declares; undefined if nobody says which there are. The cluster that
   * Argo CD runs in is among them only if it has a Secret: else it is added where Argo CD adds it.
   */
  readonly clusters: readonly ClusterParameters[] | undefined;
  readonly declared: DeclaredParameters;
  /** For git generators of other repositories; by default nothing may be fetched. */
  readonly fetch?: FetchRepository | undefined;
  /** The work that all sets of the tree share; by default the set has it alone. */
  readonly effort?: SetsEffort | undefined;
}

export interface ApplicationSetObject {
  /** The whole object. */
  readonly value: Value;
  readonly name: string;
  readonly namespace: string;
}

export interface MadeApplication {
  /** The whole object. */
  readonly value: MapValue;
  /** The generator or the element of a list that it comes from. */
  readonly generator: Location;
}

export interface MadeBySet {
  readonly applications: readonly MadeApplication[];
  /** Mistakes for which Argo CD makes only some of the Applications. */
  readonly problems: readonly Diagnostic[];
}

const FINALIZER = "resources-finalizer.argocd.argoproj.io";

/**
 * Makes the Applications in the order of the generators and of their parameters.
 * @throws KrmError `argocd-set-invalid` and what reading YAML throws for a mistake for which Argo CD makes nothing of the set,
 * `argocd-set-unknown` for what only a cluster knows, `argocd-source-elsewhere` for a git generator of what is not at hand and may not be
 * fetched, and what fetching throws
 */
export async function makeApplications(set: ApplicationSetObject, input: SetInput): Promise<MadeBySet> {
  const placeOf = rememberedPlaces(input.placeOf, sizeOf(set.value));
  const all = input.effort ?? new SetsEffort();
  const effort = new SetEffort(placeOf("spec", "generators"), all.part);
  try {
    return await applicationsOfSet(set, { ...input, placeOf }, effort);
  } finally {
    all.note(effort);
  }
}

async function applicationsOfSet(set: ApplicationSetObject, input: SetInput, effort: SetEffort): Promise<MadeBySet> {
  const { tree, own, clusters, declared, fetch, placeOf } = input;
  const spec = readSpec(set.value, placeOf);
  const renderer = rendererOf(spec, effort, placeOf);
  const generation: Generation = {
    own,
    treeAt: treesOf(tree),
    fetch,
    clusters,
    declared,
    renderer,
  };
  const applications: MadeApplication[] = [];
  for (const [index, generator] of spec.generators.entries())
    for (const kind of kindsOf(generator)) {
      const place: PlaceOf = (...path) => placeOf("spec", "generators", index, ...path);
      const sets = await runGenerator(generator, kind, place, generation);
      effort.place = place();
      effort.allow(applications.length + sets.length);
      const written = valueAt(generator, kind, "template") ?? emptyMap();
      const template = shapedMap(written, TEMPLATE.fields, (...path) => place(kind, "template", ...path), "template");
      const whole = overlaid(template, spec.template);
      for (const one of sets) {
        const value = applicationOf(whole, one, spec, renderer, placeOf);
        applications.push({ value: named(value, set), generator: one.place });
      }
    }
  return withoutRepeated(applications, set.name);
}

/** Makes `treeAt` of {@link Generation}. */
function treesOf(reviewed: Tree): Generation["treeAt"] {
  const known = new Map<string | undefined, GeneratorTree>();
  return (past) =>
    getOrInsert(known, past?.commit, () => {
      const tree = past?.tree ?? reviewed;
      return { listing: new TreeListing(tree), files: new ParameterFiles(tree), paths: new Map() };
    });
}

/** About how many characters a value has as text. */
function sizeOf(value: Value): number {
  if (typeof value === "string") return value.length + 2;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 2);
  if (!isMap(value)) return 5;
  return Object.entries(value).reduce((sum, [key, item]) => sum + key.length + 4 + sizeOf(item), 2);
}

function rendererOf(spec: SetSpec, effort: SetEffort, placeOf: PlaceOf): Renderer {
  return spec.isGo ? goRenderer(effort, spec.options, placeOf("spec", "goTemplateOptions")) : plainRenderer(effort);
}

/** The template with parameters filled in. One without any parameters stays as it is. */
function applicationOf(
  template: MapValue,
  { values }: ParameterSet,
  { patch, preserves }: SetSpec,
  renderer: Renderer,
  placeOf: PlaceOf,
): MapValue {
  let made = template;
  if (Object.keys(values).length === 0) renderer.effort.write(sizeOf(template));
  else {
    made = filledMap(template, values, renderer, placeOf("spec", "template"));
    if (!preserves && listAt(made, "metadata", "finalizers").length === 0) {
      const metadata = valueAt(made, "metadata");
      made["metadata"] = Object.assign(emptyMap(), isMap(metadata) ? metadata : {}, { finalizers: [FINALIZER] });
    }
  }
  if (patch === undefined) return made;
  const place = placeOf("spec", "templatePatch");
  return patched(made, renderer.fill(patch, values, place), place);
}

/** The whole object. Its namespace is that of the set. */
function named(application: MapValue, { namespace }: ApplicationSetObject): MapValue {
  const { metadata, ...more } = application;
  return Object.assign(emptyMap(), {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: Object.assign(emptyMap(), isMap(metadata) ? metadata : {}, { namespace }),
    ...more,
  });
}

/** The most names to report. */
const MAX_REPORTED = 20;

/** Argo CD makes no Application without a name, and none of those that share one. */
function withoutRepeated(made: readonly MadeApplication[], set: string): MadeBySet {
  const byName = groupBy(made, ({ value }) => textAt(value, "metadata", "name") ?? "");
  const wrong = [...byName].filter(([name, [, second]]) => name === "" || second !== undefined);
  const problems = wrong.slice(0, MAX_REPORTED).map(([name, [first, ...others]]): Diagnostic => {
    const isNamed = name !== "";
    return {
      code: INVALID,
      severity: "error",
      message: isNamed
        ? `the ApplicationSet ${set} makes ${others.length + 1} Applications with the name ${name}, and Argo CD creates none of them`
        : `the ApplicationSet ${set} makes an Application without a name`,
      ...first.generator,
      hint: isNamed
        ? "Use a parameter in `metadata.name` of the template that tells them apart."
        : "Write `metadata.name` of the template.",
    };
  });
  const [next] = wrong.slice(MAX_REPORTED);
  if (next !== undefined) {
    const message = `${wrong.length - MAX_REPORTED} more names of Applications of the ApplicationSet ${set} are not unique, such as ${next[0]}`;
    problems.push({ code: INVALID, severity: "error", message, ...next[1][0].generator });
  }
  const applications = [...byName].flatMap(([name, all]) => (name === "" || all.length > 1 ? [] : all));
  return { applications, problems };
}
