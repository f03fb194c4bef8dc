/** Selecting objects by what they are and were called, and by labels; docs/specification/patches.md 3. */
import { KrmError, type Location } from "../diagnostics.ts";
import { compileLabelSelector, type LabelMatcher, type Labels } from "./label-selector.ts";
import { compileAnchored, type Matcher } from "./re2.ts";
import type { ResourceId } from "./resource-id.ts";

/** What to select. Every field but the last two is a pattern for the whole value; absent or empty matches any. */
export interface SelectorText {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
  /** Where it is written, for messages. */
  readonly location?: Location;
}

/** What a selector looks at. Labels and annotations are only asked for when all the rest fits. */
export interface Selectable {
  readonly id: ResourceId;
  readonly originalId: ResourceId;
  labels(): Labels;
  annotations(): Labels;
}

export type SelectorMatcher = (object: Selectable) => boolean;

/**
 * Compiles a selector once for many objects. Group, version and kind are the present ones; name and namespace match the
 * original or the present, not those in between; namespaces are the effective ones.
 * A fault in a label selector is thrown by the matcher, when an object passes all the rest: a selector that is never
 * asked for is no error to the reference.
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
