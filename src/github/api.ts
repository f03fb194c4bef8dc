/** The part of GitHub's API that a sticky comment needs: a port, and its adapter over @actions/github. */
import { KrmError } from "../diagnostics.ts";
import { apiProblem, isTransient } from "./api-problems.ts";
import { type Clock, systemClock, withRetries } from "./retry.ts";

export interface IssueComment {
  readonly id: number;
  /** The page that shows the comment. */
  readonly url: string;
  readonly body: string;
  /** The login; that of a bot ends in `[bot]`. Undefined for a deleted account. */
  readonly author: string | undefined;
}

/** Every method throws a KrmError with one of the codes of `apiProblem`. */
export interface GitHub {
  /** All comments of an issue or a pull request, oldest first. */
  listComments(issue: number): Promise<readonly IssueComment[]>;
  createComment(issue: number, body: string): Promise<IssueComment>;
  updateComment(id: number, body: string): Promise<IssueComment>;
  deleteComment(id: number): Promise<void>;
  /** The login that this token writes comments as; undefined when GitHub refuses to name it. */
  viewer(): Promise<string | undefined>;
  /** The commit that the branch of a pull request is at now. */
  pullRequestHead(pullRequest: number): Promise<string>;
}

export interface GitHubOptions {
  readonly token: string;
  /** The base URL: `https://api.github.com`, or that of a GitHub Enterprise Server. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly repository: string;
  readonly clock?: Clock;
}

const PAGE_SIZE = 100;
/** Ends the loop over pages for a server that always announces one more. */
const MAX_PAGES = 200;
/** Milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** The adapter for the real API. Loads the client, which takes tens of milliseconds, so call it only when it is needed. */
export async function connectGitHub(options: GitHubOptions): Promise<GitHub> {
  const { getOctokit } = await import("@actions/github");
  const octokit = getOctokit(options.token, { baseUrl: options.apiUrl, log: silentLog });
  const clock = options.clock ?? systemClock;
  const repository = { owner: options.owner, repo: options.repository };
  /** A new time limit for one request. */
  const limits = () => ({ request: { signal: AbortSignal.timeout(REQUEST_TIMEOUT) } });

  async function perform<T>(
    action: string,
    attempt: () => Promise<T>,
    recover?: () => Promise<T | undefined>,
  ): Promise<T> {
    try {
      return await withRetries(attempt, clock, recover);
    } catch (thrown) {
      throw apiProblem(action, thrown, clock);
    }
  }

  async function commentPage(issue: number, page: number): Promise<{ comments: IssueComment[]; more: boolean }> {
    const parameters = { ...repository, ...limits(), issue_number: issue, per_page: PAGE_SIZE, page };
    const { data, headers } = await octokit.request(
      "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
      parameters,
    );
    if (!Array.isArray(data)) throw new Error("the answer is not a list of comments");
    return { comments: data.map(fromWire), more: /rel="?next"?/.test(headers.link ?? "") };
  }

  async function listComments(issue: number): Promise<IssueComment[]> {
    const all: IssueComment[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { comments, more } = await perform(`list the comments of #${issue}`, () => commentPage(issue, page));
      all.push(...comments);
      if (!more || comments.length === 0) return all;
    }
    const problem = new Error(`there are more than ${all.length}`);
    throw apiProblem(`list the comments of #${issue}`, problem, clock);
  }

  async function restViewer(): Promise<string | undefined> {
    return (await octokit.request("GET /user", limits())).data?.login;
  }

  /** `GET /user` refuses the tokens of apps, GITHUB_TOKEN among them. GraphQL answers all tokens. */
  async function graphqlViewer(): Promise<string | undefined> {
    const query = "query { viewer { login } }";
    return (await octokit.graphql<{ viewer?: { login?: string } } | undefined>(query, limits()))?.viewer?.login;
  }

  return {
    listComments,

    createComment: (issue, body) =>
      perform(
        `create the comment on #${issue}`,
        async () => {
          const parameters = { ...repository, ...limits(), issue_number: issue, body };
          return fromWire(
            (await octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", parameters)).data,
          );
        },
        async () => (await listComments(issue)).findLast((comment) => comment.body === body),
      ),

    updateComment: (id, body) =>
      perform(`update the comment ${id}`, async () => {
        const parameters = { ...repository, ...limits(), comment_id: id, body };
        return fromWire(
          (await octokit.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", parameters)).data,
        );
      }),

    deleteComment: (id) =>
      perform(`delete the comment ${id}`, async () => {
        const parameters = { ...repository, ...limits(), comment_id: id };
        await octokit.request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", parameters);
      }),

    async viewer() {
      const lookups = options.token.startsWith("ghs_") ? [graphqlViewer] : [restViewer, graphqlViewer];
      for (const lookup of lookups) {
        try {
          const login = await perform("ask for the account of the token", lookup);
          if (login !== undefined) return login;
        } catch (thrown) {
          // After a refusal the other lookup may succeed. After an outage, a guess could lead to a second comment.
          if (!(thrown instanceof KrmError) || isTransient(thrown)) throw thrown;
        }
      }
      return undefined;
    },

    pullRequestHead: (pullRequest) =>
      perform(`read pull request #${pullRequest}`, async () => {
        const parameters = { ...repository, ...limits(), pull_number: pullRequest };
        return (await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", parameters)).data.head.sha;
      }),
  };
}

/** Checks the fields of an answer, which may come from a proxy or be an error page. */
function fromWire(answer: unknown): IssueComment {
  const { id, html_url: url, body, user } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  // The client reads integers beyond 2^53 as BigInt; no id is that large.
  if ((typeof id !== "number" && typeof id !== "bigint") || typeof url !== "string") {
    throw new Error("the answer is not a comment");
  }
  const { login } = (user ?? {}) as { readonly login?: unknown };
  return {
    id: Number(id),
    url,
    body: typeof body === "string" ? body : "",
    author: typeof login === "string" ? login : undefined,
  };
}

/** Octokit's own log would mix URLs and deprecations into ours. */
const silentLog = { debug() {}, info() {}, warn() {}, error() {} };
