/** The built action on every trigger, with GitHub's example payloads: what it renders, what it posts, and what it says. */
import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import {
  dispatchEvent,
  eventExample,
  forkEvent,
  mergeGroupEvent,
  type Payload,
  pullRequestEvent,
  pushEvent,
  reviewEvent,
  workflowRunEvent,
} from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { CHANGE, SHOP } from "./shop.ts";

jest.setTimeout(60_000);
/** A target that the pull request breaks. */
const BROKEN = { "apps/legacy/kustomization.yaml": "resources:\n- config.yaml\n- missing.yaml\n" };

let repository: TestRepository;
let commits: { base: string; head: string };
let words: string;
let broken: string;
let workspace: string;
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository(SHOP);
  const base = repository.commit("main", { "README.md": "words" });
  commits = { base, head: repository.commit("topic", CHANGE) };
  words = repository.commit("words", { "README.md": "other words" });
  broken = repository.commit("broken", BROKEN);
  repository.openPullRequest(commits.head);
  workspace = repository.checkout("refs/heads/topic", 0);
});
afterAll(() => repository.remove());

async function serve(readOnly = false): Promise<void> {
  await server?.close();
  server = await startGitHub({ head: commits.head, readOnly });
}
beforeEach(() => serve());
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});

function step(event: string, payload: unknown, more: Partial<Step> = {}): Promise<StepResult> {
  return runStep({
    workspace,
    event,
    payload,
    apiUrl: server.url,
    sha: commits.head,
    ref: "refs/heads/topic",
    ...more,
  });
}

function said(result: StepResult): string[] {
  return result.commands.map(({ name, properties }) => `${name} ${properties["title"]}`);
}

function onMain(name: string, fits?: (payload: Payload) => boolean): Payload {
  const payload = eventExample(name, fits);
  payload["repository"].default_branch = "main";
  return payload;
}

interface Row {
  readonly event: string;
  readonly payload: () => unknown;
  readonly more?: Partial<Step>;
  readonly isReadOnly?: boolean;
  readonly says?: readonly string[];
  /** The commit that is rendered; that of the pull request by default. */
  readonly head?: "base";
  readonly comments?: 1;
}

const NO_PULL_REQUEST = ["notice event-without-pull-request"];

