/** Paths to fields, as texts. */

/** Splits a path at its delimiter; a backslash before one makes it part of the segment, and one at the start is ignored. */
export function splitPath(path: string, delimiter: string): string[] {
  const parts = path.split(delimiter);
  if (parts.length > 1 && parts[0] === "") parts.shift();
  const segments: string[] = [];
  for (const part of parts) {
    const last = segments.at(-1);
    if (last?.endsWith("\\")) segments[segments.length - 1] = last.slice(0, -1) + delimiter + part;
    else segments.push(part);
  }
  return segments;
}

/** A part of the path of a field spec. */
export interface Segment {
  readonly name: string;
  /** Written `name[]`: expected to hold a list, and never created. */
  readonly isList: boolean;
  /** Why it cannot be followed, which counts where a map is reached. */
  readonly problem: string | undefined;
}

export function parseSegment(text: string): Segment {
  const isList = text.endsWith("[]");
  const name = (isList ? text.slice(0, -2) : text).trim();
  return { name, isList, problem: segmentProblem(name) };
}

/** Names that mean something else to the reference, where it expects a field. */
function segmentProblem(name: string): string | undefined {
  if (name === "") return "a field path has an empty segment";
  if (name === "*") return "a wildcard is not supported in a field path";
  if (name === "-" || /^[+-]?\d+$/.test(name) || /^\[.*\]$/s.test(name)) return `${name} is not the name of a field`;
  return undefined;
}

/**
 * Splits the path of a replacement at its dots (docs/specification/replacements.md 4.1, 4.2): an element that opens a
 * bracket runs on to the one that closes it; with a `=` inside it is a list matcher, otherwise it is a plain key
 * without its brackets.
 */
export function splitFieldPath(path: string): string[] {
  const parts = splitPath(path, ".");
  const segments: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as string;
    if (!part.startsWith("[") || part.endsWith("]")) {
      segments.push(part);
      continue;
    }
    let joined = part;
    while (index < parts.length - 1 && !(parts[index] as string).endsWith("]"))
      joined += `.${parts[++index] as string}`;
    segments.push(joined.includes("=") ? joined : joined.replace(/^[[\]]+|(?<![[\]])[[\]]+$/g, ""));
  }
  return segments;
}
