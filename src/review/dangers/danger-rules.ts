/** Runs the rules, and makes what they find ready for the report. */

import { createHash } from "node:crypto";
import { getOrInsert, groupBy } from "../../collections.ts";
import type { Configuration, DangerLevel, DangerSettings } from "../../configuration/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { KnownApis } from "../../schemas/index.ts";
import { pointerSteps } from "../../text/index.ts";
import { groupOf } from "../differences/index.ts";
import { DANGER_LEVELS, type Silence, type TargetDiagnostic } from "../report.ts";
import { admissionRule } from "./admission-rules.ts";
import { annotationSilences, SILENCE_ANNOTATION } from "./annotations.ts";
import { attempt } from "./attempt.ts";
import { type FoundDanger, LAST_ORDER } from "./found-danger.ts";
import { MOVED_BETWEEN_TARGETS } from "./moved-between-targets.ts";
import { policyRules } from "./policy-rules.ts";
import type { Redactor } from "./redactor.ts";
import type { DangerPair, DangerTarget, Finding, LackedObject, PairRule, TargetRule } from "./rule.ts";
import { isSameObject, PAIR_RULES } from "./rules/index.ts";
import { builtInRules, customRules, SCHEMA_RULES } from "./schema-rules.ts";
import { TARGET_RULES } from "./target-rules/index.ts";

/** How often one rule may find something in one object. The rest is counted. */
const MAX_FINDINGS = 25;
/** Paths with more steps are not shown: to name all of their elements takes too long. */
const MAX_STEPS = 100;
/** The number of hexadecimal digits of a key. */
const KEY_LENGTH = 12;

/** A mistake that an object had before the change. */
export type EarlierMistake = Pick<FoundDanger, "id" | "path" | "namedPath">;

/** The results of the rules for a pair. */
export interface Checked {
  readonly dangers: readonly FoundDanger[];
  /** The first mistakes of the object that it had before, but for those of rules that an annotation silences. */
  readonly earlier: readonly EarlierMistake[];
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

  /** @param apis those that objects are held to; undefined if they are not known */
  constructor(
    { dangers: { levels }, policies }: Pick<Configuration, "dangers" | "policies">,
    apis?: KnownApis,
    pairRules = PAIR_RULES,
    targetRules = TARGET_RULES,
  ) {
    const isOn = ({ id }: { readonly id: string }): boolean => levels.get(id) !== "off";
    const own = policyRules({ policies });
    const pairs = [...pairRules, ...own.pairRules];
    const targets = [...targetRules, admissionRule(apis), ...own.targetRules];
    this.#levels = levels;
    this.#known = new Set([...pairs, ...targets, ...SCHEMA_RULES, MOVED_BETWEEN_TARGETS].map(({ id }) => id));
    this.#pairRules = [...pairs, ...(apis === undefined ? [] : builtInRules(apis))].filter(isOn);
    this.#targetRules = [...targets, ...(apis === undefined ? [] : customRules(apis))].filter(isOn);
    this.#checksMoves = isOn(MOVED_BETWEEN_TARGETS);
  }

