/**
 * One comment per key on a pull request, which every run updates, also if several runs do so at once. Decision 0024 gives the
 * protocol, and what remains possible.
 */
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import type { CommentApi, IssueComment } from "./api.ts";
import { formatMarker, isNewer, OUTDATED, type Stamp } from "./marker.ts";
import { askHead, isProblem, movedOn, type OwnComment, OwnComments, requireHead, type Writer } from "./own-comments.ts";

/** Our comment as it was before a run. */
export interface EarlierComment {
  /** The commit that it is of; undefined where a former version did not say. */
  readonly head: string | undefined;
  /** The text after the line of the marker. Anybody who may edit comments can have changed it. */
  readonly text: string;
}

export interface StickyComment extends Writer {
  /** Returns the text after the line of the marker. Called once, with the comment that it takes the place of. */
  readonly text: (earlier: EarlierComment | undefined) => string;
  /** True if a comment may be created. An existing one is updated in any case, because a stale one misleads. */
  readonly create: boolean;
}

export interface Posted {
  readonly outcome: "created" | "updated" | "unchanged" | "skipped";
  /** The comment after the run; undefined where there is none. */
  readonly comment: IssueComment | undefined;
  /** Why nothing was written, or what else was done. */
  readonly notes: readonly Diagnostic[];
}

/** How often the comments are read before the run gives up: other runs change them again and again. */
const MAX_ROUNDS = 12;

/**
 * Creates or updates the comment, and reads it again until there is exactly one, which says what this run has rendered.
 *
 * Asks for the commit of the pull request before each request that writes, and writes nothing if it is not that of this run. Writes
 * nothing either if a newer run has written a comment of the same commit. Runs that start at once may each create a comment; the
 * oldest is kept, because links lead to it, and the others are deleted.
 * @throws KrmError with one of the codes of `apiProblem`
 */
export async function postStickyComment(github: CommentApi, wanted: StickyComment): Promise<Posted> {
  return new Posting(github, wanted).run();
}

class Posting {
  readonly #github: CommentApi;
  readonly #wanted: StickyComment;
  /** Empty before the first list of comments. */
  #text = "";
  readonly #ours: OwnComments;
  readonly #notes: Diagnostic[] = [];
  /** The comments that this run created. */
  readonly #created = new Set<number>();
  /** Copies that cannot be deleted. */
  readonly #stuck = new Set<number>();
  #outcome: Posted["outcome"] = "unchanged";
  /** The comment that this run wrote last. */
  #written: IssueComment | undefined;
  /** How many reads in a row must find everything in order before this run ends. */
  #needed = 1;

  constructor(github: CommentApi, wanted: StickyComment) {
    this.#github = github;
    this.#wanted = wanted;
    this.#ours = new OwnComments(github, wanted);
  }

