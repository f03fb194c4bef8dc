/** New selectors that match no Pods of the target, although they mean some of them, as far as it shows. */
import { getOrInsert, groupBy } from "../../../collections.ts";
import { isMap, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerTarget, TargetRule } from "../rule.ts";
import { oneLine } from "../rules/index.ts";
import { selectorOf } from "./lost-endpoints.ts";
import { Makers, Mentions, NearNames, podLabelsOf, podsOf, Selection, type Selector, textsOf } from "./search/index.ts";

export const MISSING_PODS: TargetRule = {
  id: "missing-pods",
  level: "medium",
  summary: "a new selector matches none of the Pods that it seems to mean",
  touches: ({ base, head }) => {
    const after = head && selectionOf(head);
    return after !== undefined && labelsText(base && selectionOf(base)) !== labelsText(after);
  },
  *check(target, touched) {
    if (touched.length === 0) return;
    const search = new Search(target);
    for (const pair of touched) {
      const { base, head } = pair;
      const [before, after] = [base && selectionOf(base), head && selectionOf(head)];
      if (head === undefined || after === undefined || search.isSelected(after.selector, head)) continue;
      // A Service that had Pods has lost them: lost-endpoints. One that had none has as few as before.
      if (before !== undefined && (head.kind === "Service" || !search.wasSelected(before.selector))) continue;
      const found = search.meant(after.selector, head);
      if (found !== undefined)
        yield {
          pair,
          path: toPointer(after.path),
          message: `the ${head.kind} selects no Pods of the target; ${found}: ${after.loss}`,
        };
    }
  },
};

/** The selector of an object, where it stands, and the effect if it matches nothing. */
interface Selecting {
  readonly selector: Selector;
  readonly path: readonly string[];
  readonly loss: string;
}

const MATCH_LABELS: ReadonlyMap<string, readonly [field: string, loss: string]> = new Map([
  ["networking.k8s.io/NetworkPolicy", ["podSelector", "it restricts nothing"]],
  ["policy/PodDisruptionBudget", ["selector", "it protects nothing"]],
]);

/** Returns undefined for an object that selects all Pods, or does so by expressions. */
function selectionOf(resource: RenderedResource): Selecting | undefined {
  const service = selectorOf(resource);
  if (service !== undefined) return { selector: service, path: ["spec", "selector"], loss: "requests to it fail" };
  const [field, loss] = MATCH_LABELS.get(`${groupOf(resource)}/${resource.kind}`) ?? [];
  if (field === undefined || loss === undefined) return undefined;
  const labels = onlyLabels(valueAt(resource.value(), "spec", field));
  if (labels.size === 0) return undefined;
  const { namespace } = resource;
  return { selector: { namespace, labels }, path: ["spec", field, "matchLabels"], loss };
}

function onlyLabels(selector: Value | undefined): ReadonlyMap<string, string> {
  const isPlain = isMap(selector) && Object.keys(selector).join() === "matchLabels";
  return textsOf(isPlain ? selector["matchLabels"] : undefined);
}

function labelsText(selecting: Selecting | undefined): string {
  return JSON.stringify([...(selecting?.selector.labels ?? [])]);
}

/** The ends of names of Services that those of their workloads do not have. */
const SUFFIX = /-(?:headless|service|svc)$/;

/** Searches the Pods of a target, in time linear in them. */
class Search {
  readonly #target: DangerTarget;
  readonly #pods: readonly Selector[];
  readonly #selection: Selection;
  readonly #makers: Makers;
  readonly #mentions: Mentions;
  #before: Selection | undefined;
  #workloads: ObjectsByName | undefined;
  /** By the keys of labels. */
  readonly #values = new Map<string, { readonly near: NearNames; readonly areWhole: boolean }>();

  constructor(target: DangerTarget) {
    this.#target = target;
    this.#pods = podsOf(target.head);
    this.#selection = new Selection(this.#pods);
    this.#makers = new Makers(target);
    this.#mentions = new Mentions(target.head);
  }

  wasSelected(selector: Selector): boolean {
    return (this.#before ??= new Selection(podsOf(this.#target.base))).has(selector);
  }

  /** Tells whether Pods are selected that the target renders, or that a custom object may make. */
  isSelected(selector: Selector, { name }: RenderedResource): boolean {
    return this.#selection.has(selector) || this.#makers.mayMake(name) || this.#mentions.byMaker(name);
  }

  /** Says which Pods a selector seems to mean; undefined if it may mean others of the namespace. */
  meant({ namespace, labels }: Selector, { name }: RenderedResource): string | undefined {
    // What something else completes may be what the selector means.
    const isWhole = [...labels].every(([key, value]) => !isUnfinished(value) && this.#valuesOf(key).areWhole);
    if (!isWhole) return undefined;
    for (const [key, value] of labels) {
      const near = this.#valuesOf(key).near.find(value);
      if (near !== undefined && this.#selection.has({ namespace, labels: new Map(labels).set(key, near) }))
        return `\`${oneLine(`${key}: ${value}`)}\` may mean \`${oneLine(near)}\``;
    }
    this.#workloads ??= workloadsByName(this.#target.head);
    const workload = this.#workloads.get(name) ?? this.#workloads.get(name.replace(SUFFIX, ""));
    const own = workload && podLabelsOf(workload);
    if (workload === undefined || own === undefined || own.size === 0) return undefined;
    if (workload.namespace !== namespace && workload.namespace !== "" && namespace !== "") return undefined;
    const same = [...labels].filter(([key, value]) => own.get(key) === value).length;
    // A label that is added to some of the Pods while they run stands in no template.
    const isMeant = same === 0 || [...labels.keys()].every((key) => own.has(key));
    return isMeant ? `those of ${workload.kind} ${workload.baseName} have other labels` : undefined;
  }

  /** The values that Pods have for a label. */
  #valuesOf(key: string): { readonly near: NearNames; readonly areWhole: boolean } {
    return getOrInsert(this.#values, key, () => {
      const values = this.#pods.flatMap((pod) => pod.labels.get(key) ?? []);
      return { near: new NearNames(values), areWhole: !values.some(isUnfinished) };
    });
  }
}

type ObjectsByName = ReadonlyMap<string, RenderedResource>;

/** The workloads of names that only one has. */
function workloadsByName(resources: readonly RenderedResource[]): ObjectsByName {
  const byName = groupBy(
    resources.filter((resource) => podLabelsOf(resource) !== undefined),
    ({ baseName }) => baseName,
  );
  return new Map([...byName].flatMap(([name, [only, ...others]]) => (others.length === 0 ? [[name, only]] : [])));
}
