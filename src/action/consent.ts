/** Which consents count for whose files: what is right for a change of one's own is not for that of a stranger. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import type { Inputs } from "./inputs.ts";

/**
 * Events that only those bring about who may write to the repository, or nobody. All others can follow from what a stranger
 * does, such as `check_run` from a pull request, and their runs hold secrets and a token that can write.
 */
const OWN_EVENTS: ReadonlySet<string> = new Set([
  "push",
  "merge_group",
  "workflow_dispatch",
  "repository_dispatch",
  "schedule",
  "release",
  "create",
  "delete",
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

/**
 * Where a head is given, and the event says nothing of a pull request, nobody knows whose it is. The other events of pull
 * requests give those from forks neither secrets nor a token that can write.
 */
function mayBeOfStranger({ head }: Inputs, { event, comparison }: Context): boolean {
  if (comparison.kind === "pull-request") return event === "pull_request_target" && comparison.fromFork;
  return head !== undefined && !OWN_EVENTS.has(event);
}
