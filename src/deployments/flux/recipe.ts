/** The types of what a controller applies as one, and of how it is built. Plain data. */
import { getOrInsert } from "../../collections.ts";
import type { Diagnostic, Location } from "../../diagnostics.ts";
import type { KustomizationEdits } from "../../engine/index.ts";
import type { Use } from "../../lock/index.ts";
import { deploymentOf, type Target } from "../../render/index.ts";
import { stableJson } from "../../text/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { Controls } from "./controls.ts";
import type { LaterPlaces } from "./edits.ts";
import type { ReleaseRecipe } from "./release/index.ts";
import type { Unrenderable } from "./sources.ts";
import type { CommonMetadata, Variables } from "./substitution/index.ts";

/** An object by which a controller applies others as one, with what is needed to render these. */
export interface Deployment<Made = FluxRecipe> extends Target {
  /** The place of the object that declares it, and the id of the deployment that renders that object; undefined for a root. */
  readonly origin: {
    readonly location: Location;
    readonly parent: string | undefined;
    /** For an Application, the directory whose kustomization prints it, absolute within the tree; undefined for none. */
    readonly directory?: string | undefined;
    /** The ApplicationSet that makes it, as NAMESPACE/NAME. */
    readonly set?: string | undefined;
    /** True if that set patches the sync policy of its template: no field of an object says it. */
    readonly hasOwnPolicy?: true;
    /** The uses of other machines by which the search has found it, for a lock. */
    readonly used?: readonly Use[];
  };
  readonly recipe: Made | Unrenderable;
  /** The object as its parent renders it. */
  readonly object: Value;
  readonly dependsOn: readonly Dependency[];
  readonly controls: Controls;
  /** Problems that the controller would have without failing the build. */
  readonly problems: readonly Diagnostic[];
}

/** Says how the objects of a deployment of Flux are made. */
export type FluxRecipe = KustomizationRecipe | ReleaseRecipe;

/** Says which directory a Kustomization builds, with which edits, and what is done to the objects. */
export interface KustomizationRecipe {
  readonly kind: "Kustomization";
  /** Absolute within the tree. */
  readonly directory: string;
  /** The place that names the directory. */
  readonly pathPlace: Location;
  /** The directories of the components that the edits add, absolute within the tree. */
  readonly components: readonly string[];
  /** The ignore rules of its source; undefined for none. */
  readonly ignore: string | undefined;
  readonly edits: KustomizationEdits;
  readonly substitution: Substitution;
  readonly commonMetadata: CommonMetadata;
  readonly places: LaterPlaces;
}

/** A Kustomization that must be ready before. */
export interface Dependency {
  readonly id: string;
  readonly location: Location;
}

/** The variables that are substituted in the objects. */
export interface Substitution {
  readonly variables: Variables;
  /** True if an undefined variable fails the Kustomization, as it does since kustomize-controller 1.9. */
  readonly isStrict: boolean;
}

export function isRenderable<Made extends object>(recipe: Made | Unrenderable): recipe is Made {
  return !("problem" in recipe);
}

/** Tells whether a deployment builds a directory as kustomize does. */
export function isKustomize(
  recipe: { readonly kind: string } | KustomizationRecipe | Unrenderable,
): recipe is KustomizationRecipe {
  return isRenderable(recipe) && recipe.kind === "Kustomization";
}

/** The namespace and the name of a deployment, as messages show it. */
export function shownName(id: string): string {
  const deployment = deploymentOf(id);
  return deployment === undefined ? id : `${deployment.namespace}/${deployment.name}`;
}

const keys = new WeakMap<object, string>();

/** Equal texts for recipes that make equal objects of equal files: places do not count. */
export function recipeKey(recipe: { readonly kind: string } | Unrenderable): string {
  return getOrInsert(keys, recipe, () =>
    isRenderable(recipe) ? stableJson(plain(recipe)) : `- ${recipe.problem.message}`,
  );
}

const PLACES: ReadonlySet<string> = new Set(["location", "pathPlace", "places"]);

/** The fields that hold values of users, in which any name may stand. */
const VALUES: ReadonlySet<string> = new Set(["value", "written"]);

function plain(value: unknown, isOfUser = false): unknown {
  if (value instanceof Map) return [...value].map((entry) => plain(entry, isOfUser));
  if (Array.isArray(value)) return value.map((item) => plain(item, isOfUser));
  if (typeof value === "bigint") return { integer: String(value) };
  if (typeof value !== "object" || value === null) return value ?? null;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, item] of Object.entries(value))
    if (item !== undefined && (isOfUser || !PLACES.has(key))) copy[key] = plain(item, isOfUser || VALUES.has(key));
  return copy;
}
