/** ValidatingAdmissionPolicies with their bindings, and what they say of changed objects. docs/specification/policies.md 3 */
import type { Cel } from "../../cel/index.ts";
import { groupBy } from "../../collections.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { Value } from "../../yaml/index.ts";
import { matchesRequest } from "./matching.ts";
import { AdmissionPolicy, type Judgement } from "./policy.ts";
import { type AdmissionRequest, type ObjectSides, requestOf, requestValue, type Surroundings } from "./request.ts";
import { labelsOf, selects } from "./selectors.ts";

const GROUP = "admissionregistration.k8s.io";
/** The API server asks no policy about these. */
const EXEMPT: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/** The effect of a policy on an object. */
export interface Verdict {
  readonly policy: string;
  /** The policy as it is rendered. */
  readonly object: RenderedResource;
  /** The answer of the API server. `audits` leaves no trace that a reviewer sees. */
  readonly action: "denies" | "warns" | "audits";
  readonly judgement: Exclude<Judgement, { readonly status: "admitted" | "other" }>;
  /** The API server refuses what the policy cannot judge. */
  readonly failsClosed: boolean;
  /** The base has not the same policy with the same binding. */
  readonly isNew: boolean;
}

interface Binding {
  readonly policy: AdmissionPolicy;
  readonly object: RenderedResource;
  readonly spec: Value | undefined;
  readonly action: Verdict["action"];
  readonly isNew: boolean;
}

type Objects = readonly RenderedResource[];

/** Tells whether an object is a policy or a binding. */
export function isAdmissionObject({ apiVersion, kind }: Pick<RenderedResource, "apiVersion" | "kind">): boolean {
  return kind.startsWith("ValidatingAdmissionPolicy") && apiVersion.startsWith(`${GROUP}/`);
}

/** The objects of other targets that matter to policies. */
export interface PoliciesBeside {
  readonly base: readonly RenderedResource[];
  readonly head: readonly RenderedResource[];
  /** Returns the target that renders a policy; undefined for one that is not among these. */
  homeOf(policy: RenderedResource): string | undefined;
}

/** Returns what of the objects of a target matters to those who ask its policies: these, their parameters, Namespaces and definitions. */
export function aroundPolicies(resources: Objects): Objects {
  const params = new Set(
    resources.filter(isAdmissionObject).flatMap((each) => textAt(each.value(), "spec", "paramKind", "kind") ?? []),
  );
  const isAround = ({ kind }: RenderedResource): boolean =>
    params.has(kind) || kind === "Namespace" || kind === "CustomResourceDefinition";
  return resources.filter((each) => isAdmissionObject(each) || isAround(each));
}

export class AdmissionPolicies {
  readonly #bindings: readonly Binding[];
  /** All objects that may be parameters: by their kinds, then by their names. */
  readonly #byKind: ReadonlyMap<string, ReadonlyMap<string, Objects>>;
  readonly #surroundings: Surroundings;

