/** ClusterRoles that take over the rules of others, or give their own to others. */
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import type { Finding } from "../rule.ts";
import { oneLine } from "./objects/index.ts";

const AGGREGATED = /^rbac\.authorization\.k8s\.io\/aggregate-to-/;

/** @param before undefined for a new role */
export function* aggregationFindings(before: Value | undefined, after: Value): Iterable<Finding> {
  const path = ["aggregationRule", "clusterRoleSelectors"];
  const known = new Set(listAt(before, ...path).map((selector) => selectorText(selector)));
  const selectors = listAt(after, ...path);
  // A new role takes over what it is made for, unless that is everything.
  const index = selectors.findIndex((selector) =>
    before === undefined ? isEverything(selector) : !known.has(selectorText(selector)),
  );
  if (index >= 0) {
    yield {
      path: toPointer([...path, index]),
      message: "the ClusterRole takes over the rules of further roles with a label, also of those that come later",
      level: "medium",
    };
  }
  if (before === undefined) return;
  const labels = valueAt(after, "metadata", "labels");
  const added = (isMap(labels) ? Object.keys(labels) : []).filter(
    (key) =>
      AGGREGATED.test(key) && textAt(labels, key) === "true" && textAt(before, "metadata", "labels", key) !== "true",
  );
  if (added[0] === undefined) return;
  yield {
    path: toPointer(["metadata", "labels", added[0]]),
    message: "a label adds the rules of the ClusterRole to another role: all subjects of that one get them",
    after: oneLine(added.map((key) => key.replace(AGGREGATED, "")).join(", "), 120),
    level: "medium",
  };
}

function isEverything(selector: Value): boolean {
  return isMap(selector) && Object.values(selector).every((part) => Object.keys(part ?? {}).length === 0);
}

function selectorText(selector: Value): string {
  return JSON.stringify(selector, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part));
}
