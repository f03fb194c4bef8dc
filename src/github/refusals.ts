/** Says why GitHub refuses to write, as far as its answer and the event tell. */
import type { Diagnostic } from "../diagnostics.ts";

/** Why the token of a run is read-only whatever its workflow says. */
export type Untrusted = "fork" | "dependabot";

interface Refusal {
  readonly reason: string;
  readonly hint: string;
}

const SUMMARY = "The job summary holds the report.";

/** @param message of a diagnostic with the code `github-forbidden` @param permission that writing takes: `checks: write` */
export function refusalOf(message: string, untrusted: Untrusted | undefined, permission: string): Refusal {
  if (/\barchived\b/i.test(message)) {
    return { reason: "the repository is archived, so it is read-only (403)", hint: SUMMARY };
  }
  if (/\blocked\b/i.test(message)) {
    return { reason: "the conversation is locked (403)", hint: `Unlock it, or leave it. ${SUMMARY}` };
  }
  if (!message.includes("not accessible")) return { reason: answerIn(message), hint: SUMMARY };
  if (untrusted !== undefined) {
    const run = untrusted === "fork" ? "a pull request from a fork" : "a run that Dependabot started";
    return { reason: `the token of ${run} is read-only (403)`, hint: SUMMARY };
  }
  const hint = `Give the job \`permissions: ${permission}\`. ${SUMMARY}`;
  return { reason: `the token lacks the permission \`${permission}\` (403)`, hint };
}

/**
 * Turns GitHub's refusal of a comment into a warning with the reason. A read-only token and a pull request that is gone are not the
 * fault of the change, and the summary holds the same report. Returns other diagnostics unchanged.
 */
export function explainRefusal(diagnostic: Diagnostic, untrusted: Untrusted | undefined): Diagnostic {
  const { code, message } = diagnostic;
  if (code === "github-forbidden") {
    const { reason, hint } = refusalOf(message, untrusted, "pull-requests: write");
    return { code, severity: "warning", message: `the comment is not written: ${reason}`, hint };
  }
  if (code === "github-not-found") {
    const reason = `the pull request does not exist any more, or the token may not see it: ${answerIn(message)}`;
    return { code, severity: "warning", message: `the comment is not written: ${reason}`, hint: SUMMARY };
  }
  return diagnostic;
}

/** The part of a message after "could not …: ". */
function answerIn(message: string): string {
  const start = message.indexOf("GitHub answered ");
  return start === -1 ? message : message.slice(start);
}
