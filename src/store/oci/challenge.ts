/** The header WWW-Authenticate; docs/specification/oci.md 2.3. */

export interface Challenge {
  /** In lower case: `bearer`, `basic`. */
  readonly scheme: string;
  /** By their names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const MAX_HEADER = 16 * 1024;
/** A scheme, or a parameter with its value, which may be quoted. */
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PART = new RegExp(
  `\\s*(?:,\\s*)*(?:(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))|(${TOKEN})(?=\\s|,|$))`,
  "y",
);

/** All challenges of a header. What cannot be read ends the list. */
export function parseChallenges(header: string | undefined): readonly Challenge[] {
  const text = (header ?? "").slice(0, MAX_HEADER);
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  PART.lastIndex = 0;
  for (let match = PART.exec(text); match !== null; match = PART.exec(text)) {
    const [, name, quoted, plain, scheme] = match;
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    else if (name !== undefined) {
      found.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
    }
  }
  return found;
}
