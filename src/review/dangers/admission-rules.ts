/** The rule on ValidatingAdmissionPolicies that the target renders. docs/specification/policies.md 3 */
import { loadedCel } from "../../cel/index.ts";
import { AdmissionPolicies, isAdmissionObject, type Surroundings, type Verdict } from "../../policies/index.ts";
import { targetText } from "../../render/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import { DefinitionIndex, type KnownApis, withApiDefaults } from "../../schemas/index.ts";
import type { DangerPair, Finding, TargetRule } from "./rule.ts";

/** The fields of the rule for the documentation. */
export const ADMISSION_RULE = {
  id: "admission-policy",
  level: "high",
  summary: "a ValidatingAdmissionPolicy refuses an object",
} as const;

/** @param apis undefined if they are not known */
export function admissionRule(apis: KnownApis | undefined): TargetRule {
  return {
    ...ADMISSION_RULE,
    touches: () => true,
    check(target, touched) {
      const { beside } = target;
      if (beside === undefined && !target.head.some(isAdmissionObject)) return [];
      const cel = loadedCel();
      if (cel === undefined) throw new Error("the library of CEL was not loaded");
      const head = [...target.head, ...(beside?.head ?? [])];
      const sides = { base: [...target.base, ...(beside?.base ?? [])], head };
      const policies = new AdmissionPolicies(cel, sides, surroundingsOf(head, apis));
      const homeOf = (object: RenderedResource): string | undefined => beside?.homeOf(object);
      const found = touched.flatMap((pair) =>
        [...policies.verdicts(pair)].map((verdict) => ({ pair, verdict, home: homeOf(verdict.object) })),
      );
      // Of policies that another target renders, only what is certain is told.
      const sure = found.filter(({ verdict, home }) => home === undefined || verdict.judgement.status === "denied");
      return [...denials(sure), ...unknowns(sure)];
    },
  };
}

/** @param apis undefined if they are not known */
export function surroundingsOf(head: readonly RenderedResource[], apis: KnownApis | undefined): Surroundings {
  const definitions = new DefinitionIndex(head);
  const namespaces = new Map<string, RenderedResource | undefined>();
  for (const each of head) {
    if (each.kind !== "Namespace" || each.apiVersion !== "v1") continue;
    const isOther = namespaces.has(each.name) && namespaces.get(each.name)?.yaml !== each.yaml;
    // Of two that differ, nobody knows which one the cluster has.
    namespaces.set(each.name, isOther ? undefined : each);
  }
  const groupOf = (apiVersion: string): string => apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));
  return {
    isServed(apiVersion, kind) {
      const definition = definitions.find(groupOf(apiVersion), kind);
      if (definition !== undefined)
        return definition.versions.get(apiVersion.slice(apiVersion.indexOf("/") + 1))?.isServed === true;
      return apis?.isServed(apiVersion, kind);
    },
    isNamespaced: (apiVersion, kind) =>
      apis?.isNamespaced(apiVersion, kind) ?? definitions.find(groupOf(apiVersion), kind)?.isNamespaced,
    pluralOf: (group, kind) => definitions.find(group, kind)?.plural,
    namespace: (name) => namespaces.get(name)?.value(),
    withDefaults: (object) => withApiDefaults(object, (group, kind) => definitions.find(group, kind)),
  };
}

interface Found {
  readonly pair: DangerPair;
  readonly verdict: Verdict;
  /** The other target that renders the policy. */
  readonly home: string | undefined;
}

type PairFinding = Finding & { readonly pair: DangerPair };

function denials(found: readonly Found[]): readonly PairFinding[] {
  return found.flatMap(({ pair, verdict, home }): PairFinding[] => {
    const { policy, action, judgement, failsClosed, isNew } = verdict;
    const name = `the ValidatingAdmissionPolicy ${policy}${home === undefined ? "" : ` of ${targetText(home)}`}`;
    const ifFirst = isNew ? ", if the policy is applied first, which this change brings or edits" : "";
    if (judgement.status === "denied") {
      const isDenied = action === "denies";
      return judgement.messages.map((message) => ({
        pair,
        message: `${name}: ${message}: the API server ${isDenied ? "refuses the object" : "warns"}${ifFirst}`,
        ...(!isDenied && { level: "low" as const }),
        ...(isDenied && !isNew && { outcome: "refused" as const }),
      }));
    }
    if (judgement.status !== "failed") return [];
    const answer =
      action === "denies" && failsClosed
        ? "the API server refuses the object, unless it fills in what is missing here"
        : "the API server takes the object";
    return [
      { pair, level: "low", message: `${name} could not be evaluated: ${judgement.reason}: ${answer}${ifFirst}` },
    ];
  });
}

/** Tells once for each policy what it needs that is not known. */
function unknowns(found: readonly Found[]): readonly PairFinding[] {
  const told = new Map<string, { readonly first: DangerPair; readonly text: string; count: number }>();
  for (const { pair, verdict } of found) {
    if (verdict.judgement.status !== "unknown") continue;
    const text = `the ValidatingAdmissionPolicy ${verdict.policy} needs ${verdict.judgement.needs}`;
    const known = told.get(text);
    if (known === undefined) told.set(text, { first: pair, text, count: 1 });
    else known.count++;
  }
  return [...told.values()].map(({ first, text, count }) => {
    const more = count === 1 ? "" : ` nor for ${count - 1} more of this target`;
    return { pair: first, level: "low", message: `${text}: it is not evaluated for this object${more}` };
  });
}
