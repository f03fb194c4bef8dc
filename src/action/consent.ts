/** Which consents count for whose files: what is right for a change of one's own is not for that of a stranger. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import type { Inputs } from "./inputs.ts";

/** Events that anybody can bring about, and whose runs hold the secrets of the repository and a token that can write. */
const PRIVILEGED_EVENTS: ReadonlySet<string> = new Set([
  "pull_request_target",
  "workflow_run",
  "issue_comment",
  "issues",
  "discussion",
  "discussion_comment",
  "fork",
  "watch",
]);

/**
 * The inputs without those that would let a stranger's files reach out of such a run: what they name would be asked for
 * with its credentials, and shown. Everything else is done all the same.
 */
export function withConsent(inputs: Inputs, context: Context): { inputs: Inputs; diagnostics: readonly Diagnostic[] } {
  if (!mayBeOfStranger(inputs, context)) return { inputs, diagnostics: [] };
  const refused = [...(inputs.remote ? ["remote"] : []), ...(inputs.enableHelm ? ["enable-helm"] : [])];
  return {
    inputs: { ...inputs, remote: false, enableHelm: false },
    diagnostics: refused.map((name) => ({
      code: "input-refused",
      severity: "error",
      message:
        `the input ${name} is refused: on ${context.event}, files that a stranger wrote would reach other machines ` +
        "with the secrets of this run",
      hint: `Use the event pull_request, or set ${name} to false for pull requests from forks.`,
    })),
  };
}

/** Where a head is given, and the event says nothing of a pull request, nobody knows whose it is. */
function mayBeOfStranger({ head }: Inputs, { event, comparison }: Context): boolean {
  if (!PRIVILEGED_EVENTS.has(event)) return false;
  return comparison.kind === "pull-request" ? comparison.fromFork : head !== undefined;
}
