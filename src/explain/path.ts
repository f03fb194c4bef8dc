/** Writes a path to a field in the syntax of replacements. */
export function formatPath(segments: readonly string[]): string {
  return segments
    .map((segment) => (/^\[.*\]$/s.test(segment) || !/[.[\]]/.test(segment) ? segment : `[${segment}]`))
    .join(".");
}
