import "./chunks/shared-report-render-report.js";
import {
  renderTargets,
  selectTargets,
  writeFileAtomically,
  writeManifests
} from "./chunks/shared-picomatch.js";
import "./chunks/shared-resource-re2-parser.js";
import "./chunks/shared-yaml-composer.js";
import {
  createHelm,
  defaultStoreDirectory,
  lazyRemotes,
  openRepository
} from "./chunks/shared-sources-remote-git-url.js";
import "./chunks/shared-sources-helm-directory.js";
import {
  gitTree
} from "./chunks/shared-sources-virtual-tree.js";
import {
  SAFE_PROTOCOLS
} from "./chunks/shared-sources-git-revisions.js";
import "./chunks/shared-sources-disk-tree.js";
import "./chunks/shared-sources-git-git-process.js";
import "./chunks/shared-resource-merge-schema-data.js";
import {
  nearest
} from "./chunks/shared-documents-spelling.js";
import {
  htmlReport
} from "./chunks/shared-report-html.js";
import {
  jsonReport
} from "./chunks/shared-report-json.js";
import {
  markdownReport
} from "./chunks/shared-report-markdown.js";
import {
  fence
} from "./chunks/shared-report-summary.js";
import {
  review,
  withholdSecrets
} from "./chunks/shared-diff.js";
import {
  patchReport
} from "./chunks/shared-report-patch.js";
import {
  KrmError,
  diagnosticsOf,
  failure,
  formatDiagnostic,
  visible
} from "./chunks/shared-diagnostics.js";
import "./chunks/shared-runtime.js";

// src/github/annotations.ts
var MAX_ANNOTATIONS = 10;
var SEVERITIES = ["error", "warning", "notice"];
function annotate(runner, diagnostics) {
  const distinct = [...new Map(diagnostics.map((diagnostic) => [key(diagnostic), diagnostic])).values()];
  for (const severity of SEVERITIES) {
    const ofSeverity = distinct.filter((diagnostic) => diagnostic.severity === severity);
    for (const diagnostic of ofSeverity.slice(0, MAX_ANNOTATIONS)) runner.annotate(diagnostic);
    const others = ofSeverity.slice(MAX_ANNOTATIONS);
    if (others.length === 0) continue;
    runner.log(`${others.length} more of severity ${severity}, which the runner would not keep as annotations:`);
    for (const diagnostic of others) runner.log(formatDiagnostic(diagnostic));
  }
}
function key(diagnostic) {
  const { code, severity, message, file, line, column } = diagnostic;
  return JSON.stringify([code, severity, message, file, line, column]);
}

// src/github/retry.ts
var systemClock = {
  now: Date.now,
  sleep: (milliseconds) => new Promise((resolve3) => setTimeout(resolve3, milliseconds)),
  random: Math.random
};
var MAX_TRIES = 3;
var LONGEST_WAIT = 6e4;
var UNTOLD_WAIT = 6e4;
var FIRST_PAUSE = 1e3;
async function retrying(attempt, clock, recover) {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (thrown) {
      const wait = tries < MAX_TRIES ? pause(thrown, tries, clock) : void 0;
      if (wait === void 0) throw thrown;
      await clock.sleep(wait);
      const recovered = await recover?.();
      if (recovered !== void 0) return recovered;
    }
  }
}
function isRateLimit(failed) {
  if (failed.status === 429) return true;
  if (failed.status !== 403) return false;
  const inWords = /secondary rate limit|rate limit exceeded/i.test(failed.message ?? "");
  return inWords || header(failed, "retry-after") !== void 0 || isExhausted(failed);
}
function rateLimitWait(failed, clock) {
  const retryAfter = header(failed, "retry-after");
  if (retryAfter !== void 0) return Math.max(0, retryAfter * 1e3);
  const reset = header(failed, "x-ratelimit-reset");
  return isExhausted(failed) && reset !== void 0 ? Math.max(0, reset * 1e3 - clock.now()) : UNTOLD_WAIT;
}
function isNetworkFailure(failed) {
  return failed.response === void 0 && failed.status === 500;
}
function pause(failed, tries, clock) {
  const backoff = FIRST_PAUSE * 2 ** (tries - 1) * (1 + clock.random());
  if (isRateLimit(failed)) {
    const wait = rateLimitWait(failed, clock);
    return wait > LONGEST_WAIT ? void 0 : wait + FIRST_PAUSE * clock.random();
  }
  const transient = [502, 503, 504].includes(failed.status ?? 0) || isNetworkFailure(failed);
  return transient ? backoff : void 0;
}
function isExhausted(failed) {
  return header(failed, "x-ratelimit-remaining") === 0;
}
function header(failed, name) {
  const value = failed.response?.headers?.[name];
  return value !== void 0 && /^\d{1,12}$/.test(String(value)) ? Number(value) : void 0;
}

