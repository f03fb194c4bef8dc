/** Selects objects by identity, labels and annotations; docs/specification/patches.md 3. */
import { KrmError, type Location } from "../diagnostics.ts";
import { compileLabelSelector, type LabelMatcher, type Labels } from "./label-selector.ts";
import { compileAnchored, type Matcher } from "./re2.ts";
import type { ResourceId } from "./resource-id.ts";

/**
 * A selector as written. The first five fields are patterns for the whole value; a missing or empty field matches any.
 */
export interface SelectorText {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
  /** The place of the selector, for messages. */
  readonly location?: Location;
}

/** An object that a selector is matched against. Labels and annotations are read only if everything else matches. */
export interface Selectable {
  readonly id: ResourceId;
  readonly originalId: ResourceId;
  labels(): Labels;
  annotations(): Labels;
}

export type SelectorMatcher = (object: Selectable) => boolean;

/**
 * Compiles a selector once for many objects. Group, version and kind are matched against the current ones; name and
 * namespace against the original and the current ones. Namespaces are the effective ones. The matcher throws an invalid
 * label selector only for an object that matches everything else: kustomize does not parse the selector otherwise.
 * @throws KrmError `invalid-regex`
 */
export function compileSelector(selector: SelectorText): SelectorMatcher {
  const pattern = (text: string | undefined): Matcher => compileAnchored(text ?? "", selector.location);
  const group = pattern(selector.group);
  const version = pattern(selector.version);
  const kind = pattern(selector.kind);
  const name = pattern(selector.name);
  const namespace = pattern(selector.namespace);
  const byLabels = labelMatcher(selector.labelSelector, selector.location);
  const byAnnotations = labelMatcher(selector.annotationSelector, selector.location);
  return (object) => {
    const { id, originalId } = object;
    return (
      kind(id.kind) &&
      group(id.group) &&
      version(id.version) &&
      (name(originalId.name) || name(id.name)) &&
      (namespace(originalId.effectiveNamespace) || namespace(id.effectiveNamespace)) &&
      (byLabels === undefined || byLabels(object.labels())) &&
      (byAnnotations === undefined || byAnnotations(object.annotations()))
    );
  };
}

function labelMatcher(text: string | undefined, location: Location | undefined): LabelMatcher | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return compileLabelSelector(text, location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return () => {
      throw thrown;
    };
  }
}
