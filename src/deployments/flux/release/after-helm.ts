/** Does to the objects that helm makes of a chart what helm-controller does; docs/specification/flux-releases.md 5 to 7. */
import { type Diagnostic, KrmError, type Location } from "../../../diagnostics.ts";
import type { ReleasedBy } from "../../../engine/context/built.ts";
import type { BuildOptions, BuiltResource, OneBuild } from "../../../engine/index.ts";
import { describeId, inlinedObjects, isNamespaced, scalarText, setField } from "../../../resource/index.ts";
import { print, readPrinted, toValue, type Value } from "../../../yaml/index.ts";
import { cloneObject, get, isNull, type MapNode, map, scalar } from "../../../yaml/nodes/node.ts";
import type { CommonMetadata } from "../substitution/index.ts";
import { postRender } from "./post-rendering.ts";
import type { HookRules, ReleaseRecipe } from "./release-recipe.ts";
import { hookOf, identityOf, nameOf, originOf, type ReleasedObject } from "./released-object.ts";
import { streamsOf } from "./streams.ts";
import { pathsOfTexts, textsAt } from "./withheld-paths.ts";

/** An object as helm makes it of a chart. */
export interface HelmObject extends ReleasedObject {
  /** True for one of `crds/`, which is no template. */
  readonly isCrd: boolean;
}

export interface AfterHelmOptions {
  /** The options of the builder that runs post-renderers. */
  readonly builder?: Pick<BuildOptions, "pool"> | undefined;
  readonly build?: Pick<OneBuild, "builds" | "timeoutSeconds"> | undefined;
}

/**
 * Makes the objects that the cluster gets, in the order in which helm has made them.
 * @throws KrmError `flux-release-conflict` for objects that helm-controller refuses together, and for mistakes in objects and patches
 */