test.each<[string, Row]>([
  ["a pull request from a branch", { event: "pull_request", payload: () => pullRequestEvent(commits), comments: 1 }],
  ["one that is opened", { event: "pull_request", payload: () => pullRequestEvent(commits, "opened"), comments: 1 }],
  [
    "a pull request from a fork",
    { event: "pull_request", payload: () => forkEvent(commits), isReadOnly: true, says: ["warning github-forbidden"] },
  ],
  [
    "one of Dependabot",
    {
      event: "pull_request",
      payload: () => pullRequestEvent(commits),
      more: { actor: "dependabot[bot]" },
      isReadOnly: true,
      says: ["warning github-forbidden"],
    },
  ],
  [
    "pull_request_target from a fork",
    {
      event: "pull_request_target",
      payload: () => forkEvent(commits),
      says: ["warning privileged-event"],
      comments: 1,
    },
  ],
  [
    "pull_request_target from a branch",
    {
      event: "pull_request_target",
      payload: () => pullRequestEvent(commits),
      says: ["warning privileged-event"],
      comments: 1,
    },
  ],
  ...["pull_request_review", "pull_request_review_comment"].map((event): [string, Row] => [
    event,
    { event, payload: () => reviewEvent(event, commits), comments: 1 },
  ]),
  [
    "a pull request that is closed",
    { event: "pull_request", payload: () => pullRequestEvent(commits, "closed"), comments: 1 },
  ],
  ["a merge queue", { event: "merge_group", payload: () => mergeGroupEvent(commits) }],
  ["a push", { event: "push", payload: () => pushEvent({ before: commits.base, after: commits.head }) }],
  [
    "a schedule",
    {
      event: "schedule",
      payload: () => ({ schedule: "30 5 * * 1", repository: { default_branch: "main" } }),
      says: NO_PULL_REQUEST,
    },
  ],
  ["a button", { event: "workflow_dispatch", payload: () => dispatchEvent() }],
  [
    "a release",
    {
      event: "release",
      payload: () => onMain("release", ({ action }) => action === "published"),
      more: { ref: "refs/tags/0.0.1" },
      says: NO_PULL_REQUEST,
    },
  ],
  [
    "a push of a tag",
    {
      event: "push",
      payload: () => ({
        ...pushEvent({ before: "0".repeat(40), after: commits.head, ref: "refs/tags/v1" }),
        created: true,
      }),
      more: { ref: "refs/tags/v1" },
    },
  ],
  [
    "another system",
    { event: "repository_dispatch", payload: () => onMain("repository_dispatch"), says: NO_PULL_REQUEST },
  ],
  ["a branch that is created", { event: "create", payload: () => onMain("create"), says: NO_PULL_REQUEST }],
  ["a deployment", { event: "deployment", payload: () => onMain("deployment"), says: NO_PULL_REQUEST }],
  [
    "a branch that is deleted",
    { event: "delete", payload: () => onMain("delete"), more: { sha: "base" }, head: "base", says: NO_PULL_REQUEST },
  ],
  [
    "a check",
    {
      event: "check_run",
      payload: () => onMain("check_run"),
      more: { sha: "base" },
      head: "base",
      says: NO_PULL_REQUEST,
    },
  ],
  [
    "a comment on an issue",
    {
      event: "issue_comment",
      payload: () => onMain("issue_comment", ({ issue }) => issue.pull_request === undefined),
      more: { sha: "base" },
      head: "base",
      says: NO_PULL_REQUEST,
    },
  ],
  [
    "another run",
    {
      event: "workflow_run",
      payload: () => ({
        ...workflowRunEvent({ run: 1, head: commits.head, branch: "topic", repository: "stranger/fork" }),
        repository: { default_branch: "main" },
      }),
      more: { sha: "base" },
      head: "base",
      says: NO_PULL_REQUEST,
    },
  ],
])("%s", async (_, { event, payload, more, isReadOnly = false, says = [], head, comments = 0 }) => {
  await serve(isReadOnly);
  const sha = head === "base" ? commits.base : commits.head;
  const result = await step(event, payload(), { ...more, sha });
  expect(said(result)).toEqual(says);
  expect(result.code).toBe(0);
  expect(result.outputs).toMatchObject({
    "base-sha": commits.base,
    "head-sha": sha,
    changed: String(sha !== commits.base),
  });
  expect(result.summary).toContain(sha === commits.base ? "No target is affected" : "registry.example/web");
  expect(server.comments).toHaveLength(comments);
});

test.each<[string, string, () => unknown, boolean]>([
  ["a pull request", "pull_request", () => pullRequestEvent({ base: commits.base, head: words }), false],
  ["one of a fork", "pull_request", () => forkEvent({ base: commits.base, head: words }), true],
  ["a merge queue", "merge_group", () => mergeGroupEvent({ base: commits.base, head: words }), false],
  ["a push", "push", () => pushEvent({ before: commits.base, after: words }), false],
])(
  "a required check stays green on %s that touches no target, and there is no comment",
  async (_, event, payload, isReadOnly) => {
    await serve(isReadOnly);
    server.setHead(words);
    const result = await step(event, payload());
    expect([said(result), result.code, server.comments]).toEqual([[], 0, []]);
    expect(result.outputs).toMatchObject({ "head-sha": words, changed: "false", failed: "false" });
  },
);

/** Every input that lets files execute something or reach other machines, and what a workflow may set it to. */
const CONSENTS: Readonly<Record<string, string>> = {
  remote: "public",
  "enable-helm": "true",
  "trusted-catalogs": "catalogs/catalog.yaml",
  "default-catalogs": "catalogs/catalog.yaml",
  plugins: "alpha",
};

/** Files that reach out, or run something, in each way that there is. Each would leave its mark. */
function reaching(mark: string, url: string): Record<string, string> {
  return {
    "apps/reach/remote/kustomization.yaml": `resources:\n- ${url}/remote.yaml\n`,
    "apps/reach/git/kustomization.yaml": `resources:\n- git::${url}/base.git\n`,
    "apps/reach/helm/kustomization.yaml": `helmCharts:\n- name: web\n  repo: ${url}/charts\n  version: 1.0.0\n`,
    "apps/reach/exec/kustomization.yaml": "transformers:\n- touch.yaml\n",
    "apps/reach/exec/touch.yaml":
      "apiVersion: fn.example.com/v1\nkind: Touch\nmetadata:\n  name: touch\n  annotations:\n" +
      "    config.kubernetes.io/function: |\n      exec:\n        path: ./touch.sh\n",
    "apps/reach/exec/touch.sh": `#!/bin/sh\ntouch ${mark}\ncat\n`,
  };
}

