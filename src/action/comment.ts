/** Creates or updates the comment on the pull request. */
import { type Diagnostic, diagnosticsOf, KrmError } from "../diagnostics.ts";
import {
  type Context,
  type EarlierComment,
  explainRefusal,
  formatMarker,
  type GitHub,
  type GitHubOptions,
  markOutdated,
  type Posted,
  postStickyComment,
  type StickyComment,
} from "../github/index.ts";
import { earlierReport, formatSeenLine, type Seen } from "../report/index.ts";
import type { PresentationInputs } from "./inputs/index.ts";
import type { CommentWriter } from "./links.ts";
import type { Outputs } from "./outputs.ts";
import type { StepLog } from "./timing/index.ts";

export interface CommentOptions {
  readonly inputs: PresentationInputs;
  readonly context: Context;
  readonly changed: boolean;
  readonly failed: boolean;
  readonly markdown: CommentWriter;
  /** The changes and dangers of the report, which the comment of the next push is compared with; undefined where there is no report. */
  readonly seen: Seen | undefined;
  readonly connect: (options: GitHubOptions) => Promise<GitHub>;
  /** Logs the steps. */
  readonly steps?: Pick<StepLog, "begin">;
}

export interface CommentResult {
  readonly outputs: Outputs;
  readonly diagnostics: readonly Diagnostic[];
  /** One line for the log: whether and where the comment was written. */
  readonly logLine: string;
}

/** Bytes. A body that is still too long at this size is an error. */
const MIN_BODY_BYTES = 2000;

/**
 * Creates or updates the comment, if the inputs and the event ask for one. When GitHub refuses, returns the problem as a
 * diagnostic instead of throwing, because the other results of the run remain valid.
 */
export async function updateComment(options: CommentOptions): Promise<CommentResult> {
  const { inputs, context, steps } = options;
  const { comparison } = context;
  const without = (logLine: string, ...diagnostics: readonly Diagnostic[]): CommentResult => {
    steps?.begin("posting");
    return { outputs: {}, diagnostics, logLine };
  };
  if (inputs.comment === "never") return without("no comment: input comment is never");
  if (comparison.kind !== "pull-request") return without(`no comment: the event ${context.event} has no pull request`);
  if (inputs.token === undefined) return without("no comment", NO_TOKEN);
  const { changed, failed } = options;
  const create = { always: true, auto: changed || failed, "on-change": changed, "on-failure": failed }[inputs.comment];
  steps?.begin("posting", create ? "posting the comment" : "looking for a comment to update");
  const sticky = {
    key: commentKeyOf(inputs, context),
    stamp: { run: context.run, attempt: context.attempt, head: comparison.head.sha },
    pullRequest: comparison.number,
    create,
  };
  try {
    const { owner, repository, apiUrl } = context;
    const github = await options.connect({ token: inputs.token, apiUrl, owner, repository });
    const { posted, truncated } = await postWithin(github, sticky, options, inputs.commentMaxBytes);
    const { outcome, comment, notes: diagnostics } = posted;
    if (comment === undefined) {
      const logLine = "no comment: there is nothing to report and no earlier comment to update";
      return { outputs: {}, diagnostics, logLine };
    }
    const outputs = { truncated: String(truncated), "comment-id": String(comment.id), "comment-url": comment.url };
    return { outputs, diagnostics, logLine: `comment ${outcome}: ${comment.url}` };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown).map((diagnostic) => explainRefusal(diagnostic, comparison.readOnly));
    return { outputs: {}, diagnostics, logLine: "the comment could not be written" };
  }
}

/**
 * Marks the comment of an earlier commit as outdated, after a run without a report.
 * @param runUrl the page of the run that failed
 * @returns notes and warnings; never an error, because the run has one
 */
export async function outdateComment(
  inputs: PresentationInputs,
  context: Context,
  runUrl: string,
  connect: CommentOptions["connect"],
): Promise<readonly Diagnostic[]> {
  const { comparison, owner, repository, apiUrl } = context;
  if (inputs.comment === "never" || comparison.kind !== "pull-request" || inputs.token === undefined) return [];
  const { run, attempt } = context;
  const failed = {
    key: commentKeyOf(inputs, context),
    stamp: { run, attempt, head: comparison.head.sha },
    pullRequest: comparison.number,
    runUrl,
  };
  try {
    const github = await connect({ token: inputs.token, apiUrl, owner, repository });
    return (await markOutdated(github, failed)).notes;
  } catch (thrown) {
    return diagnosticsOf(thrown).map((problem) => ({
      ...explainRefusal(problem, comparison.readOnly),
      severity: "warning",
    }));
  }
}

/** Includes the matrix values: the jobs of a matrix run at the same time and would overwrite each other's comment. */
export function commentKeyOf({ commentKey, matrix }: PresentationInputs, { workflow, job }: Context): string {
  return commentKey ?? (matrix.length === 0 ? `${workflow}/${job}` : `${workflow}/${job} (${matrix.join(", ")})`);
}

/** The part of the comment that its last line may take, which no reader sees. */
const SEEN_PART = 0.1;

/**
 * Posts the comment with what is new since the commit that the earlier one is of. Halves the budget of the text as long as GitHub refuses
 * the body as too long.
 */
async function postWithin(
  github: GitHub,
  sticky: Omit<StickyComment, "text">,
  { markdown, seen }: Pick<CommentOptions, "markdown" | "seen">,
  maxBytes: number,
): Promise<{ posted: Posted; truncated: boolean }> {
  const overhead = Buffer.byteLength(formatMarker(sticky.key, sticky.stamp)) + 1;
  for (let budget = maxBytes; ; budget = Math.floor(budget / 2)) {
    const room = Math.max(MIN_BODY_BYTES, budget) - overhead;
    let truncated = false;
    const text = (earlier: EarlierComment | undefined): string => {
      const before = earlierReport(earlier, sticky.stamp.head);
      const line = formatSeenLine({ now: seen, before }, Math.floor(room * SEEN_PART));
      const written = markdown(room - line.length - 1, before);
      truncated = written.truncated;
      return line === "" ? written.text : `${written.text}\n${line}`;
    };
    try {
      return { posted: await postStickyComment(github, { ...sticky, text }), truncated };
    } catch (thrown) {
      const tooLong = thrown instanceof KrmError && thrown.code === "github-body-too-long";
      if (!tooLong || budget <= MIN_BODY_BYTES) throw thrown;
    }
  }
}

export const NO_TOKEN: Diagnostic = {
  code: "no-token",
  severity: "warning",
  message: "the comment is not written: the input github-token is empty",
  hint: "Omit the input to use the token of the job.",
};
