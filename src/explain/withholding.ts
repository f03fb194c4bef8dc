/** Withholds from the values of a change everything that a report withholds (decision 0006). */
import {
  abridge,
  maskPaths,
  patternsOf,
  REDACT_ANNOTATION,
  redact,
  type StepNames,
  type Withholding,
} from "../manifests/index.ts";
import { isNameLike, isVariableName } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";
import type { Change, Field } from "./field.ts";
import { descend } from "./selection.ts";

export const WITHHELD = "<redacted>";

/**
 * Redacts both values of a change, as part of a minimal object with just the fields that decide about redaction, and abridges
 * encrypted and binary values.
 */
export function shownValues(
  { field, before, after }: Pick<Change, "field" | "before" | "after">,
  withholding: Withholding,
): { readonly before: Value | undefined; readonly after: Value | undefined; readonly withheld: boolean } {
  const chain = chainOf(field);
  const redacted = redact(wrap(chain, before), wrap(chain, after));
  const abridged = abridge(redacted.before, redacted.after);
  const isReplaced = redacted.withheld || abridged.abridged;
  const shown = isReplaced
    ? { before: unwrap(chain, abridged.before), after: unwrap(chain, abridged.after) }
    : { before, after };
  const [left, right] = maskPaths(shown.before, shown.after, withholding, chain.toReversed().slice(1).map(namesOf));
  return { before: left, after: right, withheld: redacted.withheld || left !== shown.before || right !== shown.after };
}

/** The names that a pattern can have for a field. An element of a list may have had any position in the course of the build. */
function namesOf(field: Field): StepNames {
  const { parent, segment } = field;
  if (parent === undefined || !isElement(field)) return [segment];
  const count = Math.min(MAX_POSITIONS, parent.items.length + parent.removedItems.length);
  const name = /^\[[^=]*=(.*)\]$/s.exec(segment)?.[1];
  return [
    segment,
    ...(name === undefined ? [] : [name]),
    ...Array.from({ length: count }, (_, index) => String(index)),
  ];
}

const MAX_POSITIONS = 1_000;

/** The fields of an object that hold values of Secrets although it is none. */
export class SubstitutedSecrets {
  readonly #fields = new Set<Field>();
  readonly #around = new Set<Field>();

  /** @param paths see `BuiltResource.withheld` */
  constructor(root: Field, paths: readonly (readonly string[])[]) {
    for (const path of paths) {
      const field = descend(root, path);
      if (field !== undefined) this.#fields.add(field);
      for (let at = field?.parent; at !== undefined; at = at.parent) this.#around.add(at);
    }
  }

  /** Tells whether a field is such a one, or lies in one or around one. */
  touches(field: Field): boolean {
    if (this.#around.has(field)) return true;
    for (let at: Field | undefined = field; at !== undefined; at = at.parent) if (this.#fields.has(at)) return true;
    return false;
  }

  /** The value of a field without them. */
  value(field: Field): Value | undefined {
    if (!this.touches(field)) return field.toValue();
    if (!this.#around.has(field)) return field.kind === "none" ? undefined : WITHHELD;
    if (field.kind === "seq") return field.items.map((item) => this.value(item) ?? null);
    const object: { [key: string]: Value } = Object.create(null);
    for (const child of field.present) object[child.segment] = this.value(child) ?? null;
    return object;
  }
}

/** The keys of a Secret that may be values: see decision 0022. */
export function withheldKeys({ kind, root }: { readonly kind: string; readonly root: Field }): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const list of kind === "Secret" ? ["data", "stringData"] : [])
    for (const [key, field] of root.fields.get(list)?.fields ?? []) {
      const values = field.changes.flatMap(({ before, after }) => [before, after]);
      const hasValue = values.some((value) =>
        typeof value === "string" ? !/^=*$/.test(value) : (value ?? null) !== null,
      );
      if (!(hasValue ? isNameLike(key) : isVariableName(key))) keys.add(key);
    }
  return keys;
}

/** The patterns of the annotation {@link REDACT_ANNOTATION}, as any step of the build had it. */
export function annotatedWithholding(root: Field, chosen: Withholding): Withholding {
  const field = root.fields.get("metadata")?.fields.get("annotations")?.fields.get(REDACT_ANNOTATION);
  const values = field?.changes.flatMap(({ before, after }) => [before, after]) ?? [];
  const read = [...values, field?.toValue()].filter((value) => value !== undefined).map(patternsOf);
  return {
    paths: [...chosen.paths, ...read.flatMap((patterns) => (patterns === "invalid" ? [] : patterns))],
    whole: chosen.whole || read.includes("invalid"),
  };
}

/** The field and its parents; the object itself is last. */
function chainOf(field: Field): Field[] {
  return field.parent === undefined ? [field] : [field, ...chainOf(field.parent)];
}

function wrap(chain: readonly Field[], value: Value | undefined): Value | undefined {
  return value === undefined ? undefined : chain.reduce((whole, field) => wrapInParent(field, whole), value);
}

/** The minimal parent of a field: a list of this element, or a map with this field and those that make it a Secret. */
function wrapInParent(field: Field, value: Value): Value {
  const { parent, segment } = field;
  if (parent === undefined) return value;
  if (isElement(field)) return [value];
  const object: { [key: string]: Value } = Object.create(null);
  const kinds = parent.fields.get("kind")?.changes.map(({ after }) => after) ?? [];
  // An object that was a Secret once may hold secret values at any time.
  const kind = kinds.includes("Secret") ? "Secret" : kinds.at(-1);
  if (kind !== undefined) object["kind"] = kind;
  if (["metadata", "data", "stringData"].some((key) => parent.fields.has(key)))
    object["metadata"] = Object.create(null);
  object[segment] = segment === "kind" && kind === "Secret" ? kind : value;
  return object;
}

function unwrap(chain: readonly Field[], whole: Value | undefined): Value | undefined {
  if (whole === undefined) return undefined;
  let value: Value = whole;
  for (const field of chain.toReversed()) {
    if (field.parent === undefined) continue;
    const key = isElement(field) ? "0" : field.segment;
    // Redaction merges the stringData of a Secret into its data.
    const found = ownValue(value, key) ?? (key === "stringData" ? ownValue(value, "data") : undefined);
    if (found === undefined) return WITHHELD;
    value = found;
  }
  return value;
}

/** True if a field is an element of a list. */
function isElement(field: Field): boolean {
  return field.parent?.fields.get(field.segment) !== field;
}

function ownValue(value: Value, key: string): Value | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as { [key: string]: Value })[key];
}
