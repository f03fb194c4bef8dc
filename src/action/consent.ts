/**
 * The inputs that let files reach other machines, `remote` and `enable-helm`, are consents. They hold for files whose
 * authors may write to the repository, and are refused for everyone else's in a run that has secrets.
 */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import type { Inputs } from "./inputs.ts";

/**
 * Events that only people with write access, or GitHub itself, can cause. A stranger can cause any other event, such as
 * `check_run` by a pull request, and its run has secrets and a token that can write.
 */
const TRUSTED_EVENTS: ReadonlySet<string> = new Set([
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
 * Switches `remote` and `enable-helm` off where a stranger may have written the files: the run would fetch what the files
 * name with its own credentials, and print it. Each input that was on yields one `input-refused` error. The rest of the
 * run goes on.
 */
export function refuseUntrusted(
  inputs: Inputs,
  context: Context,
): { inputs: Inputs; diagnostics: readonly Diagnostic[] } {
  if (!mayBeUntrusted(inputs, context)) return { inputs, diagnostics: [] };
  const refused = [...(inputs.remote ? ["remote"] : []), ...(inputs.enableHelm ? ["enable-helm"] : [])];
  return {
    inputs: { ...inputs, remote: false, enableHelm: false },
    diagnostics: refused.map((name) => ({
      code: "input-refused",
      severity: "error",
      message:
        `the input ${name} is refused: on ${context.event}, files that a stranger wrote could reach other machines ` +
        "with the secrets of this run",
      hint: `Use the event pull_request, or set ${name} to false for pull requests from forks.`,
    })),
  };
}

/**
 * Of the events of pull requests, only `pull_request_target` gives a fork's pull request secrets and a token that can
 * write. For any other event, the author of a commit given by the input `head` is unknown.
 */
function mayBeUntrusted({ head }: Inputs, { event, comparison }: Context): boolean {
  if (comparison.kind === "pull-request") return event === "pull_request_target" && comparison.fromFork;
  return head !== undefined && !TRUSTED_EVENTS.has(event);
}
