/** The fields that a replacement writes; docs/specification/replacements.md 3. */
import { checkTime } from "../../budget/index.ts";
import { type Diagnostic, failure, type Warn } from "../../diagnostics.ts";
import type { FieldOptions, ReplacementTarget, Selector } from "../../documents/index.ts";
import {
  compileAnchored,
  compileLabelSelector,
  metadataTexts,
  onlyMatch,
  type Resource,
  type ResourceId,
  type ResourceSet,
  splitFieldPath,
} from "../../resource/index.ts";
import { clone, locate, type Node, overwrite } from "../../yaml/nodes/node.ts";
import { nearestHint, selectorText } from "../selection.ts";
import { matchPath, type Trail } from "./path.ts";
import { DEFAULT_FIELD_PATH, delimiterNeedsScalar } from "./source.ts";
import { setInStructuredData } from "./structured-data.ts";

/** The limit of a text, in characters: a text that is inserted into itself doubles with each replacement. */
const MAX_SPLICED = 32 * 1024 * 1024;

/** Writes a value into all fields of a target. @throws KrmError `field-not-found` and others */
export function writeToTarget(resources: ResourceSet, target: ReplacementTarget, value: Node, warn: Warn): void {
  const selects = compileTarget(target);
  const paths = target.fieldPaths?.length ? target.fieldPaths : [DEFAULT_FIELD_PATH];
  let selected = 0;
  const { kind, name } = target.select as Selector;
  for (const resource of resources.candidates(onlyMatch(kind), onlyMatch(name))) {
    if (resource.node === undefined || !selects(resource)) continue;
    selected++;
    const { needsHash } = resource;
    for (const path of paths) {
      if (!writeToField(resource, path, value, target)) warn(() => lostInText(resource, path, target));
    }
    if (!needsHash && resource.needsHash) resource.hasUnknownTree = true;
    resources.changed(resource);
  }
  if (selected === 0) warn(() => selectsNothing(resources, target));
}

function selectsNothing(resources: ResourceSet, { select, reject = [] }: ReplacementTarget): Diagnostic {
  const selector = select as Selector;
  const but = reject.length === 0 ? "" : " that `reject` does not exclude";
  const message = `the replacement writes nothing: there is no object with ${selectorText(selector)}${but}`;
  const hint = nearestHint(selector, resources) ?? "Correct `select`, or remove the target.";
  return { code: "unused-replacement", severity: "warning", message, ...selector.location, hint };
}

function lostInText(resource: Resource, path: string, { location }: ReplacementTarget): Diagnostic {
  const object = resource.describe();
  const message = `the replacement writes nothing to "${path}" of ${object}: the path leads into a text or below a null`;
  const hint = "Use only fields and indices, not `*`, in the path to a text. Replace a null by a value.";
  return { code: "unused-replacement", severity: "warning", message, ...location, object, hint };
}

/** Selects objects by patterns for their current and earlier identities, without those that `reject` matches. */
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

/** Writes the value to a field. Returns false if the write has no effect. */
function writeToField(resource: Resource, path: string, value: Node, target: ReplacementTarget): boolean {
  checkTime();
  const segments = splitFieldPath(path);
  resource.exposeHashRequest(path);
  const create = target.options?.create ? value.kind : undefined;
  const write = (field: Node): void => {
    // kustomize copies the node of the source with its place.
    if (field.kind !== "scalar") resource.hasUnknownTree = true;
    setValue(field, value, target.options);
  };
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

/** Sets a field. A scalar keeps its tag and style, and gets the text only. Other nodes are replaced. */
function setValue(field: Node, value: Node, options: FieldOptions | undefined): void {
  let text = value.kind === "scalar" ? value.value : "";
  if (options?.delimiter) {
    if (field.kind !== "scalar") throw delimiterNeedsScalar(locate(field) ?? options.location);
    text = spliceText(field.value, text, options.delimiter, options.index ?? 0);
  }
  if (field.kind === "scalar") field.value = text;
  else overwrite(field, clone(value));
}

/** Replaces one part of a delimited text. A negative index prepends the text; an index past the end appends it. */
function spliceText(present: string, text: string, delimiter: string, index: number): string {
  if (present.length + text.length > MAX_SPLICED) {
    throw failure("value-too-large", `a replacement makes a text of more than ${MAX_SPLICED} characters`, {
      hint: "Look for a replacement that inserts a text into itself.",
    });
  }
  const parts = present.split(delimiter);
  if (index < 0) parts.unshift(text);
  else if (index >= parts.length) parts.push(text);
  else parts[index] = text;
  return parts.join(delimiter);
}
