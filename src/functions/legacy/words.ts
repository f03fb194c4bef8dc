/**
 * The words of a line, as a shell would tell them apart; kustomize's `argsOneLiner`
 * (docs/specification/legacy-plugins.md 2.2).
 */

/** What Go counts as white space. */
const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/**
 * A backslash keeps what follows it, but between single quotes; an unquoted `#` ends the line; words of nothing but quotes
 * are dropped. Undefined where a quote is left open.
 */
export function words(line: string): string[] | undefined {
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
