/** Finds what does not fit together among the objects of targets, whatever changed: for a command that compares nothing. */
import { getOrInsert, groupBy } from "../../collections.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import { attempt } from "./attempt.ts";
import type { DangerPair, Finding, LackedObject, PairRule, TargetRule } from "./rule.ts";
import { JOINT_RULES } from "./rules/index.ts";
import { RELATION_RULES } from "./target-rules/index.ts";

/** A relation of an object that does not hold. */
export interface StandingFinding {
  readonly resource: RenderedResource;
  /** A JSON Pointer into the object. Empty for the whole object. */
  readonly path: string;
  /** See {@link Finding.message}. */
  readonly message: string;
  /** The API server refuses the object. */
  readonly isRefused: boolean;
}

/**
 * Returns the findings of each target, in the order of its objects. What is perhaps as it should be, by the level of the finding, is left
 * out, and so is a missing object that another target has. Takes time linear in the objects.
 */
export function standingFindings(targets: readonly (readonly RenderedResource[])[]): readonly StandingFinding[][] {
  const isElsewhere = objectsOf(targets);
  return targets.map((head, at) => {
    const pairs = head.map((resource): DangerPair => ({ base: undefined, head: resource }));
    const found = new Map<DangerPair, StandingFinding[]>();
    const note = (pair: DangerPair, rule: PairRule | TargetRule, finding: Finding): void => {
      const { path = "", message, level = rule.level, outcome, lacks } = finding;
      if (level === "low" || (lacks !== undefined && isElsewhere(lacks, at))) return;
      getOrInsert(found, pair, (): StandingFinding[] => []).push({
        resource: pair.head as RenderedResource,
        path,
        message,
        isRefused: outcome === "refused",
      });
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
    return pairs.flatMap((pair) => found.get(pair) ?? []);
  });
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
