/** Ends a build after the topmost level: hashes, references, order, clean-up; docs/specification/build-order.md 2. */
import { charge } from "../../budget/index.ts";
import { appendHashes, defaultConfiguration, setLabels } from "../../builtins/index.ts";
import { about, failure } from "../../diagnostics.ts";
import {
  apiVersionOf,
  BUILD_ANNOTATIONS,
  CLUSTER_SCOPE,
  describeId,
  emptyKey,
  isLocalConfig,
  type Resource,
  removeEmptyTwins,
  setField,
  textsUnder,
  valueProblem,
  writeTexts,
} from "../../resource/index.ts";
import { forgetStyles, print, printedValue, readPrinted } from "../../yaml/index.ts";
import { get, isNull, locate, type MapNode, map, type Node } from "../../yaml/nodes/node.ts";
import type { BuildOptions, BuiltResource } from "../context/built.ts";
import { type Accumulator, type Annotations, type Level, provenanceWriter, warnInto } from "../context/index.ts";
import { fixNameReferences } from "../references/index.ts";
import { substituteVariables } from "../variables/index.ts";
import { checkSortOptions, sortOutput } from "./output-order.ts";

/** The label of a kustomize that is built without a version. */
const MANAGED_BY = new Map([["app.kubernetes.io/managed-by", "kustomize-(devel)"]]);

/** @throws KrmError */
export function finish(
  { kustomization, context }: Pick<Level, "kustomization" | "context">,
  accumulator: Accumulator,
  options: BuildOptions,
): BuiltResource[] {
  const { resources, configuration = defaultConfiguration, variables } = accumulator;
  const { sortOptions } = kustomization;
  const warn = warnInto(context);
  const { trace } = context;
  appendHashes.transform(resources, warn);
  trace?.step({ name: "hash" }, resources.items);
  fixNameReferences(resources, configuration.nameReference, warn);
  trace?.step({ name: "nameReference" }, resources.items);
  context.diagnostics.push(...substituteVariables(variables, resources, configuration.varReference));
  trace?.step({ name: "vars", variables }, resources.items);
  resources.filter((resource) => resource.node !== undefined && !isLocalConfig(resource.node));
  for (const resource of resources.items) checkIdentity(resource);
  resources.checkUnique();
  checkSortOptions(sortOptions);
  sortOutput(resources, sortOptions, options.reorder ?? "legacy");
  const asked = new Set(kustomization.buildMetadata?.map(({ text }) => text));
  if (options.managedByLabel || asked.has("managedByLabel"))
    setLabels(MANAGED_BY, [{ path: "metadata/labels", create: true }]).transform(resources, warn);
  trace?.step({ name: "managed-by" }, resources.items);
  const annotationsOf = provenanceWriter({
    origins: asked.has("originAnnotations"),
    transformations: asked.has("transformerAnnotations"),
  });
  const built = resources.items.map((resource) => builtResource(resource, annotationsOf(resource), options));
  trace?.step({ name: "output" }, resources.items);
  return built;
}

/** Checks that an object still has a kind and a name: patches, replacements and variables can remove them. */
function checkIdentity(resource: Resource): void {
  const { id, originalId, lostName, origin } = resource;
  if (id.kind !== "" && (id.name !== "" || id.kind.endsWith("List"))) return;
  if (id.kind !== "" && lostName !== undefined) throw lostName;
  const object = describeId(id.kind === "" || originalId.name !== "" ? originalId : id);
  throw failure("invalid-resource", `${object.trim()} has lost its ${id.kind === "" ? "kind" : "metadata.name"}`, {
    ...origin,
    object,
    hint: "Find the patch, the replacement or the variable that removes it.",
  });
}

function builtResource(resource: Resource, annotations: Annotations, options: BuildOptions): BuiltResource {
  const node = resource.node as MapNode;
  cleanAnnotations(resource, node, annotations);
  if (options.ownFiles) forgetStyles(node);
  const { id } = resource;
  const yaml = printed(resource, node);
  charge(yaml.length);
  const origin = resource.originLater();
  let value = options.withValues ? printedValue(node) : undefined;
  // The result must not hold the tree: it takes several times as much memory as the text.
  return {
    apiVersion: apiVersionOf(id),
    kind: id.kind,
    namespace: id.namespace,
    name: id.name,
    baseName: resource.unhashedName ?? id.name,
    original: resource.hasPreviousIds ? originalOf(resource) : undefined,
    yaml,
    value: () => (value ??= readPrinted(yaml)),
    get origin() {
      return origin();
    },
  };
}

function originalOf({ originalId: { kind, name, effectiveNamespace } }: Resource): BuiltResource["original"] {
  return { kind, namespace: effectiveNamespace === CLUSTER_SCOPE ? "" : effectiveNamespace, name };
}

function printed(resource: Resource, node: MapNode): string {
  try {
    return print(node);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be printed`);
  }
}

/** The metadata of lists is not checked before. */
function notMap(resource: Resource, metadata: Node): Error {
  const object = resource.describe();
  return failure("invalid-resource", `the metadata of ${object} is not a map`, {
    ...(locate(metadata) ?? resource.origin),
    object,
    hint: "Make it a map, or remove it.",
  });
}

/** Annotations that are given twice: kustomize writes them twice before it removes its own, which joins them. */
function joinTwins(metadata: MapNode): void {
  removeEmptyTwins(metadata, "annotations");
  for (let pass = 0; pass < 2; pass++) {
    if (metadata.entries.filter(({ key }) => key.kind === "scalar" && key.value === "annotations").length < 2) return;
    writeTexts(metadata, "annotations", textsUnder(metadata, "annotations"));
  }
}

/** Rewrites all annotations as texts with plain keys, as kustomize does; docs/specification/identity.md 4.3. */
function cleanAnnotations(resource: Resource, node: MapNode, more: Annotations): void {
  let metadata = get(node, "metadata");
  if (metadata?.kind !== "map") {
    if (metadata !== undefined && !isNull(metadata)) throw notMap(resource, metadata);
    if (metadata !== undefined && more.length === 0) return;
    setField(node, "metadata", map());
    metadata = get(node, "metadata") as MapNode;
  }
  joinTwins(metadata);
  if (get(metadata, "annotations") === undefined && more.length === 0) return;
  const kept = [...textsUnder(metadata, "annotations")].filter(([key]) => !BUILD_ANNOTATIONS.has(key));
  if (kept.some(([key]) => key === "")) throw about(emptyKey(metadata), resource.describe(), resource.origin);
  writeTexts(metadata, "annotations", new Map([...kept, ...more]));
}