  /**
   * @param head all objects at the head, of one or several targets. Policies and bindings of which there are several with one name and
   *   different contents do not count: nobody knows which one the cluster has
   * @param base at the base
   */
  constructor(
    cel: Cel,
    { base, head }: { readonly base: Objects; readonly head: Objects },
    surroundings: Surroundings,
  ) {
    const all = head.filter(isAdmissionObject);
    const policies = soleObjects(all, "ValidatingAdmissionPolicy");
    const before = new Set(base.filter(isAdmissionObject).map(({ yaml }) => yaml));
    const compiled = new Map<string, AdmissionPolicy>();
    const kinds = groupBy(head, ({ apiVersion, kind }) => kindText(apiVersion, kind));
    this.#byKind = new Map(Array.from(kinds, ([kind, same]) => [kind, groupBy(same, ({ name }) => name)]));
    this.#surroundings = surroundings;
    this.#bindings = [...soleObjects(all, "ValidatingAdmissionPolicyBinding").values()].flatMap((binding) => {
      const spec = valueAt(binding.value(), "spec");
      const object = policies.get(textAt(spec, "policyName") ?? "");
      if (object === undefined) return [];
      const policy = compiled.get(object.name) ?? new AdmissionPolicy(cel, object.name, object.value());
      compiled.set(object.name, policy);
      const actions = listAt(spec, "validationActions");
      const action = actions.includes("Deny") ? "denies" : actions.includes("Warn") ? "warns" : "audits";
      return [{ policy, object, spec, action, isNew: !before.has(object.yaml) || !before.has(binding.yaml) }];
    });
  }

  /** Returns what policies say against a change of an object, or cannot say. */
  *verdicts(sides: ObjectSides): Iterable<Verdict> {
    if (this.#bindings.length === 0) return;
    const { apiVersion, kind } = (sides.head ?? sides.base) as RenderedResource;
    if (apiVersion.startsWith(`${GROUP}/`) && EXEMPT.has(kind)) return;
    const request = requestOf(sides, this.#surroundings);
    for (const binding of this.#bindings) {
      const { policy, object, action, isNew } = binding;
      if (action === "audits") continue;
      for (const judgement of this.#judgements(binding, request)) {
        if (judgement.status === "admitted" || judgement.status === "other") continue;
        yield { policy: policy.name, object, action, judgement, failsClosed: policy.failsClosed, isNew };
      }
    }
  }

  *#judgements({ policy, spec }: Binding, request: AdmissionRequest): Iterable<Judgement> {
    const [constrained, bound] = [valueAt(policy.spec, "matchConstraints"), valueAt(spec, "matchResources")].map(
      (each) => matchesRequest(each, request, this.#surroundings),
    );
    if (constrained === false || bound === false) return;
    if (constrained === undefined || bound === undefined) {
      yield { status: "unknown", needs: "the labels of the Namespace, which are not rendered here" };
      return;
    }
    // A binding takes the object as the policy does.
    if (constrained === "converted") {
      yield { status: "unknown", needs: "the object in another version of its API" };
      return;
    }
    const { namespace } = request;
    const isCluster = namespace === "" || (request.kind === "Namespace" && request.group === "");
    const rendered = namespace === undefined ? undefined : this.#surroundings.namespace(namespace);
    const namespaceObject = isCluster ? null : rendered && this.#surroundings.withDefaults(rendered);
    const values = { object: request.object, oldObject: request.oldObject, request: requestValue(request) };
    for (const params of this.#params(policy, spec, request))
      yield policy.judge({ ...values, params, namespaceObject });
  }

  /** Returns the parameters, each of which is asked; undefined for those that are not rendered. */
  #params(
    policy: AdmissionPolicy,
    binding: Value | undefined,
    request: AdmissionRequest,
  ): readonly (Value | undefined)[] {
    const kind = valueAt(policy.spec, "paramKind");
    if (kind === undefined || kind === null) return [null];
    const ref = valueAt(binding, "paramRef");
    if (ref === undefined || ref === null) return [null];
    const namespace = textAt(ref, "namespace") ?? request.namespace;
    const [name, selector] = [textAt(ref, "name"), valueAt(ref, "selector")];
    const ofKind =
      this.#byKind.get(kindText(textAt(kind, "apiVersion"), textAt(kind, "kind"))) ?? new Map<string, Objects>();
    const candidates = name === undefined ? [...ofKind.values()].flat() : (ofKind.get(name) ?? []);
    const found = candidates.filter(
      (each) =>
        (each.namespace === "" || each.namespace === namespace) &&
        (name !== undefined || selects(selector, labelsOf(each.value())) === true),
    );
    return found.length === 0 ? [undefined] : found.map((each) => each.value());
  }
}

/** The objects of a kind by their names, but for those that another object contradicts. */
function soleObjects(objects: Objects, kind: string): ReadonlyMap<string, RenderedResource> {
  const byName = groupBy(
    objects.filter((each) => each.kind === kind),
    ({ name }) => name,
  );
  return new Map(
    [...byName].flatMap(([name, [first, ...others]]) =>
      others.every(({ yaml }) => yaml === first.yaml) ? [[name, first]] : [],
    ),
  );
}

function kindText(apiVersion = "", kind = ""): string {
  return `${apiVersion} ${kind}`;
}
