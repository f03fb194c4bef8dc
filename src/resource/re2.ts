/**
 * Go's regular expressions (RE2), which kustomizations use. Takes time linear in the text, even for hostile patterns.
 */
import { KrmError, type Location } from "../diagnostics.ts";
import { searchFor } from "./re2/automaton.ts";
import { parsePattern } from "./re2/parser.ts";
import { compileProgram, MAX_SIZE } from "./re2/program.ts";
import { type Expression, invalidPattern } from "./re2/syntax.ts";

/** Tells whether a pattern matches a text. Throws a KrmError `regex-too-costly`. */
export type Matcher = (text: string) => boolean;

/** Compiles a pattern that may match anywhere in a text. Undefined if the pattern is invalid. */
export function compileRegex(pattern: string): Matcher | undefined {
  try {
    return compile(pattern);
  } catch (thrown) {
    if (thrown instanceof KrmError) return undefined;
    throw thrown;
  }
}

/**
 * Compiles a pattern that has to match a whole text, as in selectors: `a|b` matches `a` and `b` and nothing longer. The
 * empty pattern matches everything.
 * @param location the place of the pattern, for the message
 * @throws KrmError `invalid-regex` with Go's message; the matcher throws `regex-too-costly`
 */
export function compileAnchored(pattern: string, location?: Location): Matcher {
  if (pattern === "") return () => true;
  if (PLAIN_NAME.test(pattern)) return (text) => text === pattern;
  if (DOTTED_NAME.test(pattern)) return (text) => text === pattern || matchesDots(text, pattern);
  if (pattern === ANYTHING) return (text) => !text.includes("\n");
  const matches = located(location, () => compile(`^(?:${pattern})$`));
  return (text) => located(location, () => matches(text));
}

/** The only text that a pattern for a whole text matches, if that is plain to see; undefined for others. */
export function onlyMatch(pattern: string | undefined): string | undefined {
  return pattern !== undefined && PLAIN_NAME.test(pattern) ? pattern : undefined;
}

const PLAIN_NAME = /^[\w-]+$/;
/** An API group, such as `cert-manager.io`: patterns of one character for each of the text. */
const DOTTED_NAME = /^[\w.-]+$/;
/** The most frequent pattern that is not a name. A dot does not match a line break. */
const ANYTHING = ".*";

/** Tells whether a {@link DOTTED_NAME} matches a whole text. */
function matchesDots(text: string, pattern: string): boolean {
  let at = 0;
  for (const char of text) {
    const wanted = pattern[at++];
    if (wanted === "." ? char === "\n" : char !== wanted) return false;
  }
  return at === pattern.length;
}

function located<T>(location: Location | undefined, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    throw new KrmError(thrown.diagnostics.map((diagnostic) => ({ ...diagnostic, ...location })));
  }
}

function compile(pattern: string): Matcher {
  // Before it is parsed: each character would become an expression.
  if (pattern.length > MAX_SIZE) throw invalidPattern("expression too large", `${pattern.length} characters`);
  const expression = parsePattern(pattern);
  const literal = literalMatcher(expression);
  if (literal !== undefined) return literal;
  return searchFor(compileProgram(expression));
}

/** A matcher for a pattern of literals only, which needs no program. Undefined for other patterns. */
function literalMatcher(expression: Expression): Matcher | undefined {
  const parts = flatten(expression);
  const fromStart = isAssertion(parts[0], "text-start");
  const toEnd = isAssertion(parts.at(-1), "text-end");
  let wanted = "";
  for (const part of parts.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined)) {
    if (part.op !== "literal") return undefined;
    wanted += part.char;
  }
  if (fromStart && toEnd) return (text) => text === wanted;
  if (fromStart) return (text) => text.startsWith(wanted);
  return toEnd ? (text) => text.endsWith(wanted) : (text) => text.includes(wanted);
}

function flatten(expression: Expression): readonly Expression[] {
  return expression.op === "sequence" ? expression.parts.flatMap(flatten) : [expression];
}

function isAssertion(expression: Expression | undefined, assertion: string): boolean {
  return expression?.op === "assertion" && expression.assertion === assertion;
}
