/** ValidatingAdmissionPolicies, compiled. docs/specification/policies.md 3 */
import type { Cel, CelValue, Mistake, Outcome, Program } from "../../cel/index.ts";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";

/** The names that expressions can use. */
const VARIABLES = ["object", "oldObject", "request", "params", "namespaceObject", "variables", "authorizer"];
/** The most units of all evaluations for one object. */
const MAX_UNITS = 1_000_000;

export interface Validation {
  readonly program: Program | Mistake;
  /** The message of the policy, or its expression. */
  readonly message: string;
}

/** An answer of a policy on a request. */
export type Judgement =
  | { readonly status: "admitted" }
  /** The policy is not about the request. */
  | { readonly status: "other" }
  /** One for each validation that fails. */
  | { readonly status: "denied"; readonly messages: readonly string[] }
  /** An expression has no value. */
  | { readonly status: "failed"; readonly reason: string }
  /** The expressions need what no rendering shows. */
  | { readonly status: "unknown"; readonly needs: string };

/** The values of a request; undefined for those that are not known. */
export interface PolicyValues {
  readonly object: Value;
  readonly oldObject: Value;
  readonly request: Value;
  readonly params: Value | undefined;
  readonly namespaceObject: Value | undefined;
}

export class AdmissionPolicy {
  readonly name: string;
  readonly spec: Value | undefined;
  readonly #cel: Cel;
  readonly #conditions: readonly (Program | Mistake)[];
  readonly #variables: ReadonlyMap<string, Program | Mistake>;
  readonly #validations: readonly Validation[];

  constructor(cel: Cel, name: string, object: Value) {
    this.#cel = cel;
    this.name = name;
    this.spec = valueAt(object, "spec");
    const compile = (each: Value): Program | Mistake => cel.compile(textAt(each, "expression") ?? "", VARIABLES);
    this.#conditions = listAt(this.spec, "matchConditions").map(compile);
    this.#variables = new Map(
      listAt(this.spec, "variables").map((each) => [textAt(each, "name") ?? "", compile(each)]),
    );
    this.#validations = listAt(this.spec, "validations").map((each) => {
      const expression = textAt(each, "expression")?.trim() ?? "";
      const message = textAt(each, "message")?.trim().replace(/\.$/, "");
      return { program: compile(each), message: message || `\`${expression}\` is false` };
    });
  }

  /** True if a request that the policy cannot judge is refused. */
  get failsClosed(): boolean {
    return textAt(this.spec, "failurePolicy") !== "Ignore";
  }

  judge(values: PolicyValues): Judgement {
    const needs = this.#needs(values);
    if (needs !== undefined) return { status: "unknown", needs };
    const evaluate = this.#evaluator(values);
    for (const condition of this.#conditions) {
      const answer = evaluate(condition);
      if (typeof answer === "string") return { status: "failed", reason: answer };
      if (!answer) return { status: "other" };
    }
    const messages: string[] = [];
    let reason: string | undefined;
    for (const { program, message } of this.#validations) {
      const answer = evaluate(program);
      if (typeof answer === "string") reason ??= answer;
      else if (!answer) messages.push(message);
    }
    if (messages.length > 0) return { status: "denied", messages };
    return reason === undefined ? { status: "admitted" } : { status: "failed", reason };
  }

  /** Names what some expression needs, and nobody knows. */
  #needs({ params, namespaceObject }: PolicyValues): string | undefined {
    const programs = [
      ...this.#conditions,
      ...this.#variables.values(),
      ...this.#validations.map((each) => each.program),
    ];
    for (const program of programs) {
      // Its functions are not known either.
      const names = "uses" in program ? program.uses : program.names;
      if (names.has("authorizer")) return "the authorizer";
      if (!("uses" in program)) continue;
      if (program.uses.has("params") && params === undefined) return "its parameters, which are not rendered here";
      if (program.uses.has("namespaceObject") && namespaceObject === undefined)
        return "the Namespace, which is not rendered here";
      const read = program.reads.get("request");
      if (read?.has("userInfo") || read?.has("options") || read?.has("uid")) return "the user who applies the object";
    }
    return undefined;
  }

  /** Returns a function that evaluates conditions for one request: true, false, or why there is no answer. */
  #evaluator(values: PolicyValues): (program: Program | Mistake) => boolean | string {
    const { celValue, CelFailure, Meter } = this.#cel;
    const meter = new Meter(MAX_UNITS);
    // Variables are evaluated when an expression reads them, and once.
    const variables: Record<string, CelValue> = {};
    const bindings = {
      object: celValue(values.object),
      oldObject: celValue(values.oldObject),
      request: celValue(values.request),
      params: celValue(values.params ?? null),
      namespaceObject: celValue(values.namespaceObject ?? null),
      variables,
    };
    for (const [name, program] of this.#variables) {
      let outcome: Outcome | undefined;
      Object.defineProperty(variables, name, {
        enumerable: true,
        get(): CelValue {
          if (!("evaluate" in program)) throw new CelFailure(mistakeText(program));
          outcome ??= program.evaluate(bindings, meter);
          if (outcome.status === "value") return outcome.value;
          throw new CelFailure(outcome.status === "limit" ? LIMIT : outcome.text);
        },
      });
    }
    return (program) => {
      if (!("evaluate" in program)) return mistakeText(program);
      const outcome = program.evaluate(bindings, meter);
      if (outcome.status === "limit") return LIMIT;
      if (outcome.status === "failed") return outcome.text;
      return outcome.value === true || outcome.value === false
        ? outcome.value
        : "an expression is neither true nor false";
    };
  }
}

const LIMIT = "its expressions take too much work";

function mistakeText({ text }: Mistake): string {
  return `an expression cannot be read: ${text}`;
}
