/** Everything about GitHub: the event that started a run, the API, and the runner's log, annotations and summary. */
export { annotate } from "./annotations.ts";
export type { Account, GitHub, IssueComment, PullRequest, RunArtifact } from "./api.ts";
export { type Check, checkName, MAX_CHECK_ANNOTATIONS, postCheck } from "./check-run.ts";
export type { GitHubOptions } from "./client.ts";
export { connectGitHub } from "./connection.ts";
export { type Context, readContext } from "./context.ts";
export type { Base, Comparison, Environment, Revision } from "./event.ts";
export { formatMarker } from "./marker.ts";
export { type Marked, markOutdated } from "./outdated-comment.ts";
export { explainRefusal } from "./refusals.ts";
export { connectRunner, type Runner } from "./runner.ts";
export { type EarlierComment, type Posted, postStickyComment, type StickyComment } from "./sticky-comment.ts";
export { type MarkdownWriter, SUMMARY_LIMIT, writeSummary } from "./summary.ts";
export { readTriggeringRun, type TriggeringRun } from "./triggering-run.ts";
