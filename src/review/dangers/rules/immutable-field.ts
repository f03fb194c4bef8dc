/** Changes of fields that the API server refuses to change. */

import type { DangerLevel } from "../../../configuration/index.ts";
import { isMap, type MapValue, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Finding, PairRule } from "../rule.ts";
import { differenceOf } from "./equality.ts";
import { IMMUTABLE_FIELDS, type ImmutableField, type ImmutableRow } from "./immutable-table.ts";
import { type FullPair, fieldText, type Path, replacedBy, shownValues, updated } from "./objects/index.ts";

const ROWS: ReadonlyMap<string, ImmutableRow> = new Map(
  IMMUTABLE_FIELDS.flatMap((row) => row.kinds.map((kind) => [kind, row])),
);

/** The losses when an object is deleted, even if it is created again at once. */
const LOST: ReadonlyMap<string, { readonly what: string; readonly level: DangerLevel }> = new Map([
  ["PersistentVolumeClaim", { what: "its volume and data go with it", level: "high" }],
  ["PersistentVolume", { what: "its data can be lost", level: "medium" }],
  ["StatefulSet", { what: "its Pods stop", level: "medium" }],
  ["CustomResourceDefinition", { what: "all objects of its kind go with it", level: "high" }],
]);

/** Stands for an annotation: Flux replaces the objects of a Kustomization with `force`. */
const FORCED = { tool: "Flux", annotation: undefined };

const WITH_CONTENT = new Set(["ConfigMap", "Secret"]);

export const immutableField: PairRule = {
  id: "immutable-field",
  level: "high",
  summary: "a field changes that the API server refuses to change",
  kinds: new Set([...ROWS.keys()].map((kind) => kind.slice(kind.indexOf("/") + 1)).concat([...WITH_CONTENT])),
  *check(sides) {
    const pair = updated(sides);
    if (pair === undefined) return;
    const [base, head] = [pair.base.value(), pair.head.value()];
    const row = rowOf(pair);
    if (row !== undefined) {
      for (const field of row.fields) {
        for (const place of changedPlaces(field, base, head)) yield findingOf(pair, row, field, place, base, head);
      }
    }
    if (groupOf(pair.head) === "" && WITH_CONTENT.has(pair.head.kind)) yield* contentFindings(pair, base, head);
  },
};

function rowOf({ head }: FullPair): ImmutableRow | undefined {
  return ROWS.get(`${groupOf(head)}/${head.kind}`);
}

/** Tells whether every release of Kubernetes refuses the update, so that the object stays as it is, or is replaced as a whole. */
export function isRefused(sides: DangerPair): boolean {
  const pair = updated(sides);
  if (pair === undefined) return false;
  const [base, head] = [pair.base.value(), pair.head.value()];
  const fields = (rowOf(pair)?.fields ?? []).filter(
    (field) => field.mutableSince === undefined && !isUnknown(field, base),
  );
  if (fields.some((field) => [...changedPlaces(field, base, head)].length > 0)) return true;
  return WITH_CONTENT.has(pair.head.kind) && [...contentFindings(pair, base, head)].length > 0;
}

/** The places at or below an immutable field that differ: one for each key of a field with exceptions, else at most one. */
function* changedPlaces(field: ImmutableField, base: Value, head: Value): Iterable<Path> {
  const raw = [valueAt(base, ...field.path), valueAt(head, ...field.path)] as const;
  const before = field.compared === undefined ? raw[0] : field.compared(raw[0], base, base);
  const after = field.compared === undefined ? raw[1] : field.compared(raw[1], head, base);
  if (field.allows?.(before, after, base, head) === true) return;
  if (field.except === undefined) {
    const place = differenceOf(before, after, field.path);
    if (place !== undefined) yield place;
    return;
  }
  const keys = new Set([...keysOf(before), ...keysOf(after)]);
  for (const key of keys) {
    if (field.except.includes(key)) continue;
    const place = differenceOf(valueAt(before, key), valueAt(after, key), [...field.path, key]);
    if (place !== undefined) yield place;
  }
}

function keysOf(value: Value | undefined): readonly string[] {
  return isMap(value) ? Object.keys(value) : [];
}

