/** Finds what does not fit together among the objects of targets, whatever changed: for a command that compares nothing. */
import { getOrInsert, groupBy } from "../../collections.ts";
import { LimitError } from "../../diagnostics.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { DangerPair, Finding, LackedObject, PairRule, TargetRule } from "./rule.ts";
import { PAIR_RULES } from "./rules/index.ts";
import { TARGET_RULES } from "./target-rules/index.ts";

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

/** The rules that say of an object as it is what they say of a new one. Those on what else is new are not among them. */
const IDS: ReadonlySet<string> = new Set([
  "refused-workload",
  "limit-below-request",
  "limit-range",
  "missing-key",
  "missing-pods",
  "missing-port",
  "missing-reference",
]);

const OF_OBJECTS: readonly PairRule[] = PAIR_RULES.filter(({ id }) => IDS.has(id));
const OF_TARGETS: readonly TargetRule[] = TARGET_RULES.filter(({ id }) => IDS.has(id));

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
    for (const pair of pairs)
      for (const rule of OF_OBJECTS) {
        if (rule.kinds?.has(pair.head?.kind ?? "") === false) continue;
        for (const finding of attempt(rule, pair, () => rule.check(pair))) note(pair, rule, finding);
      }
    for (const rule of OF_TARGETS) {
      const touched = pairs.filter((pair) => rule.touches?.(pair) ?? false);
      const [first] = touched;
      if (first === undefined) continue;
      const findings = attempt(rule, first, () => rule.check({ base: [], head, pairs }, touched));
      for (const finding of findings) note("pair" in finding ? finding.pair : first, rule, finding);
    }
    return pairs.flatMap((pair) => found.get(pair) ?? []);
  });
}

/** A rule that fails must neither end the check nor pass for one that finds nothing. The error itself may quote a value. */
function attempt<T extends Finding>(
  { id }: PairRule | TargetRule,
  pair: DangerPair,
  check: () => Iterable<T>,
): readonly (T | (Finding & { readonly pair: DangerPair }))[] {
  try {
    return [...check()];
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
    return [{ pair, message: `the rule ${id} does not understand this object, or another one of the target` }];
  }
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
