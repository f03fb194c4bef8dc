/**
 * The part of GitHub's API that the action uses, on loopback. It keeps comments, knows the account of the token, and checks
 * every request and every answer by GitHub's OpenAPI description. A mismatch, or a request of an unknown operation, is a
 * violation; tests expect none at their end.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { artifactWire, type StoredArtifact } from "./blobs.ts";
import {
  annotationWire,
  checkWire,
  latestChecks,
  type StoredCheck,
  type StoredStatus,
  statusWire,
  storeCheck,
  updateCheck,
} from "./checks.ts";
import { comparisonWire } from "./comparisons.ts";
import { type Matched, matchOperation, requestProblems, responseProblems } from "./contract.ts";
import { account, eventExample, type Payload } from "./payloads.ts";

export interface RecordedRequest {
  readonly operation: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** An answer that replaces the regular one. */
export interface Fault {
  /** Such as `issues/create-comment`, or `graphql`. */
  readonly operation: string;
  readonly status: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of times; once by default. */
  readonly times?: number;
  /** Performs the request nevertheless, like a proxy that loses an answer. */
  readonly afterwards?: boolean;
}

export interface LoopbackOptions {
  /** The account of the token. `GET /user` refuses apps such as `github-actions[bot]`, as on GitHub. */
  readonly viewer?: string;
  readonly token?: string;
  /** Whether the token may only read. */
  readonly readOnly?: boolean;
  /** The longest body in characters; GitHub's own limit by default. */
  readonly maxBody?: number;
  /** The head commit of all pull requests. */
  readonly head?: string;
  /** The path of the API: empty for GitHub, `/api/v3` for GitHub Enterprise Server. */
  readonly prefix?: string;
  /** The number of entries of a page at most, even if the request asks for more. */
  readonly pageSize?: number;
  /** The server that holds the zip files of artifacts. */
  readonly blobUrl?: string;
  /** Answers requests for the repository by its name with redirects to its number, as after a transfer. */
  readonly isTransferred?: boolean;
}

export interface StoredComment {
  readonly id: number;
  readonly issue: number;
  readonly author: string;
  body: string;
  /** Why somebody hid it. */
  hidden?: string;
}

/** A pull request beside the one of each number that has the head of the server. */
export interface StoredPull {
  readonly number: number;
  readonly state: "open" | "closed";
  readonly sha: string;
  readonly branch: string;
  readonly repository: string;
  /** The commit of the base branch, `main`; that of GitHub's example by default. */
  readonly base?: string;
}

export interface LoopbackGitHub {
  readonly url: string;
  readonly comments: StoredComment[];
  readonly checks: StoredCheck[];
  readonly statuses: StoredStatus[];
  readonly artifacts: StoredArtifact[];
  readonly pulls: StoredPull[];
  readonly requests: RecordedRequest[];
  readonly violations: string[];
  /** The operations of all requests, in order. */
  operations(): string[];
  addComment(author: string, body: string, issue?: number): StoredComment;
  fail(fault: Fault): void;
  setHead(sha: string): void;
  /** What GitHub says of each `BASE...HEAD`; it knows no other commits. */
  readonly mergeBases: Map<string, string>;
  close(): Promise<void>;
}

export const TOKEN = "ghs_loopbackTokenThatNobodyMayPrint0001";
const LIMIT = 65_536;

