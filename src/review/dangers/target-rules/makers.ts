/** Objects of custom kinds, whose controllers make objects that nothing renders: a certificate makes a Secret. */
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../pairing/index.ts";
import type { DangerTarget } from "../rule.ts";
import { mayRefer } from "./references.ts";

/** Kinds that make Secrets or ConfigMaps of the names that they mention. */
const MAKERS = /secret|certificate|credential|password|vault|configmap|bundle/i;

export class Makers {
  /** Of custom kinds whose names say what they make. */
  readonly #known: readonly RenderedResource[];
  /** Of other custom kinds, only what this change brings counts. */
  readonly #changed: readonly { readonly base: RenderedResource | undefined; readonly head: RenderedResource }[];

  constructor({ head, pairs }: DangerTarget) {
    this.#known = head.filter((resource) => isCustom(resource) && MAKERS.test(resource.kind));
    this.#changed = pairs.flatMap(({ base, head: after }) =>
      after !== undefined && isCustom(after) && !mayRefer(after) ? [{ base, head: after }] : [],
    );
  }

  /** Whether a custom object may make an object of that name. In doubt it may: a false alarm is worse than a missing hint. */
  mayMake(name: string): boolean {
    return (
      this.#known.some(({ yaml }) => mentions(yaml, name)) ||
      this.#changed.some(({ base, head }) => {
        if (base !== undefined) return mentions(head.yaml, name) && !mentions(base.yaml, name);
        return mentions(head.yaml, name) || name.startsWith(`${head.name}-`);
      })
    );
  }
}

/** The groups of Kubernetes have no dot, or end in this one. */
function isCustom(resource: RenderedResource): boolean {
  const group = groupOf(resource);
  return group.includes(".") && !group.endsWith(".k8s.io");
}

/** Whether a text has the name as a word. */
function mentions(yaml: string, name: string): boolean {
  for (let start = yaml.indexOf(name); start >= 0; start = yaml.indexOf(name, start + 1)) {
    if (!isPart(yaml[start - 1]) && !isPart(yaml[start + name.length])) return true;
  }
  return false;
}

function isPart(character: string | undefined): boolean {
  return character !== undefined && /[-\w.]/.test(character);
}
