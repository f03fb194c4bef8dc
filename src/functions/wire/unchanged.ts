/** Checks that a validator returned its input unchanged; docs/specification/wire-format.md 7. */
import { failure, type Location } from "../../diagnostics.ts";
import { describeId, identify, type SchemaSource } from "../../resource/index.ts";
import { shorten } from "../../text/index.ts";
import { toValue, type Value } from "../../yaml/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { isReserved } from "./annotations.ts";
import { keyOf } from "./identity.ts";
import { isRecord, type Record } from "./results.ts";
import { isOurs } from "./returned-object.ts";
import type { Sent } from "./sent.ts";

/** The one label that a validator may add. */
const VALIDATED_BY = "validated-by";

/**
 * Compares the objects as sets, by identity. Styles, the annotations of the build and the label `validated-by` do not count.
 * @throws KrmError `validator-modifies`
 */
export function checkUnchanged(
  sent: readonly Sent[],
  items: readonly MapNode[],
  schemas: SchemaSource,
  { title, location }: { readonly title: string; readonly location: Location },
): void {
  const left = new Map(sent.map((one) => [keyOf(one.resource.id), one]));
  for (const item of items) {
    const id = identify(item, schemas);
    const one = left.get(keyOf(id));
    if (one === undefined) throw modified(title, location, `adds ${describeId(id)}`, describeId(id));
    left.delete(keyOf(id));
    const difference = differing(comparable(one.node), comparable(item), "", false);
    if (difference !== undefined) {
      const { path, values } = difference;
      throw modified(title, location, `changes ${path} of ${describeId(id)}${values}`, describeId(id));
    }
  }
  for (const { resource } of left.values()) {
    throw modified(title, location, `leaves out ${resource.describe()}`, resource.describe());
  }
}

function modified(title: string, location: Location, change: string, object: string): Error {
  const message = `${title} ${change}; a validator must not change objects`;
  const hint = "List it under `transformers` if it has to change objects.";
  return failure("validator-modifies", message, { ...location, object, hint });
}

/** The value of an object without annotations of the build and without the namespace `default`. */
function comparable(node: MapNode): Value {
  const value = toValue(node) as Record;
  const metadata = value["metadata"];
  if (!isRecord(metadata)) return value;
  if (metadata["namespace"] === "default" || metadata["namespace"] === null) delete metadata["namespace"];
  drop(metadata, "labels", (name) => name === VALIDATED_BY);
  drop(metadata, "annotations", (name) => isReserved(name) || isOurs(name));
  return value;
}

function drop(metadata: Record, field: string, isDropped: (name: string) => boolean): void {
  const texts = metadata[field];
  if (isRecord(texts)) for (const name of Object.keys(texts)) if (isDropped(name)) delete texts[name];
  if (texts === null || (isRecord(texts) && Object.keys(texts).length === 0)) delete metadata[field];
}

/**
 * Finds the first field that differs: its path, and the text after it in the message, which is empty for values of a Secret.
 * @param isSecret true if the values are in a Secret
 */
function differing(
  before: Value | undefined,
  after: Value | undefined,
  path: string,
  isSecret: boolean,
): { readonly path: string; readonly values: string } | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      const found = differing(before[index], after[index], `${path}[${index}]`, isSecret);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isRecord(before) && isRecord(after)) {
    const isWithheld = isSecret || before["kind"] === "Secret" || after["kind"] === "Secret";
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const found = differing(before[name], after[name], path === "" ? name : `${path}.${name}`, isWithheld);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (before === after) return undefined;
  return { path, values: isSecret ? "" : `: ${shown(before)} → ${shown(after)}` };
}

const MAX_SHOWN = 60;

/** Collections are not shown, because they may contain Secrets. */
function shown(value: Value | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isRecord(value)) return "a mapping";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shorten(text, MAX_SHOWN);
}
