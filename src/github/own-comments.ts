/** Finds the comments of one key that are ours, and writes them only while our commit is that of the pull request. */
import { failure, KrmError } from "../diagnostics.ts";
import type { Account, CommentApi, IssueComment } from "./api.ts";
import { isTransient } from "./api-problems.ts";
import { readMarker, type Stamp } from "./marker.ts";

/** A run that may write. */
export interface Writer {
  /** Distinguishes the comments of several jobs on one pull request. Any text. */
  readonly key: string;
  /** Its head is the commit that was rendered. */
  readonly stamp: Stamp & { readonly head: string };
  readonly pullRequest: number;
}

export interface OwnComment {
  readonly comment: IssueComment;
  readonly stamp: Stamp;
  /** The text after the marker. */
  readonly text: string;
}

/** The author of comments made with GITHUB_TOKEN, on GitHub and on GitHub Enterprise Server. */
const ACTIONS_BOT: Account = { login: "github-actions[bot]", id: undefined };

/**
 * Our comments. A comment is ours when its first line is our marker *and* its author is the account of the token: anyone can copy a
 * marker. When GitHub does not name the account, only comments of `github-actions[bot]` count, because no person can write as it
 * (decision 0008).
 */
export class OwnComments {
  readonly #github: CommentApi;
  readonly #writer: Writer;
  #account: Promise<Account> | undefined;

  constructor(github: CommentApi, writer: Writer) {
    this.#github = github;
    this.#writer = writer;
  }

  /** All of them, oldest first. Asks for the account only when there is a comment with our marker, and once. */
  async list(): Promise<OwnComment[]> {
    const { key, pullRequest } = this.#writer;
    const marked = (await this.#github.listComments(pullRequest)).flatMap((comment): OwnComment[] => {
      const marker = readMarker(comment.body, key);
      return marker === undefined ? [] : [{ comment, ...marker }];
    });
    if (marked.length === 0) return [];
    this.#account ??= this.#github.viewer().then((account) => account ?? ACTIONS_BOT);
    const account = await this.#account;
    return marked
      .filter(({ comment }) => isSameAccount(comment.author, account))
      .sort((left, right) => left.comment.id - right.comment.id);
  }

  /** The author of a comment that this run created is the account of the token. */
  learn({ author }: IssueComment): void {
    if (author !== undefined) this.#account ??= Promise.resolve(author);
  }
}

function isSameAccount(author: Account | undefined, account: Account): boolean {
  if (author === undefined) return false;
  // A login may change between two answers, and be given to somebody else. An id never does.
  return author.id !== undefined && account.id !== undefined
    ? author.id === account.id
    : author.login === account.login;
}

/** The answer of GitHub to the question for the commit of the pull request. */
export type HeadAnswer = "ours" | "unknown" | { readonly moved: string };

/** Asks for the commit of the pull request. A token that may not read it gets no answer. @throws KrmError after an outage */
export async function askHead(github: CommentApi, { pullRequest, stamp }: Writer): Promise<HeadAnswer> {
  try {
    const head = await github.pullRequestHead(pullRequest);
    return head === stamp.head ? "ours" : { moved: head };
  } catch (thrown) {
    if (!(thrown instanceof KrmError) || isTransient(thrown)) throw thrown;
    return "unknown";
  }
}

/** Asked before another try of a write. @throws KrmError `head-moved-on` if the pull request has another commit than ours */
export async function requireHead(github: CommentApi, writer: Writer): Promise<undefined> {
  const answer = await askHead(github, writer);
  if (typeof answer !== "string") throw failure("head-moved-on", movedOn(answer.moved));
  return undefined;
}

export function movedOn(head: string): string {
  return `the pull request has moved on to ${head.slice(0, 7)}: its own run will write the comment`;
}

export function isProblem(thrown: unknown, code: string): thrown is KrmError {
  return thrown instanceof KrmError && thrown.code === code;
}
