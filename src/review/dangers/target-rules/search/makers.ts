/** Objects of custom kinds, whose controllers make objects that nothing renders: a certificate makes a Secret. */
import { valueAt } from "../../../../manifests/index.ts";
import type { RenderedResource } from "../../../../render/rendering.ts";
import { groupOf } from "../../../differences/index.ts";
import type { DangerPair, DangerTarget } from "../../rule.ts";
import { mayRefer } from "./references.ts";

/** Kinds that make Secrets or ConfigMaps of the names that they mention. */
const MAKERS = /secret|certificate|credential|password|vault|configmap|bundle/i;

/** Custom kinds whose objects make nothing of what they name. */
const MAKE_NOTHING: ReadonlySet<string> = new Set([
  "AuthorizationPolicy",
  "CiliumNetworkPolicy",
  "DestinationRule",
  "IngressRoute",
  "Middleware",
  "PeerAuthentication",
  "PodMonitor",
  "PrometheusRule",
  "ServiceMonitor",
  "VirtualService",
]);

export class Makers {
  readonly #target: DangerTarget;
  /** Built when the first name is asked for: each word of the texts is read once, however many names follow. */
  #words: ReadonlySet<string> | undefined;
  #starts: ReadonlySet<string> | undefined;

  constructor(target: DangerTarget) {
    this.#target = target;
  }

  /** Tells whether a custom object may make an object of that name. If unsure, it may: a false alarm is worse than a missing hint. */
  mayMake(name: string): boolean {
    const words = (this.#words ??= wordsOf(this.#target));
    if (wordsIn(name).every((word) => words.has(word))) return true;
    const starts = (this.#starts ??= startsOf(this.#target));
    for (let dash = name.indexOf("-"); dash >= 0; dash = name.indexOf("-", dash + 1)) {
      if (starts.has(name.slice(0, dash))) return true;
    }
    return false;
  }
}

/** The words of custom kinds whose names say what they make; of other custom kinds, only what this change brings. */
function wordsOf(target: DangerTarget): ReadonlySet<string> {
  const words = new Set<string>();
  for (const resource of target.head) {
    if (isCustom(resource) && MAKERS.test(resource.kind)) for (const word of wordsIn(resource.yaml)) words.add(word);
  }
  for (const { base, head } of changedCustom(target)) {
    const known = new Set(base === undefined ? [] : wordsIn(base.yaml));
    for (const word of wordsIn(head.yaml)) if (!known.has(word)) words.add(word);
  }
  return words;
}

/** The names of new custom objects: what they make is often called by their name and a suffix. */
function startsOf(target: DangerTarget): ReadonlySet<string> {
  return new Set(changedCustom(target).flatMap(({ base, head }) => (base === undefined ? [head.name] : [])));
}

function changedCustom({ pairs }: DangerTarget): (DangerPair & { readonly head: RenderedResource })[] {
  return pairs.flatMap(({ base, head }) => (head !== undefined && isMaker(head) ? [{ base, head }] : []));
}

/** Tells whether the controller of an object may make others. */
export function isMaker(resource: RenderedResource): boolean {
  return isCustom(resource) && !mayRefer(resource) && !MAKE_NOTHING.has(resource.kind);
}

/** Annotations and labels by which a controller writes into an object, or copies it into other namespaces. */
const FILLED = /inject|reflect|replicat|sync|copy|copies|generat|rotat/i;
/** The sync waves of Argo CD are another thing. */
const OF_ARGO = "argocd.argoproj.io/";

/** Tells whether a controller writes into an object, or makes it in other namespaces as well. */
export function isFilled(resource: RenderedResource): boolean {
  const metadata = valueAt(resource.value(), "metadata");
  const keys = ["annotations", "labels"].flatMap((field) => Object.keys(valueAt(metadata, field) ?? {}));
  return keys.some((key) => !key.startsWith(OF_ARGO) && FILLED.test(key));
}

/** The groups of Kubernetes have no dot, or end in this one. */
export function isCustom(resource: RenderedResource): boolean {
  const group = groupOf(resource);
  return group.includes(".") && !group.endsWith(".k8s.io");
}

/** The words of a text: a name of most kinds is one. */
export function wordsIn(text: string): readonly string[] {
  return text.match(/[-\w.]+/g) ?? [];
}