test.each(["pull_request_target", "issue_comment", "workflow_run"])(
  "on %s, nothing of a stranger's files is executed or fetched, whatever a stranger's commit says",
  async (event) => {
    const mark = `${repository.directory}/executed-${event}`;
    const head = repository.commit(`reach-${event}`, reaching(mark, server.url));
    server.setHead(head);
    const payload =
      event === "pull_request_target"
        ? forkEvent({ base: commits.base, head })
        : { repository: { default_branch: "main" } };
    const given = { ...CONSENTS, ...(event === "pull_request_target" ? {} : { head }) };
    const before = server.requests.length;
    const result = await step(event, payload, {
      workspace: repository.checkout("refs/heads/main", 0),
      sha: commits.base,
      with: {
        ...given,
        plugins: "alpha, exec",
        remote: "public, 127.0.0.1",
        comment: "never",
      },
    });
    expect(result.code).toBe(1);
    const refused = result.commands.filter(({ properties }) => properties["title"] === "input-refused");
    expect(new Set(refused.map(({ message }) => /input (\S+) is refused/.exec(message)?.[1]))).toEqual(
      new Set(["enable-helm", "plugins", "remote"]),
    );
    expect(result.outputs["targets-failed"]).toBe("4");
    expect(server.requests.slice(before)).toEqual([]);
    expect(existsSync(mark)).toBe(false);
  },
);

test("the same program runs after a push, which only those with write access can make", async () => {
  const mark = `${repository.directory}/executed-push`;
  const head = repository.commit("reach-push", reaching(mark, server.url));
  const inputs = { plugins: "alpha, exec", targets: "apps/reach/exec" };
  const payload = pushEvent({ before: commits.base, after: head });
  await step("push", payload, { workspace: repository.checkout("refs/heads/reach-push", 0), with: inputs });
  expect(existsSync(mark)).toBe(true);
});

describe("a comment on a pull request", () => {
  function commented(): Payload {
    const payload = onMain("issue_comment");
    payload["issue"] = { ...payload["issue"], number: 2, pull_request: { url: "https://api.github.com/pulls/2" } };
    return payload;
  }
  const pull = (repositoryName: string, sha = commits.head) => {
    server.pulls.push({
      number: 2,
      state: "open",
      sha,
      branch: "topic",
      repository: repositoryName,
      base: commits.base,
    });
  };

  test.each(["Codertocat/Hello-World", "stranger/fork"])("of %s renders it, and posts the comment", async (name) => {
    pull(name);
    const result = await step("issue_comment", commented(), {
      workspace: repository.checkout("refs/heads/main", 1),
      sha: commits.base,
      ref: "refs/heads/main",
    });
    expect(said(result)).toEqual(["warning privileged-event"]);
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ "base-sha": commits.base, "head-sha": commits.head, changed: "true" });
    expect(server.comments).toMatchObject([{ issue: 2, body: expect.stringContaining("registry.example/web") }]);
  });

  test("from a fork reaches nothing else", async () => {
    const mark = `${repository.directory}/executed-comment`;
    const head = repository.commit("reach-comment", reaching(mark, server.url));
    pull("stranger/fork", head);
    const inputs = { ...CONSENTS, plugins: "alpha, exec", remote: "public, 127.0.0.1" };
    const result = await step("issue_comment", commented(), { sha: commits.base, with: inputs });
    const refused = result.commands.filter(({ properties }) => properties["title"] === "input-refused");
    expect([refused.length, result.outputs["targets-failed"], existsSync(mark)]).toEqual([3, "4", false]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["no base", { base: "nowhere" }, "error unknown-revision"],
    ["a wrong input", { timeout: "soon" }, "error invalid-input"],
  ])("of an earlier commit is marked as outdated after %s", async (_, inputs, message) => {
    pull("stranger/fork");
    const body = `<!-- krm-render id=Preview/render run=90.1 head=${"a".repeat(40)} -->\nold`;
    server.addComment("github-actions[bot]", body);
    const result = await step("issue_comment", commented(), { sha: commits.base, with: inputs });
    expect([result.code, said(result)]).toEqual([1, [message]]);
    expect(server.comments[0]?.body).toContain("This review is outdated.");
    expect(server.comments[0]?.body).toContain(commits.head);
  });

  test("on an issue, or with another head, leaves the comments alone when it fails", async () => {
    pull("stranger/fork");
    const inputs = { base: "nowhere", head: commits.head };
    await step("issue_comment", commented(), { sha: commits.base, with: inputs });
    await step("issue_comment", commented(), { sha: commits.base, with: { ...inputs, timeout: "soon" } });
    expect(server.requests).toEqual([]);
  });

  test("that GitHub does not tell fails the step", async () => {
    server.fail({ operation: "pulls/get", status: 404 });
    const result = await step("issue_comment", commented(), { sha: commits.base });
    expect([result.code, said(result)]).toEqual([1, ["error github-not-found"]]);
  });
});