export async function applyAfterHelm(
  made: readonly HelmObject[],
  recipe: ReleaseRecipe,
  options: AfterHelmOptions = {},
): Promise<{ readonly resources: readonly BuiltResource[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { postRenderers, commonMetadata, hooks, writesSecrets, places } = recipe;
  const diagnostics: Diagnostic[] = [];
  const crds = recipe.chart.includesCrds ? made.filter(({ isCrd }) => isCrd) : [];
  const objects = made.filter(({ isCrd }) => !isCrd).flatMap((object) => inlined(object, recipe));
  const results: BuiltResource[] = [];
  const isNamespacedKind = namespacedKinds(made);
  const add = (
    { node, template, withheld }: ReleasedObject,
    metadata: CommonMetadata | undefined,
    release: ReleasedBy = {},
  ): void => {
    const copy = cloneObject(node);
    const target = get(copy, "metadata");
    if (target?.kind === "map") {
      if (metadata !== undefined) addMetadata(target, metadata);
      const isPlaced = scalarText(get(target, "namespace")) !== "";
      if (!isPlaced && isNamespacedKind(copy)) setField(target, "namespace", scalar(recipe.chart.namespace, "!!str"));
    }
    results.push({ ...builtResource(copy, originOf(template, recipe), withheld), release });
  };
  for (const crd of crds) {
    if (isDefinition(crd.node)) add(crd, undefined, { definition: recipe.crds });
    else diagnostics.push(notDefinition(crd, recipe));
  }
  const { streams, problems } = streamsOf(objects, recipe);
  diagnostics.push(...problems);
  for (const { objects: stream, isRendered } of streams) {
    const rendered = await postRender(stream, isRendered ? postRenderers : [], {
      builder: options.builder ?? {},
      build: options.build ?? {},
      writesSecrets,
      location: places.release,
    });
    diagnostics.push(...rendered.diagnostics);
    for (const object of rendered.objects)
      if (runs(object, hooks)) add(object, isRendered ? commonMetadata : undefined);
  }
  return { resources: results, diagnostics };
}

/** The objects of a list: kustomize, which labels all objects, takes lists apart. @throws KrmError for an object without a name */
function inlined({ node, ...object }: HelmObject, recipe: ReleaseRecipe): readonly ReleasedObject[] {
  let nodes: readonly MapNode[];
  try {
    nodes = inlinedObjects([node], () => object.hook !== undefined);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const { template } = object;
    const where = template === undefined ? "" : ` (in ${template})`;
    const problems = thrown.diagnostics.map((each) => ({
      ...each,
      message: `${each.message}${where}`,
      line: undefined,
      column: undefined,
      ...originOf(template, recipe),
    }));
    throw new KrmError(problems, { cause: thrown });
  }
  if (nodes.length === 0 || nodes[0] === node) return nodes.map((each) => ({ node: each, ...object }));
  const secrets = textsAt(toValue(node), object.withheld);
  return nodes.map((each) => ({
    ...object,
    node: each,
    hook: hookOf(each),
    withheld: pathsOfTexts(toValue(each), secrets),
  }));
}

/** Tells whether an object is none of the hooks that never run. */
function runs({ node, hook }: ReleasedObject, { events, onlyTests, exceptTests }: HookRules): boolean {
  if (hook === undefined) return true;
  const name = nameOf(node);
  const isTested = (onlyTests.length === 0 || onlyTests.includes(name)) && !exceptTests.includes(name);
  return hook.events.some((event) => {
    const isTest = event === "test" || event === "test-success";
    return isTest ? isTested && events.includes("test") : events.includes(event);
  });
}

/**
 * Labels and annotations go over those of the same names. Where there are none, the field goes: helm-controller writes its own labels, and
 * helm a mark that it takes away.
 */
function addMetadata(metadata: MapNode, { labels, annotations }: CommonMetadata): void {
  for (const [field, texts] of [
    ["labels", labels],
    ["annotations", annotations],
  ] as const) {
    if (texts.size === 0) {
      const given = get(metadata, field);
      if (given !== undefined && (isNull(given) || (given.kind === "map" && given.entries.length === 0)))
        setField(metadata, field, undefined);
      continue;
    }
    if (get(metadata, field)?.kind !== "map") setField(metadata, field, map());
    for (const [key, text] of texts) setField(get(metadata, field) as MapNode, key, scalar(text, "!!str"));
  }
}

/** Tells for which objects the cluster wants a namespace: for kinds that are built in, and those of definitions among the objects. */
function namespacedKinds(made: readonly HelmObject[]): (node: MapNode) => boolean {
  const defined = new Set<string>();
  for (const { node } of made) {
    if (!isDefinition(node)) continue;
    const spec = get(node, "spec");
    if (scalarText(get(spec, "scope")) !== "Namespaced") continue;
    defined.add(`${scalarText(get(spec, "group"))} ${scalarText(get(get(spec, "names"), "kind"))}`);
  }
  return (node) => {
    const [apiVersion, kind] = [scalarText(get(node, "apiVersion")), scalarText(get(node, "kind"))];
    return isNamespaced(apiVersion, kind) || defined.has(`${apiVersion.replace(/\/[^/]*$/, "")} ${kind}`);
  };
}

function isDefinition(node: MapNode): boolean {
  const isKind = scalarText(get(node, "kind")) === "CustomResourceDefinition";
  return isKind && scalarText(get(node, "apiVersion")).startsWith("apiextensions.k8s.io/");
}

function notDefinition({ node, template }: HelmObject, recipe: ReleaseRecipe): Diagnostic {
  const object = describeId(identityOf(node));
  return {
    code: "flux-crd-ignored",
    severity: "warning",
    message: `${object} is in crds/ of the chart, where Flux applies only definitions of resources`,
    ...originOf(template, recipe),
    object,
    hint: "Move it to templates/ of the chart.",
  };
}

function builtResource(node: MapNode, origin: Location, withheld: ReleasedObject["withheld"]): BuiltResource {
  const metadata = get(node, "metadata");
  const yaml = print(node);
  const name = nameOf(node) || scalarText(get(metadata, "generateName"));
  let value: Value | undefined;
  return {
    apiVersion: scalarText(get(node, "apiVersion")),
    kind: scalarText(get(node, "kind")),
    namespace: scalarText(get(metadata, "namespace")),
    name,
    baseName: name,
    yaml,
    value: () => (value ??= readPrinted(yaml)),
    origin,
    ...(withheld.length > 0 && { withheld }),
  };
}
