/** Replaces variables in a text as fluxcd/pkg/envsubst does; docs/specification/flux-substitution.md 1, 2. */
import { charge } from "../../../budget/index.ts";
import { failure } from "../../../diagnostics.ts";
import { compareBytewise, fromBytes, toBytes } from "../../../text/index.ts";
import { apply, type Limits, toleratesUnset } from "./functions.ts";
import { type Expression, type Part, parse, SyntaxProblem } from "./syntax.ts";
import { type Variables, variableOf } from "./variables.ts";

export interface SubstitutionOptions {
  /** True if a variable that is not set and has no default fails the deployment, as since kustomize-controller 1.9. */
  readonly isStrict: boolean;
  /** True to leave all expressions as written in lines with one whose value is unknown. */
  readonly keepsLines?: boolean;
}

export interface SubstitutedText {
  readonly text: string;
  /**
   * The text with a marker in the place of each expression that depends on the value of a Secret; undefined if none does. What
   * differs between the two depends on it.
   */
  readonly veiled: string | undefined;
  /** The variables that are not set and have no default. In the text they are empty. */
  readonly undefinedNames: readonly string[];
  /** The variables whose expressions stay as written. */
  readonly unknownNames: readonly string[];
}

/** An API server accepts three MiB at most. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Comparisons of patterns with values. */
const MAX_STEPS = 10_000_000;

/**
 * Replaces variables in a text. Expressions of variables whose value is unknown stay as written.
 * @throws KrmError `invalid-substitution` for what Flux refuses, `substitution-too-large`. Without a place
 */
export function substituteText(text: string, variables: Variables, options: SubstitutionOptions): SubstitutedText {
  const evaluation = new Evaluation(variables, options);
  const parts = partsOf(text);
  const results = parts.map((part) => evaluation.outermost(part));
  if (options.keepsLines) keepLines(parts, results);
  const pieces = results.map(({ bytes }) => bytes);
  /** The positions in the pieces of what depends on Secrets. */
  const secret = new Set(results.flatMap(({ isSecret }, index) => (isSecret ? [index] : [])));
  const result = fromBytes(pieces.join(""));
  if (result === undefined)
    throw failure(
      "invalid-substitution",
      "a function cuts a character of several bytes in two, and what is left is no text",
      {
        hint: "Positions and lengths of `${name:position:length}` count bytes.",
      },
    );
  return { text: result, veiled: secret.size === 0 ? undefined : veil(), ...evaluation.names() };

  function veil(): string {
    let marker = "withheld";
    while ((result as string).includes(marker)) marker += "-";
    return fromBytes(pieces.map((piece, index) => (secret.has(index) ? marker : piece)).join("")) ?? marker;
  }
}

function partsOf(text: string): readonly Part[] {
  const bytes = toBytes(text);
  try {
    return parse(bytes);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxProblem)) throw thrown;
    throw failure(
      "invalid-substitution",
      `Flux cannot read an expression that begins with \`\${\`: ${thrown.message}`,
      {
        hint: HINT,
      },
    );
  }
}

/** Leaves all expressions as written in lines with one whose value is unknown. @param results of the parts; changed */
function keepLines(parts: readonly Part[], results: Result[]): void {
  let line: number[] = [];
  const endLine = (): void => {
    if (line.some((index) => results[index]?.isUnknown))
      for (const index of line) results[index] = asWritten(parts[index] as Expression);
    line = [];
  };
  for (const [index, part] of parts.entries()) {
    if (typeof part !== "string") line.push(index);
    else if (part.includes("\n")) endLine();
  }
  endLine();
}

function asWritten({ source }: Expression): Result {
  return { bytes: source, isSecret: false, isUnknown: true };
}

const HINT =
  "Flux takes each `${` for the beginning of an expression. Write `$${` where the text itself is meant, or give the object the annotation `kustomize.toolkit.fluxcd.io/substitute: disabled`.";

/** The result of an expression. */
interface Result {
  readonly bytes: string;
  readonly isSecret: boolean;
  /** True for an expression that stays as written. */
  readonly isUnknown?: boolean;
}

const UNKNOWN = Symbol("unknown");

class Evaluation {
  readonly #variables: Variables;
  readonly #isStrict: boolean;
  readonly #undefined = new Set<string>();
  readonly #unknown = new Set<string>();
  readonly #limits: Limits;
  #bytes = 0;
  #steps = 0;

  constructor(variables: Variables, { isStrict }: SubstitutionOptions) {
    this.#variables = variables;
    this.#isStrict = isStrict;
    this.#limits = {
      spend: (steps) => {
        if ((this.#steps += steps) > MAX_STEPS)
          throw tooLarge("takes too long: a pattern is compared with a long value");
        // What is compared is copied.
        charge(steps);
      },
      grow: (bytes) => {
        if ((this.#bytes += bytes) > MAX_BYTES) throw tooLarge("makes more than 16 MiB of one object");
        charge(bytes);
      },
    };
  }

  /** The names of the variables that had no value, in order. */
  names(): Pick<SubstitutedText, "undefinedNames" | "unknownNames"> {
    const sorted = (names: ReadonlySet<string>): string[] => [...names].sort(compareBytewise);
    return { undefinedNames: sorted(this.#undefined), unknownNames: sorted(this.#unknown) };
  }

  outermost(part: Part): Result {
    const unknown = new Set<string>();
    const result = this.#part(part, unknown);
    if (result !== UNKNOWN) return result;
    for (const name of unknown) this.#unknown.add(name);
    const written = asWritten(part as Expression);
    this.#limits.grow(written.bytes.length);
    return written;
  }

  #part(part: Part, unknown: Set<string>): Result | typeof UNKNOWN {
    if (typeof part !== "string") return this.#expression(part, unknown);
    this.#limits.grow(part.length);
    return { bytes: part, isSecret: false };
  }

  #expression({ variable: name, operator, args }: Expression, unknown: Set<string>): Result | typeof UNKNOWN {
    const results = args.map((arg) => this.#part(arg, unknown));
    const text = fromBytes(name) as string;
    const variable = variableOf(this.#variables, text);
    const toleratesEmpty = toleratesUnset(operator);
    if (variable === undefined && this.#isStrict && !toleratesEmpty) this.#undefined.add(text);
    if (variable !== undefined && variable.value === undefined) {
      unknown.add(text);
      return UNKNOWN;
    }
    const value = toBytes(variable?.value ?? "");
    const isSecret = variable?.isSecret ?? false;
    // A value that is not empty needs no default, so it does not matter what is unknown of that.
    if (isDefault(operator) && value !== "") {
      this.#limits.grow(value.length);
      return { bytes: value, isSecret };
    }
    if (results.includes(UNKNOWN)) return UNKNOWN;
    const known = results as Result[];
    const bytes = apply(
      operator,
      value,
      known.map((one) => one.bytes),
      this.#limits,
    );
    this.#limits.grow(bytes.length);
    return { bytes, isSecret: isSecret || known.some((one) => one.isSecret) };
  }
}

/** Tells whether an operator gives the value itself where it is not empty. */
function isDefault(operator: string): boolean {
  return operator === "" || toleratesUnset(operator);
}

function tooLarge(what: string): Error {
  return failure("substitution-too-large", `the substitution of variables ${what}`, {
    hint: "Use shorter values, or fewer of them.",
  });
}