export async function startGitHub(options: LoopbackOptions = {}): Promise<LoopbackGitHub> {
  const { viewer = "github-actions[bot]", token = TOKEN, maxBody = LIMIT, pageSize = 100, prefix = "" } = options;
  const comments: StoredComment[] = [];
  const checks: StoredCheck[] = [];
  const statuses: StoredStatus[] = [];
  const artifacts: StoredArtifact[] = [];
  const pulls: StoredPull[] = [];
  const mergeBases = new Map<string, string>();
  const requests: RecordedRequest[] = [];
  const violations: string[] = [];
  const faults: (Fault & { times: number })[] = [];
  let { head = "0".repeat(40) } = options;
  let nextId = 1001;

  function addComment(author: string, body: string, issue = 2): StoredComment {
    const comment = { id: nextId++, issue, author, body };
    comments.push(comment);
    return comment;
  }

  function answer(matched: Matched, query: URLSearchParams, body: Payload): Answer {
    const { parameters, operation } = matched;
    const issue = Number(parameters.issue_number);
    const isBot = viewer.endsWith("[bot]");
    const writes = operation.method !== "GET";
    if (writes && options.readOnly) return refusal(403, "Resource not accessible by integration");
    if (writes && typeof body?.body === "string" && Array.from(body.body).length > maxBody) {
      return invalid(`Body is too long (maximum is ${maxBody} characters)`);
    }
    switch (operation.operationId) {
      case "users/get-authenticated":
        return isBot ? refusal(403, "Resource not accessible by integration") : { status: 200, body: fullUser(viewer) };
      case "pulls/get": {
        const number = Number(parameters.pull_number);
        const stored = pulls.find((pull) => pull.number === number);
        return { status: 200, body: stored === undefined ? pullRequest(number, head) : pullWire(stored) };
      }
      case "pulls/list": {
        const wanted = query.get("head");
        const found = pulls.filter(({ branch, repository }) => `${repository.split("/")[0]}:${branch}` === wanted);
        return page(found.map(pullWire), query, pageSize);
      }
      case "repos/compare-commits-with-basehead": {
        const { basehead = "" } = parameters;
        const found = mergeBases.get(basehead);
        if (found === undefined) return refusal(404, "Not Found");
        return { status: 200, body: comparisonWire(basehead, found) };
      }
      case "actions/list-workflow-run-artifacts": {
        const found = artifacts.filter(({ run }) => run === Number(parameters.run_id));
        const answered = page(found.map(artifactWire), query, pageSize);
        return { ...answered, body: { total_count: found.length, artifacts: answered.body } };
      }
      case "actions/get-artifact": {
        const found = artifacts.find(({ id }) => id === Number(parameters.artifact_id));
        return found === undefined ? refusal(404, "Not Found") : { status: 200, body: artifactWire(found) };
      }
      case "actions/download-artifact":
        return { status: 302, headers: { location: `${options.blobUrl}/${parameters.artifact_id}?sig=secret` } };
      case "checks/create":
        return { status: 201, body: checkWire(storeCheck(checks, body.head_sha, body)) };
      case "checks/update":
      case "checks/list-annotations": {
        const found = checks.find(({ id }) => id === Number(parameters.check_run_id));
        if (found === undefined) return refusal(404, "Not Found");
        if (!writes) return page(found.annotations.map(annotationWire), query, pageSize);
        return { status: 200, body: checkWire(updateCheck(found, body)) };
      }
      case "checks/list-for-ref": {
        const found = latestChecks(checks, parameters.ref ?? "", query.get("check_name"));
        const answered = page(found.map(checkWire), query, pageSize);
        return { ...answered, body: { total_count: found.length, check_runs: answered.body } };
      }
      case "repos/create-commit-status":
        statuses.push({ sha: parameters.sha ?? "", content: body });
        return { status: 201, body: statusWire({ sha: parameters.sha ?? "", content: body }, statuses.length) };
      case "issues/list-comments":
        return page(comments.filter((comment) => comment.issue === issue).map(wire), query, pageSize);
      case "issues/create-comment":
        return { status: 201, body: wire(addComment(viewer, body.body, issue)) };
      default: {
        const index = comments.findIndex(({ id }) => id === Number(parameters.comment_id));
        const comment = comments[index];
        if (comment === undefined) return refusal(404, "Not Found");
        if (operation.method === "GET") return { status: 200, body: wire(comment) };
        if (operation.method === "DELETE") {
          comments.splice(index, 1);
          return { status: 204 };
        }
        comment.body = body.body;
        return { status: 200, body: wire(comment) };
      }
    }
  }

  /** GraphQL is not in the OpenAPI description, so the only supported query is checked here. */
  function graphql(body: Payload): Answer {
    if (
      typeof body?.query !== "string" ||
      !/^query\s*\{\s*viewer\s*\{\s*login databaseId\s*\}\s*\}$/.test(body.query)
    ) {
      violations.push(`graphql: unknown query ${JSON.stringify(body)}`);
    }
    return { status: 200, body: { data: { viewer: { login: viewer, databaseId: numberOf(viewer) } } } };
  }

  function handle(
    method: string,
    url: URL,
    text: string,
    authorization: string | undefined,
  ): Answer & { operation: string } {
    let body: Payload | undefined;
    try {
      body = text === "" ? undefined : JSON.parse(text);
    } catch {
      violations.push(`${method} ${url.pathname}: the body is not JSON`);
    }
    const home = `${prefix}/repos/Codertocat/Hello-World/`;
    if (options.isTransferred && url.pathname.startsWith(home)) {
      const location = `${origin()}${prefix}/repositories/186853002/${url.pathname.slice(home.length)}${url.search}`;
      return { operation: "redirect", status: method === "GET" ? 301 : 307, headers: { location }, body: {} };
    }
    const isGraphql = method === "POST" && url.pathname === `${prefix.replace("/v3", "")}/graphql`;
    const matched = isGraphql
      ? undefined
      : matchOperation(method, url.pathname.slice(prefix.length).replace(/^\/repositories\/\d+\//, "/repos/o/r/"));
    if (!isGraphql && matched === undefined) {
      violations.push(`no operation for ${method} ${url.pathname}`);
      return { operation: "unknown", ...refusal(404, "Not Found") };
    }
    const operation = matched?.operation.operationId ?? "graphql";
    if (matched !== undefined) violations.push(...requestProblems(matched, url.searchParams, body));
    if (!new RegExp(`^(?:token|bearer) ${token}$`, "i").test(authorization ?? "")) {
      return { operation, ...refusal(401, "Bad credentials") };
    }
    const regular = () => (matched === undefined ? graphql(body ?? {}) : answer(matched, url.searchParams, body ?? {}));
    const fault = faults.find((candidate) => candidate.operation === operation && candidate.times > 0);
    if (fault !== undefined) {
      fault.times--;
      if (fault.afterwards) regular();
      const failed =
        fault.status === 422 ? invalid(fault.message ?? "invalid") : refusal(fault.status, fault.message ?? "fault");
      if (matched !== undefined) violations.push(...responseProblems(matched, failed.status, failed.body));
      return { operation, ...failed, headers: fault.headers ?? {} };
    }
    const given = regular();
    if (matched !== undefined) violations.push(...responseProblems(matched, given.status, given.body));
    return { operation, ...given };
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const url = new URL(request.url ?? "/", origin());
      const given = handle(request.method ?? "GET", url, text, request.headers.authorization);
      requests.push({ operation: given.operation, path: url.pathname + url.search, body: text, status: given.status });
      const links = given.more ? { link: `<${nextPage(url)}>; rel="next"` } : {};
      response.writeHead(given.status, {
        "content-type": "application/json; charset=utf-8",
        ...links,
        ...given.headers,
      });
      response.end(given.body === undefined ? undefined : JSON.stringify(given.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: origin() + prefix,
    comments,
    checks,
    statuses,
    artifacts,
    pulls,
    mergeBases,
    requests,
    violations,
    operations: () => requests.map(({ operation }) => operation),
    addComment,
    fail: (fault) => void faults.push({ times: 1, ...fault }),
    setHead(sha) {
      head = sha;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether there is another page. */
  readonly more?: boolean;
}

function refusal(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: "https://docs.github.com/rest", status: String(status) } };
}

function invalid(message: string): Answer {
  const errors = [{ resource: "IssueComment", code: "unprocessable", field: "data", message }];
  return {
    status: 422,
    body: { message: "Validation Failed", errors, documentation_url: "https://docs.github.com/rest" },
  };
}

function page(all: readonly Payload[], query: URLSearchParams, pageSize: number): Answer {
  const size = Math.min(Number(query.get("per_page") ?? 30), pageSize);
  const start = (Number(query.get("page") ?? 1) - 1) * size;
  return { status: 200, body: all.slice(start, start + size), more: all.length > start + size };
}

function nextPage(url: URL): string {
  const next = new URL(url);
  next.searchParams.set("page", String(Number(url.searchParams.get("page") ?? 1) + 1));
  return next.href;
}

function wire(comment: StoredComment): Payload {
  const repository = "https://api.github.com/repos/Codertocat/Hello-World";
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${repository}/issues/comments/${comment.id}`,
    html_url: `https://github.com/Codertocat/Hello-World/pull/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `${repository}/issues/${comment.issue}`,
    body: comment.body,
    user: account(comment.author, numberOf(comment.author)),
    created_at: "2026-11-20T08:00:00Z",
    updated_at: "2026-11-20T08:00:00Z",
    author_association: "CONTRIBUTOR",
    minimized: comment.hidden === undefined ? null : { reason: comment.hidden },
  };
}

function pullWire({ number, state, sha, branch, repository, base }: StoredPull): Payload {
  const pull = pullRequest(number, sha);
  const repo = { ...pull.head.repo, full_name: repository };
  const baseSide = base === undefined ? pull.base : { ...pull.base, sha: base, ref: "main" };
  return { ...pull, state, head: { ...pull.head, ref: branch, repo }, base: baseSide };
}

/** A stable number for an account. */
function numberOf(login: string): number {
  return Buffer.from(login).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
}

function fullUser(login: string): Payload {
  const texts = { name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null };
  const numbers = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  const dates = { created_at: "2020-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
  return { ...account(login, numberOf(login)), ...texts, ...numbers, ...dates };
}

function pullRequest(number: number, head: string): Payload {
  const { pull_request: pull } = eventExample("pull_request", (payload) => payload.action === "synchronize");
  return { ...pull, number, head: { ...pull.head, sha: head } };
}
