/** Compares two values field by field. */

import { charge } from "../../../budget/index.ts";
import {
  binarySize,
  type GeneratedNames,
  type HashMask,
  isEncrypted,
  isMap,
  isRedacted,
  keyOf,
  type MapValue,
  mergeKeyOf,
} from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import type { FieldChange } from "../../report.ts";
import { Contents } from "./contents.ts";
import { pairElements } from "./elements.ts";
import { type Labelled, labelsOf } from "./labels.ts";
import { Place } from "./place.ts";
import { OVERSIZED, snapshot } from "./snapshot.ts";
import { titlesOf } from "./titles.ts";

/** Further fields are only counted. */
const MAX_FIELDS = 200;

export interface FieldsInput {
  readonly before: Value;
  readonly after: Value;
  /** The generated names of each rendering. */
  readonly namesBefore: GeneratedNames;
  readonly namesAfter: GeneratedNames;
  /** The names at base of objects that have others at head, each with the name at head without its hash. */
  readonly renamed?: ReadonlyMap<string, string> | undefined;
  readonly maskBefore: HashMask;
  readonly maskAfter: HashMask;
  /** JSON Pointers of fields to skip, because the change reports them in other fields. */
  readonly except: ReadonlySet<string>;
  /** Tells of fields whether a controller does not see that they differ. */
  readonly isIgnored?: IsIgnored | undefined;
}

/** @param pointer gives the JSON Pointer of a field into one side */
export type IsIgnored = (pointer: (side: "before" | "after") => string, op: FieldChange["op"]) => boolean;

export interface FieldsResult {
  readonly fields: FieldChange[];
  /** The number of changed fields that are not listed. */
  readonly more: number;
  /** True if every change replaces the name of an object by its new one; false when nothing changed. */
  readonly onlyReferences: boolean;
  /** The names at head that replace others of the same objects. */
  readonly references: ReadonlySet<string>;
  /** The fields that are ignored, each as its operation, a space and its path. */
  readonly ignored: ReadonlySet<string>;
}

/** The memory that the place of a field takes, besides its path. */
const FIELD_BYTES = 100;

/**
 * Lists the fields that differ. Elements of lists are matched by a merge key where they have one, else by content
 * ({@link pairElements}).
 */
