/** Runs the rules, and makes what they find ready for the report. */

import { createHash } from "node:crypto";
import type { DangerLevel, DangerSettings } from "../../configuration/index.ts";
import { LimitError } from "../../diagnostics.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import { pointerSteps } from "../../text/index.ts";
import { groupOf } from "../differences/index.ts";
import type { Silence, TargetDiagnostic } from "../report.ts";
import { annotationSilences, SILENCE_ANNOTATION } from "./annotations.ts";
import type { FoundDanger } from "./found-danger.ts";
import { MOVED_BETWEEN_TARGETS } from "./moved-between-targets.ts";
import type { DangerPair, DangerTarget, Finding, PairRule, TargetRule } from "./rule.ts";
import { isSameObject, PAIR_RULES } from "./rules/index.ts";
import type { Sight } from "./sight.ts";
import { TARGET_RULES } from "./target-rules/index.ts";

/** How often one rule may find something in one object. The rest is counted. */
const MAX_FINDINGS = 25;
/** Paths with more steps are not told: to name all of their elements takes too long. */
const MAX_STEPS = 100;
/** The number of hexadecimal digits of a key. */
const KEY_LENGTH = 12;

const LEVELS: readonly DangerLevel[] = ["high", "medium", "low"];

/** What the rules say of a pair. */
export interface Checked {
  readonly dangers: readonly FoundDanger[];
  /** Rules that could not look at the object, and annotations that silence nothing. */
  readonly problems: readonly TargetDiagnostic[];
  /** The ids of the rules on targets that have to look at the pair. */
  readonly touches: ReadonlySet<string>;
}

type Rule = PairRule | TargetRule;

export class DangerRules {
  readonly #pairRules: readonly PairRule[];
  readonly #targetRules: readonly TargetRule[];
  readonly #levels: DangerSettings["levels"];
  readonly #known: ReadonlySet<string>;
  readonly #checksMoves: boolean;

  constructor({ levels }: DangerSettings, pairRules = PAIR_RULES, targetRules = TARGET_RULES) {
    const isOn = ({ id }: { readonly id: string }): boolean => levels.get(id) !== "off";
    this.#levels = levels;
    this.#known = new Set([...pairRules, ...targetRules, MOVED_BETWEEN_TARGETS].map(({ id }) => id));
    this.#pairRules = pairRules.filter(isOn);
    this.#targetRules = targetRules.filter(isOn);
    this.#checksMoves = isOn(MOVED_BETWEEN_TARGETS);
  }

