/** Turns warnings about input that kustomize ignores silently into errors. */
import { type Diagnostic, KrmError } from "../../diagnostics.ts";

/** The codes of warnings about input without the expected effect; docs/reference/strict-reading.md lists them. */
export const STRICT_CODES: ReadonlySet<string> = new Set([
  "duplicate-field",
  "function-removes-all",
  "ignored-field",
  "ignored-value",
  "line-too-long",
  "lost-alias",
  "no-field-specs",
  "several-runtimes",
  "stale-reference",
  "unused-image",
  "unused-patch",
  "unused-replacement",
]);

/** @throws KrmError with all diagnostics if one of them has such a code; these are then errors */
export function readStrictly(diagnostics: readonly Diagnostic[]): void {
  const strict = diagnostics.map((diagnostic): Diagnostic => {
    const isStrict = diagnostic.severity === "warning" && STRICT_CODES.has(diagnostic.code);
    return isStrict ? { ...diagnostic, severity: "error" } : diagnostic;
  });
  if (strict.some(({ severity }) => severity === "error")) throw new KrmError(strict);
}
