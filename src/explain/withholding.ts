/** Takes out of the values of a change what a report withholds as well: decision 0006. */
import { redact } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import type { Change, Field } from "./field.ts";

const WITHHELD = "<redacted>";

export interface ShownValues {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly withheld: boolean;
}

/** Puts both values where they stand in an object that tells no more than what decides about them, and redacts that. */
export function shownValues({ field, before, after }: Pick<Change, "field" | "before" | "after">): ShownValues {
  const chain = chainOf(field);
  const redacted = redact(wrapped(chain, before), wrapped(chain, after));
  if (!redacted.withheld) return { before, after, withheld: false };
  const shown = { before: unwrapped(chain, redacted.before), after: unwrapped(chain, redacted.after) };
  return { ...shown, withheld: true };
}

/** The field and those it is part of; the object itself last. */
function chainOf(field: Field): Field[] {
  return field.parent === undefined ? [field] : [field, ...chainOf(field.parent)];
}

function wrapped(chain: readonly Field[], value: Value | undefined): Value | undefined {
  if (value === undefined) return undefined;
  let whole = value;
  for (const field of chain) whole = holding(field, whole);
  return whole;
}

/** What a field is part of, as far as it matters. */
function holding(field: Field, value: Value): Value {
  const { parent, segment } = field;
  if (parent === undefined) return value;
  if (isElement(field)) return [value];
  const object: { [key: string]: Value } = Object.create(null);
  const kinds = parent.fields.get("kind")?.changes.map(({ after }) => after) ?? [];
  // What was a Secret once held its values all the time.
  const kind = kinds.includes("Secret") ? "Secret" : kinds.at(-1);
  if (kind !== undefined) object["kind"] = kind;
  if (["metadata", "data", "stringData"].some((key) => parent.fields.has(key)))
    object["metadata"] = Object.create(null);
  object[segment] = segment === "kind" && kind === "Secret" ? kind : value;
  return object;
}

function unwrapped(chain: readonly Field[], whole: Value | undefined): Value | undefined {
  if (whole === undefined) return undefined;
  let value: Value = whole;
  for (const field of chain.toReversed()) {
    if (field.parent === undefined) continue;
    const key = isElement(field) ? "0" : field.segment;
    // The two kinds of data of a Secret come out as one.
    const found = ownValue(value, key) ?? (key === "stringData" ? ownValue(value, "data") : undefined);
    if (found === undefined) return WITHHELD;
    value = found;
  }
  return value;
}

/** Of a list. */
function isElement(field: Field): boolean {
  return field.parent?.fields.get(field.segment) !== field;
}

function ownValue(value: Value, key: string): Value | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as { [key: string]: Value })[key];
}