  /**
   * Runs the rules on one object. Takes time linear in the object.
   * @param isMove whether some targets lost the object, and at least as many others gained it
   */
  checkPair(pair: DangerPair, sight: Sight, isMove: boolean): Checked {
    const { base, head } = pair;
    const isKept = isMove && base !== undefined && head !== undefined && isSameObject(base, head);
    const rules = isKept && this.#checksMoves ? [...this.#pairRules, MOVED_BETWEEN_TARGETS] : this.#pairRules;
    const results = new Results(this.#levels, this.#known);
    const report = (problem: TargetDiagnostic): void => void results.problems.push(problem);
    for (const rule of rules) {
      const { kinds } = rule;
      if (kinds !== undefined && !kinds.has(base?.kind ?? "") && !kinds.has(head?.kind ?? "")) continue;
      // Two ways to tell that an object goes are one danger: the rules of the target come later.
      const findings = attempt(rule, () => rule.check(pair), report, pair, sight);
      results.add(rule, pair, sight, findings, 0);
    }
    results.addSilenceProblems(pair, sight);
    for (const rule of this.#targetRules) {
      const [touches = true] = attempt(rule, () => [rule.touches?.(pair) ?? false], report, pair, sight);
      if (touches) results.touches.add(rule.id);
    }
    return results;
  }

  /**
   * Runs the rules on all objects of a target. Takes time linear in the target.
   * @param sightOf of each pair of the target
   * @param touchesOf what `checkPair` said of each pair
   * @returns what they found, by the pairs
   */
  checkTarget<P extends DangerPair>(
    target: Omit<DangerTarget, "pairs"> & { readonly pairs: readonly P[] },
    sightOf: (pair: DangerPair) => Sight,
    touchesOf: (pair: P) => ReadonlySet<string>,
  ): {
    readonly dangers: ReadonlyMap<DangerPair, readonly FoundDanger[]>;
    readonly problems: readonly TargetDiagnostic[];
  } {
    const problems: TargetDiagnostic[] = [];
    const dangers = new Map<DangerPair, FoundDanger[]>();
    for (const [index, rule] of this.#targetRules.entries()) {
      const byPair = new Map<DangerPair, Finding[]>();
      const touched = target.pairs.filter((pair) => touchesOf(pair).has(rule.id));
      for (const finding of attempt(
        rule,
        () => rule.check(target, touched),
        (problem) => problems.push(problem),
      )) {
        const list = byPair.get(finding.pair);
        if (list === undefined) byPair.set(finding.pair, [finding]);
        else list.push(finding);
      }
      for (const [pair, findings] of byPair) {
        const results = new Results(this.#levels, this.#known);
        results.add(rule, pair, sightOf(pair), findings, index + 1);
        const list = dangers.get(pair);
        if (list === undefined) dangers.set(pair, [...results.dangers]);
        else list.push(...results.dangers);
      }
    }
    return { dangers, problems };
  }
}

/** Everything that a rule finds. One that fails must neither end the review nor pass for one that finds nothing. */
function attempt<T>(
  rule: Rule,
  check: () => Iterable<T>,
  report: (problem: TargetDiagnostic) => void,
  pair?: DangerPair,
  sight?: Sight,
): T[] {
  const found: T[] = [];
  try {
    for (const finding of check()) found.push(finding);
  } catch (thrown) {
    // The target has no time or memory left.
    if (thrown instanceof LimitError) throw thrown;
    report(unchecked(rule, pair && sight && nameOf(pair, sight)));
  }
  return found;
}

/** What is thrown may quote a value, so that it is not told. */
function unchecked({ id }: Rule, object: string | undefined): TargetDiagnostic {
  const [what, them, they] =
    object === undefined ? ["the objects of the target", "them", "the objects are"] : [object, "it", "the object is"];
  return {
    code: "danger-unchecked",
    severity: "warning",
    isNew: true,
    message: `the rule ${id} could not look at ${what}: it does not understand ${them}`,
    ...(object === undefined ? {} : { object }),
    hint: `Look at this change yourself. If ${they} valid, please report a defect of krm-render.`,
  };
}

function nameOf({ base, head }: DangerPair, sight: Sight): string {
  const { kind, namespace, baseName } = (head ?? base) as RenderedResource;
  return sight.line(`${kind} ${namespace === "" ? "" : `${namespace}/`}${baseName}`);
}

class Results implements Checked {
  readonly dangers: FoundDanger[] = [];
  readonly problems: TargetDiagnostic[] = [];
  readonly touches = new Set<string>();
  readonly #levels: DangerSettings["levels"];
  readonly #known: ReadonlySet<string>;

  constructor(levels: DangerSettings["levels"], known: ReadonlySet<string>) {
    this.#levels = levels;
    this.#known = known;
  }

  /** @param order see {@link FoundDanger.order} */
  add(rule: Rule, pair: DangerPair, sight: Sight, findings: readonly Finding[], order: number): void {
    if (findings.length === 0) return;
    const silenced = annotationSilences(pair, this.#known, sight).silences.get(rule.id);
    const kept = findings.length > MAX_FINDINGS ? findings.slice(0, MAX_FINDINGS - 1) : findings;
    const add = (finding: Finding): void => {
      this.dangers.push(this.#made(rule, pair, sight, finding, silenced, order));
    };
    kept.forEach(add);
    const rest = findings.slice(kept.length);
    if (rest.length === 0) return;
    const levels = new Set(rest.map(({ level = rule.level }) => level));
    const level = LEVELS.find((each) => levels.has(each)) ?? rule.level;
    add({ level, message: `is found in ${rest.length} more places of the object` });
  }

  addSilenceProblems(pair: DangerPair, sight: Sight): void {
    for (const problem of annotationSilences(pair, this.#known, sight).problems) {
      const object = nameOf(pair, sight);
      this.problems.push({
        code: "silence-invalid",
        severity: "warning",
        isNew: true,
        message: `the annotation ${SILENCE_ANNOTATION} of ${object} ${problem}: it silences nothing`,
        object,
        hint: "Write one line for each rule: its name, a colon, and the reason.",
      });
    }
  }

  #made(
    rule: Rule,
    pair: DangerPair,
    sight: Sight,
    finding: Finding,
    silenced: Silence | undefined,
    order: number,
  ): FoundDanger {
    const object = (pair.head ?? pair.base) as RenderedResource;
    const { path = "" } = finding;
    const pointer = pointerSteps(path).length <= MAX_STEPS ? path : "";
    const paths = pointer === "" ? undefined : sight.paths(pointer);
    const before = sight.value("before", finding.before, pointer);
    const after = sight.value("after", finding.after, pointer);
    const level = this.#levels.get(rule.id) ?? finding.level ?? rule.level;
    const found = {
      id: rule.id,
      key: keyOf(rule.id, object, paths && sight.fullPath(pointer)),
      level: level as DangerLevel,
      ...paths,
      message: sight.message(finding.message, pointer),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      ...(silenced === undefined ? {} : { silenced }),
    };
    const isGone = pair.head === undefined || (pair.base !== undefined && !isSameObject(pair.base, pair.head));
    return { ...found, ...(isGone && (order > 0 || ("tellsRemoval" in rule && rule.tellsRemoval)) ? { order } : {}) };
  }
}

function keyOf(rule: string, object: RenderedResource, path = ""): string {
  const { kind, namespace, baseName } = object;
  const text = JSON.stringify([rule, groupOf(object), kind, namespace, baseName, path]);
  return `${rule}:${createHash("sha256").update(text).digest("hex").slice(0, KEY_LENGTH)}`;
}
