/**
 * Finds texts that became numbers or truth values where the API accepts texts only: the substitution of variables loses their
 * quotes (docs/specification/flux-substitution.md 4.3).
 */
import { isMap } from "../../../manifests/index.ts";
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
 */
export function lostTexts(kind: string, before: Value, after: Value): ValuePath[] {
  const maps = TEXT_MAPS.get(kind);
  const isWorkload = WORKLOADS.has(kind);
  const found: ValuePath[] = [];
  visit(before, after, []);
  return found;

  function visit(left: Value, right: Value, path: ValuePath): void {
    if (Array.isArray(left) && Array.isArray(right)) {
      for (const [index, item] of left.entries())
        if (index < right.length) visit(item, right[index] as Value, [...path, String(index)]);
    } else if (isMap(left) && isMap(right)) {
      for (const key of Object.keys(left))
        if (Object.hasOwn(right, key)) visit(left[key] as Value, right[key] as Value, [...path, key]);
    } else if (typeof left === "string" && isScalarOfAnotherType(right) && isTextField(path)) found.push(path);
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

/** The API takes null for an empty text. */
function isScalarOfAnotherType(value: Value): boolean {
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
}