// src/github/api-problems.ts
function apiProblem(action, thrown, clock) {
  const failed = thrown;
  const problem = (code, why, hint) => failure(code, `could not ${action}: ${why}`, { hint });
  if (isNetworkFailure(failed)) {
    return problem("github-unavailable", `no answer from GitHub (${oneLine(failed.message)})`, RETRY_LATER);
  }
  if (isRateLimit(failed)) return problem("github-rate-limited", rateLimitReason(failed, clock), RETRY_LATER);
  const status = failed.status ?? 0;
  const answered = status === 0 ? "GitHub's answer cannot be used" : `GitHub answered ${status}`;
  const said = `${answered}${failed.message ? ` (${oneLine(failed.message)})` : ""}`;
  if (status === 401) {
    return problem(
      "github-unauthorized",
      said,
      "Check the input github-token: the token is wrong, expired or revoked."
    );
  }
  if (status === 403) {
    const locked = /\blocked\b/i.test(said);
    return problem("github-forbidden", said, locked ? "The conversation is locked: unlock it." : FORBIDDEN_HINT);
  }
  if (status === 404 || status === 410) {
    return problem(
      "github-not-found",
      said,
      "Check that the pull request exists and that the token may see this repository."
    );
  }
  if (status === 422 && isTooLong(failed)) {
    return problem("github-body-too-long", said, "Lower the input comment-max-bytes.");
  }
  if (status >= 500) return problem("github-unavailable", said, RETRY_LATER);
  return problem("github-refused", said, "The job summary holds the report.");
}
function isTransient(problem) {
  return problem.code === "github-unavailable" || problem.code === "github-rate-limited";
}
var RETRY_LATER = "Re-run the job later; the job summary and the report files hold the result of this run.";
var FORBIDDEN_HINT = "Give the job `permissions: pull-requests: write`. For a pull request from a fork or by Dependabot the token is read-only whatever the workflow says; the job summary then holds the report.";
function rateLimitReason(failed, clock) {
  const wait = rateLimitWait(failed, clock);
  const limit = `GitHub's rate limit is reached (${failed.status})`;
  if (wait <= LONGEST_WAIT) return limit;
  return `${limit} and lasts another ${Math.ceil(wait / 6e4)} minutes`;
}
function isTooLong(failed) {
  return /too long|maximum is \d+ characters/i.test(`${failed.message} ${JSON.stringify(failed.response?.data ?? "")}`);
}
function oneLine(text2) {
  const line = (text2 ?? "unknown").replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

// src/github/api.ts
var PAGE_SIZE = 100;
var MAX_PAGES = 200;
var REQUEST_TIMEOUT = 3e4;
async function connectGitHub(options) {
  const { getOctokit } = await import("./chunks/actions-github.js");
  const octokit = getOctokit(options.token, { baseUrl: options.apiUrl, log: silence });
  const clock = options.clock ?? systemClock;
  const place = { owner: options.owner, repo: options.repository };
  const limits = () => ({ request: { signal: AbortSignal.timeout(REQUEST_TIMEOUT) } });
  async function perform(action, attempt, recover) {
    try {
      return await retrying(attempt, clock, recover);
    } catch (thrown) {
      throw apiProblem(action, thrown, clock);
    }
  }
  async function commentPage(issue, page) {
    const parameters = { ...place, ...limits(), issue_number: issue, per_page: PAGE_SIZE, page };
    const { data, headers } = await octokit.request(
      "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
      parameters
    );
    if (!Array.isArray(data)) throw new Error("the answer is no list of comments");
    return { comments: data.map(fromWire), more: /rel="?next"?/.test(headers.link ?? "") };
  }
  async function listComments(issue) {
    const all = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { comments, more } = await perform(`list the comments of #${issue}`, () => commentPage(issue, page));
      all.push(...comments);
      if (!more || comments.length === 0) return all;
    }
    const problem = new Error(`there are more than ${all.length}`);
    throw apiProblem(`list the comments of #${issue}`, problem, clock);
  }
  async function restViewer() {
    return (await octokit.request("GET /user", limits())).data?.login;
  }
  async function graphqlViewer() {
    const query = "query { viewer { login } }";
    return (await octokit.graphql(query, limits()))?.viewer?.login;
  }
  return {
    listComments,
    createComment: (issue, body) => perform(
      `create the comment on #${issue}`,
      async () => {
        const parameters = { ...place, ...limits(), issue_number: issue, body };
        return fromWire(
          (await octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", parameters)).data
        );
      },
      async () => (await listComments(issue)).findLast((comment) => comment.body === body)
    ),
    updateComment: (id, body) => perform(`update the comment ${id}`, async () => {
      const parameters = { ...place, ...limits(), comment_id: id, body };
      return fromWire(
        (await octokit.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", parameters)).data
      );
    }),
    deleteComment: (id) => perform(`delete the comment ${id}`, async () => {
      const parameters = { ...place, ...limits(), comment_id: id };
      await octokit.request("DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}", parameters);
    }),
    async viewer() {
      const ways = options.token.startsWith("ghs_") ? [graphqlViewer] : [restViewer, graphqlViewer];
      for (const way of ways) {
        try {
          const login = await perform("ask whose token this is", way);
          if (login !== void 0) return login;
        } catch (thrown) {
          if (!(thrown instanceof KrmError) || isTransient(thrown)) throw thrown;
        }
      }
      return void 0;
    },
    pullRequestHead: (pullRequest2) => perform(`read pull request #${pullRequest2}`, async () => {
      const parameters = { ...place, ...limits(), pull_number: pullRequest2 };
      return (await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", parameters)).data.head.sha;
    })
  };
}
function fromWire(answer) {
  const { id, html_url: url, body, user } = answer ?? {};
  if (typeof id !== "number" && typeof id !== "bigint" || typeof url !== "string") {
    throw new Error("the answer is no comment");
  }
  const { login } = user ?? {};
  return {
    id: Number(id),
    url,
    body: typeof body === "string" ? body : "",
    author: typeof login === "string" ? login : void 0
  };
}
var silence = { debug() {
}, info() {
}, warn() {
}, error() {
} };

// src/github/context.ts
import { readFile } from "node:fs/promises";

// src/github/event.ts
var SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
var NO_COMMIT = /^0+$/;
function readEvent(event, payload, environment) {
  switch (event) {
    case "pull_request":
    case "pull_request_review":
    case "pull_request_review_comment":
      return pullRequest(event, payload, environment, []);
    case "pull_request_target":
      return pullRequest(event, payload, environment, [PULL_REQUEST_TARGET]);
    case "push":
      return push(payload);
    case "merge_group":
      return mergeGroup(payload);
    default:
      return anyOther(event, payload, environment);
  }
}
function pullRequest(event, payload, environment, notes) {
  const number = at(payload, "pull_request", "number");
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1) {
    throw failure("invalid-event", `the ${event} event has no number of a pull request`);
  }
  const isFork = at(payload, "pull_request", "head", "repo", "id") !== at(payload, "repository", "id");
  const isDependabot = environment.GITHUB_ACTOR === "dependabot[bot]";
  const untrusted = isDependabot ? "dependabot" : isFork ? "fork" : void 0;
  return {
    kind: "pull-request",
    number,
    // Not GITHUB_SHA, which is a merge with the base branch: it would mix in changes that are not of this pull request.
    head: { sha: sha(event, payload, "pull_request", "head", "sha"), label: `#${number}`, reason: "pull request head" },
    base: {
      rule: "merge-base",
      sha: sha(event, payload, "pull_request", "base", "sha"),
      label: text(at(payload, "pull_request", "base", "ref")) ?? "the base branch"
    },
    readOnly: event === "pull_request_target" ? void 0 : untrusted,
    notes
  };
}
function push(payload) {
  const ref = text(at(payload, "ref")) ?? "";
  const label = ref.replace(/^refs\/(?:heads|tags)\//, "");
  const after = text(at(payload, "after")) ?? "";
  if (at(payload, "deleted") === true || NO_COMMIT.test(after)) {
    return { kind: "nothing", notes: [notice("ref-deleted", `${label || "the ref"} was deleted: nothing to render`)] };
  }
  const headSha = text(at(payload, "head_commit", "id")) ?? after;
  if (!SHA.test(headSha)) throw failure("invalid-event", "the push event names no commit after the push");
  const head = { sha: headSha, label, reason: "pushed commit" };
  const before = text(at(payload, "before")) ?? "";
  if (SHA.test(before) && !NO_COMMIT.test(before)) {
    return {
      kind: "commits",
      head,
      base: { rule: "commit", sha: before, label, reason: "before the push" },
      notes: []
    };
  }
  return { kind: "commits", head, base: defaultBranch(payload), notes: [] };
}
function mergeGroup(payload) {
  const head = text(at(payload, "merge_group", "head_ref"))?.replace(/^refs\/heads\//, "") ?? "merge group";
  const base = text(at(payload, "merge_group", "base_ref"))?.replace(/^refs\/heads\//, "") ?? "merge group base";
  const event = "merge_group";
  return {
    kind: "commits",
    head: { sha: sha(event, payload, "merge_group", "head_sha"), label: head, reason: "merge group head" },
    base: {
      rule: "commit",
      sha: sha(event, payload, "merge_group", "base_sha"),
      label: base,
      reason: "merge group base"
    },
    notes: []
  };
}
function anyOther(event, payload, environment) {
  const head = environment.GITHUB_SHA ?? "";
  if (!SHA.test(head)) throw failure("invalid-event", `GITHUB_SHA of the ${event} event is not a commit`);
  const label = (environment.GITHUB_REF ?? "").replace(/^refs\/(?:heads|tags)\//, "") || "the checked-out commit";
  const note = notice(
    "event-without-pull-request",
    `the event ${event} names no commit of a pull request: there will be no comment`,
    "The job summary and the report files hold the result. Choose what is compared with the inputs base and head."
  );
  return {
    kind: "commits",
    head: { sha: head, label, reason: `commit of the ${event} event` },
    base: defaultBranch(payload),
    notes: event === "workflow_dispatch" ? [] : [note]
  };
}
function defaultBranch(payload) {
  const branch = text(at(payload, "repository", "default_branch"));
  return branch === void 0 ? void 0 : { rule: "merge-base-with-branch", branch };
}
var PULL_REQUEST_TARGET = {
  code: "privileged-event",
  severity: "warning",
  message: "pull_request_target gives this job a token that can write, while the files come from the pull request. They are read from git as data: nothing of them is checked out or executed here",
  hint: "Use the event pull_request where you can, and keep steps that run code of the pull request out of this job."
};
function notice(code, message, hint) {
  return { code, severity: "notice", message, hint };
}
function at(value, ...path) {
  let current = value;
  for (const key2 of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key2)) return void 0;
    current = current[key2];
  }
  return current;
}
function text(value) {
  return typeof value === "string" && value !== "" ? value : void 0;
}
function sha(event, payload, ...path) {
  const value = at(payload, ...path);
  if (typeof value === "string" && SHA.test(value)) return value;
  throw failure("invalid-event", `the ${event} event has no commit at ${path.join(".")}`, {
    hint: "The event file is not one that GitHub wrote for this event; see GITHUB_EVENT_NAME and GITHUB_EVENT_PATH."
  });
}

// src/github/context.ts
async function readContext(environment) {
  const variable2 = (name) => required(environment, name);
  const [owner, repository, ...rest] = variable2("GITHUB_REPOSITORY").split("/");
  if (!owner || !repository || rest.length > 0) {
    throw failure("missing-environment", "GITHUB_REPOSITORY is not of the form owner/name", { hint: RUNNER_HINT });
  }
  const serverUrl = (environment.GITHUB_SERVER_URL || "https://github.com").replace(/\/+$/, "");
  const event = variable2("GITHUB_EVENT_NAME");
  const run2 = count(environment.GITHUB_RUN_ID);
  return {
    owner,
    repository,
    serverUrl,
    apiUrl: (environment.GITHUB_API_URL || "https://api.github.com").replace(/\/+$/, ""),
    workspace: variable2("GITHUB_WORKSPACE"),
    workflow: environment.GITHUB_WORKFLOW || "workflow",
    job: environment.GITHUB_JOB || "job",
    run: run2,
    attempt: count(environment.GITHUB_RUN_ATTEMPT) || 1,
    runUrl: `${serverUrl}/${owner}/${repository}/actions/runs/${run2}`,
    event,
    comparison: readEvent(event, await readPayload(variable2("GITHUB_EVENT_PATH")), environment)
  };
}
var RUNNER_HINT = "The action is to be started by a GitHub Actions runner; on a command line use `krm-render diff`.";
function required(environment, name) {
  const value = environment[name];
  if (!value)
    throw failure("missing-environment", `the environment variable ${name} is not set`, { hint: RUNNER_HINT });
  return value;
}
function count(text2) {
  return text2 !== void 0 && /^\d{1,15}$/.test(text2) ? Number(text2) : 0;
}
async function readPayload(file) {
  let text2;
  try {
    text2 = await readFile(file, "utf8");
  } catch (cause) {
    throw failure("event-not-readable", `the event file ${file} cannot be read`, { hint: RUNNER_HINT, cause });
  }
  try {
    return JSON.parse(text2);
  } catch (cause) {
    throw failure("invalid-event", `the event file ${file} is not JSON`, { hint: RUNNER_HINT, cause });
  }
}

// src/github/marker.ts
var MARKER = /^<!-- krm-render id=([^ ]+)(?: run=(\d{1,15})\.(\d{1,9}))? -->$/;
function encodeKey(key2) {
  const encoded = encodeURIComponent(Buffer.from(key2).toString()).replace(/[!'()*]/g, percent);
  return encoded.replaceAll("%2F", "/").replace(/--+/g, (run2) => `-${"%2D".repeat(run2.length - 1)}`);
}
function percent(character) {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
function formatMarker(key2, stamp) {
  return `<!-- krm-render id=${encodeKey(key2)} run=${stamp.run}.${stamp.attempt} -->`;
}
function readMarker(body, key2) {
  const end = body.indexOf("\n");
  const line = (end === -1 ? body : body.slice(0, end)).trimEnd();
  const match = MARKER.exec(line);
  if (match === null || match[1] !== encodeKey(key2)) return void 0;
  const stamp = { run: Number(match[2] ?? 0), attempt: Number(match[3] ?? 0) };
  return { stamp, text: end === -1 ? "" : body.slice(end + 1) };
}
function isNewer(left, right) {
  return left.run === right.run ? left.attempt > right.attempt : left.run > right.run;
}

// src/github/log-text.ts
function logText(text2) {
  return text2.split(/\r\n|\r|\n/).map(logLine).join("\n");
}
function logLine(line) {
  const inert = visible(line).replaceAll("##[", "## [");
  return /^\s*::/.test(inert) ? `| ${inert}` : inert;
}

// src/github/runner.ts
async function connectRunner() {
  const core = await import("./chunks/actions-core.js");
  return {
    log: (text2) => core.info(logText(text2)),
    annotate(diagnostic) {
      const { file, line, column, ...rest } = diagnostic;
      const properties = {
        title: diagnostic.code,
        ...file === void 0 ? {} : { file: visible(file) },
        ...line === void 0 ? {} : { startLine: line },
        ...column === void 0 ? {} : { startColumn: column }
      };
      core[diagnostic.severity](formatDiagnostic(file === void 0 ? rest : diagnostic), properties);
    },
    setOutput: (name, value) => core.setOutput(name, value)
  };
}

// src/github/sticky-comment.ts
var ACTIONS_BOT = "github-actions[bot]";
async function postStickyComment(github, wanted) {
  const [kept, ...duplicates] = await ownComments(github, wanted);
  const newest = [kept, ...duplicates].filter((own) => own !== void 0).find((own) => isNewer(own.stamp, wanted.stamp));
  if (newest !== void 0) {
    return skipped(newest.comment, "comment-is-newer", `run ${newest.stamp.run} is newer and has written the comment`);
  }
  if (kept === void 0 && !wanted.create) return { outcome: "skipped", comment: void 0, notes: [] };
  const notes = [];
  const isCurrent = kept !== void 0 && isCurrentText(kept, wanted);
  if (!isCurrent) {
    const head = await github.pullRequestHead(wanted.pullRequest).catch(() => wanted.head);
    if (head !== wanted.head) {
      const reason = `the pull request has moved on to ${head.slice(0, 7)}: its own run will write the comment`;
      return skipped(kept?.comment, "head-moved-on", reason);
    }
  }
  const body = `${formatMarker(wanted.key, wanted.stamp)}
${wanted.text}`;
  const posted = await write(github, wanted, kept?.comment, isCurrent, body);
  for (const { comment } of duplicates) notes.push(await removeDuplicate(github, comment));
  return { ...posted, notes };
}
async function ownComments(github, wanted) {
  const marked = [];
  for (const comment of await github.listComments(wanted.pullRequest)) {
    const marker = readMarker(comment.body, wanted.key);
    if (marker !== void 0) marked.push({ comment, ...marker });
  }
  if (marked.length === 0) return [];
  const viewer = await github.viewer() ?? ACTIONS_BOT;
  return marked.filter(({ comment }) => comment.author === viewer).sort((left, right) => left.comment.id - right.comment.id);
}
async function write(github, wanted, present2, isCurrent, body) {
  if (present2 === void 0) {
    return { outcome: "created", comment: await github.createComment(wanted.pullRequest, body) };
  }
  if (isCurrent) return { outcome: "unchanged", comment: present2 };
  return { outcome: "updated", comment: await github.updateComment(present2.id, body) };
}
function isCurrentText(own, wanted) {
  return comparable(own.text, own.stamp) === comparable(wanted.text, wanted.stamp);
}
function comparable(text2, stamp) {
  return text2.replaceAll("\r\n", "\n").replaceAll(`/actions/runs/${stamp.run})`, "/actions/runs/)").trimEnd();
}
async function removeDuplicate(github, comment) {
  try {
    await github.deleteComment(comment.id);
    return {
      code: "duplicate-comment",
      severity: "notice",
      message: `deleted an older copy of the comment: ${comment.url}`
    };
  } catch (thrown) {
    const message = `a copy of the comment is left at ${comment.url}: ${diagnosticsOf(thrown)[0]?.message}`;
    return { code: "duplicate-comment", severity: "warning", message };
  }
}
function skipped(comment, code, reason) {
  return {
    outcome: "skipped",
    comment,
    notes: [{ code, severity: "notice", message: `comment not written: ${reason}` }]
  };
}

// src/github/summary.ts
import { appendFile, stat } from "node:fs/promises";
var SUMMARY_LIMIT = 1024 * 1024;
var SMALLEST = 500;
async function writeSummary(file, markdown) {
  if (!file) return void 0;
  const present2 = await stat(file).then(
    ({ size }) => size,
    () => 0
  );
  const room = SUMMARY_LIMIT - present2 - 1;
  if (room < SMALLEST) return void 0;
  const { text: text2, truncated } = markdown(room);
  try {
    await appendFile(file, `${text2}
`);
  } catch (cause) {
    throw failure("output-unwritable", `the job summary cannot be written: ${cause.message}`, { cause });
  }
  return { truncated };
}

// src/action/inputs.ts
var COMMENT_MODES = ["auto", "always", "on-change", "on-failure", "never"];
var FAIL_ON = ["error", "warning", "never"];
var INPUT_DEFAULTS = {
  targets: "",
  base: "",
  head: "",
  "working-directory": ".",
  comment: "auto",
  "comment-key": "",
  "comment-max-bytes": "60000",
  "github-token": "",
  matrix: "",
  "output-dir": "krm-render-report",
  "load-restrictor": "LoadRestrictionsRootOnly",
  "enable-helm": "false",
  remote: "false",
  "allow-private-hosts": "false",
  concurrency: "8",
  "fail-on": "error"
};
var PREFIX = "INPUT_";
var MAX_KEY_LENGTH = 200;
function readInputs(environment) {
  const problems = [];
  const text2 = (name) => environment[variable(name)]?.trim() || INPUT_DEFAULTS[name];
  const invalid = (name, message) => {
    problems.push({ code: "invalid-input", severity: "error", message: `input ${name}: ${message}` });
  };
  function choice(name, choices) {
    const value = text2(name);
    const chosen = choices.find((candidate) => candidate === value);
    if (chosen === void 0) {
      const guess = nearest(value, choices);
      const meant = guess === void 0 ? "" : `; did you mean "${guess}"?`;
      invalid(name, `"${value}" is none of ${choices.join(", ")}${meant}`);
    }
    return chosen ?? choices[0];
  }
  function integer(name, least, most) {
    const value = text2(name);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) invalid(name, `"${value}" is no whole number from ${least} to ${most}`);
    return number;
  }
  function key2() {
    const value = text2("comment-key");
    if (value.length > MAX_KEY_LENGTH) invalid("comment-key", `is longer than ${MAX_KEY_LENGTH} characters`);
    return value || void 0;
  }
  function token() {
    const value = text2("github-token");
    if (!/^[\x21-\x7e]*$/.test(value)) invalid("github-token", "holds a character that no token has");
    return value || void 0;
  }
  const inputs = {
    targets: splitPatterns(text2("targets")),
    base: text2("base") || void 0,
    head: text2("head") || void 0,
    workingDirectory: text2("working-directory"),
    comment: choice("comment", COMMENT_MODES),
    commentKey: key2(),
    matrix: matrixValues(text2("matrix")),
    commentMaxBytes: integer("comment-max-bytes", 2e3, 65e3),
    token: token(),
    outputDirectory: text2("output-dir"),
    loadRestrictor: choice("load-restrictor", ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"]) === "LoadRestrictionsNone" ? "none" : "root-only",
    enableHelm: choice("enable-helm", ["false", "true"]) === "true",
    remote: choice("remote", ["false", "true"]) === "true",
    allowPrivateHosts: choice("allow-private-hosts", ["false", "true"]) === "true",
    concurrency: integer("concurrency", 1, 64),
    failOn: choice("fail-on", FAIL_ON)
  };
  if (problems.length > 0) throw new KrmError(problems);
  return { inputs, warnings: unknownInputs(environment) };
}
function matrixValues(json) {
  try {
    const values = Object.values(JSON.parse(json) ?? {});
    return values.map((value) => typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    return [];
  }
}
function variable(name) {
  return `${PREFIX}${name.toUpperCase()}`;
}
function unknownInputs(environment) {
  const known = Object.keys(INPUT_DEFAULTS);
  return Object.keys(environment).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length).toLowerCase()).filter((name) => !known.includes(name)).map((name) => {
    const guess = nearest(name, known);
    const hint = guess === void 0 ? `The inputs are ${known.join(", ")}.` : `Did you mean ${guess}?`;
    return { code: "unknown-input", severity: "warning", message: `there is no input "${name}"`, hint };
  });
}
function splitPatterns(text2) {
  const patterns = [];
  let depth = 0;
  let current = "";
  for (const character of text2) {
    if ("{[(".includes(character)) depth++;
    if ("}])".includes(character)) depth = Math.max(0, depth - 1);
    if (character === "\n" || character === "," && depth === 0) {
      patterns.push(current.trim());
      current = "";
      depth = 0;
    } else {
      current += character;
    }
  }
  patterns.push(current.trim());
  return patterns.filter((pattern) => pattern !== "");
}

// src/action/outputs.ts
var OUTPUT_DEFAULTS = {
  changed: "false",
  failed: "false",
  truncated: "false",
  targets: "0",
  "targets-changed": "0",
  "targets-failed": "0",
  "resources-added": "0",
  "resources-removed": "0",
  "resources-changed": "0",
  "base-sha": "",
  "head-sha": "",
  "report-dir": "",
  "markdown-path": "",
  "html-path": "",
  "json-path": "",
  "diff-path": "",
  "manifests-dir": "",
  "comment-id": "",
  "comment-url": ""
};
function setOutputs(runner, outputs) {
  for (const [name, value] of Object.entries({ ...OUTPUT_DEFAULTS, ...outputs })) runner.setOutput(name, value);
}
function countsOf(report) {
  const { targets } = report;
  const changes = targets.flatMap((target) => target.changes);
  const count2 = (op) => String(changes.filter((change) => change.op === op).length);
  const failed = targets.filter(({ status }) => status === "failed").length;
  const changed = targets.filter(({ status }) => status !== "unchanged" && status !== "failed").length;
  return {
    changed: String(changed > 0),
    failed: String(failed > 0),
    targets: String(targets.length),
    "targets-changed": String(changed),
    "targets-failed": String(failed),
    "resources-added": count2("added"),
    "resources-removed": count2("removed"),
    "resources-changed": count2("changed"),
    "base-sha": report.base.sha ?? "",
    "head-sha": report.head.sha ?? ""
  };
}

// src/action/run.ts
import { join as join3, resolve as resolve2 } from "node:path";

// src/action/comment.ts
var SMALLEST_BODY = 2e3;
async function updateComment(options) {
  const { inputs, context } = options;
  const { comparison } = context;
  if (inputs.comment === "never") return without("no comment: input comment is never");
  if (comparison.kind !== "pull-request") return without(`no comment: the event ${context.event} has no pull request`);
  if (inputs.token === void 0) return without("no comment", NO_TOKEN);
  const sticky = {
    key: inputs.commentKey ?? defaultKey(inputs, context),
    stamp: { run: context.run, attempt: context.attempt },
    pullRequest: comparison.number,
    head: comparison.head.sha,
    create: mayCreate(options)
  };
  try {
    const { owner, repository, apiUrl } = context;
    const github = await options.connect({ token: inputs.token, apiUrl, owner, repository });
    const { posted, truncated } = await postWithin(github, sticky, options.markdown, inputs.commentMaxBytes);
    return {
      outputs: posted.comment === void 0 ? {} : outputsOf(posted.comment, truncated),
      diagnostics: posted.notes,
      story: storyOf(posted)
    };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown).map((diagnostic) => explained(diagnostic, comparison.readOnly));
    return { outputs: {}, diagnostics, story: "the comment could not be written" };
  }
}
function defaultKey({ matrix }, { workflow, job }) {
  return matrix.length === 0 ? `${workflow}/${job}` : `${workflow}/${job} (${matrix.join(", ")})`;
}
async function postWithin(github, sticky, markdown, maxBytes) {
  const overhead = Buffer.byteLength(formatMarker(sticky.key, sticky.stamp)) + 1;
  for (let budget = maxBytes; ; budget = Math.floor(budget / 2)) {
    const { text: text2, truncated } = markdown(Math.max(SMALLEST_BODY, budget) - overhead);
    try {
      return { posted: await postStickyComment(github, { ...sticky, text: text2 }), truncated };
    } catch (thrown) {
      const tooLong = thrown instanceof KrmError && thrown.code === "github-body-too-long";
      if (!tooLong || budget <= SMALLEST_BODY) throw thrown;
    }
  }
}
function outputsOf(comment, truncated) {
  return { truncated: String(truncated), "comment-id": String(comment.id), "comment-url": comment.url };
}
function storyOf({ outcome, comment }) {
  if (comment === void 0) return "no comment: there is nothing to tell, and none to bring up to date";
  return `comment ${outcome}: ${comment.url}`;
}
function mayCreate({ inputs, changed, failed }) {
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
function without(story, ...diagnostics) {
  return { outputs: {}, diagnostics, story };
}
var NO_TOKEN = {
  code: "no-token",
  severity: "warning",
  message: "the comment is not written: the input github-token is empty",
  hint: "Leave the input away to use the token of the job."
};
function explained(diagnostic, readOnly) {
  if (diagnostic.code !== "github-forbidden") return diagnostic;
  const { code, message, hint } = diagnostic;
  if (readOnly === void 0 || !message.includes("not accessible"))
    return { code, severity: "warning", message, hint };
  const whose = readOnly === "fork" ? "of a pull request from a fork" : "of a run that Dependabot started";
  return {
    code,
    severity: "warning",
    message: `the comment is not written: the token ${whose} is read-only (403)`,
    hint: "The job summary holds the report."
  };
}

// src/action/output-directory.ts
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
var MANIFESTS = "manifests";
function prepareOutputDirectory(workspace, wanted) {
  const directory = resolve(workspace, wanted);
  const steps = relative(workspace, directory).split(sep);
  if (steps.every((step) => step === "" || step === "..")) {
    throw unsafe(wanted, "holds the workspace");
  }
  if (steps[0] !== "..") {
    if (steps.some((step) => step.toLowerCase() === ".git")) throw unsafe(wanted, "belongs to git");
    refuseLinks(workspace, steps, wanted);
  }
  try {
    mkdirSync(directory, { recursive: true });
    rmSync(join(directory, MANIFESTS), { recursive: true, force: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw failure("output-unwritable", `the output directory cannot be made: ${reason}`, { file: wanted, cause });
  }
  return directory;
}
function refuseLinks(workspace, steps, wanted) {
  let path = workspace;
  for (const step of steps) {
    path = join(path, step);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw unsafe(wanted, `leads over the link ${step}`);
  }
}
function unsafe(wanted, why) {
  return failure("output-unsafe", `the output directory ${JSON.stringify(wanted)} ${why}`, {
    hint: "Give the input output-dir a directory of its own, such as krm-render-report."
  });
}

// src/action/report-files.ts
import { join as join2 } from "node:path";
function writeReportFiles(directory, report, markdown, links) {
  const write2 = (name, text2) => {
    const path = join2(directory, name);
    writeFileAtomically(path, text2);
    return path;
  };
  return {
    "report-dir": directory,
    "markdown-path": write2("report.md", markdown),
    "html-path": write2("report.html", htmlReport(report, { links })),
    "json-path": write2("report.json", jsonReport(report)),
    "diff-path": write2("changes.patch", patchReport(report))
  };
}
function writeManifestFiles(directory, head) {
  const manifests = head.map((rendering) => rendering.status === "rendered" ? withholdSecrets(rendering) : rendering);
  writeManifests(manifests, join2(directory, MANIFESTS));
  return { "manifests-dir": join2(directory, MANIFESTS) };
}

// src/action/sides.ts
async function findSides(repository, event, wishes) {
  const head = wishes.head === void 0 ? await present(repository, event.head) : await given(repository, "head", wishes.head);
  if (wishes.base !== void 0) return { base: await given(repository, "base", wishes.base), head };
  return { base: await baseOf(repository, event.base, head.sha), head };
}
async function baseOf(repository, base, head) {
  switch (base?.rule) {
    case "commit":
      return present(repository, base);
    case "merge-base":
    case "merge-base-with-branch": {
      const branch = base.rule === "merge-base" ? base.label : base.branch;
      const { sha: sha2 } = await repository.ensureCommit(base.rule === "merge-base" ? base.sha : branch);
      return { sha: await repository.ensureMergeBase(sha2, head), label: branch, reason: "merge base" };
    }
    default:
      throw failure("no-base", "the event says nothing that could be compared with", { hint: "Give the input base." });
  }
}
async function present(repository, revision) {
  const { sha: sha2 } = await repository.ensureCommit(revision.sha);
  return { sha: sha2, label: revision.label, reason: revision.reason };
}
async function given(repository, input, revision) {
  const { sha: sha2 } = await repository.ensureCommit(revision);
  return { sha: sha2, label: revision, reason: `input ${input}` };
}

// src/action/verdict.ts
function targetDiagnostics(report, failOn) {
  return report.targets.flatMap((target) => {
    if (target.status === "removed") return [];
    if (target.status === "failed-at-base") return [incomparable(target)];
    const wasBroken = target.status === "failed" && target.failedBefore === true;
    return target.diagnostics.map((diagnostic) => ({ ...diagnostic, severity: weigh(diagnostic, failOn, wasBroken) }));
  });
}
function weigh({ severity }, failOn, wasBroken) {
  if (severity === "notice") return severity;
  if (failOn === "warning") return "error";
  return failOn === "never" || wasBroken ? "warning" : severity;
}
function incomparable(target) {
  const message = `${target.path} renders now but not at the base, so there is nothing to compare it with`;
  return { code: "failed-at-base", severity: "notice", message };
}

// src/action/run.ts
async function run(inputs, context, ports) {
  const { comparison } = context;
  const { runner } = ports;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  const directory = prepareOutputDirectory(context.workspace, inputs.outputDirectory);
  const repository = await openRepository(resolve2(context.workspace, inputs.workingDirectory), {
    env: ports.gitEnvironment,
    log: (line) => runner.log(line)
  });
  try {
    const sides = await findSides(repository, comparison, inputs);
    runner.log(`base ${describe(sides.base)}
head ${describe(sides.head)}`);
    if (sides.base.sha === sides.head.sha) runner.log("they are the same commit: there is nothing to compare");
    const { report, head } = await compare(repository, sides, inputs, context, ports);
    const markdown = markdownWriter(report, context);
    const counts = countsOf(report);
    const problems = [];
    const files = await keepGoing(
      problems,
      () => writeReportFiles(directory, report, markdown(Number.MAX_SAFE_INTEGER).text, linksOf(context))
    );
    const manifests = await keepGoing(problems, () => writeManifestFiles(directory, head));
    const summary = await keepGoing(problems, () => writeSummary(ports.summaryFile, markdown));
    const changed = counts.changed === "true";
    const failed = counts.failed === "true";
    const connect = ports.connectGitHub;
    const comment = await updateComment({ inputs, context, changed, failed, markdown, connect });
    runner.log(`report in ${directory}
${comment.story}`);
    return {
      outputs: {
        ...counts,
        ...files,
        ...manifests,
        truncated: String(summary?.truncated ?? false),
        ...comment.outputs
      },
      diagnostics: [
        ...comparison.notes,
        ...targetDiagnostics(report, inputs.failOn),
        ...problems,
        ...softened(comment.diagnostics, inputs)
      ]
    };
  } finally {
    repository.close();
  }
}
async function keepGoing(problems, work) {
  try {
    return await work();
  } catch (thrown) {
    problems.push(...diagnosticsOf(thrown));
    return void 0;
  }
}
async function compare(repository, sides, inputs, context, ports) {
  const { base, head } = sides;
  const { runner, gitEnvironment } = ports;
  const headTree = await gitTree(repository, head.sha, labelled(head));
  const baseTree = await gitTree(repository, base.sha, labelled(base));
  const targets = await selectTargets({ base: baseTree, head: headTree }, inputs.targets);
  runner.log(`${targets.length} ${targets.length === 1 ? "target" : "targets"}`);
  const helm = inputs.enableHelm ? { helm: createHelm({ command: "helm", cwd: "/", env: gitEnvironment, configHome: "private" }) } : void 0;
  const remotes = inputs.remote ? remotesFor(inputs, ports, context) : void 0;
  try {
    const options = { loadRestrictor: inputs.loadRestrictor, concurrency: inputs.concurrency, helm, remotes };
    const atHead = await renderTargets(headTree, targets, options);
    const atBase = base.sha === head.sha ? atHead : await renderTargets(baseTree, targets, options);
    const renderings = atHead.map((rendering, index) => ({ base: atBase[index] ?? rendering, head: rendering }));
    return { report: review({ base, head, renderings }), head: atHead };
  } finally {
    await remotes?.close();
  }
}
function remotesFor(inputs, { runner, gitEnvironment }, { owner, repository }) {
  const tools = gitEnvironment["RUNNER_TOOL_CACHE"];
  const directory = tools ? join3(tools, "krm-render") : defaultStoreDirectory(gitEnvironment);
  return lazyRemotes({
    store: { directory, scope: `${owner}/${repository}` },
    rules: { protocols: SAFE_PROTOCOLS, privateHosts: inputs.allowPrivateHosts },
    env: gitEnvironment,
    log: (line) => runner.log(line)
  });
}
function markdownWriter(report, context) {
  const links = linksOf(context);
  const elsewhere = `[the summary and the files of the run](${context.runUrl})`;
  return (maxBytes) => markdownReport(report, { maxBytes, links, elsewhere });
}
function linksOf({ serverUrl, owner, repository, runUrl }) {
  const home = `${serverUrl}/${owner}/${repository}`;
  return {
    commit: (sha2) => `${home}/commit/${sha2}`,
    blob(sha2, file, line) {
      if (isElsewhere(file)) return void 0;
      const path = file.split("/").map(encodeURIComponent).join("/");
      return `${home}/blob/${sha2}/${path}${line === void 0 ? "" : `#L${line}`}`;
    },
    run: runUrl
  };
}
function isElsewhere(file) {
  return file.includes("//");
}
function describe({ sha: sha2, label, reason }) {
  return `${sha2} (${reason}, ${label})`;
}
function labelled({ sha: sha2, label }) {
  return `${label} (${sha2.slice(0, 7)})`;
}
function softened(diagnostics, { failOn }) {
  if (failOn !== "never") return diagnostics;
  return diagnostics.map(
    (diagnostic) => diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic
  );
}

// src/action/main.ts
async function main(environment) {
  const runner = await connectRunner();
  const summaryFile = environment.GITHUB_STEP_SUMMARY;
  const gitEnvironment = withoutTokens(environment);
  const diagnostics = [];
  let outputs = { failed: "true" };
  try {
    const { inputs, warnings } = readInputs(environment);
    diagnostics.push(...warnings);
    const context = await readContext(environment);
    const outcome = await run(inputs, context, { runner, connectGitHub, summaryFile, gitEnvironment });
    diagnostics.push(...outcome.diagnostics);
    outputs = outcome.outputs;
  } catch (thrown) {
    const problems = diagnosticsOf(thrown);
    diagnostics.push(...problems);
    await writeSummary(summaryFile, () => ({ text: failureSummary(problems), truncated: false })).catch(
      () => void 0
    );
  } finally {
    setOutputs(runner, outputs);
    annotate(runner, diagnostics);
    if (diagnostics.some(({ severity }) => severity === "error")) process.exitCode = 1;
  }
}
function withoutTokens(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:INPUT|ACTIONS)_/.test(name)));
}
function failureSummary(problems) {
  const lines = problems.flatMap((problem) => formatDiagnostic(problem).split("\n"));
  return `### krm-render could not compare

${fence(lines.slice(0, 200))}`;
}
await main(process.env);
