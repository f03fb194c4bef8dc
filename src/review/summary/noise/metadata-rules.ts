/** Rules on labels and annotations. */

import { valueAt } from "../../../manifests/index.ts";
import type { BuiltInRule, NoisyField, NoisyObject } from "./rule.ts";

/** Kinds whose pods follow a change of their template. A Job refuses any change of it. */
const WITH_TEMPLATE = new Set(["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "CronJob", "Rollout"]);
const TEMPLATES = new Set(["", "spec/template", "spec/jobTemplate", "spec/jobTemplate/spec/template"]);

/** The key of a label or annotation of the object or of its pods; undefined for other fields, such as those of selectors. */
function keyIn(
  map: "labels" | "annotations",
  { steps }: NoisyField,
  { object }: Pick<NoisyObject, "object">,
): string | undefined {
  if (steps.length < 3 || steps.at(-2) !== map || steps.at(-3) !== "metadata") return undefined;
  const holder = steps.slice(0, -3).join("/");
  return TEMPLATES.has(holder) && (holder === "" || WITH_TEMPLATE.has(object.kind)) ? steps.at(-1) : undefined;
}

/** The key of a label, unless it is one of pods that the workload itself selects: the API server refuses pods without it. */
function labelIn(field: NoisyField, of: NoisyObject): string | undefined {
  const key = keyIn("labels", field, of);
  if (key === undefined || field.steps[0] === "metadata") return key;
  const isSelected = [of.base, of.head].some(
    (side) => valueAt(side, "spec", "selector", "matchLabels", key) !== undefined,
  );
  return isSelected ? undefined : key;
}

/** Both values of a text that changes, or the one of a text that is added or removed. */
function textsOf({ before, after }: NoisyField): readonly unknown[] {
  return [before, after].filter((value) => value !== undefined);
}

const CHART_LABELS = new Set(["helm.sh/chart", "app.kubernetes.io/version"]);

export const chartLabels: BuiltInRule = {
  id: "chart-labels",
  summary:
    "Labels that repeat the version of a chart or an application: `helm.sh/chart`, `chart` and `app.kubernetes.io/version`, of objects and pods, but not in selectors.",
  folds(field, of) {
    const key = labelIn(field, of);
    if (key === "chart") return textsOf(field).every((text) => typeof text === "string" && /-v?\d/.test(text));
    return key !== undefined && CHART_LABELS.has(key);
  },
};

export const checksums: BuiltInRule = {
  id: "checksums",
  summary:
    "Annotations with digests of what a workload mounts: `checksum/*`, `*-checksum` and `*-hash`. Their change restarts the pods; what has the digest is a change of its own.",
  folds(field, of) {
    const key = keyIn("annotations", field, of);
    if (key === undefined || !/^checksum\/|(?:^|[-./])(?:checksum|hash)$/.test(key)) return false;
    return textsOf(field).every(isDigestLike);
  },
};

/** Letters and digits as digests have them, of which one is a digit. */
function isDigestLike(text: unknown): boolean {
  if (typeof text === "number") return true;
  return typeof text === "string" && /^(?:[a-z0-9]+[:-])?[\w+/=-]{6,256}$/i.test(text) && /\d/.test(text);
}

const MANAGER_LABELS = new Set(["app.kubernetes.io/managed-by", "heritage"]);
const BOOKKEEPING =
  /^(?:meta\.helm\.sh\/|(?:internal\.)?config\.kubernetes\.io\/|alpha\.config\.kubernetes\.io\/transformations$|kubectl\.kubernetes\.io\/last-applied-configuration$)/;
/** These decide what functions and appliers do. */
const NO_BOOKKEEPING = /\/(?:local-config|function|depends-on|prune|ignore)/;

export const managedBy: BuiltInRule = {
  id: "managed-by",
  summary:
    "What tools note of themselves: the labels `app.kubernetes.io/managed-by` and `heritage`, and annotations of Helm, kubectl and kustomize, such as `meta.helm.sh/*` and `config.kubernetes.io/origin`.",
  folds(field, of) {
    const label = labelIn(field, of);
    if (label !== undefined) return MANAGER_LABELS.has(label);
    const key = keyIn("annotations", field, of);
    return key !== undefined && BOOKKEEPING.test(key) && !NO_BOOKKEEPING.test(key);
  },
};
