/** Reads expressions of jq that name fields, as far as they are simple; docs/specification/argocd-ignored-fields.md 3. */

/** A step of a path, from the values that the steps before it lead to. */
export type JqStep =
  | { readonly key: string }
  | { readonly index: number }
  /** All elements of a list, or all values of a map. */
  | { readonly each: true }
  /** A step that ends quietly where it would fail. */
  | { readonly quiet: JqStep }
  /** Goes on with values for which a path leads to an equal value, or to another one. */
  | { readonly path: JqPath; readonly equals: JqLiteral; readonly isNegated: boolean };

export type JqPath = readonly JqStep[];

type JqLiteral = string | number | boolean | null;

/** The longest expression, in UTF-16 code units. */
const MAX_LENGTH = 2_000;

/** Undefined for an expression that is not simple, or not correct. */
export function parseJqPath(text: string): JqPath | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const steps: JqStep[] = [];
  let rest = text.trimStart();
  for (;;) {
    const read = readSelect(rest) ?? readTerm(rest);
    if (read === undefined) return undefined;
    steps.push(...read.steps);
    rest = read.rest.trimStart();
    if (rest === "") return steps.every((step) => "path" in step) ? undefined : steps;
    if (!rest.startsWith("|")) return undefined;
    rest = rest.slice(1).trimStart();
  }
}

interface Read {
  readonly steps: JqPath;
  readonly rest: string;
}

const STRING = String.raw`"(?:[^"\\]|\\["\\/bfnrt])*"`;
const KEY = new RegExp(String.raw`^\.(?:([A-Za-z_]\w*)|(${STRING}))`);
const BRACKET = new RegExp(String.raw`^\[(?:(-?\d{1,9})|(${STRING}))?\]`);

/** Reads `.a.b[0]["c"][]?`: what is between pipes. */
function readTerm(text: string): Read | undefined {
  const steps: JqStep[] = [];
  let rest = text;
  // The first bracket has a dot in front of it.
  let isFirst = true;
  for (;;) {
    const key = KEY.exec(rest);
    const bracket = BRACKET.exec(isFirst && rest.startsWith(".[") ? rest.slice(1) : isFirst ? "" : rest);
    if (key !== null) {
      steps.push({ key: key[1] ?? (JSON.parse(key[2] as string) as string) });
      rest = rest.slice(key[0].length);
    } else if (bracket !== null) {
      const [all, index, quoted] = bracket;
      if (index !== undefined) steps.push({ index: Number(index) });
      else steps.push(quoted === undefined ? { each: true } : { key: JSON.parse(quoted) as string });
      rest = rest.slice(all.length + (isFirst ? 1 : 0));
    } else if (!isFirst && rest.startsWith("?")) {
      steps.push({ quiet: steps.pop() as JqStep });
      rest = rest.slice(1);
    } else return isFirst ? undefined : { steps, rest };
    isFirst = false;
  }
}

/** Tells whether a path counts elements. */
export function hasPosition(path: JqPath): boolean {
  return path.some((step) => "index" in step || ("quiet" in step && hasPosition([step.quiet])));
}

const LITERAL = new RegExp(String.raw`^(?:${STRING}|-?\d{1,15}(?:\.\d{1,15})?|true|false|null)`);

/** Reads `select(.name == "x")`. */
function readSelect(text: string): Read | undefined {
  const start = /^select\s*\(\s*/.exec(text);
  if (start === null) return undefined;
  const term = readTerm(text.slice(start[0].length));
  const operator = term && /^\s*(==|!=)\s*/.exec(term.rest);
  // A position in a text is a character of it.
  if (term === undefined || hasPosition(term.steps)) return undefined;
  if (operator === null || operator === undefined) return undefined;
  const literal = LITERAL.exec(term.rest.slice(operator[0].length));
  const rest = literal && term.rest.slice(operator[0].length + literal[0].length);
  const end = rest === null ? null : /^\s*\)/.exec(rest);
  if (literal === null || rest === null || end === null) return undefined;
  const equals = JSON.parse(literal[0].replace(/^(-?)0+(?=\d)/, "$1")) as JqLiteral;
  return {
    steps: [{ path: term.steps, equals, isNegated: operator[1] === "!=" }],
    rest: rest.slice(end[0].length),
  };
}