  async run(): Promise<Posted> {
    let confirmed = 0;
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const own = (await this.#ours.list()).filter(({ comment }) => !this.#stuck.has(comment.id));
      const [kept, ...copies] = own;
      if (round === 1) this.#text = this.#wanted.text(kept && { head: kept.stamp.head, text: kept.text });
      const newer = own.find(
        ({ stamp }) => isSameHead(stamp, this.#wanted.stamp) && isNewer(stamp, this.#wanted.stamp),
      );
      if (newer !== undefined) return this.#yield(own, newer.comment, "comment-is-newer", newerReason(newer));
      if (kept === undefined && (await this.#isLate())) return this.#done(this.#written);
      const mayCreate = this.#wanted.create || this.#created.size > 0;
      if (kept === undefined && !mayCreate) return this.#done(undefined, "skipped");
      const isCurrent = kept !== undefined && this.#isCurrent(kept);
      if (isCurrent && copies.length === 0) {
        if (++confirmed >= this.#needed) return this.#done(kept.comment);
        continue;
      }
      confirmed = 0;
      // This run has one text. Another one with its number is that of another job, which would overwrite this one in turn.
      const isChanged = this.#written !== undefined && kept !== undefined && !isCurrent;
      if (isChanged && isOfRun(kept, this.#wanted.stamp)) {
        const reason = "another job of this run writes it with the same key, so only one of the two remains";
        const hint = "Give each job its own comment-key, or join their reports in one job.";
        return this.#yield(own, kept.comment, "comment-key-shared", reason, hint);
      }
      const stopped = isCurrent ? await this.#prune(own, copies) : await this.#write(own, kept);
      if (stopped !== undefined) return stopped;
    }
    const message = `other runs changed the comment ${MAX_ROUNDS} times while this run wrote it; it may not be that of this run`;
    this.#note("warning", "comment-unsettled", message, "Re-run the job to write it again.");
    return this.#done(this.#written);
  }

  /** Writes the oldest comment, or the first. @returns the end, if this run must not write */
  async #write(own: readonly OwnComment[], kept: OwnComment | undefined): Promise<Posted | undefined> {
    const stopped = await this.#stopUnlessHead(own);
    if (stopped !== undefined) return stopped;
    try {
      if (kept === undefined) {
        this.#written = await this.#create();
        this.#created.add(this.#written.id);
        this.#ours.learn(this.#written);
        this.#outcome = "created";
      } else {
        const again = () => requireHead(this.#github, this.#wanted);
        this.#written = await this.#github.updateComment(kept.comment.id, this.#body(), again);
        this.#outcome = "updated";
        // Its author may still write: then it does so to this comment, which this run therefore reads once more at its end.
        this.#needed = 2;
      }
    } catch (thrown) {
      if (isProblem(thrown, "head-moved-on"))
        return this.#yield(own, kept?.comment, "head-moved-on", thrown.diagnostics[0]?.message ?? "");
      // Somebody has deleted it since it was listed.
      if (kept === undefined || !isProblem(thrown, "github-not-found")) throw thrown;
    }
    return undefined;
  }

  /** Before another try, looks for the comment that the first one may have created. */
  #create(): Promise<IssueComment> {
    const { key, stamp, pullRequest } = this.#wanted;
    const marker = formatMarker(key, stamp);
    return this.#github.createComment(pullRequest, this.#body(), async () => {
      const own = await this.#ours.list();
      const found = own.find(({ comment }) => comment.body.startsWith(marker));
      if (found === undefined) await requireHead(this.#github, this.#wanted);
      return found?.comment;
    });
  }

  /** Deletes all but the oldest comment, which is current. @returns the end, if this run must not write */
  async #prune(own: readonly OwnComment[], copies: readonly OwnComment[]): Promise<Posted | undefined> {
    this.#needed = 2;
    for (const { comment } of copies) {
      const stopped = await this.#stopUnlessHead(own);
      if (stopped !== undefined) return stopped;
      await this.#remove(comment);
    }
    return undefined;
  }

  async #stopUnlessHead(own: readonly OwnComment[]): Promise<Posted | undefined> {
    const head = await askHead(this.#github, this.#wanted);
    if (head === "ours") return undefined;
    const kept = own[0]?.comment;
    if (head !== "unknown") return this.#yield(own, kept, "head-moved-on", movedOn(head.moved));
    // Without an answer, the newer of two commits is that of the later run.
    const newer = own.find(({ stamp }) => isNewer(stamp, this.#wanted.stamp));
    return newer && this.#yield(own, newer.comment, "comment-is-newer", newerReason(newer));
  }

  /** Ends without the comment of this run. A copy that this run created and nobody wrote to goes. */
  async #yield(
    own: readonly OwnComment[],
    comment: IssueComment | undefined,
    code: string,
    reason: string,
    hint?: string,
  ): Promise<Posted> {
    const marker = formatMarker(this.#wanted.key, this.#wanted.stamp);
    const unwanted = own
      .slice(1)
      .filter((copy) => this.#created.has(copy.comment.id) && copy.comment.body.startsWith(marker));
    for (const copy of unwanted) await this.#remove(copy.comment);
    this.#note(hint === undefined ? "notice" : "warning", code, `comment not written: ${reason}`, hint);
    return { outcome: "skipped", comment, notes: this.#notes };
  }

  async #remove(comment: IssueComment): Promise<void> {
    const again = () => requireHead(this.#github, this.#wanted);
    try {
      await this.#github.deleteComment(comment.id, again);
      this.#note("notice", "duplicate-comment", `deleted a copy of the comment: ${comment.url}`);
    } catch (thrown) {
      if (isProblem(thrown, "github-not-found") || isProblem(thrown, "head-moved-on")) return;
      this.#stuck.add(comment.id);
      const message = `a copy of the comment is left at ${comment.url}: ${diagnosticsOf(thrown)[0]?.message}`;
      this.#note("warning", "duplicate-comment", message);
    }
  }

  #note(severity: Diagnostic["severity"], code: string, message: string, hint?: string): void {
    this.#notes.push({ code, severity, message, ...(hint !== undefined && { hint }) });
  }

  /** True if the comment that this run wrote exists, and only the list does not show it yet. */
  async #isLate(): Promise<boolean> {
    if (this.#written === undefined) return false;
    const found = await this.#github.getComment(this.#written.id);
    if (found === undefined) this.#written = undefined;
    return found !== undefined;
  }

  #body(): string {
    return `${formatMarker(this.#wanted.key, this.#wanted.stamp)}\n${this.#text}`;
  }

  /** True if the comment has the wanted text and commit, ignoring the run that it links to. */
  #isCurrent({ stamp, text }: OwnComment): boolean {
    const { stamp: own } = this.#wanted;
    return stamp.head === own.head && comparable(text, stamp) === comparable(this.#text, own);
  }

  #done(comment: IssueComment | undefined, outcome: Posted["outcome"] = this.#outcome): Posted {
    if (comment?.hidden !== undefined && outcome === "updated") {
      const message = `the comment is up to date, but hidden (${comment.hidden}): ${comment.url}`;
      this.#note("notice", "comment-hidden", message, "Unhide it on the page of the pull request.");
    }
    return { outcome, comment, notes: this.#notes };
  }
}

/** Markers of former versions do not name the commit. */
function isSameHead({ head }: Stamp, { head: own }: Stamp): boolean {
  return head === undefined || head === own;
}

/** True if a job of this run wrote it, and nobody has said since that it is outdated. */
function isOfRun({ stamp, text }: OwnComment, { run, attempt, head }: Stamp): boolean {
  return stamp.run === run && stamp.attempt === attempt && stamp.head === head && !text.startsWith(OUTDATED);
}

function newerReason({ stamp }: OwnComment): string {
  return `run ${stamp.run} is newer and has written the comment`;
}

/** The text without its run, line ends and trailing space: GitHub may change line ends, and trims the end of a body. */
function comparable(text: string, { run, attempt }: Stamp): string {
  const address = new RegExp(`/actions/runs/${run}(?:/attempts/${attempt})?(?=[)#])`, "g");
  return text.replaceAll("\r\n", "\n").replace(address, "/actions/runs/").trimEnd();
}
