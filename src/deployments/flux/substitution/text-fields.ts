/**
 * Finds texts that became numbers or truth values where the API accepts texts only: the substitution of variables loses their
 * quotes (docs/specification/flux-substitution.md 4.3).
 */
import { isMap, valueAt } from "../../../manifests/index.ts";
import type { ValuePath } from "../../../resource/index.ts";
import type { Value } from "../../../yaml/index.ts";

/** The kinds that have Pod templates, or are Pods. In these, `env`, `args` and the like always are what they are in a Pod. */
const WORKLOADS: ReadonlySet<string> = new Set([
  "v1 Pod",
  "v1 ReplicationController",
  "apps/v1 Deployment",
  "apps/v1 StatefulSet",
  "apps/v1 DaemonSet",
  "apps/v1 ReplicaSet",
  "batch/v1 Job",
  "batch/v1 CronJob",
]);
/** The maps of texts in the metadata of every object. */
const METADATA_MAPS: ReadonlySet<string> = new Set(["labels", "annotations"]);
const TEXT_MAPS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["v1 ConfigMap", new Set(["data", "binaryData"])],
  ["v1 Secret", new Set(["data", "stringData"])],
]);
const WORKLOAD_MAPS: ReadonlySet<string> = new Set(["labels", "annotations", "matchLabels", "nodeSelector"]);
const WORKLOAD_LISTS: ReadonlySet<string> = new Set(["args", "command"]);

/**
 * The paths of texts that became something else. Only fields count that are texts for certain.
 * @param kind the version and the kind, such as `apps/v1 Deployment`
 * @param before asked only where a field may have been a text
 */
export function lostTexts(kind: string, before: () => Value, after: Value): ValuePath[] {
  const maps = TEXT_MAPS.get(kind);
  const isWorkload = WORKLOADS.has(kind);
  const found: ValuePath[] = [];
  visit(after, []);
  return found.filter((path) => typeof valueAtPath(before(), path) === "string");

  function visit(value: Value, path: ValuePath): void {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, String(index)]);
    else if (isMap(value)) for (const key of Object.keys(value)) visit(value[key] as Value, [...path, key]);
    else if (isScalarOfAnotherType(value) && isTextField(path)) found.push(path);
  }

  function isTextField(path: ValuePath): boolean {
    const parent = path.at(-2) ?? "";
    if (path.length === 3 && path[0] === "metadata" && METADATA_MAPS.has(parent)) return true;
    if (path.length === 2 && maps?.has(parent)) return true;
    if (!isWorkload) return false;
    return (
      WORKLOAD_MAPS.has(parent) || WORKLOAD_LISTS.has(parent) || (path.at(-1) === "value" && path.at(-3) === "env")
    );
  }
}

export function valueAtPath(value: Value, path: ValuePath): Value | undefined {
  let found: Value | undefined = value;
  for (const step of path) found = Array.isArray(found) ? found[Number(step)] : valueAt(found, step);
  return found;
}

/** The API takes null for an empty text. */
function isScalarOfAnotherType(value: Value): boolean {
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
}
