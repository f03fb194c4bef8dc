/** Parses RE2 syntax as Go does. Anything that RE2 does not define is an error. */
import { not, perlClasses, posixClasses, propertyTest, type Range, rangeTest } from "./characters.ts";
import { type Assertion, type CharTest, type Expression, type Flags, invalidPattern } from "./syntax.ts";

/** The largest repeat count, and the largest product of nested repeat counts. */
const MAX_REPEAT = 1000;
const MAX_DEPTH = 1000;

const escapedControls: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

const escapedAssertions: ReadonlyMap<string, Assertion> = new Map([
  ["A", "text-start"],
  ["z", "text-end"],
  ["b", "word-boundary"],
  ["B", "no-word-boundary"],
]);

/** Parses a pattern. @throws KrmError `invalid-regex` */
export function parsePattern(pattern: string): Expression {
  return new Parser(pattern).parse();
}

class Parser {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;
  #flags: Flags = { ignoreCase: false, multiLine: false, dotMatchesNewline: false };

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): Expression {
    const expression = this.#choice();
    if (this.#at < this.#pattern.length) throw invalidPattern("unexpected )", this.#pattern);
    return expression;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Matches a sticky expression at the current position and moves past the match. */
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found;
  }

  #char(): string {
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at) as number);
    this.#at += char.length;
    return char;
  }

  #choice(): Expression {
    if (++this.#depth > MAX_DEPTH) throw invalidPattern("expression nests too deeply", this.#pattern);
    // A flag that is set inside a group ends with the group.
    const flags = this.#flags;
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    this.#flags = flags;
    this.#depth--;
    return options.length === 1 ? (options[0] as Expression) : { op: "choice", options };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at] as string)) this.#item(parts);
    return { op: "sequence", parts };
  }

  #item(parts: Expression[]): void {
    const start = this.#at;
    const repeat = this.#repetition();
    if (repeat !== undefined) {
      parts.push(this.#repeat(parts.pop(), repeat, start));
      return;
    }
    if (this.#take("(")) {
      const group = this.#group(start);
      if (group !== undefined) parts.push(group);
      return;
    }
    if (this.#take("\\Q")) {
      const end = this.#pattern.indexOf("\\E", this.#at);
      const text = this.#pattern.slice(this.#at, end < 0 ? undefined : end);
      this.#at += text.length + (end < 0 ? 0 : 2);
      for (const char of text) parts.push(this.#literal(char));
      return;
    }
    parts.push(this.#atom());
  }

  #atom(): Expression {
    const { multiLine, dotMatchesNewline } = this.#flags;
    if (this.#take("^")) return { op: "assertion", assertion: multiLine ? "line-start" : "text-start" };
    if (this.#take("$")) return { op: "assertion", assertion: multiLine ? "line-end" : "text-end" };
    if (this.#take("."))
      return { op: "class", test: dotMatchesNewline ? () => true : (codePoint) => codePoint !== 0x0a };
    if (this.#take("[")) return { op: "class", test: this.#class(this.#at - 1) };
    const assertion = this.#match(/\\([AzbB])/y)?.[1];
    if (assertion !== undefined) return { op: "assertion", assertion: escapedAssertions.get(assertion) as Assertion };
    const test = this.#namedClass();
    return test === undefined ? this.#literal(this.#escapedChar()) : { op: "class", test };
  }

  #literal(char: string): Expression {
    if (!this.#flags.ignoreCase) return { op: "literal", char };
    const codePoint = char.codePointAt(0) as number;
    return { op: "class", test: rangeTest([[codePoint, codePoint]], true) };
  }

  /** Reads `*`, `+`, `?` or `{n,m}`. Other braces are literal. */
  #repetition(): [min: number, max: number] | undefined {
    const found = this.#match(/(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})\??/y);
    if (found === undefined) return undefined;
    const [, sign, from, comma, to] = found;
    if (sign === "*") return [0, Number.POSITIVE_INFINITY];
    if (sign === "+") return [1, Number.POSITIVE_INFINITY];
    if (sign === "?") return [0, 1];
    const min = Number(from);
    return [min, comma === undefined ? min : to === undefined ? Number.POSITIVE_INFINITY : Number(to)];
  }

  #repeat(body: Expression | undefined, [min, max]: [number, number], start: number): Expression {
    const end = this.#at;
    const text = this.#pattern.slice(start, end);
    if (min > MAX_REPEAT || min > max || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
      throw invalidPattern("invalid repeat count", text);
    }
    if (body === undefined) throw invalidPattern("missing argument to repetition operator", text);
    if (this.#repetition() !== undefined) {
      throw invalidPattern("invalid nested repetition operator", this.#pattern.slice(start, this.#at));
    }
    const expression: Expression = { op: "repeat", body, min, max };
    if (text.startsWith("{") && (min >= 2 || (max >= 2 && max !== Number.POSITIVE_INFINITY))) {
      if (!staysWithin(expression, MAX_REPEAT)) throw invalidPattern("invalid repeat count", text);
    }
    return expression;
  }

  /** Reads a group after its `(`. Undefined for `(?flags)`, which apply to the rest of the enclosing group. */
  #group(start: number): Expression | undefined {
    const before = this.#flags;
    if (this.#take("?")) {
      if (this.#pattern.startsWith("P<", this.#at) || this.#pattern.startsWith("<", this.#at)) this.#groupName(start);
      else if (this.#groupFlags(start) === ")") return undefined;
    }
    const body = this.#choice();
    if (!this.#take(")")) throw invalidPattern("missing closing )", this.#pattern);
    this.#flags = before;
    return body;
  }

  #groupName(start: number): void {
    if (this.#match(/P?<\w+>/y) !== undefined) return;
    const end = this.#pattern.indexOf(">", this.#at);
    throw invalidPattern("invalid named capture", this.#pattern.slice(start, end < 0 ? undefined : end + 1));
  }

  #groupFlags(start: number): string {
    const found = this.#match(/([imsU]*)(?:-([imsU]+))?([:)])/y);
    if (found === undefined) {
      this.#match(/[imsU]*-?[imsU]*/y);
      throw invalidPattern("invalid or unsupported Perl syntax", this.#pattern.slice(start, this.#at + 1));
    }
    const [, on = "", off = "", end] = found;
    const flag = (letter: string, now: boolean): boolean => (now || on.includes(letter)) && !off.includes(letter);
    const { ignoreCase, multiLine, dotMatchesNewline } = this.#flags;
    this.#flags = {
      ignoreCase: flag("i", ignoreCase),
      multiLine: flag("m", multiLine),
      dotMatchesNewline: flag("s", dotMatchesNewline),
    };
    return end as string;
  }

  /** Reads `\d`, `\pL`, `\p{Greek}`, `\P{^Lu}` and the like, inside or outside brackets. */
  #namedClass(): CharTest | undefined {
    const perl = this.#match(/\\([dswDSW])/y)?.[1];
    if (perl !== undefined) {
      const test = rangeTest(perlClasses.get(perl.toLowerCase()) as readonly Range[], this.#flags.ignoreCase);
      return perl === perl.toLowerCase() ? test : not(test);
    }
    const found = this.#match(/\\([pP])(?:\{(\^?)([^}]*)\}|([^{]))/uy);
    if (found === undefined) return undefined;
    const [text, letter, negation = "", long, short] = found;
    const test = propertyTest((long ?? short) as string, this.#flags.ignoreCase);
    if (test === undefined) throw invalidPattern("invalid character class range", text);
    return (letter === "P") === (negation === "^") ? test : not(test);
  }

  /** Reads a class after its `[`. */
  #class(start: number): CharTest {
    const negated = this.#take("^");
    const tests: CharTest[] = [];
    const list: Range[] = [];
    for (let first = true; first || !this.#take("]"); first = false) {
      if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(start));
      const test = this.#posixClass() ?? this.#namedClass();
      if (test === undefined) list.push(this.#range(start));
      else tests.push(test);
    }
    if (list.length > 0) tests.push(rangeTest(list, this.#flags.ignoreCase));
    return (codePoint) => tests.some((test) => test(codePoint)) !== negated;
  }

  #posixClass(): CharTest | undefined {
    const found = this.#match(/\[:(\^?)(.*?):\]/sy);
    if (found === undefined) return undefined;
    const known = posixClasses.get(found[2] as string);
    if (known === undefined) throw invalidPattern("invalid character class range", found[0]);
    const test = rangeTest(known, this.#flags.ignoreCase);
    return found[1] === "^" ? not(test) : test;
  }

  #range(classStart: number): Range {
    const start = this.#at;
    const from = this.#escapedChar().codePointAt(0) as number;
    if (this.#match(/-(?!\])/y) === undefined) return [from, from];
    if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(classStart));
    const to = this.#escapedChar().codePointAt(0) as number;
    if (to < from) throw invalidPattern("invalid character class range", this.#pattern.slice(start, this.#at));
    return [from, to];
  }

  /** Reads one character, escaped or plain. */
  #escapedChar(): string {
    const start = this.#at;
    if (!this.#take("\\")) return this.#char();
    if (this.#at >= this.#pattern.length) throw invalidPattern("trailing backslash at end of expression", "");
    const octal = this.#match(/0[0-7]{0,2}|[1-7][0-7]{1,2}/y)?.[0];
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    const hex = this.#match(/x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/y);
    const codePoint = hex === undefined ? undefined : Number.parseInt((hex[1] ?? hex[2]) as string, 16);
    if (codePoint !== undefined && codePoint <= 0x10ffff) return String.fromCodePoint(codePoint);
    const char = codePoint === undefined ? this.#char() : "";
    const control = escapedControls.get(char);
    if (control !== undefined) return control;
    if (/^[^A-Za-z0-9\u0080-\u{10ffff}]$/u.test(char)) return char;
    throw invalidPattern("invalid escape sequence", this.#pattern.slice(start, this.#at));
  }
}

/** Tells whether the product of nested repeat counts is at most `limit`. */
function staysWithin(expression: Expression, limit: number): boolean {
  switch (expression.op) {
    case "sequence":
      return expression.parts.every((part) => staysWithin(part, limit));
    case "choice":
      return expression.options.every((option) => staysWithin(option, limit));
    case "repeat": {
      const { min, max, body } = expression;
      if (max === Number.POSITIVE_INFINITY && min <= 1) return staysWithin(body, limit);
      if (max === 0) return true;
      const count = max === Number.POSITIVE_INFINITY ? min : max;
      return count <= limit && staysWithin(body, Math.floor(limit / Math.max(count, 1)));
    }
    default:
      return true;
  }
}
