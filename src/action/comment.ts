/** Brings the comment on the pull request up to date, and says what became of it. */
import { type Diagnostic, diagnosticsOf, KrmError } from "../diagnostics.ts";
import {
  type Context,
  formatMarker,
  type GitHub,
  type GitHubOptions,
  type IssueComment,
  type MarkdownWriter,
  type Posted,
  postStickyComment,
  type StickyComment,
} from "../github/index.ts";
import type { Inputs } from "./inputs.ts";
import type { Outputs } from "./outputs.ts";

export interface CommentOptions {
  readonly inputs: Inputs;
  readonly context: Context;
  readonly changed: boolean;
  readonly failed: boolean;
  readonly markdown: MarkdownWriter;
  readonly connect: (options: GitHubOptions) => Promise<GitHub>;
}

export interface CommentResult {
  readonly outputs: Outputs;
  readonly diagnostics: readonly Diagnostic[];
  /** For the log. */
  readonly story: string;
}

const SMALLEST_BODY = 2000;

/** Never throws for a refusal of GitHub: whatever happens to the comment, the other results stand. */
export async function updateComment(options: CommentOptions): Promise<CommentResult> {
  const { inputs, context } = options;
  const { comparison } = context;
  if (inputs.comment === "never") return without("no comment: input comment is never");
  if (comparison.kind !== "pull-request") return without(`no comment: the event ${context.event} has no pull request`);
  if (inputs.token === undefined) return without("no comment", NO_TOKEN);
  const sticky = {
    key: inputs.commentKey ?? defaultKey(inputs, context),
    stamp: { run: context.run, attempt: context.attempt },
    pullRequest: comparison.number,
    head: comparison.head.sha,
    create: mayCreate(options),
  };
  try {
    const { owner, repository, apiUrl } = context;
    const github = await options.connect({ token: inputs.token, apiUrl, owner, repository });
    const { posted, truncated } = await postWithin(github, sticky, options.markdown, inputs.commentMaxBytes);
    return {
      outputs: posted.comment === undefined ? {} : outputsOf(posted.comment, truncated),
      diagnostics: posted.notes,
      story: storyOf(posted),
    };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown).map((diagnostic) => explained(diagnostic, comparison.readOnly));
    return { outputs: {}, diagnostics, story: "the comment could not be written" };
  }
}

/** Jobs of a matrix run at the same time, and would overwrite each other's comment. */
function defaultKey({ matrix }: Inputs, { workflow, job }: Context): string {
  return matrix.length === 0 ? `${workflow}/${job}` : `${workflow}/${job} (${matrix.join(", ")})`;
}

/** Lets the writer leave out more as long as GitHub says that the body is too long. */
async function postWithin(
  github: GitHub,
  sticky: Omit<StickyComment, "text">,
  markdown: MarkdownWriter,
  maxBytes: number,
): Promise<{ posted: Posted; truncated: boolean }> {
  const overhead = Buffer.byteLength(formatMarker(sticky.key, sticky.stamp)) + 1;
  for (let budget = maxBytes; ; budget = Math.floor(budget / 2)) {
    const { text, truncated } = markdown(Math.max(SMALLEST_BODY, budget) - overhead);
    try {
      return { posted: await postStickyComment(github, { ...sticky, text }), truncated };
    } catch (thrown) {
      const tooLong = thrown instanceof KrmError && thrown.code === "github-body-too-long";
      if (!tooLong || budget <= SMALLEST_BODY) throw thrown;
    }
  }
}

function outputsOf(comment: IssueComment, truncated: boolean): Outputs {
  return { truncated: String(truncated), "comment-id": String(comment.id), "comment-url": comment.url };
}

function storyOf({ outcome, comment }: Posted): string {
  if (comment === undefined) return "no comment: there is nothing to tell, and none to bring up to date";
  return `comment ${outcome}: ${comment.url}`;
}

function mayCreate({ inputs, changed, failed }: CommentOptions): boolean {
  switch (inputs.comment) {
    case "always":
      return true;
    case "auto":
      return changed || failed;
    case "on-change":
      return changed;
    case "on-failure":
      return failed;
    case "never":
      return false;
  }
}

function without(story: string, ...diagnostics: readonly Diagnostic[]): CommentResult {
  return { outputs: {}, diagnostics, story };
}

const NO_TOKEN: Diagnostic = {
  code: "no-token",
  severity: "warning",
  message: "the comment is not written: the input github-token is empty",
  hint: "Leave the input away to use the token of the job.",
};

/** A token that cannot write is no fault of the pull request; the summary holds the same report. */
function explained(diagnostic: Diagnostic, readOnly: "fork" | "dependabot" | undefined): Diagnostic {
  if (diagnostic.code !== "github-forbidden") return diagnostic;
  const { code, message, hint } = diagnostic;
  if (readOnly === undefined || !message.includes("not accessible"))
    return { code, severity: "warning", message, hint };
  const whose = readOnly === "fork" ? "of a pull request from a fork" : "of a run that Dependabot started";
  return {
    code,
    severity: "warning",
    message: `the comment is not written: the token ${whose} is read-only (403)`,
    hint: "The job summary holds the report.",
  };
}
