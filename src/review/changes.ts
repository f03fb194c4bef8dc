/** Finds the changes between the objects of two renderings. */
import { type GeneratedNames, generatedNames, type HashMask, printValue, redact } from "../manifests/index.ts";
import type { RenderedResource, Value } from "../render/rendering.ts";
import { compareFields, type FieldsResult } from "./fields.ts";
import { diffTexts } from "./hunks.ts";
import { pairResources } from "./pairing/index.ts";
import type { Cause, ObjectName } from "./report.ts";
import type { NewChange } from "./store.ts";

export interface Masks {
  readonly base: HashMask;
  readonly head: HashMask;
}

/** A change, and the place that the object comes from. */
export interface FoundChange {
  readonly change: NewChange;
  readonly cause?: Cause;
}

export interface Comparison {
  readonly changes: FoundChange[];
  /** The number of objects whose text changed, but not their content. */
  readonly layoutOnly: number;
}

interface Names {
  readonly base: GeneratedNames;
  readonly head: GeneratedNames;
}

/**
 * Compares two renderings of a target. Removed objects come first, then changed, added, and those that differ in references
 * only. Secret values and the hashes of Secrets are withheld.
 */
export function compareResources(
  base: readonly RenderedResource[],
  head: readonly RenderedResource[],
  masks: Masks,
): Comparison {
  // Fast path: most reviews leave most targets unchanged.
  if (base.length === head.length && base.every((resource, index) => sameText(resource, head[index]))) {
    return { changes: [], layoutOnly: 0 };
  }
  const names: Names = { base: generatedNames(base), head: generatedNames(head) };
  const removed: FoundChange[] = [];
  const changed: FoundChange[] = [];
  const added: FoundChange[] = [];
  const referring: FoundChange[] = [];
  const referrers = new Map<string, ObjectName[]>();
  let layoutOnly = 0;

  for (const pair of pairResources(base, head)) {
    if (pair.base === undefined) added.push(wholeChange("added", pair.head as RenderedResource, masks.head));
    else if (pair.head === undefined) removed.push(wholeChange("removed", pair.base, masks.base));
    else if (!sameText(pair.base, pair.head)) {
      const result = compareObjects(pair.base, pair.head, names, masks);
      if (result === undefined) {
        layoutOnly++;
        continue;
      }
      (result.change.onlyReferences ? referring : changed).push({
        change: result.change,
        ...causeOf(pair.head, "head"),
      });
      noteReferrers(referrers, pair.head, result.references, masks.head);
    }
  }
  return { changes: [...removed, ...changed.map(withReferrers), ...added, ...referring], layoutOnly };

  function withReferrers({ change, ...rest }: FoundChange): FoundChange {
    const found = change.from?.name === undefined ? undefined : referrers.get(change.object.name);
    return { change: found === undefined ? change : { ...change, referrers: found }, ...rest };
  }
}

function sameText(base: RenderedResource, head: RenderedResource | undefined): boolean {
  return base.yaml === head?.yaml && base.name === head.name;
}

/** An object that exists on one side only: all of its lines, and no fields. */
function wholeChange(op: "added" | "removed", resource: RenderedResource, mask: HashMask): FoundChange {
  const value = resource.value();
  const redacted = op === "added" ? redact(undefined, value) : redact(value, undefined);
  const text = textOf(resource, op === "added" ? redacted.after : redacted.before, redacted.withheld, mask);
  const change: NewChange = {
    op,
    object: identityOf(resource, mask),
    ...(redacted.withheld ? { redacted: true } : {}),
    fields: [],
    hunks: op === "added" ? diffTexts("", text) : diffTexts(text, ""),
  };
  return { change, ...causeOf(resource, op === "added" ? "head" : "base") };
}

/** The change of an object that exists on both sides; undefined when only its layout differs. */
function compareObjects(
  base: RenderedResource,
  head: RenderedResource,
  names: Names,
  masks: Masks,
): { change: NewChange; references: FieldsResult["references"] } | undefined {
  const redacted = redact(base.value(), head.value());
  const from = {
    ...(base.name === head.name ? {} : { name: masks.base(base.name) }),
    ...(base.apiVersion === head.apiVersion ? {} : { apiVersion: base.apiVersion }),
    ...(base.kind === head.kind ? {} : { kind: base.kind }),
    ...((base.namespace || "default") === (head.namespace || "default") ? {} : { namespace: base.namespace }),
  };
  const renamed = Object.keys(from).length > 0;
  const result = compareFields({
    before: redacted.before as Value,
    after: redacted.after as Value,
    namesBefore: names.base,
    namesAfter: names.head,
    maskBefore: masks.base,
    maskAfter: masks.head,
    except: new Set(Object.keys(from).map((key) => IDENTITY_FIELDS.get(key) ?? "")),
  });
  if (result.fields.length === 0 && !renamed) return undefined;
  const change: NewChange = {
    op: "changed",
    object: identityOf(head, masks.head),
    ...(renamed ? { from } : {}),
    ...(result.onlyReferences && !renamed ? { onlyReferences: true } : {}),
    ...(redacted.withheld ? { redacted: true } : {}),
    fields: result.fields,
    ...(result.more > 0 ? { moreFields: result.more } : {}),
    hunks: diffTexts(
      textOf(base, redacted.before, redacted.withheld, masks.base),
      textOf(head, redacted.after, redacted.withheld, masks.head),
    ),
  };
  return { change, references: result.references };
}

/** The fields that `from` reports, by their JSON Pointers. */
const IDENTITY_FIELDS: ReadonlyMap<string, string> = new Map([
  ["apiVersion", "/apiVersion"],
  ["kind", "/kind"],
  ["namespace", "/metadata/namespace"],
  ["name", "/metadata/name"],
]);

function identityOf(resource: RenderedResource, mask: HashMask): NewChange["object"] {
  const { apiVersion, kind, namespace, name, baseName } = resource;
  return { apiVersion, kind, namespace, name: mask(name), ...(baseName === name ? {} : { baseName }) };
}

/** The object's own text, or a newly printed one where values were withheld. */
function textOf(resource: RenderedResource, value: Value | undefined, withheld: boolean, mask: HashMask): string {
  return mask(withheld ? printValue(value as Value) : resource.yaml);
}

/** The file that the object comes from. */
function causeOf({ origin }: RenderedResource, side: Cause["side"]): Pick<FoundChange, "cause"> {
  if (origin === undefined) return {};
  const { file, line } = origin;
  return { cause: { side, file, ...(line === undefined ? {} : { line }), step: "resources" } };
}

/** Records an object under each new name that it refers to. The names are masked, as they are in the changes. */
function noteReferrers(
  referrers: Map<string, ObjectName[]>,
  resource: RenderedResource,
  references: ReadonlySet<string>,
  mask: HashMask,
): void {
  const { apiVersion, kind, namespace, name } = resource;
  for (const reference of references) {
    const key = mask(reference);
    const list = referrers.get(key);
    const referrer = { apiVersion, kind, namespace, name: mask(name) };
    if (list === undefined) referrers.set(key, [referrer]);
    else list.push(referrer);
  }
}
