/** ReplacementTransformer: the field `replacements`; docs/specification/replacements.md. */
import { type Diagnostic, failure, type Location, type Warn } from "../diagnostics.ts";
import type { FieldOptions, Replacement, ReplacementSource, ReplacementTarget, Selector } from "../documents/index.ts";
import {
  compileAnchored,
  compileLabelSelector,
  idText,
  metadataTexts,
  type Resource,
  type ResourceId,
  type ResourceSet,
  selectedBy,
  splitFieldPath,
} from "../resource/index.ts";
import { checkTime } from "../time-limit.ts";
import { clone, isNull, locate, type Node, overwrite, scalar } from "../yaml/nodes/node.ts";
import { lookUp, matchPath, type Trail } from "./replacement-path.ts";
import { nearestHint, selectorText } from "./selection.ts";
import { setInStructuredData } from "./structured-data.ts";
import type { Transformer } from "./transformer.ts";

const DEFAULT_FIELD_PATH = "metadata.name";
/** A text that is put into itself doubles with each replacement. */
const MAX_SPLICED = 32 * 1024 * 1024;

/** @param replacement read from its file, if it names one */
export function replacementTransformer(replacement: Replacement): Transformer {
  check(replacement);
  return {
    kind: "ReplacementTransformer",
    location: replacement.location,
    transform(resources, warn) {
      const value = sourceValue(resources, replacement);
      for (const target of replacement.targets ?? []) writeToTarget(resources, target, value, warn);
    },
  };
}

function check(replacement: Replacement): void {
  const { source, sourceValue: text, targets, location } = replacement;
  if ((source === undefined && text === undefined) || targets === undefined || targets.length === 0) {
    throw failure("invalid-replacement", "replacements must specify a source and at least one target", {
      ...location,
      hint: "Give it `source` or `sourceValue`, and `targets`.",
    });
  }
  if (source !== undefined && text !== undefined) {
    throw failure("invalid-replacement", "a replacement has a source and a sourceValue, which exclude each other", {
      ...location,
      hint: "Keep one of them.",
    });
  }
  for (const target of targets) {
    if (target.select !== undefined) continue;
    throw failure("invalid-replacement", "a replacement target must specify resources to select", {
      ...target.location,
      hint: "Give it a `select`.",
    });
  }
}

function sourceValue(resources: ResourceSet, { source, sourceValue: text }: Replacement): Node {
  if (source === undefined) return scalar(text as string);
  const resource = findSource(resources, source);
  const path = source.fieldPath || DEFAULT_FIELD_PATH;
  const node = lookUp(resource.node as Node, splitFieldPath(path), source.location);
  if (node === undefined || isNull(node) || isEmptyCollection(node)) {
    throw failure("field-not-found", `fieldPath \`${path}\` is missing for replacement source ${idText(source)}`, {
      ...source.location,
      object: resource.describe(),
      hint: "Correct the fieldPath, or give the object the field.",
    });
  }
  return refine(node, source.options);
}

function isEmptyCollection(node: Node): boolean {
  return (node.kind === "map" && node.entries.length === 0) || (node.kind === "seq" && node.items.length === 0);
}

/** The one object that has or had the identity; an empty field of the source matches all. */
function findSource(resources: ResourceSet, source: ReplacementSource): Resource {
  const pool = source.name ? resources.byAnyName(source.name) : resources.items;
  const found = pool.filter(
    (resource) => resource.node !== undefined && resource.allIds().some((id) => isSelected(id, source)),
  );
  if (found.length === 1) return found[0] as Resource;
  const shown = `${idText(source)}${source.fieldPath ? `:${source.fieldPath}` : ""}`;
  if (found.length === 0) {
    throw failure("source-not-found", `nothing selected by ${shown}`, {
      ...source.location,
      hint: "Correct kind, name and namespace of the source, or add the object that they name to this build. A source is named exactly: patterns are for targets.",
    });
  }
  const ids = found.map((resource) => resource.describe()).join(", ");
  throw failure("ambiguous-source", `multiple matches for selector ${shown}: ${ids}`, {
    ...source.location,
    hint: "Add a kind, a name or a namespace so that one object is left.",
  });
}

function isSelected(id: ResourceId, source: ReplacementSource): boolean {
  if (source.name && source.name !== id.name) return false;
  // Here an object of a kind without namespaces counts as in `default`.
  if (source.namespace && (source.namespace || "default") !== (id.namespace || "default")) return false;
  return selectedBy(id, source);
}

function refine(node: Node, options: FieldOptions | undefined): Node {
  if (!options?.delimiter) return node;
  if (node.kind !== "scalar") throw delimiterNeedsScalar(options.location);
  const parts = node.value.split(options.delimiter);
  const index = options.index ?? 0;
  const part = parts[index];
  if (index < 0 || part === undefined) {
    // The value itself is not told: it may come from a Secret.
    throw failure(
      "index-out-of-bounds",
      `options.index ${index} is out of bounds: the value has ${parts.length} parts`,
      { ...options.location, hint: "Count from 0, or correct the `delimiter`." },
    );
  }
  const refined = clone(node);
  refined.value = part;
  return refined;
}

function delimiterNeedsScalar(location: Location): Error {
  return failure(
    "invalid-replacement",
    "delimiter option can only be used with scalar nodes: the field holds a map or a list",
    { ...location, hint: "Remove the `delimiter`, or name a field with a single value." },
  );
}

