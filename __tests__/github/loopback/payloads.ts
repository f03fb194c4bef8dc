/** Event payloads and API answers, from GitHub's own examples. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

interface Example {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

const require = createRequire(import.meta.url);
const file = require.resolve("@octokit/webhooks-examples/api.github.com/index.json");
const examples = JSON.parse(readFileSync(file, "utf8")) as Example[];

/** A copy of the first example of an event that meets a condition. */
export function eventExample(name: string, fits: (payload: Payload) => boolean = () => true): Payload {
  const found = examples.find((example) => example.name === name)?.examples.find((payload) => fits(payload));
  if (found === undefined) throw new Error(`there is no example of the event ${name} that fits`);
  return structuredClone(found) as Payload;
}

/** Copies of all examples, with the names of their events. */
export function allExamples(): readonly (readonly [name: string, payload: Payload])[] {
  return structuredClone(examples).flatMap(({ name, examples: payloads }) =>
    payloads.map((one) => [name, one] as const),
  );
}

// oxlint-disable-next-line typescript/no-explicit-any -- payloads are as wide as GitHub
export type Payload = Record<string, any>;

/** A pull_request event whose branches are at the commits given. */
export function pullRequestEvent(commits: { base: string; head: string }, action = "synchronize"): Payload {
  const payload = eventExample("pull_request", (candidate) => candidate.action === action);
  payload.pull_request.head.sha = commits.head;
  payload.pull_request.base.sha = commits.base;
  payload.pull_request.base.ref = "main";
  payload.repository.default_branch = "main";
  payload.after = commits.head;
  return payload;
}

/** An event about a review of the pull request. */
export function reviewEvent(name: string, commits: { base: string; head: string }): Payload {
  const payload = eventExample(name, ({ action }) => action === "submitted" || action === "created");
  payload.pull_request = pullRequestEvent(commits).pull_request;
  return payload;
}

/** The same event from a fork. */
export function forkEvent(commits: { base: string; head: string }): Payload {
  const payload = pullRequestEvent(commits);
  payload.pull_request.head.repo = {
    ...payload.pull_request.head.repo,
    id: 4242,
    fork: true,
    full_name: "stranger/fork",
  };
  return payload;
}

export function pushEvent(commits: { before: string; after: string; ref?: string }): Payload {
  const payload = eventExample("push", (candidate) => candidate.ref === "refs/heads/master");
  return {
    ...payload,
    ref: commits.ref ?? "refs/heads/topic",
    before: commits.before,
    after: commits.after,
    head_commit: { ...payload.head_commit, id: commits.after },
    repository: { ...payload.repository, default_branch: "main" },
  };
}

export function mergeGroupEvent(commits: { base: string; head: string }): Payload {
  const payload = eventExample("merge_group");
  payload.merge_group.base_sha = commits.base;
  payload.merge_group.head_sha = commits.head;
  return payload;
}

export function dispatchEvent(): Payload {
  const payload = eventExample("workflow_dispatch");
  payload.repository.default_branch = "main";
  return payload;
}

/** An account as the API describes it. */
export function account(login: string, id: number): Payload {
  const url = `https://api.github.com/users/${encodeURIComponent(login)}`;
  const links = ["followers", "following", "gists", "starred", "subscriptions", "organizations", "repos", "events"];
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: "",
    gravatar_id: "",
    url,
    html_url: `https://github.com/${login}`,
    ...Object.fromEntries(links.map((link) => [`${link}_url`, `${url}/${link}`])),
    received_events_url: `${url}/received_events`,
    type: login.endsWith("[bot]") ? "Bot" : "User",
    site_admin: false,
  };
}

/** A workflow_run event after a run for a commit of a branch. @param repository `owner/name` of the branch; null if it is gone */
export function workflowRunEvent(of: {
  run: number;
  attempt?: number;
  event?: string;
  head: string;
  branch: string;
  repository: string | null;
  conclusion?: string;
  pullRequests?: readonly number[];
}): Payload {
  const payload = eventExample("workflow_run", (candidate) => candidate.action === "completed");
  const { workflow_run: run } = payload;
  return {
    ...payload,
    workflow: { ...payload.workflow, name: "Preview" },
    workflow_run: {
      ...run,
      id: of.run,
      run_attempt: of.attempt ?? 1,
      name: "Preview",
      event: of.event ?? "pull_request",
      head_sha: of.head,
      head_branch: of.branch,
      head_repository: of.repository === null ? null : { ...run.head_repository, full_name: of.repository },
      conclusion: of.conclusion ?? "success",
      pull_requests: (of.pullRequests ?? []).map((number) => ({ number })),
    },
  };
}