export function compareFields(input: FieldsInput): FieldsResult {
  const fields: Omit<FieldChange, "label">[] = [];
  const labelled: Labelled[] = [];
  const references = new Set<string>();
  const ignored = new Set<string>();
  const contents = new Contents({ before: input.namesBefore, after: input.namesAfter }, input.renamed);
  const depthOfExceptions = Math.max(0, ...[...input.except].map((path) => path.split("/").length - 1));
  let count = 0;
  let referenceCount = 0;

  compare(Place.TOP, input.before, input.after);
  const labels = labelsOf(labelled);
  return {
    fields: fields.map(({ path, namedPath, ...rest }, index) => {
      return { path, ...(namedPath === undefined ? {} : { namedPath }), label: labels[index] as string, ...rest };
    }),
    more: count - fields.length,
    onlyReferences: count > 0 && count === referenceCount,
    references,
    ignored,
  };

  function compare(place: Place, before: Value, after: Value): void {
    charge(FIELD_BYTES);
    if (before === after || Object.is(before, after)) return;
    if (isExcepted(place, "after")) return;
    if (Array.isArray(before) && Array.isArray(after)) compareLists(place, before, after);
    else if (isMap(before) && isMap(after)) compareMaps(place, before, after);
    else add(place, "changed", before, after);
  }

  function compareMaps(place: Place, before: MapValue, after: MapValue): void {
    for (const key of Object.keys(before)) {
      const child = place.key(key);
      if (Object.hasOwn(after, key)) compare(child, before[key] as Value, after[key] as Value);
      else if (!isExcepted(child, "before")) add(child, "removed", before[key], undefined);
    }
    for (const key of Object.keys(after)) {
      const child = place.key(key);
      if (!Object.hasOwn(before, key) && !isExcepted(child, "after")) add(child, "added", undefined, after[key]);
    }
  }

  function isExcepted(place: Place, side: "before" | "after"): boolean {
    return place.depth <= depthOfExceptions && input.except.has(place.pointer(side));
  }

  function compareLists(place: Place, before: Value[], after: Value[]): void {
    const key = mergeKeyOf(before, after);
    if (key === undefined) compareSequences(place, before, after);
    else compareKeyed(place, before, after, key);
  }

  function compareKeyed(place: Place, before: Value[], after: Value[], key: string): void {
    const positions = new Map(after.map((item, index) => [keyOf(item, key, input.namesAfter), index]));
    const kept = new Set<number>();
    let previous = -1;
    let reordered = false;
    before.forEach((item, index) => {
      const name = keyOf(item, key, input.namesBefore) as string;
      const position = positions.get(name);
      if (position === undefined) return add(place.element(index, index, { name }), "removed", item, undefined);
      kept.add(position);
      reordered ||= position < previous;
      previous = position;
      compare(place.element(index, position, { name }), item, after[position] as Value);
    });
    after.forEach((item, index) => {
      if (kept.has(index)) return;
      add(place.element(index, index, { name: keyOf(item, key, input.namesAfter) }), "added", undefined, item);
    });
    if (reordered) add(place, "reordered");
  }

  function compareSequences(place: Place, before: Value[], after: Value[]): void {
    const { partners, reordered } = pairElements(before, after, contents);
    const kept = new Set(partners);
    const [old, now] = [titlesOf(before, input.namesBefore), titlesOf(after, input.namesAfter)];
    let next = 0;
    const addUpTo = (end: number): void => {
      for (; next < end; next++) {
        if (!kept.has(next)) add(place.element(next, next, { title: now[next] }), "added", undefined, after[next]);
      }
    };
    partners.forEach((partner, index) => {
      if (partner < 0)
        return add(place.element(index, index, { title: old[index] }), "removed", before[index], undefined);
      addUpTo(partner);
      // Equal elements may still differ in generated names.
      compare(place.element(index, partner, { title: now[partner] }), before[index] as Value, after[partner] as Value);
    });
    addUpTo(after.length);
    if (reordered) add(place, "reordered");
  }

  function isReference(at: Place, before: Value | undefined, after: Value | undefined): boolean {
    if (typeof before !== "string" || typeof after !== "string") return false;
    const from = input.namesBefore.get(before);
    const to = input.namesAfter.get(after);
    // A name may also gain or lose its hash, when the option disableNameSuffixHash changes.
    if ((from !== undefined || to !== undefined) && (from ?? before) === (to ?? after)) return true;
    // Elsewhere, such as in labels, a text that equals a name need not be one.
    const renamed = input.renamed?.get(before);
    return renamed !== undefined && renamed === (to ?? after) && /name$/i.test(at.pointer("after"));
  }

  function add(at: Place, op: FieldChange["op"], before?: Value, after?: Value): void {
    const reference = op === "changed" && isReference(at, before, after);
    if (reference) {
      referenceCount++;
      references.add(after as string);
    }
    count++;
    if (fields.length === MAX_FIELDS) return;
    const side = op === "removed" ? "before" : "after";
    const mask = op === "removed" ? input.maskBefore : input.maskAfter;
    const namedPath = at.namedPointer(side);
    const place = {
      path: mask(at.pointer(side)),
      ...(namedPath === undefined ? {} : { namedPath: mask(namedPath) }),
      op,
    };
    if (input.isIgnored?.((each) => at.pointer(each), op) === true) ignored.add(`${op} ${place.path}`);
    const shown = shownValues(before, after);
    fields.push({ ...place, ...(reference && "after" in shown ? { reference: true } : {}), ...shown });
    labelled.push({
      // Masked before they are cut: no part of a hash may be left.
      steps: at.steps(side).map(({ text, kind }) => ({ text: mask(text), kind })),
      op,
      hasShownScalars:
        op !== "reordered" && ("before" in shown || "after" in shown) && !isNode(before) && !isNode(after),
    });
  }

  function shownValues(before?: Value, after?: Value): Partial<FieldChange> {
    if (isRedacted(before) || isRedacted(after)) return { redacted: true };
    if (isEncrypted(before) || isEncrypted(after)) return { encrypted: true };
    const bytes = bytesOf(before, after);
    if (bytes !== undefined) return { bytes };
    const left = snapshot(before, input.maskBefore);
    const right = snapshot(after, input.maskAfter);
    if (left === OVERSIZED || right === OVERSIZED) return { oversized: true };
    return { ...(before === undefined ? {} : { before: left }), ...(after === undefined ? {} : { after: right }) };
  }
}

/** The sizes of binary values; undefined unless one side is one. */
function bytesOf(before?: Value, after?: Value): FieldChange["bytes"] | undefined {
  const [left, right] = [binarySize(before), binarySize(after)];
  if (left === undefined && right === undefined) return undefined;
  return { ...(left === undefined ? {} : { before: left }), ...(right === undefined ? {} : { after: right }) };
}

/** Tells whether a value is a map or a list. */
function isNode(value: Value | undefined): boolean {
  return typeof value === "object" && value !== null;
}
