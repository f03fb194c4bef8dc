/** Says in a comment of an earlier commit that it is outdated, when the render of the present commit fails. */
import type { Diagnostic } from "../diagnostics.ts";
import type { CommentApi, IssueComment } from "./api.ts";
import { formatMarker, OUTDATED } from "./marker.ts";
import { askHead, isProblem, movedOn, type OwnComment, OwnComments, requireHead, type Writer } from "./own-comments.ts";

export interface FailedRender extends Writer {
  /** The page of the run that failed. */
  readonly runUrl: string;
}

export interface Marked {
  /** `none`: there is no comment of an earlier commit. */
  readonly outcome: "marked" | "unchanged" | "none" | "skipped";
  readonly comment: IssueComment | undefined;
  readonly notes: readonly Diagnostic[];
}

/** GitHub's limit of a comment, in characters. UTF-16 code units are never fewer. */
const MAX_BODY = 65_536;
const MAX_ROUNDS = 12;

/**
 * Puts a warning in front of our comment if it is of another commit than this run, which is that of the pull request. The warning
 * names both commits. The comment keeps its marker, because it still says what its run rendered. A comment that has the warning
 * is left alone, and gets another one for another commit.
 * @throws KrmError with one of the codes of `apiProblem`
 */
export async function markOutdated(github: CommentApi, failed: FailedRender): Promise<Marked> {
  const ours = new OwnComments(github, failed);
  const again = () => requireHead(github, failed);
  let outcome: Marked["outcome"] = "unchanged";
  let confirmed = 0;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const own = await ours.list();
    const [kept] = own;
    if (kept === undefined || own.some(({ stamp }) => stamp.head === failed.stamp.head)) {
      return { outcome: "none", comment: kept?.comment, notes: [] };
    }
    const stale = own.filter(({ text }) => !text.startsWith(`${OUTDATED}${failed.stamp.head} `));
    if (stale.length === 0) {
      // What this run wrote, it reads twice, because the author of the comment may still write.
      if (outcome === "unchanged" || ++confirmed === 2) return { outcome, comment: kept.comment, notes: [] };
      continue;
    }
    confirmed = 0;
    for (const comment of stale) {
      const head = await askHead(github, failed);
      // Without an answer nothing says that the comment is the older one.
      if (head === "unknown") return skipped(kept.comment, "GitHub does not tell the commit of the pull request");
      if (head !== "ours") return skipped(kept.comment, movedOn(head.moved));
      try {
        await github.updateComment(comment.comment.id, outdatedBody(comment, failed), again);
        outcome = "marked";
      } catch (thrown) {
        if (isProblem(thrown, "head-moved-on")) return skipped(kept.comment, thrown.diagnostics[0]?.message ?? "");
        if (!isProblem(thrown, "github-not-found")) throw thrown;
      }
    }
  }
  return skipped(undefined, "other runs keep changing it");
}

/** The comment with the warning in front. A text that does not fit below it goes: half of it could end inside of a table. */
export function outdatedBody({ stamp, text }: OwnComment, { key, stamp: present, runUrl }: FailedRender): string {
  const of = stamp.head === undefined ? "an earlier commit" : `commit ${stamp.head}`;
  const lines = [
    formatMarker(key, stamp),
    `${OUTDATED}${present.head} run=${present.run}.${present.attempt} -->`,
    "> [!WARNING]",
    `> **This review is outdated.** It is of ${of}. The pull request is at ${present.head} now, and [the review of that](${runUrl}) failed.`,
  ];
  const warning = lines.join("\n");
  const body = `${warning}\n\n${withoutWarning(text)}`;
  return body.length <= MAX_BODY ? body : `${warning}\n\nThe review was too long to keep it here.`;
}

/** The text as its run wrote it: the warning ends with the first empty line. */
function withoutWarning(text: string): string {
  if (!text.startsWith(OUTDATED)) return text;
  const normal = text.replaceAll("\r\n", "\n");
  const end = normal.indexOf("\n\n");
  return end === -1 ? "" : normal.slice(end + 2);
}

function skipped(comment: IssueComment | undefined, reason: string): Marked {
  const message = `the comment is not marked as outdated: ${reason}`;
  return { outcome: "skipped", comment, notes: [{ code: "outdated-not-marked", severity: "notice", message }] };
}
