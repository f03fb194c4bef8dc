/** Shows the verdict at the commit, where the input `check` asks for it. */
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { type Context, checkName, type GitHub, type GitHubOptions, postCheck } from "../github/index.ts";
import { checkOf } from "../report/index.ts";
import type { Report } from "../review/index.ts";
import { commentKeyOf, NO_TOKEN } from "./comment.ts";
import type { PresentationInputs } from "./inputs/index.ts";
import { attemptUrl, linksOf, reachOf } from "./links.ts";

/**
 * Creates or updates the check of the commit that was rendered. A refusal is a diagnostic, because the other results remain valid.
 * @param verdict the annotations of the step. An error among them fails the check
 * @returns no line for the log if no check is wanted
 */
export async function updateCheck(
  report: Report,
  verdict: readonly Diagnostic[],
  inputs: PresentationInputs,
  context: Context,
  connect: (options: GitHubOptions) => Promise<GitHub>,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly logLine: string | undefined }> {
  if (!inputs.check) return { diagnostics: [], logLine: undefined };
  if (inputs.token === undefined) {
    return {
      diagnostics: [{ ...NO_TOKEN, message: "the check is not written: the input github-token is empty" }],
      logLine: "no check",
    };
  }
  const { comparison, owner, repository, apiUrl } = context;
  try {
    const github = await connect({ token: inputs.token, apiUrl, owner, repository });
    const options = { links: linksOf(context), reach: reachOf(context, inputs.artifactName) };
    const { outcome, url, notes } = await postCheck(github, {
      ...checkOf(report, verdict, options),
      name: checkName(commentKeyOf(inputs, context)),
      head: report.head.sha ?? "",
      detailsUrl: attemptUrl(context),
      readOnly: comparison.kind === "pull-request" ? comparison.readOnly : undefined,
    });
    return { diagnostics: notes, logLine: `check ${outcome}${url === undefined ? "" : `: ${url}`}` };
  } catch (thrown) {
    return { diagnostics: diagnosticsOf(thrown), logLine: "the check could not be written" };
  }
}
