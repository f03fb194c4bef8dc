/** The policies of the team as rules of dangers: each is a rule of its own, so that it can be silenced. docs/specification/policies.md 2 */
import { loadedCel } from "../../cel/index.ts";
import { type Configuration, matchesObject, ruleOfPolicy } from "../../configuration/index.ts";
import { type TeamPolicy, teamPolicies } from "../../policies/index.ts";
import type { DangerPair, DangerTarget, Finding, PairRule, TargetRule } from "./rule.ts";

export interface PolicyRules {
  readonly pairRules: readonly PairRule[];
  readonly targetRules: readonly TargetRule[];
}

/** A policy of a configuration that cannot be evaluated must not pass for one that nothing breaks. */
function unloaded(): never {
  throw new Error("the policies were not loaded");
}

/** The policies of a configuration, ready to be evaluated. */
export function policiesOf(configuration: Pick<Configuration, "policies">): readonly TeamPolicy[] {
  return configuration.policies.length === 0 ? [] : teamPolicies(loadedCel() ?? unloaded(), configuration);
}

/** The rules of a configuration. Those that ask who deploys an object are rules on targets. */
export function policyRules(configuration: Pick<Configuration, "policies">): PolicyRules {
  const policies = policiesOf(configuration);
  return {
    pairRules: policies.filter(({ usesDeployment }) => !usesDeployment).map(pairRule),
    targetRules: policies.filter(({ usesDeployment }) => usesDeployment).map(targetRule),
  };
}

function textsOf({ rule: { id, level, message } }: TeamPolicy) {
  return { id: ruleOfPolicy(id), level, summary: message };
}

function concerns({ rule }: TeamPolicy, { base, head }: DangerPair): boolean {
  return [base, head].some((side) => side !== undefined && matchesObject(rule, side));
}

function findings(
  policy: TeamPolicy,
  { base, head }: DangerPair,
  deployment: Record<string, string>,
): readonly Finding[] {
  const message = policy.breach({ base: base?.value(), head: head?.value() }, deployment);
  return message === undefined ? [] : [{ message }];
}

function pairRule(policy: TeamPolicy): PairRule {
  return {
    ...textsOf(policy),
    check: (pair) => (concerns(policy, pair) ? findings(policy, pair, {}) : []),
  };
}

function targetRule(policy: TeamPolicy): TargetRule {
  return {
    ...textsOf(policy),
    touches: (pair) => concerns(policy, pair),
    check: ({ about }, touched) =>
      touched.flatMap((pair) =>
        findings(policy, pair, deploymentFacts(about)).map((finding) => ({ ...finding, pair })),
      ),
  };
}

/** The facts that expressions see of who deploys an object. Texts that are not known are empty. */
export function deploymentFacts(about: DangerTarget["about"]): Record<string, string> {
  const { id = "", path = "", deployment } = about ?? {};
  const { system = "", kind = "", namespace = "", name = "", cluster = "" } = deployment ?? {};
  return { id, directory: path, controller: system, kind, namespace, name, cluster };
}
