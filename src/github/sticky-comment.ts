/** One comment per key on a pull request, which every run updates. */
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import type { GitHub, IssueComment } from "./api.ts";
import { formatMarker, isNewer, readMarker, type Stamp } from "./marker.ts";

export interface StickyComment {
  /** Distinguishes the comments of several jobs on one pull request. Any text. */
  readonly key: string;
  readonly stamp: Stamp;
  readonly pullRequest: number;
  /** The commit that was rendered. */
  readonly head: string;
  /** The text after the line of the marker. */
  readonly text: string;
  /** Whether a comment may be created. An existing one is updated in any case, because a stale one misleads. */
  readonly create: boolean;
}

export interface Posted {
  readonly outcome: "created" | "updated" | "unchanged" | "skipped";
  /** The comment after the run; undefined where there is none. */
  readonly comment: IssueComment | undefined;
  /** Why nothing was written, or what else was done. */
  readonly notes: readonly Diagnostic[];
}

/** The author of comments made with GITHUB_TOKEN, on GitHub and on GitHub Enterprise Server. */
const ACTIONS_BOT = "github-actions[bot]";

/**
 * Creates or updates the comment.
 *
 * A comment is ours when its first line is our marker *and* its author is the account of the token: anyone can copy a
 * marker. When GitHub does not name the account, only comments of `github-actions[bot]` count, because no person can write
 * as it (decision 0008). Two runs at once may each create a comment; the oldest is kept, because links lead to it, and the
 * others are deleted.
 *
 * Writes nothing when a newer run wrote the comment, or when the pull request has moved on to another commit.
 * @throws KrmError with one of the codes of `apiProblem`
 */
export async function postStickyComment(github: GitHub, wanted: StickyComment): Promise<Posted> {
  const [kept, ...duplicates] = await ownComments(github, wanted);
  const newest = [kept, ...duplicates]
    .filter((own) => own !== undefined)
    .find((own) => isNewer(own.stamp, wanted.stamp));
  if (newest !== undefined) {
    return skipped(newest.comment, "comment-is-newer", `run ${newest.stamp.run} is newer and has written the comment`);
  }
  if (kept === undefined && !wanted.create) return { outcome: "skipped", comment: undefined, notes: [] };
  const notes = [];
  const isCurrent = kept !== undefined && isCurrentText(kept, wanted);
  if (!isCurrent) {
    const head = await github.pullRequestHead(wanted.pullRequest).catch(() => wanted.head);
    if (head !== wanted.head) {
      const reason = `the pull request has moved on to ${head.slice(0, 7)}: its own run will write the comment`;
      return skipped(kept?.comment, "head-moved-on", reason);
    }
  }
  const body = `${formatMarker(wanted.key, wanted.stamp)}\n${wanted.text}`;
  const posted = await write(github, wanted, kept?.comment, isCurrent, body);
  for (const { comment } of duplicates) notes.push(await removeDuplicate(github, comment));
  return { ...posted, notes };
}

interface OwnComment {
  readonly comment: IssueComment;
  readonly stamp: Stamp;
  readonly text: string;
}

/** Our comments, oldest first. Asks for the account of the token only when there is a comment with our marker. */
async function ownComments(github: GitHub, wanted: StickyComment): Promise<OwnComment[]> {
  const marked: OwnComment[] = [];
  for (const comment of await github.listComments(wanted.pullRequest)) {
    const marker = readMarker(comment.body, wanted.key);
    if (marker !== undefined) marked.push({ comment, ...marker });
  }
  if (marked.length === 0) return [];
  const viewer = (await github.viewer()) ?? ACTIONS_BOT;
  return marked
    .filter(({ comment }) => comment.author === viewer)
    .sort((left, right) => left.comment.id - right.comment.id);
}

async function write(
  github: GitHub,
  wanted: StickyComment,
  present: IssueComment | undefined,
  isCurrent: boolean,
  body: string,
): Promise<Omit<Posted, "notes">> {
  if (present === undefined) {
    return { outcome: "created", comment: await github.createComment(wanted.pullRequest, body) };
  }
  if (isCurrent) return { outcome: "unchanged", comment: present };
  return { outcome: "updated", comment: await github.updateComment(present.id, body) };
}

/** Whether the comment has the wanted text, ignoring the run that it links to. */
function isCurrentText(own: OwnComment, wanted: StickyComment): boolean {
  return comparable(own.text, own.stamp) === comparable(wanted.text, wanted.stamp);
}

/** The text without its run, line ends and trailing space: GitHub may change line ends, and trims the end of a body. */
function comparable(text: string, stamp: Stamp): string {
  return text.replaceAll("\r\n", "\n").replaceAll(`/actions/runs/${stamp.run})`, "/actions/runs/)").trimEnd();
}

async function removeDuplicate(github: GitHub, comment: IssueComment): Promise<Diagnostic> {
  try {
    await github.deleteComment(comment.id);
    return {
      code: "duplicate-comment",
      severity: "notice",
      message: `deleted an older copy of the comment: ${comment.url}`,
    };
  } catch (thrown) {
    const message = `a copy of the comment is left at ${comment.url}: ${diagnosticsOf(thrown)[0]?.message}`;
    return { code: "duplicate-comment", severity: "warning", message };
  }
}

function skipped(comment: IssueComment | undefined, code: string, reason: string): Posted {
  return {
    outcome: "skipped",
    comment,
    notes: [{ code, severity: "notice", message: `comment not written: ${reason}` }],
  };
}
