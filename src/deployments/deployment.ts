/** What a controller applies as one, and where it was found. Plain data. */
import type { Diagnostic, Location } from "../diagnostics.ts";
import type { KustomizationEdits } from "../engine/index.ts";
import type { Target } from "../render/index.ts";
import { stableJson } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";
import type { Substitution } from "./flux/after-build.ts";
import type { Dependency } from "./flux/dependencies.ts";
import type { OtherSource } from "./flux/sources.ts";
import type { CommonMetadata } from "./flux/substitution/index.ts";

/** A Kustomization of Flux, with what is needed to render it. */
export interface Deployment extends Target {
  /** The place of the object that declares it, and the id of the deployment that renders that object; undefined for a root. */
  readonly origin: { readonly location: Location; readonly parent: string | undefined };
  readonly recipe: Recipe | Unrenderable;
  /** The object as its parent renders it. */
  readonly object: Value;
  readonly dependsOn: readonly Dependency[];
  /** What the controller would complain of, without failing the build. */
  readonly problems: readonly Diagnostic[];
}

/** What is built, with which edits, and what is done to the objects. */
export interface Recipe {
  /** Absolute within the tree. */
  readonly directory: string;
  /** Where the directory is named. */
  readonly pathPlace: Location;
  /** The directories of the components that the edits add, absolute within the tree. */
  readonly components: readonly string[];
  /** The ignore rules of its source; undefined for none. */
  readonly ignore: string | undefined;
  readonly edits: KustomizationEdits;
  readonly substitution: Substitution;
  readonly commonMetadata: CommonMetadata;
}

/** A deployment whose source is not at hand. */
export interface Unrenderable {
  readonly problem: Diagnostic;
  /** Why its source is not at hand; absent for a mistake. */
  readonly elsewhere?: OtherSource;
}

export function isRenderable(recipe: Deployment["recipe"]): recipe is Recipe {
  return !("problem" in recipe);
}

/** Equal texts for recipes that make equal objects of equal files: places do not count. */
export function recipeKey(recipe: Deployment["recipe"]): string {
  if (!isRenderable(recipe)) return `- ${recipe.problem.message}`;
  return stableJson(plain(recipe) as Value);
}

function plain(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value ?? null;
  const entries = Object.entries(value).filter(
    ([key, item]) => key !== "location" && key !== "pathPlace" && item !== undefined,
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]));
}
