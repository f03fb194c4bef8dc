/** Splits a line into words like a shell, for kustomize's `argsOneLiner`; docs/specification/legacy-plugins.md 2.2. */

/** White space as Go defines it. */
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * A backslash escapes the next character, except in single quotes. An unquoted `#` ends the line. Empty quoted words are
 * dropped.
 * @returns undefined for an open quote
 */
export function splitWords(line: string): string[] | undefined {
  const found: string[] = [];
  let word = "";
  let quote = "";
  let isEscaped = false;
  for (const character of line) {
    if (isEscaped) {
      word += character;
      isEscaped = false;
    } else if (character === "\\" && quote !== "'") isEscaped = true;
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = "";
    else if (quote === "" && character === "#") break;
    else if (quote === "" && SPACE.test(character)) {
      if (word !== "") found.push(word);
      word = "";
    } else word += character;
  }
  if (quote !== "") return undefined;
  if (word !== "") found.push(word);
  return found;
}
