/** GitHub's API as a port: what the action asks of it. `connectGitHub()` is its adapter. */

/** Every method throws a KrmError with one of the codes of `apiProblem`. */
export interface GitHub extends CommentApi, PullRequestApi, ArtifactApi, CheckApi {}

export interface IssueComment {
  readonly id: number;
  /** The page that shows the comment. */
  readonly url: string;
  readonly body: string;
  /** Undefined for a deleted account. */
  readonly author: Account | undefined;
  /** Why somebody hid the comment, such as `outdated`; undefined for one that all see, and where the server does not say. */
  readonly hidden: string | undefined;
}

export interface Account {
  /** The login; that of a bot ends in `[bot]`. It changes when the account is renamed. */
  readonly login: string;
  /** Never changes. Undefined where the server does not name it. */
  readonly id: number | undefined;
}

/**
 * Asked before a request that writes is sent again: the earlier one may have been performed although its answer was lost, and
 * writing may have become wrong in the meantime. @returns the result of the earlier request; undefined to send again
 * @throws to send nothing more
 */
export type Again<T> = () => Promise<T | undefined>;

export interface CommentApi {
  /** All comments of an issue or a pull request, oldest first. */
  listComments(issue: number): Promise<readonly IssueComment[]>;
  /** One comment; undefined if it does not exist. */
  getComment(id: number): Promise<IssueComment | undefined>;
  createComment(issue: number, body: string, again?: Again<IssueComment>): Promise<IssueComment>;
  updateComment(id: number, body: string, again?: Again<IssueComment>): Promise<IssueComment>;
  deleteComment(id: number, again?: Again<true>): Promise<void>;
  /** The account that this token writes comments as; undefined when GitHub refuses to name it. */
  viewer(): Promise<Account | undefined>;
  /** The commit that the branch of a pull request is at now. */
  pullRequestHead(pullRequest: number): Promise<string>;
}

/** One end of a pull request. */
export interface PullRequestSide {
  readonly sha: string;
  /** The branch, without its owner. */
  readonly ref: string;
  /** `owner/name`; undefined for a repository that was deleted or that the token may not see. */
  readonly repository: string | undefined;
}

export interface PullRequest {
  readonly number: number;
  readonly state: "open" | "closed";
  readonly head: PullRequestSide;
  readonly base: PullRequestSide;
}

export interface PullRequestApi {
  pullRequest(number: number): Promise<PullRequest>;
  /**
   * The pull requests of this repository, open and closed, newest first, whose branch is at the commit now. For a run of another
   * repository's branch nothing else leads to them: the list of the commit's pull requests is empty for forks.
   *
   * @param owner the owner of the branch
   */
  pullRequestsOfHead(sha: string, owner: string, branch: string): Promise<readonly PullRequest[]>;
  /** The merge base of two commits, one of which may be of a fork. In a private repository, it takes `contents: read`. */
  mergeBase(base: string, head: string): Promise<string>;
}

/** A file that a run uploaded. */
export interface RunArtifact {
  readonly id: number;
  /** Anything that the run chose. */
  readonly name: string;
  /** The size of the zip file. */
  readonly bytes: number;
  readonly expired: boolean;
  /** The digest of the zip file: `sha256:` and 64 hexadecimal digits; undefined where GitHub does not name it. */
  readonly digest: string | undefined;
}

export interface ArtifactApi {
  /** All artifacts of a run, in GitHub's order. */
  artifactsOfRun(run: number): Promise<readonly RunArtifact[]>;
  /**
   * Writes the zip file of an artifact. The token never reaches the server that holds it. After an error, there is no file.
   * @param file must not exist
   * @throws KrmError also `artifact-expired`, `artifact-too-large`, `artifact-digest` and `output-unwritable`
   */
  downloadArtifact(id: number, file: string, maxBytes: number): Promise<RunArtifact>;
}

/** A line of the tab "Checks", and of the files of the pull request. */
export interface CheckAnnotation {
  /** Relative to the repository. */
  readonly path: string;
  readonly line: number;
  /** Counts from 1. */
  readonly column?: number;
  readonly level: "failure" | "warning" | "notice";
  /** At most 255 characters. */
  readonly title: string;
  /** At most 64 KiB. */
  readonly message: string;
}

/** The part of a check run that GitHub shows. The adapter sends it as it is. */
export interface CheckRunContent {
  readonly name: string;
  readonly externalId: string;
  readonly conclusion: "success" | "failure" | "neutral";
  /** At most 255 characters. */
  readonly title: string;
  /** Markdown of at most 65,535 characters. */
  readonly summary: string;
  /** Markdown of at most 65,535 characters, below the summary. */
  readonly text?: string;
  /** The page behind "Details". */
  readonly detailsUrl?: string;
  /** At most 50. GitHub appends them to those that the check run has. */
  readonly annotations: readonly CheckAnnotation[];
}

export interface CheckRun {
  readonly id: number;
  /** The page of the check run; empty where GitHub names none. */
  readonly url: string;
  readonly externalId: string;
  /** The number of annotations that it has. */
  readonly annotations: number;
}

export interface CommitStatus {
  readonly context: string;
  readonly state: "success" | "failure";
  /** At most 140 characters. */
  readonly description: string;
  readonly targetUrl?: string;
}

export interface CheckApi {
  /** The latest check run of this name of each app, on a commit. */
  checkRunsOf(sha: string, name: string): Promise<readonly CheckRun[]>;
  /** All annotations of a check run. */
  checkAnnotations(checkRun: number): Promise<readonly CheckAnnotation[]>;
  /** Creates a completed check run. */
  createCheckRun(sha: string, content: CheckRunContent): Promise<CheckRun>;
  updateCheckRun(id: number, content: CheckRunContent): Promise<CheckRun>;
  createCommitStatus(sha: string, status: CommitStatus): Promise<void>;
}