function writeToTarget(resources: ResourceSet, target: ReplacementTarget, value: Node, warn: Warn): void {
  checkTime();
  const selects = compileTarget(target);
  const paths = target.fieldPaths?.length ? target.fieldPaths : [DEFAULT_FIELD_PATH];
  let selected = 0;
  for (const resource of resources.items) {
    if (resource.node === undefined || !selects(resource)) continue;
    selected++;
    for (const path of paths) {
      if (!writeToField(resource, path, value, target)) warn(() => lostInText(resource, path, target));
    }
    resources.changed(resource);
  }
  if (selected === 0) warn(() => selectsNothing(resources, target));
}

function selectsNothing(resources: ResourceSet, { select, reject = [] }: ReplacementTarget): Diagnostic {
  const selector = select as Selector;
  const but = reject.length === 0 ? "" : " that `reject` leaves over";
  const message = `the replacement writes nothing: there is no object with ${selectorText(selector)}${but}`;
  const hint = nearestHint(selector, resources) ?? "Correct `select`, or remove the target.";
  return { code: "unused-replacement", severity: "warning", message, ...selector.location, hint };
}

function lostInText(resource: Resource, path: string, { location }: ReplacementTarget): Diagnostic {
  const object = resource.describe();
  const message = `the replacement writes nothing to "${path}" of ${object}: the path leads into a text, or below a null`;
  const hint = "Name each step to a text by a field or an index, without `*`; give a null a value first.";
  return { code: "unused-replacement", severity: "warning", message, ...location, object, hint };
}

/** Selection by patterns on the present and on earlier identities; what `reject` matches is left out. */
function compileTarget(target: ReplacementTarget): (resource: Resource) => boolean {
  const selected = compileSelector(target.select as Selector);
  const rejected = (target.reject ?? []).map((selector) => ({ selector, compiled: compileSelector(selector) }));
  return (resource) => {
    if (!selected.byLabels(resource)) return false;
    for (const { selector, compiled } of rejected) {
      if ((selector.labelSelector || selector.annotationSelector) && compiled.byLabels(resource)) return false;
    }
    const ids = resource.allIds();
    for (const { selector, compiled } of rejected) {
      if (hasIdentity(selector) && ids.some(compiled.byId)) return false;
    }
    return ids.some(selected.byId);
  };
}

function hasIdentity(selector: Selector): boolean {
  const { group, version, kind, name, namespace } = selector;
  return Boolean(group || version || kind || name || namespace);
}

function compileSelector(selector: Selector): {
  byId: (id: ResourceId) => boolean;
  byLabels: (resource: Resource) => boolean;
} {
  const pattern = (text: string | undefined) => compileAnchored(text ?? "", selector.location);
  const [group, version, kind] = [pattern(selector.group), pattern(selector.version), pattern(selector.kind)];
  const [name, namespace] = [pattern(selector.name), pattern(selector.namespace)];
  const labels = compileLabelSelector(selector.labelSelector ?? "", selector.location);
  const annotations = compileLabelSelector(selector.annotationSelector ?? "", selector.location);
  return {
    byId: (id) => group(id.group) && version(id.version) && kind(id.kind) && name(id.name) && namespace(id.namespace),
    byLabels: (resource) =>
      annotations(metadataTexts(resource.node, "annotations")) && labels(metadataTexts(resource.node, "labels")),
  };
}

/** False when what was written goes nowhere. */
function writeToField(resource: Resource, path: string, value: Node, target: ReplacementTarget): boolean {
  checkTime();
  const segments = splitFieldPath(path);
  const create = target.options?.create ? value.kind : undefined;
  const write = (field: Node): void => setValue(field, value, target.options);
  const inText: Trail = { create, isLost: false };
  if (setInStructuredData(resource.node as Node, segments, inText, write)) return !inText.isLost;
  const trail: Trail = { create, isLost: false };
  const fields = matchOrFail(resource, path, segments, trail, target);
  if (fields.length === 0) throw fieldNotFound(resource, path, create !== undefined, "", target);
  for (const field of fields) write(field);
  return !trail.isLost;
}

function matchOrFail(
  resource: Resource,
  path: string,
  segments: readonly string[],
  trail: Trail,
  target: ReplacementTarget,
): readonly Node[] {
  const matched = matchPath(resource.node as Node, segments, trail);
  if (typeof matched === "string")
    throw fieldNotFound(resource, path, trail.create !== undefined, `: ${matched}`, target);
  return matched;
}

function fieldNotFound(
  resource: Resource,
  path: string,
  create: boolean,
  why: string,
  target: ReplacementTarget,
): Error {
  const verb = create ? "find or create" : "find";
  const object = resource.describe();
  return failure("field-not-found", `unable to ${verb} field "${path}" in replacement target ${object}${why}`, {
    ...target.location,
    object,
    hint: create ? "Correct the fieldPath." : "Correct the fieldPath, or set options.create.",
  });
}

/** A scalar takes the text only and keeps its tag and style; anything else is replaced whole. */
function setValue(field: Node, value: Node, options: FieldOptions | undefined): void {
  let text = value.kind === "scalar" ? value.value : "";
  if (options?.delimiter) {
    if (field.kind !== "scalar") throw delimiterNeedsScalar(locate(field) ?? options.location);
    text = spliceText(field.value, text, options.delimiter, options.index ?? 0);
  }
  if (field.kind === "scalar") field.value = text;
  else overwrite(field, clone(value));
}

/** Replaces one part of a delimited text; a negative index puts the text in front, one past the end behind. */
function spliceText(present: string, text: string, delimiter: string, index: number): string {
  if (present.length + text.length > MAX_SPLICED) {
    throw failure("value-too-large", `a replacement makes a text of more than ${MAX_SPLICED} characters`, {
      hint: "Look for a replacement that puts a text into itself.",
    });
  }
  const parts = present.split(delimiter);
  if (index < 0) parts.unshift(text);
  else if (index >= parts.length) parts.push(text);
  else parts[index] = text;
  return parts.join(delimiter);
}
