/** Parses Kubernetes label selectors: `app=web, tier in (a, b), !canary, size>3`; docs/specification/patches.md 3.3. */
import { failure, type KrmError, type Location } from "../diagnostics.ts";
import { isLabelPart, isQualifiedName } from "../text/index.ts";

/** Labels or annotations. Values of any type are texts. */
export type Labels = ReadonlyMap<string, string>;

/** Tells whether an object with these labels, or annotations, is selected. */
export type LabelMatcher = (labels: Labels) => boolean;

type Requirement = LabelMatcher;

/**
 * Compiles a selector. The empty selector selects everything.
 * @param location the place of the selector, for the message
 * @throws KrmError `invalid-selector`
 */
export function compileLabelSelector(selector: string, location?: Location): LabelMatcher {
  const requirements = new Parser(selector, location).parse();
  return (labels) => requirements.every((requirement) => requirement(labels));
}

const SYMBOLS = new Set(["=", "==", "!=", "!", "(", ")", ",", "<", ">"]);
const END = "";

class Parser {
  readonly #selector: string;
  readonly #location: Location | undefined;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(selector: string, location: Location | undefined) {
    this.#selector = selector;
    this.#location = location;
    this.#tokens = selector.match(/==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g) ?? [];
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    if (this.#peek() === END) return requirements;
    for (;;) {
      if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("!, identifier, or 'end of string'");
      requirements.push(this.#requirement());
      if (this.#peek() === END) return requirements;
      if (!this.#take(",")) throw this.#unexpected("',' or 'end of string'");
      if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("identifier after ','");
    }
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? END;
  }

  #take(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }

  #isWord(): boolean {
    return this.#peek() !== END && !SYMBOLS.has(this.#peek());
  }

  #word(): string {
    if (!this.#isWord()) throw this.#unexpected("identifier");
    return this.#tokens[this.#at++] as string;
  }

  #requirement(): Requirement {
    const isAbsence = this.#take("!");
    const key = this.#word();
    this.#checkKey(key);
    if (isAbsence) return (labels) => !labels.has(key);
    if (this.#peek() === END || this.#peek() === ",") return (labels) => labels.has(key);
    return this.#comparison(key, this.#peek());
  }

  #comparison(key: string, operator: string): Requirement {
    switch (operator) {
      case "=":
      case "==":
      case "in": {
        const values = this.#values(key, operator);
        return (labels) => {
          const value = labels.get(key);
          return value !== undefined && values.has(value);
        };
      }
      case "!=":
      case "notin": {
        const values = this.#values(key, operator);
        return (labels) => {
          const value = labels.get(key);
          return value === undefined || !values.has(value);
        };
      }
      case "<":
      case ">": {
        const [limit] = [...this.#values(key, operator)].map(parseInteger);
        if (limit === undefined) throw this.#invalid("for 'Gt', 'Lt' operators, the value must be an integer");
        return (labels) => {
          const value = parseInteger(labels.get(key) ?? "");
          return value !== undefined && (operator === ">" ? value > limit : value < limit);
        };
      }
      default:
        throw this.#unexpected("'=', '!=', '==', 'in', notin'");
    }
  }

  #values(key: string, operator: string): ReadonlySet<string> {
    this.#at++;
    const values = operator === "in" || operator === "notin" ? this.#valueList() : new Set([this.#exactValue()]);
    for (const value of values) this.#checkValue(key, value);
    return values;
  }

  #exactValue(): string {
    return this.#peek() === END || this.#peek() === "," ? "" : this.#word();
  }

  /** Reads `(a, b)`. A missing value, as in `(a,)`, is the empty text. */
  #valueList(): Set<string> {
    if (!this.#take("(")) throw this.#unexpected("'('");
    const values = new Set<string>();
    let isValueDue = true;
    while (!this.#take(")")) {
      if (this.#take(",")) {
        if (isValueDue) values.add("");
        isValueDue = true;
      } else if (this.#isWord() && isValueDue) {
        values.add(this.#word());
        isValueDue = false;
      } else {
        throw this.#unexpected(isValueDue ? "',', ')' or identifier" : "',' or ')'");
      }
    }
    if (isValueDue) values.add("");
    return values;
  }

  #checkKey(key: string): void {
    if (isQualifiedName(key)) return;
    throw this.#invalid(`unable to parse requirement: invalid label key ${JSON.stringify(key)}`);
  }

  #checkValue(key: string, value: string): void {
    if (value === "" || isLabelPart(value)) return;
    throw this.#invalid(`unable to parse requirement: invalid label value ${JSON.stringify(value)} at key ${key}`);
  }

  #unexpected(expected: string): KrmError {
    return this.#invalid(`found '${this.#peek()}', expected: ${expected}`);
  }

  #invalid(message: string): KrmError {
    return failure("invalid-selector", `invalid selector ${JSON.stringify(this.#selector)}: ${message}`, {
      ...this.#location,
      hint: "Write requirements such as app=web, tier in (a, b) or !canary, separated by commas.",
    });
  }
}

/** A signed 64-bit integer in decimal, or undefined. */
function parseInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,40}$/.test(text)) return undefined;
  const value = BigInt(text.replace("+", ""));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
