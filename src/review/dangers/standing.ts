/** Finds what does not fit together among the objects of targets, whatever changed: for a command that compares nothing. */
import { getOrInsert, groupBy } from "../../collections.ts";
import type { Configuration, DangerLevel } from "../../configuration/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { KnownApis } from "../../schemas/index.ts";
import type { Accepted } from "./accepted.ts";
import { ADMISSION_RULE } from "./admission-rules.ts";
import { attempt } from "./attempt.ts";
import type { DangerPair, Finding, LackedObject, PairRule, TargetRule } from "./rule.ts";
import { JOINT_RULES } from "./rules/index.ts";
import { StandingPolicies, type StandingTarget, type Unevaluated } from "./standing-policies.ts";
import { RELATION_RULES } from "./target-rules/index.ts";

/** A relation of an object that does not hold, or a policy that it breaks. */
export interface StandingFinding {
  readonly resource: RenderedResource;
  readonly rule: string;
  readonly level: DangerLevel;
  /** Policies are rules of their owners, and all others are those of Kubernetes. */
  readonly isPolicy: boolean;
  /** A JSON Pointer into the object. Empty for the whole object. */
  readonly path: string;
  /** See {@link Finding.message}. */
  readonly message: string;
  /** The API server refuses the object. */
  readonly isRefused: boolean;
}

export interface StandingInput {
  readonly targets: readonly StandingTarget[];
  readonly configuration: Pick<Configuration, "policies">;
  readonly apis: KnownApis;
  readonly accepted: Accepted;
}

/** The findings of each target, in the order of its objects, and the policies that could not be asked. */
export interface Standing {
  readonly findings: readonly (readonly StandingFinding[])[];
  readonly unevaluated: readonly Unevaluated[];
}

/**
 * Returns all that holds for the objects as they are. What is perhaps as it should be, by the level of the finding, is left out, and so is a
 * missing object that another target has. Takes time linear in the objects, but for policies, which are bounded for each object.
 */
export function standingFindings({ targets, configuration, apis, accepted }: StandingInput): Standing {
  const isElsewhere = objectsOf(targets.map(({ resources }) => resources));
  const policies = new StandingPolicies(targets, configuration, apis, (rule) => accepted.levelOf(rule) === "off");
  const findings = targets.map((target, at) => {
    const head = target.resources;
    const pairs = head.map((resource): DangerPair => ({ base: undefined, head: resource }));
    const found = new Map<DangerPair, StandingFinding[]>();
    const add = (pair: DangerPair, { rule, level, ...finding }: Omit<StandingFinding, "resource">): void => {
      const resource = pair.head as RenderedResource;
      if (accepted.has(rule, resource, finding.path, target.about.id)) return;
      getOrInsert(found, pair, (): StandingFinding[] => []).push({ resource, rule, level, ...finding });
    };
    const note = (pair: DangerPair, rule: PairRule | TargetRule, finding: Finding): void => {
      const { path = "", message, outcome, lacks } = finding;
      const level = levelOf(rule.id, finding.level ?? rule.level);
      if (level === "low" || (lacks !== undefined && isElsewhere(lacks, at))) return;
      add(pair, { rule: rule.id, level, isPolicy: false, path, message, isRefused: outcome === "refused" });
    };
    const run = <T>(rule: PairRule | TargetRule, pair: DangerPair, check: () => Iterable<T>): T[] =>
      attempt(check, () => note(pair, rule, unknown(rule)));
    for (const rule of JOINT_RULES)
      for (const pair of pairs.filter((each) => rule.kinds?.has(each.head?.kind ?? "") ?? true))
        for (const finding of run(rule, pair, () => rule.check(pair))) note(pair, rule, finding);
    for (const rule of RELATION_RULES) {
      const touched = pairs.filter((pair) => run(rule, pair, () => [rule.touches?.(pair) ?? false])[0] ?? false);
      const [first] = touched;
      if (first === undefined) continue;
      for (const finding of run(rule, first, () => rule.check({ base: [], head, pairs }, touched)))
        note(finding.pair, rule, finding);
    }
    for (const pair of pairs) {
      const policed = { isPolicy: true, path: "" };
      const message = "the policies cannot judge this object";
      const broken = attempt(
        () => policies.brokenBy(pair.head as RenderedResource, target),
        () => add(pair, { ...policed, rule: ADMISSION_RULE.id, level: "medium", message, isRefused: false }),
      );
      for (const { rule, level, ...told } of broken)
        add(pair, { ...policed, ...told, rule, level: levelOf(rule, level) });
    }
    return pairs.flatMap((pair) => found.get(pair) ?? []);
  });
  return { findings, unevaluated: policies.unevaluated };

  /** A rule that is off has no level: see {@link Accepted.has}. */
  function levelOf(rule: string, level: DangerLevel): DangerLevel {
    const given = accepted.levelOf(rule);
    return given === undefined || given === "off" ? level : given;
  }
}

function unknown({ id }: PairRule | TargetRule): Finding {
  return { message: `the rule ${id} does not understand this object, or another one of the target` };
}

/** Returns a function that tells whether a target other than the one at an index has an object. */
function objectsOf(
  targets: readonly (readonly RenderedResource[])[],
): (object: LackedObject, except: number) => boolean {
  let known: ReadonlyMap<string, readonly { readonly namespace: string; readonly at: number }[]> | undefined;
  return ({ kind, namespace, name }, except) => {
    known ??= groupBy(
      targets.flatMap((resources, at) => resources.map((each) => ({ ...keyOf(each), at }))),
      ({ key }) => key,
    );
    return (known.get(`${kind}\0${name}`) ?? []).some(
      (each) => each.at !== except && (each.namespace === namespace || each.namespace === "" || namespace === ""),
    );
  };
}

function keyOf({ kind, namespace, name }: RenderedResource): { readonly key: string; readonly namespace: string } {
  return { key: `${kind}\0${name}`, namespace };
}
