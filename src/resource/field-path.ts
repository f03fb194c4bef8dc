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

/**
 * Splits the path of a replacement at its dots (engine.md 5.12): an element that opens a bracket runs on to the one that
 * closes it; with a `=` inside it is a list matcher, otherwise it is a plain key without its brackets.
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
    segments.push(joined.includes("=") ? joined : joined.replace(/^[[\]]+|[[\]]+$/g, ""));
  }
  return segments;
}
