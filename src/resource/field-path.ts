/** Parses paths to fields. */

/** Splits a path at a delimiter. A delimiter after a backslash is part of the segment; one at the start is ignored. */
export function splitPath(path: string, delimiter: string): string[] {
  const parts = path.split(delimiter);
  if (parts.length > 1 && parts[0] === "") parts.shift();
  const segments: string[] = [];
  let pieces: string[] = [];
  for (const [at, part] of parts.entries()) {
    const isEscape = part.endsWith("\\") && at < parts.length - 1;
    pieces.push(isEscape ? part.slice(0, -1) : part);
    if (isEscape) continue;
    segments.push(pieces.join(delimiter));
    pieces = [];
  }
  return segments;
}

/** A segment of the path of a field spec. */
export interface Segment {
  readonly name: string;
  /** Written as `name[]`: the field is a list and is never created. */
  readonly isList: boolean;
  /** Why the segment is invalid. It is reported when the walk reaches a map. */
  readonly problem: string | undefined;
}

/** Parses a segment of the path of a field spec. */
export function parseSegment(text: string): Segment {
  const isList = text.endsWith("[]");
  const name = (isList ? text.slice(0, -2) : text).trim();
  return { name, isList, problem: segmentProblem(name) };
}

/** Rejects names that kustomize does not read as the name of a field. */
function segmentProblem(name: string): string | undefined {
  if (name === "") return "a field path has an empty segment";
  if (name === "*") return "a wildcard is not supported in a field path";
  if (name === "-" || /^[+-]?\d+$/.test(name) || /^\[.*\]$/s.test(name)) return `${name} is not the name of a field`;
  return undefined;
}

/**
 * Splits the path of a replacement at its dots (docs/specification/replacements.md 4.1, 4.2). Dots inside brackets do
 * not split. A segment in brackets is a list matcher if it has a `=`; otherwise it is a key, returned without its
 * brackets.
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
