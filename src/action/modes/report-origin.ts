/** Checks the base of a report that another run made, because the report itself cannot be trusted about it. */
import { type Diagnostic, diagnosticsOf } from "../../diagnostics.ts";
import type { Context, GitHub } from "../../github/index.ts";
import type { Report } from "../../review/index.ts";

export interface ReportOrigin {
  /** A box above the title, and small print below the report. Markdown. */
  readonly above?: string;
  readonly footer?: string;
  /** True if people must see the report even if it shows no change. */
  readonly isDoubtful: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares the base of the report with the merge base that GitHub names for the pull request: a report that compares with another
 * commit can hide what the pull request changes. Where they differ, the comment says so above everything else. It is no error:
 * the workflow may set the input `base`, and a base branch that takes over commits of the pull request gets another merge base.
 */
export async function originOf(github: GitHub, { base }: Report, context: Context): Promise<ReportOrigin> {
  const { comparison } = context;
  if (comparison.kind !== "pull-request" || comparison.base.rule !== "merge-base")
    return { isDoubtful: false, diagnostics: [] };
  const lines = mayBeOfStranger(context) ? [OF_STRANGER] : [];
  let expected: string;
  try {
    expected = await github.mergeBase(comparison.base.sha, comparison.head.sha);
  } catch (thrown) {
    const reason = diagnosticsOf(thrown)[0]?.message ?? "";
    return { footer: [...lines, UNCHECKED].join(" · "), isDoubtful: false, diagnostics: [unchecked(reason)] };
  }
  const footer = lines.length === 0 ? {} : { footer: lines.join() };
  if (base.sha === expected) return { ...footer, isDoubtful: false, diagnostics: [] };
  const found = base.sha ?? "none";
  return {
    ...footer,
    above: `> [!WARNING]\n> **This report is of another base.** It compares with ${found}, but the merge base of the pull request is ${expected}. It may hide what the pull request changes.`,
    isDoubtful: true,
    diagnostics: [
      {
        code: "base-differs",
        severity: "warning",
        message: `the report compares with ${found}, but the merge base of the pull request is ${expected}`,
        hint: "Find out why: the run that rendered may set the input base, or the base branch may have taken over commits of the pull request. Otherwise do not trust the report.",
      },
    ],
  };
}

/**
 * Tells whether somebody without write access could choose the steps of the run. The workflow of such a run is that of the pull
 * request, except on `pull_request_target`. A person who can push a branch to the repository can make the bot write anything anyway.
 */
function mayBeOfStranger({ event, comparison }: Context): boolean {
  return comparison.kind === "pull-request" && comparison.fromFork && event !== "pull_request_target";
}

const OF_STRANGER = "made by a run whose workflow the fork can edit: look for changes below <code>.github/</code>";
const UNCHECKED = "the base of this report is not checked";

function unchecked(reason: string): Diagnostic {
  return {
    code: "base-unchecked",
    severity: "warning",
    message: `the base of the report is not checked: ${reason}`,
    hint: "Give the job `permissions: contents: read`.",
  };
}
