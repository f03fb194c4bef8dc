/**
 * Reads kustomize's build annotations. kustomize keeps its bookkeeping in them; here it is in fields of `Resource`.
 * Build annotations in an input file have their effect nevertheless (docs/specification/identity.md 4).
 */
import { failure } from "../diagnostics.ts";
import { get, locate, type MapNode, scalar } from "../yaml/nodes/node.ts";
import { createAnnotations } from "./text-map.ts";

/** The bookkeeping that an object has in its annotations. */
export interface BuildAnnotations {
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  readonly needsHash: boolean;
  readonly previous: readonly { readonly kind: string; readonly name: string; readonly effectiveNamespace: string }[];
}

export const INTERNAL = "internal.config.kubernetes.io/";

/** Annotations for the origin and the transformations of an object; docs/specification/origins.md 1.2. */
export const ORIGIN = "config.kubernetes.io/origin";
export const TRANSFORMATIONS = "alpha.config.kubernetes.io/transformations";

/** The annotation of objects that only configure the build. */
export const LOCAL_CONFIG = "config.kubernetes.io/local-config";

const LEGACY = ["config.kubernetes.io/path", "config.kubernetes.io/index", "config.k8s.io/id"];

/**
 * Annotations of input files that are removed from the output. The last two are written again if the build asks for
 * them.
 */
export const BUILD_ANNOTATIONS: ReadonlySet<string> = new Set([
  ...[
    "previousKinds previousNames previousNamespaces prefixes suffixes allowNameChange allowKindChange refBy",
    "generatorBehavior needsHashSuffix path index seqindent id annotations-migration-resource-id helm-generated",
  ].flatMap((names) => names.split(" ").map((name) => INTERNAL + name)),
  ...LEGACY,
  ORIGIN,
  TRANSFORMATIONS,
]);

/** The annotation that asks for a hash in the name. */
export const NEEDS_HASH = `${INTERNAL}needsHashSuffix`;

/**
 * Tells whether the annotations of an object ask for a hash. Undefined if they do not say: for generated objects, only
 * {@link Resource.needsHash} does.
 */
export function asksForHash(node: MapNode | undefined): boolean | undefined {
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map" || get(annotations, NEEDS_HASH) === undefined) return undefined;
  // Of equal keys, the last one counts.
  const value = annotations.entries.findLast(({ key }) => key.kind === "scalar" && key.value === NEEDS_HASH)?.value;
  return value === undefined ? undefined : value.kind === "scalar" && value.value === "enabled";
}

/** Writes the annotation that asks for a hash, so that the path of a replacement finds it. */
export function writeHashRequest(node: MapNode): void {
  if (asksForHash(node) !== undefined) return;
  createAnnotations(node, []);
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return;
  annotations.entries.push({ key: scalar(NEEDS_HASH), value: scalar("enabled", "!!str", "single") });
}

/** Tells whether kustomize keeps an annotation through a JSON patch, whatever the patch does to it. */
export function isKeptByJsonPatches(name: string): boolean {
  return name.startsWith(INTERNAL) || LEGACY.includes(name);
}

const NONE: BuildAnnotations = { prefixes: [], suffixes: [], needsHash: false, previous: [] };

/** Reads the build annotations of an object. @throws KrmError `invalid-resource` if its lists have different lengths */
export function readBuildAnnotations(node: MapNode | undefined): BuildAnnotations {
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return NONE;
  const found = new Map<string, string>();
  for (const { key, value } of annotations.entries) {
    if (key.kind === "scalar" && value.kind === "scalar" && key.value.startsWith(INTERNAL)) {
      found.set(key.value.slice(INTERNAL.length), value.value);
    }
  }
  if (found.size === 0) return NONE;
  const list = (name: string): string[] => found.get(name)?.split(",") ?? [];
  const names = list("previousNames");
  const namespaces = list("previousNamespaces");
  const kinds = list("previousKinds");
  if (names.length !== namespaces.length || names.length !== kinds.length) {
    throw failure("invalid-resource", "previousNames, previousNamespaces and previousKinds have different lengths", {
      ...locate(annotations),
      hint: `Remove the annotations that begin with ${INTERNAL}: kustomize reserves them for itself.`,
    });
  }
  return {
    prefixes: list("prefixes"),
    suffixes: list("suffixes"),
    needsHash: found.get("needsHashSuffix") === "enabled",
    previous: names.map((name, index) => ({
      kind: kinds[index] as string,
      name,
      effectiveNamespace: namespaces[index] as string,
    })),
  };
}
