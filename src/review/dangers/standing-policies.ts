/** Holds objects to policies as if all of them were new: those of the team, and those that the API server enforces. */
import { loadedCel } from "../../cel/index.ts";
import { groupBy } from "../../collections.ts";
import { type Configuration, type DangerLevel, matchesObject, ruleOfPolicy } from "../../configuration/index.ts";
import { AdmissionPolicies, isAdmissionObject, type TeamPolicy } from "../../policies/index.ts";
import { type Target, targetText } from "../../render/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { KnownApis } from "../../schemas/index.ts";
import { ADMISSION_RULE, surroundingsOf } from "./admission-rules.ts";
import { deploymentFacts, policiesOf } from "./policy-rules.ts";

/** A target that was rendered. */
export interface StandingTarget {
  readonly about: Target;
  /** The cluster to which its objects go; undefined if that is not certain. */
  readonly cluster?: string | undefined;
  readonly resources: readonly RenderedResource[];
}

/** A policy that an object breaks. */
export interface BrokenPolicy {
  readonly rule: string;
  readonly level: DangerLevel;
  readonly message: string;
  /** The API server refuses the object. */
  readonly isRefused: boolean;
}

/** A policy that could not be asked about some objects. */
export interface Unevaluated {
  readonly policy: string;
  readonly reason: string;
  objects: number;
}

export class StandingPolicies {
  readonly #team: readonly TeamPolicy[];
  readonly #apis: KnownApis;
  readonly #asksServer: boolean;
  readonly #clusters: ReadonlyMap<string, readonly StandingTarget[]>;
  readonly #admission = new Map<string, AdmissionPolicies | undefined>();
  /** One target is asked about after the other. */
  #latest: { readonly target: StandingTarget; readonly policies: AdmissionPolicies | undefined } | undefined;
  /** The targets that render policies, by the policies. */
  readonly #homes = new Map<RenderedResource, string>();
  readonly #unevaluated = new Map<string, Unevaluated>();

  /**
   * Call `loadForObjects` with the objects of the targets before.
   * @param isOff tells of a rule whether nobody wants to know what it finds
   */
  constructor(
    targets: readonly StandingTarget[],
    configuration: Pick<Configuration, "policies">,
    apis: KnownApis,
    isOff: (rule: string) => boolean,
  ) {
    this.#team = policiesOf(configuration).filter(({ rule }) => !isOff(ruleOfPolicy(rule.id)));
    this.#asksServer = !isOff(ADMISSION_RULE.id);
    this.#apis = apis;
    this.#clusters = groupBy(targets, clusterKey);
    for (const { about, resources } of targets)
      for (const resource of resources.filter(isAdmissionObject)) this.#homes.set(resource, about.id);
  }

  /** The policies that could not be asked about some objects so far. */
  get unevaluated(): readonly Unevaluated[] {
    return [...this.#unevaluated.values()];
  }

  /** Returns the policies that an object of a target breaks. */
  *brokenBy(resource: RenderedResource, target: StandingTarget): Iterable<BrokenPolicy> {
    const { about } = target;
    for (const policy of this.#team) {
      if (!matchesObject(policy.rule, resource)) continue;
      const message = policy.standingBreach(resource.value(), deploymentFacts(about));
      if (message !== undefined)
        yield { rule: ruleOfPolicy(policy.rule.id), level: policy.rule.level, message, isRefused: false };
    }
    const verdicts = this.#admissionOf(target)?.verdicts({ base: undefined, head: resource }) ?? [];
    for (const { policy, object, action, judgement } of verdicts) {
      const home = this.#homes.get(object);
      const name = `the ValidatingAdmissionPolicy ${policy}${home === about.id || home === undefined ? "" : ` of ${targetText(home)}`}`;
      if (judgement.status !== "denied") {
        const reason = judgement.status === "failed" ? judgement.reason : `it needs ${judgement.needs}`;
        this.#note(name, reason);
        continue;
      }
      const isDenied = action === "denies";
      for (const message of judgement.messages)
        yield {
          rule: ADMISSION_RULE.id,
          level: isDenied ? ADMISSION_RULE.level : "low",
          message: `${name}: ${message}: the API server ${isDenied ? "refuses the object" : "warns"}`,
          isRefused: isDenied,
        };
    }
  }

  #note(policy: string, reason: string): void {
    const key = `${policy}\0${reason}`;
    const known = this.#unevaluated.get(key);
    if (known === undefined) this.#unevaluated.set(key, { policy, reason, objects: 1 });
    else known.objects++;
  }

  /** The policies of the cluster to which a target goes; those of the target alone where the cluster is not known. */
  #admissionOf(target: StandingTarget): AdmissionPolicies | undefined {
    if (this.#latest?.target === target) return this.#latest.policies;
    const policies = this.#ofCluster(clusterKey(target));
    this.#latest = { target, policies };
    return policies;
  }

  #ofCluster(key: string): AdmissionPolicies | undefined {
    if (this.#admission.has(key)) return this.#admission.get(key);
    const all = (this.#clusters.get(key) ?? []).flatMap(({ resources }) => resources);
    const made = this.#asksServer && all.some(isAdmissionObject) ? this.#make(all) : undefined;
    this.#admission.set(key, made);
    return made;
  }

  #make(all: readonly RenderedResource[]): AdmissionPolicies {
    const cel = loadedCel();
    if (cel === undefined) throw new Error("the library of CEL was not loaded");
    return new AdmissionPolicies(cel, { base: all, head: all }, surroundingsOf(all, this.#apis));
  }
}

/** Equal for targets that go to one cluster, as far as that is known. */
function clusterKey({ about, cluster }: StandingTarget): string {
  return JSON.stringify(cluster === undefined ? { target: about.id } : { cluster });
}