describe("the check", () => {
  const inputs = { check: "true" };

  test("says the verdict at the commit of the pull request, with the lines that cause failures", async () => {
    server.setHead(broken);
    const payload = pullRequestEvent({ base: commits.base, head: broken });
    const result = await step("pull_request", payload, { with: inputs });
    expect(result.code).toBe(1);
    const [check, ...others] = server.checks;
    expect(others).toEqual([]);
    expect(check).toMatchObject({
      sha: broken,
      content: { name: "krm-render (Preview/render)", conclusion: "failure" },
    });
    expect(check?.annotations).toMatchObject([
      { path: "apps/legacy/kustomization.yaml", start_line: 3, annotation_level: "failure" },
    ]);
    expect(check?.content["output"].summary).toContain("apps/legacy");
    expect(check?.content["details_url"]).toBe("https://github.com/Codertocat/Hello-World/actions/runs/100/attempts/1");
  });

  test.each<[string, string, () => unknown]>([
    ["a pull request", "pull_request", () => pullRequestEvent({ base: commits.base, head: words })],
    ["a merge queue", "merge_group", () => mergeGroupEvent({ base: commits.base, head: words })],
  ])("stays green on %s that touches no target", async (_, event, payload) => {
    server.setHead(words);
    const result = await step(event, payload(), { with: inputs });
    expect(said(result)).toEqual([]);
    expect(server.checks).toMatchObject([{ sha: words, content: { conclusion: "success" } }]);
    expect(server.comments).toEqual([]);
  });

  test("is a commit status where the token may not write check runs, and costs nothing where it may write neither", async () => {
    server.fail({ operation: "checks/create", status: 403, message: "Resource not accessible by integration" });
    const result = await step("push", pushEvent({ before: commits.base, after: commits.head }), { with: inputs });
    expect([result.code, said(result)]).toEqual([0, ["notice check-as-status"]]);
    expect(server.statuses).toMatchObject([{ sha: commits.head, content: { state: "success" } }]);
    await serve(true);
    const refused = await step("push", pushEvent({ before: commits.base, after: commits.head }), { with: inputs });
    expect([refused.code, said(refused)]).toEqual([0, ["notice check-not-written"]]);
  });

  test("has a name of one line, whatever the key of the comment is", async () => {
    const payload = pushEvent({ before: commits.base, after: commits.head });
    await step("push", payload, { with: { ...inputs, "comment-key": `a\n\u202e${"b".repeat(190)}` } });
    expect(server.checks[0]?.content["name"]).toBe(`krm-render (a \\u202e${"b".repeat(190)})`);
  });

  test("is not written unless it is asked for, nor without a token", async () => {
    await step("push", pushEvent({ before: commits.base, after: commits.head }));
    expect(server.requests).toEqual([]);
    const result = await step("push", pushEvent({ before: commits.base, after: commits.head }), {
      with: { ...inputs, "github-token": "" },
    });
    expect([result.code, said(result)]).toEqual([0, ["warning no-token"]]);
    expect(server.requests).toEqual([]);
  });
});

test.each<[string, Record<string, string>]>([
  ["a wrong input", { timeout: "soon" }],
  ["a pattern that matches nothing", { targets: "nothing/**" }],
  ["an unknown revision", { base: "nowhere" }],
])("after %s, the comment of an earlier commit is marked as outdated", async (_, given) => {
  const body = `<!-- krm-render id=Preview/render run=90.1 head=${"a".repeat(40)} -->\nold`;
  server.addComment("github-actions[bot]", body);
  const result = await step("pull_request", pullRequestEvent(commits), { with: given });
  expect(result.code).toBe(1);
  expect(server.comments.map(({ body: now }) => now.includes("This review is outdated."))).toEqual([true]);
  expect(server.comments[0]?.body).toContain(commits.head);
});