function findingOf(
  pair: FullPair,
  row: ImmutableRow,
  field: ImmutableField,
  place: Path,
  base: Value,
  head: Value,
): Finding {
  const { kind } = pair.head;
  const since = field.mutableSince === undefined ? "" : ` before Kubernetes ${field.mutableSince}`;
  const [before, after] = [valueAtPath(base, place), valueAtPath(head, place)];
  const answer = answerOf(pair, field, row.until(kind));
  const text = fieldText(place, after === undefined ? base : head);
  // What fills the variables in decides whether the values differ at all.
  const mayBeEqual = hasVariable(before) || hasVariable(after);
  const isFilled = isUnknown(field, base);
  const level = mayBeEqual ? "low" : isFilled ? "medium" : answer.level;
  const isKnown = !mayBeEqual && !isFilled && field.mutableSince === undefined;
  const condition = isFilled ? "; unless the cluster filled in the same value, " : ": ";
  return {
    path: toPointer(place),
    message: `\`${text}\` is immutable${since}${condition}${answer.text}`,
    ...(kind === "Secret" ? {} : shownValues(before, after)),
    ...(level === undefined ? {} : { level }),
    ...(isKnown && answer.outcome !== undefined && { outcome: answer.outcome }),
  };
}

/** Tells whether only the cluster knows the value at base. */
function isUnknown({ isFilled, path }: ImmutableField, base: Value): boolean {
  return isFilled === true && (valueAt(base, ...path) ?? null) === null;
}

/** Tells whether Flux, a function or a script completes a value after it is rendered. */
function hasVariable(value: Value | undefined): boolean {
  return typeof value === "string" && /\$[{(]/.test(value);
}

interface Answer {
  readonly text: string;
  readonly level: DangerLevel | undefined;
  readonly outcome: Finding["outcome"];
}

/** Says what happens to the update. */
function answerOf({ base, head, isForced }: FullPair, field: ImmutableField | undefined, until: string): Answer {
  const replacing = isForced ? FORCED : replacedBy({ base, head });
  if (replacing !== undefined) {
    const { tool, annotation } = replacing;
    const why =
      annotation === undefined ? "the Kustomization has `force: true`" : `of its annotation \`${annotation}\``;
    const lost = LOST.get(head.kind);
    return {
      text: `${tool} deletes the ${head.kind} and creates it again, because ${why}${lost === undefined ? "" : `: ${lost.what}`}`,
      level: lost === undefined ? "low" : lost.level,
      outcome: "recreated",
    };
  }
  if (head.kind === "Job" && valueAt(head.value(), "spec", "ttlSecondsAfterFinished") !== undefined) {
    return {
      text: `the API server refuses the update as long as the Job exists; \`ttlSecondsAfterFinished\` deletes it after it ends`,
      level: "medium",
      // It may be gone.
      outcome: undefined,
    };
  }
  return { text: `the API server refuses the update until ${until}`, level: field?.level, outcome: "refused" };
}

/** A ConfigMap or Secret that is marked as immutable. */
function* contentFindings(pair: FullPair, base: Value, head: Value): Iterable<Finding> {
  if (valueAt(base, "immutable") !== true) return;
  const until = `the ${pair.head.kind} is deleted; another name, such as one with a content hash, makes it another object`;
  const { text, level, outcome } = answerOf(pair, undefined, until);
  const found = (key: string, message: string): Finding => ({
    path: toPointer([key]),
    message: `${message}: ${text}`,
    ...(level === undefined ? {} : { level }),
    ...(outcome === undefined ? {} : { outcome }),
  });
  if (valueAt(head, "immutable") !== true) yield found("immutable", "`immutable` cannot be taken back");
  if (differenceOf(contentOf(base), contentOf(head), ["data"]) !== undefined) {
    yield found(
      ["data", "stringData", "binaryData"].find((key) => valueAt(head, key) !== undefined) ?? "data",
      "`immutable` is set, and the data changes",
    );
  }
}

/** All keys of a ConfigMap or Secret with their values, however they are written. */
export function contentOf(object: Value): MapValue {
  const content = Object.create(null) as { [key: string]: Value };
  const isSecret = valueAt(object, "kind") === "Secret";
  for (const field of ["data", "binaryData", "stringData"]) {
    const values = valueAt(object, field);
    if (!isMap(values)) continue;
    for (const key of Object.keys(values)) {
      const value = values[key] as Value;
      const encoded = field === "binaryData" || (isSecret && field === "data");
      content[key] = typeof value === "string" && !encoded ? Buffer.from(value).toString("base64") : compact(value);
    }
  }
  return content;
}

/** Base64 without the line breaks that YAML keeps. */
function compact(value: Value): Value {
  return typeof value === "string" ? value.replace(/\s+/g, "") : value;
}

function valueAtPath(root: Value, path: Path): Value | undefined {
  let value: Value | undefined = root;
  for (const step of path) {
    if (typeof step === "string") value = valueAt(value, step);
    else value = Array.isArray(value) ? value[step] : undefined;
  }
  return value;
}
