/**
 * The order of lists that kustomize 5.4 gives to what a program returns; docs/specification/starlark.md 1.2. It orders fields,
 * too, which the output of a build does not show.
 */
import { compareBytewise } from "../text/index.ts";
import type { Node, SeqNode } from "../yaml/index.ts";
import { get } from "../yaml/nodes/node.ts";
import { Fault } from "./values/meter.ts";
import { encode } from "./values/text.ts";

const KINDS: ReadonlySet<string> = new Set([
  "CronJob",
  "DaemonSet",
  "Deployment",
  "Job",
  "ReplicaSet",
  "StatefulSet",
  "ValidatingWebhookConfiguration",
]);

const API_VERSIONS: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io/v1",
  "apps/v1",
  "apps/v1beta1",
  "apps/v1beta2",
  "batch/v1",
  "batch/v1beta1",
  "extensions/v1beta1",
  "v1",
]);

/** The lists, and the field that they are sorted by. The others are sorted by the texts of their elements. */
const LISTS: readonly (readonly [path: readonly string[], field: string | undefined])[] = [
  [["spec", "template", "spec", "containers"], "name"],
  [["webhooks", "rules", "operations"], undefined],
];

const ANNOTATION = "config.kubernetes.io/formatting";

/**
 * Sorts the lists of each item in place. The annotation `config.kubernetes.io/formatting: none` leaves an item unchanged.
 * @throws Fault of kind `result` for another value of that annotation than `none` and `standard`
 */
export function formatItems(items: readonly Node[]): void {
  for (const item of items) {
    const strategy = get(get(get(item, "metadata"), "annotations"), ANNOTATION);
    if (strategy !== undefined && textOf(strategy) === "none") continue;
    if (strategy !== undefined && textOf(strategy) !== "standard") {
      throw new Fault(encode(`formatting annotation has illegal value ${textOf(strategy)}`), undefined, "result");
    }
    if (!KINDS.has(textOf(get(item, "kind"))) || !API_VERSIONS.has(textOf(get(item, "apiVersion")))) continue;
    for (const [path, field] of LISTS) {
      const key = (element: Node): string => textOf(field === undefined ? element : get(element, field));
      for (const list of listsAt(item, path)) list.items.sort((a, b) => compareBytewise(key(a), key(b)));
    }
  }
}

/** Empty for anything but a scalar. */
function textOf(node: Node | undefined): string {
  return node?.kind === "scalar" ? node.value : "";
}

/** The lists at a path of fields, which leads through the elements of lists. */
function listsAt(node: Node | undefined, path: readonly string[]): readonly SeqNode[] {
  if (node?.kind === "seq")
    return [...(path.length === 0 ? [node] : []), ...node.items.flatMap((item) => listsAt(item, path))];
  const [field, ...rest] = path;
  return field === undefined ? [] : listsAt(get(node, field), rest);
}
