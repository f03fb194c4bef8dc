/** The policies of the team, from the configuration of the base. docs/specification/policies.md 2 */
import { type Cel, loadCel, type Program } from "../cel/index.ts";
import type { Configuration, PolicyRule, ReadConfiguration } from "../configuration/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import type { Value } from "../yaml/index.ts";

/** The names that expressions can use. */
const VARIABLES = ["old", "new", "deployment"];
/** The most units of one evaluation. */
const MAX_UNITS = 1_000_000;

/** Both sides of an object; undefined on a side that does not have it. */
export interface PolicySides {
  readonly base: Value | undefined;
  readonly head: Value | undefined;
}

/** A policy that can be evaluated. */
export class TeamPolicy {
  readonly rule: PolicyRule;
  readonly #cel: Cel;
  readonly #program: Program;

  constructor(rule: PolicyRule, cel: Cel, program: Program) {
    this.rule = rule;
    this.#cel = cel;
    this.#program = program;
  }

  /** True if the answer depends on who deploys the object. */
  get usesDeployment(): boolean {
    return this.#program.uses.has("deployment");
  }

  /**
   * Says how a change of an object breaks the policy; undefined if it does not.
   * @param deployment the facts about who deploys the object
   */
  breach({ base, head }: PolicySides, deployment: Value): string | undefined {
    const comparesSides = this.#program.uses.has("old");
    // What goes is judged by those that look at what was there.
    if (head === undefined && !comparesSides) return undefined;
    const answer = this.#answer({ base, head }, deployment);
    if (answer === true) return undefined;
    const { message } = this.rule;
    if (answer !== false) return `a policy of the team could not be evaluated (${message}): ${answer}`;
    // What was so before is not what the change brings.
    const wasSo =
      !comparesSides && base !== undefined && this.#answer({ base: undefined, head: base }, deployment) === false;
    return wasSo ? undefined : `a policy of the team is broken: ${message}`;
  }

  /**
   * Says how an object breaks the policy, whatever changed; undefined if it does not. A policy that compares is broken only if both a new
   * object and one that stays as it is break it: one that is about new objects alone takes what is there.
   * @param deployment the facts about who deploys the object
   */
  standingBreach(object: Value, deployment: Value): string | undefined {
    const asNew = this.breach({ base: undefined, head: object }, deployment);
    if (asNew === undefined || !this.#program.uses.has("old")) return asNew;
    return this.breach({ base: object, head: object }, deployment) === undefined ? undefined : asNew;
  }

  /** Returns the value, or why there is none. */
  #answer({ base, head }: PolicySides, deployment: Value): boolean | string {
    const { celValue, Meter } = this.#cel;
    const values = { old: celValue(base ?? null), new: celValue(head ?? null), deployment: celValue(deployment) };
    const outcome = this.#program.evaluate(values, new Meter(MAX_UNITS));
    if (outcome.status === "limit") return "its expression takes too much work";
    if (outcome.status === "failed") return outcome.text;
    return typeof outcome.value === "boolean" ? outcome.value : "its expression is neither true nor false";
  }
}

/** Compiles the policies of a configuration. Those with mistakes are left out: {@link checkedPolicies} tells them. */
export function teamPolicies(cel: Cel, { policies }: Pick<Configuration, "policies">): readonly TeamPolicy[] {
  return policies.flatMap((rule) => {
    const compiled = compiledOf(cel, rule);
    return "text" in compiled ? [] : [new TeamPolicy(rule, cel, compiled)];
  });
}

function compiledOf(cel: Cel, { expression }: PolicyRule): ReturnType<Cel["compile"]> {
  const compiled = cel.compile(expression, VARIABLES);
  if (!cel.isProgram(compiled) || compiled.type === "bool" || compiled.type === "dyn") return compiled;
  return {
    text: `the expression is true or false for no object, but of the type ${compiled.type}`,
    offset: 0,
    names: new Set(),
  };
}

/**
 * Loads what evaluates policies, if there are some, and checks their expressions.
 * @throws KrmError `invalid-expression` for each one that is wrong
 */
export async function checkedPolicies<T extends ReadConfiguration>(read: T): Promise<T> {
  const { policies } = read.configuration;
  if (policies.length === 0) return read;
  const cel = await loadCel();
  const problems = policies.flatMap((rule): Diagnostic[] => {
    const compiled = compiledOf(cel, rule);
    if (!("text" in compiled)) return [];
    const { line, column } = positionOf(rule.expression, compiled.offset);
    return [
      {
        code: "invalid-expression",
        severity: "error",
        message: `the expression of the policy \`${rule.id}\` is wrong at line ${line}, column ${column} of it: ${compiled.text}`,
        ...rule.expressionPlace,
        hint: "docs/guide/policies.md says what expressions can use.",
      },
    ];
  });
  if (problems.length > 0) throw new KrmError(problems);
  return read;
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
