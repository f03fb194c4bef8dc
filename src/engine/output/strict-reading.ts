/** What kustomize passes over in silence, as errors. */
import { type Diagnostic, KrmError } from "../../diagnostics.ts";

/** The warnings that say that something written has not the effect that it reads as; docs/strict-reading.md lists them. */
export const SWALLOWED: ReadonlySet<string> = new Set([
  "duplicate-field",
  "function-removes-all",
  "ignored-field",
  "ignored-value",
  "line-too-long",
  "lost-alias",
  "several-runtimes",
  "stale-reference",
  "unused-image",
  "unused-patch",
  "unused-replacement",
]);

/** @throws KrmError with all diagnostics, where one of them is such a warning; these are errors then */
export function readStrictly(diagnostics: readonly Diagnostic[]): void {
  const strict = diagnostics.map((diagnostic): Diagnostic => {
    const isSwallowed = diagnostic.severity === "warning" && SWALLOWED.has(diagnostic.code);
    return isSwallowed ? { ...diagnostic, severity: "error" } : diagnostic;
  });
  if (strict.some(({ severity }) => severity === "error")) throw new KrmError(strict);
}
