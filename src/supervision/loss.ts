/** The diagnostic of a run whose processes all ended without a result. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Lost } from "./supervisor.ts";

/** The most targets that are listed by name. */
const MAX_LISTED = 100;

/** @param doing what the process does */
export function lossDiagnostic({ reason, inWork }: Lost, doing: string): Diagnostic {
  const targets = inWork.length === 0 ? "" : `; in work: ${inWork.slice(0, MAX_LISTED).join(", ")}`;
  return {
    code: "process-lost",
    severity: "error",
    message: `the process that ${doing} ${reason}${targets}`,
    hint: "Look for content that multiplies itself or for very large files. If the content is right, use a machine with more memory.",
  };
}
