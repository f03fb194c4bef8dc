/** Everything about GitHub: the event that started a run, the API, and the runner's log, annotations and summary. */
export { annotate } from "./annotations.ts";
export { connectGitHub, type GitHub, type GitHubOptions, type IssueComment } from "./api.ts";
export { type Context, readContext } from "./context.ts";
export type { Base, Comparison, Environment, Revision } from "./event.ts";
export { formatMarker } from "./marker.ts";
export { connectRunner, type Runner } from "./runner.ts";
export { type Posted, postStickyComment, type StickyComment } from "./sticky-comment.ts";
export { type MarkdownWriter, writeSummary } from "./summary.ts";