  /**
   * Runs the rules on one object. Takes time linear in the object.
   * @param isMove whether some targets lost the object, and at least as many others gained it
   */
  checkPair(pair: DangerPair, redactor: Redactor, isMove: boolean): Checked {
    const { base, head } = pair;
    const isKept = isMove && base !== undefined && head !== undefined && isSameObject(base, head);
    const rules = isKept && this.#checksMoves ? [...this.#pairRules, MOVED_BETWEEN_TARGETS] : this.#pairRules;
    const object = (): string => nameOf(pair, redactor);
    const problems: TargetDiagnostic[] = [];
    const dangers: FoundDanger[] = [];
    const earlier: EarlierMistake[] = [];
    for (const rule of rules) {
      const { kinds } = rule;
      if (kinds !== undefined && !kinds.has(base?.kind ?? "") && !kinds.has(head?.kind ?? "")) continue;
      // Two ways to tell that an object goes are one danger: the rules of the target come later.
      const findings = attempt(
        () => rule.check(pair),
        () => problems.push(unchecked(rule, object())),
      );
      dangers.push(...this.#dangers(rule, pair, redactor, findings, rule.tellsRemoval === "last" ? LAST_ORDER : 0));
      earlier.push(...this.#earlier(rule, pair, redactor, findings));
    }
    for (const problem of annotationSilences(pair, this.#known, redactor).problems)
      problems.push(silenceInvalid(problem, object()));
    const touching = this.#targetRules.filter((rule) => {
      const [touches = true] = attempt(
        () => [rule.touches?.(pair) ?? false],
        () => problems.push(unchecked(rule, object())),
      );
      return touches;
    });
    return { dangers, earlier, problems, touches: new Set(touching.map(({ id }) => id)) };
  }

  /**
   * Runs the rules on all objects of a target. Takes time linear in the target.
   * @param touchesOf the result of `checkPair` for each pair
   * @returns the dangers by the pairs, and the mistakes that their objects had before; see {@link Checked}
   */
  checkTarget<P extends DangerPair>(
    target: Omit<DangerTarget, "pairs"> & { readonly pairs: readonly P[] },
    redactorOf: (pair: DangerPair) => Redactor,
    touchesOf: (pair: P) => ReadonlySet<string>,
  ): {
    readonly dangers: ReadonlyMap<DangerPair, readonly FoundDanger[]>;
    readonly earlier: ReadonlyMap<DangerPair, readonly EarlierMistake[]>;
    readonly problems: readonly TargetDiagnostic[];
  } {
    const problems: TargetDiagnostic[] = [];
    const dangers = new Map<DangerPair, FoundDanger[]>();
    const earlier = new Map<DangerPair, EarlierMistake[]>();
    for (const [index, rule] of this.#targetRules.entries()) {
      const touched = target.pairs.filter((pair) => touchesOf(pair).has(rule.id));
      const found = attempt(
        () => rule.check(target, touched),
        () => problems.push(unchecked(rule)),
      );
      for (const [pair, findings] of groupBy(found, (finding) => finding.pair)) {
        const list = getOrInsert(dangers, pair, (): FoundDanger[] => []);
        list.push(...this.#dangers(rule, pair, redactorOf(pair), findings, index + 1));
        const known = this.#earlier(rule, pair, redactorOf(pair), findings);
        if (known.length > 0) getOrInsert(earlier, pair, (): EarlierMistake[] => []).push(...known);
      }
    }
    return { dangers, earlier, problems };
  }

  #earlier(rule: Rule, pair: DangerPair, redactor: Redactor, findings: readonly Finding[]): EarlierMistake[] {
    const known = findings.filter(({ wasBefore }) => wasBefore);
    if (known.length === 0 || annotationSilences(pair, this.#known, redactor).silences.has(rule.id)) return [];
    return known.slice(0, MAX_FINDINGS).map(({ path }) => ({ id: rule.id, ...pathsOf(pointerOf(path), redactor) }));
  }

  /** @param order see {@link FoundDanger.order} */
  #dangers(rule: Rule, pair: DangerPair, redactor: Redactor, all: readonly Finding[], order: number): FoundDanger[] {
    const findings = all.filter(({ wasBefore }) => !wasBefore);
    if (findings.length === 0) return [];
    const silenced = annotationSilences(pair, this.#known, redactor).silences.get(rule.id);
    const kept = findings.length > MAX_FINDINGS ? findings.slice(0, MAX_FINDINGS - 1) : findings;
    const rest = findings.slice(kept.length);
    const levels = new Set(rest.map(({ level = rule.level }) => level));
    const level = DANGER_LEVELS.find((each) => levels.has(each)) ?? rule.level;
    const more = { level, message: `is found in ${rest.length} more places of the object` };
    return [...kept, ...(rest.length === 0 ? [] : [more])].map((finding) =>
      this.#danger(rule, pair, redactor, finding, silenced, order),
    );
  }

  #danger(
    rule: Rule,
    pair: DangerPair,
    redactor: Redactor,
    finding: Finding,
    silenced: Silence | undefined,
    order: number,
  ): FoundDanger {
    const object = (pair.head ?? pair.base) as RenderedResource;
    const pointer = pointerOf(finding.path);
    const paths = pathsOf(pointer, redactor);
    const before = redactor.value("before", finding.before, pointer);
    const after = redactor.value("after", finding.after, pointer);
    const isGone = pair.head === undefined || (pair.base !== undefined && !isSameObject(pair.base, pair.head));
    const tellsRemoval = order > 0 || ("tellsRemoval" in rule && rule.tellsRemoval !== undefined);
    return {
      id: rule.id,
      key: keyOf(rule.id, object, paths && redactor.fullPath(pointer)),
      level: (this.#levels.get(rule.id) ?? finding.level ?? rule.level) as DangerLevel,
      ...paths,
      message: redactor.message(finding.message, pointer),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(finding.outcome !== undefined && { outcome: finding.outcome }),
      ...(finding.lacks !== undefined && { lacks: lackedObject(finding.lacks, redactor) }),
      ...(silenced !== undefined && { silenced }),
      ...(isGone && tellsRemoval && { order }),
    };
  }
}

function pointerOf(path = ""): string {
  return pointerSteps(path).length <= MAX_STEPS ? path : "";
}

function pathsOf(pointer: string, redactor: Redactor): ReturnType<Redactor["paths"]> | undefined {
  return pointer === "" ? undefined : redactor.paths(pointer);
}

function unchecked({ id }: Rule, object?: string): TargetDiagnostic {
  const [what, them, they] =
    object === undefined ? ["the objects of the target", "them", "the objects are"] : [object, "it", "the object is"];
  return {
    code: "danger-unchecked",
    severity: "warning",
    isNew: true,
    message: `the rule ${id} could not look at ${what}: it does not understand ${them}`,
    ...(object !== undefined && { object }),
    hint: `Look at this change yourself. If ${they} valid, please report a defect of krm-render.`,
  };
}

function silenceInvalid(problem: string, object: string): TargetDiagnostic {
  return {
    code: "silence-invalid",
    severity: "warning",
    isNew: true,
    message: `the annotation ${SILENCE_ANNOTATION} of ${object} ${problem}: it silences nothing`,
    object,
    hint: "Write one line for each rule: its name, a colon, and the reason.",
  };
}

/** The names as the objects of changes have them. */
function lackedObject({ kind, namespace, name }: LackedObject, redactor: Redactor): LackedObject {
  return { kind: redactor.line(kind), namespace: redactor.line(namespace), name: redactor.line(name) };
}

function nameOf({ base, head }: DangerPair, redactor: Redactor): string {
  const { kind, namespace, baseName } = (head ?? base) as RenderedResource;
  return redactor.line(`${kind} ${namespace === "" ? "" : `${namespace}/`}${baseName}`);
}

function keyOf(rule: string, object: RenderedResource, path = ""): string {
  const { kind, namespace, baseName } = object;
  const text = JSON.stringify([rule, groupOf(object), kind, namespace, baseName, path]);
  return `${rule}:${createHash("sha256").update(text).digest("hex").slice(0, KEY_LENGTH)}`;
}
