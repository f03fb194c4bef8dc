/** New references that lead to nothing that the target renders. */

import { getOrInsert } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { isRenderedElsewhere } from "../elsewhere.ts";
import type { DangerTarget, Finding, TargetRule } from "../rule.ts";
import {
  isCustom,
  KindIndex,
  Makers,
  Mentions,
  newReferences,
  ObjectNames,
  POD_FIELDS,
  type Reference,
  referencesOf,
  replacedReferences,
} from "./search/index.ts";

export const MISSING_REFERENCE: TargetRule = {
  id: "missing-reference",
  level: "medium",
  summary: "something new refers to an object that nothing in the target renders",
  touches: ({ base, head }) => head !== undefined && newReferences(base, head).length > 0,
  *check(target, touched) {
    if (touched.length === 0) return;
    const search = new Search(target);
    for (const pair of touched) {
      const { base, head } = pair;
      if (head === undefined) continue;
      const missing = newReferences(base, head).filter((reference) => search.isMissing(reference));
      if (missing.length === 0) continue;
      const replaced = search.replaced(base, head);
      // A name that takes the place of one that led to an object is a lost reference.
      for (const reference of missing.filter(({ slot }) => !replaced.has(slot))) {
        const told = search.judge(reference, head);
        if (told !== undefined) yield { pair, path: toPointer(reference.path), ...told, lacks: reference };
      }
    }
  },
};

/** Searches the objects of a target, in time linear in them. */
class Search {
  readonly #target: DangerTarget;
  readonly #objects: KindIndex;
  readonly #mentions: Mentions;
  readonly #makers: Makers;
  /** By the objects that refer. */
  readonly #referred = new Map<RenderedResource, ReadonlySet<string>>();
  #baseNames: ObjectNames | undefined;
  #isWhole: boolean | undefined;
  #missing: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(target: DangerTarget) {
    this.#target = target;
    this.#objects = new KindIndex(target.head);
    this.#mentions = new Mentions(target.head);
    this.#makers = new Makers(target);
  }

  isMissing(reference: Reference): boolean {
    return this.#objects.names.find(reference) === undefined;
  }

  replaced(base: RenderedResource | undefined, head: RenderedResource): ReadonlyMap<string, Reference> {
    if (base === undefined) return new Map();
    return replacedReferences(base, head, (this.#baseNames ??= new ObjectNames(this.#target.base)));
  }

  /** Returns undefined for an object that something else may well make. */
  judge(reference: Reference, head: RenderedResource): Pick<Finding, "message" | "level"> | undefined {
    const { kind, name, field } = reference;
    if (this.#mentions.has(name)) return undefined;
    const hint = this.#hint(reference, head);
    if (hint === undefined && !this.#isSeldomElsewhere(reference, head)) return undefined;
    const message = `the ${head.kind} refers to ${kind} \`${name}\`, which nothing in the target renders${hint?.text ?? ""}: ${field.loss} unless something else makes it`;
    const isUnsure = hint === undefined || hint.isUnsure || field.level === "low";
    return { message, level: isUnsure ? "low" : "medium" };
  }

  /** The object that the target renders in place of the one that is missing. */
  #hint(reference: Reference, head: RenderedResource): { readonly text: string; readonly isUnsure?: true } | undefined {
    const { kind } = reference;
    const renamed = this.#objects.renamedFrom(reference);
    if (renamed !== undefined) return { text: `; the build gives it the name \`${renamed.name}\`` };
    const related = this.#objects.ofRelatedKind(reference);
    if (related !== undefined) return { text: `; there is a ${related.kind} of that name` };
    const far = this.#objects.inOtherNamespace(reference);
    if (far !== undefined) {
      const text = `; there is one in the namespace \`${far.namespace}\``;
      return kind === "Secret" ? { text, isUnsure: true } : { text };
    }
    const near = this.#objects.near(reference);
    if (near === undefined) return undefined;
    const text = `; it may mean \`${near}\``;
    if (!this.#refersTo(head, kind, near)) return { text };
    // Who refers to both may mean both.
    return kind === "Secret" ? undefined : { text, isUnsure: true };
  }

  #refersTo(head: RenderedResource, kind: string, baseName: string): boolean {
    const known = getOrInsert(this.#referred, head, () => {
      const found = referencesOf(head).map((each) => this.#objects.names.find(each));
      return new Set(found.map((each) => `${each?.kind} ${each?.baseName}`));
    });
    return known.has(`${kind} ${baseName}`);
  }

  /** The names of objects that are missing, by their kinds. A target that lacks several of a kind is a part of something larger. */
  #missingNames(): ReadonlyMap<string, ReadonlySet<string>> {
    const missing = new Map<string, Set<string>>();
    for (const resource of this.#target.head)
      for (const reference of newReferences(undefined, resource))
        if (mayBeTold(reference, resource) && this.isMissing(reference))
          getOrInsert(missing, reference.kind, () => new Set<string>()).add(reference.name);
    return missing;
  }

  /** Tells whether a target like this one renders such an object itself as a rule. */
  #isSeldomElsewhere(reference: Reference, head: RenderedResource): boolean {
    if (!mayBeTold(reference, head) || !this.#objects.hasKind(reference)) return false;
    this.#missing ??= this.#missingNames();
    if ((this.#missing.get(reference.kind)?.size ?? 0) > 1) return false;
    this.#isWhole ??= !this.#target.head.some(isRenderedElsewhere);
    return this.#isWhole && !this.#makers.mayMake(reference.name);
  }
}

/** Secrets are often made by hand, and cluster roles by operators. */
function mayBeTold({ kind, field }: Reference, head: RenderedResource): boolean {
  if (head.kind === "HorizontalPodAutoscaler" || head.kind === "ScaledObject") return true;
  // Controllers of custom kinds make what these need.
  if (isCustom(head)) return false;
  if (OF_PODS.has(field)) return kind === "ConfigMap" || kind === "PersistentVolumeClaim" || kind === "ServiceAccount";
  return (head.kind === "Ingress" && kind === "Service") || kind === "Role";
}

const OF_PODS: ReadonlySet<object> = new Set(POD_FIELDS);
