/** Paths to fields as texts, in the form that replacements take. */
export function formatPath(segments: readonly string[]): string {
  return segments
    .map((segment) => (/^\[.*\]$/s.test(segment) || !/[.[\]]/.test(segment) ? segment : `[${segment}]`))
    .join(".");
}
