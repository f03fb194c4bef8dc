/** The built action on every event: the commits that it compares, and its messages for what it cannot compare. */
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { dispatchEvent, forkEvent, mergeGroupEvent, pullRequestEvent, pushEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { CHANGE, PROD, SHOP } from "./shop.ts";

jest.setTimeout(60_000);
const ZEROS = "0".repeat(40);

let repository: TestRepository;
/** `start` is the merge base of `head` and `main`; each of the two has a commit on top of it. */
let commits: { start: string; main: string; head: string };
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository(SHOP);
  const start = repository.commit("main", { "README.md": "words" });
  const head = repository.commit("topic", CHANGE);
  const main = repository.commit("main", { "apps/legacy/config.yaml": null, "apps/legacy/kustomization.yaml": null });
  commits = { start, main, head };
  repository.openPullRequest(head);
});
afterAll(() => repository.remove());

useGitHub(
  (started) => (server = started),
  () => ({ head: commits.head }),
);

describe("the action", () => {
  function step(event: string, payload: unknown, more: Partial<Step> = {}): Promise<StepResult> {
    const workspace = more.workspace ?? repository.checkout("refs/heads/topic", 0);
    return runStep({ workspace, event, payload, apiUrl: server.url, ref: "refs/heads/topic", ...more });
  }

  function expectCompared(result: StepResult, base: string, head: string): void {
    expect(result.outputs).toMatchObject({ "base-sha": base, "head-sha": head });
    expect(result.log).toContain(base);
    expect(result.log).toContain(head);
  }

  describe("pull_request", () => {
    test.each([0, 1, 2])(
      "compares head and merge base, at depth %i of the merge that is checked out",
      async (depth) => {
        const workspace = repository.checkout("refs/pull/2/merge", depth);
        const payload = pullRequestEvent({ base: commits.main, head: commits.head });
        const result = await step("pull_request", payload, { workspace });
        expect(result).toMatchObject({ code: 0, commands: [] });
        expectCompared(result, commits.start, commits.head);
        expect(result.log).toMatch(/merge base, main/);
        // The base branch dropped apps/legacy after the branch was made: not a change of this pull request.
        expect(result.outputs).toMatchObject({ targets: "3", "targets-changed": "2", "resources-removed": "0" });
      },
    );

    test("takes other revisions as inputs, and fetches them", async () => {
      const workspace = repository.checkout("refs/pull/2/merge", 1);
      const payload = pullRequestEvent({ base: commits.main, head: commits.head });
      const result = await step("pull_request", payload, { workspace, with: { base: "main", head: commits.start } });
      expect(result.code).toBe(0);
      expectCompared(result, commits.main, commits.start);
      expect(result.outputs["resources-added"]).toBe("1");
    });

    test("names an unknown revision, and sets all outputs", async () => {
      const payload = pullRequestEvent({ base: commits.main, head: commits.head });
      const result = await step("pull_request", payload, { with: { base: "no-such-branch" } });
      expect(result.code).toBe(1);
      expect(result.commands).toHaveLength(1);
      expect(result.commands[0]).toMatchObject({ name: "error" });
      expect(result.commands[0]?.message).toContain("no-such-branch");
      expect(result.summary).toContain("no-such-branch");
      expect(result.outputs).toMatchObject({ failed: "true", changed: "false", "report-dir": "" });
      // Looks for a comment of an earlier commit, which would be outdated now.
      expect(server.operations()).toEqual(["issues/list-comments"]);
    });

    test("works on pull_request_target, with a warning", async () => {
      const workspace = repository.checkout("refs/heads/main", 1);
      const payload = forkEvent({ base: commits.main, head: commits.head });
      const result = await step("pull_request_target", payload, { workspace });
      expect(result.code).toBe(0);
      expect(result.commands).toMatchObject([{ name: "warning", properties: { title: "privileged-event" } }]);
      expectCompared(result, commits.start, commits.head);
      expect(server.comments).toHaveLength(1);
    });
  });

  describe("push", () => {
    test("compares with the commit before", async () => {
      const workspace = repository.checkout("refs/heads/topic", 1);
      const result = await step("push", pushEvent({ before: commits.start, after: commits.head }), { workspace });
      expect(result).toMatchObject({ code: 0, commands: [] });
      expectCompared(result, commits.start, commits.head);
      expect(server.requests).toEqual([]);
    });

    test("of a new branch compares with the merge base with the default branch", async () => {
      const workspace = repository.checkout("refs/heads/topic", 1);
      const result = await step("push", pushEvent({ before: ZEROS, after: commits.head }), { workspace });
      expect(result).toMatchObject({ code: 0, commands: [] });
      expectCompared(result, commits.start, commits.head);
    });

    test("that deletes a branch does nothing, and says so", async () => {
      const payload = { ...pushEvent({ before: commits.head, after: ZEROS }), deleted: true, head_commit: null };
      const result = await step("push", payload);
      expect(result.code).toBe(0);
      expect(result.commands).toMatchObject([{ name: "notice", properties: { title: "ref-deleted" } }]);
      expect(result.outputs).toMatchObject({ changed: "false", failed: "false", "report-dir": "" });
    });
  });

  test("merge_group compares the commits of the queue, and never comments", async () => {
    const result = await step("merge_group", mergeGroupEvent({ base: commits.start, head: commits.head }));
    expect(result).toMatchObject({ code: 0, commands: [] });
    expectCompared(result, commits.start, commits.head);
    expect(server.requests).toEqual([]);
    expect(result.summary).toContain("registry.example/web");
  });

  describe("workflow_dispatch", () => {
    test("compares with the merge base with the default branch", async () => {
      const workspace = repository.checkout("refs/heads/topic", 1);
      const result = await step("workflow_dispatch", dispatchEvent(), { workspace, sha: commits.head });
      expect(result).toMatchObject({ code: 0, commands: [] });
      expectCompared(result, commits.start, commits.head);
    });

    test("compares with the input base itself, not with a merge base", async () => {
      const result = await step("workflow_dispatch", dispatchEvent(), { sha: commits.head, with: { base: "main" } });
      expectCompared(result, commits.main, commits.head);
      expect(result.outputs["resources-added"]).toBe("1");
    });
  });

  test.each(["schedule", "issue_comment"])("%s says that there will be no comment, and renders", async (event) => {
    const payload = { repository: { default_branch: "main" } };
    const result = await step(event, payload, { sha: commits.head });
    expect(result.code).toBe(0);
    expect(result.commands).toMatchObject([{ name: "notice", properties: { title: "event-without-pull-request" } }]);
    expect(existsSync(`${result.outputs["manifests-dir"]}/${PROD}.yaml`)).toBe(true);
    expect(server.requests).toEqual([]);
  });

  test.each([
    ["the input base", "head", { base: "main" }, /^no comment: the event schedule has no pull request$/m],
    [
      "a commit that is its own base",
      "main",
      {},
      /nothing to compare; the inputs base and head choose other commits$/m,
    ],
  ] as const)("schedule with %s: advice is given where it helps only", async (_, head, inputs, says) => {
    const payload = { repository: { default_branch: "main" } };
    const result = await step("schedule", payload, { sha: commits[head], with: inputs });
    expect(result).toMatchObject({ code: 0, commands: [{ name: "notice" }] });
    expect(result.commands[0]?.message).not.toMatch(/inputs? base/);
    expect(result.log).toMatch(says);
    expect(/inputs base and head/.test(result.log)).toBe(head === "main");
    expect(result.log).not.toContain("posting the comment");
  });

  test("an event that names no commit to compare with asks for the input base", async () => {
    const result = await step("schedule", {}, { sha: commits.head });
    expect(result.code).toBe(1);
    expect(result.commands).toMatchObject([{ name: "error", properties: { title: "no-base" } }]);
    expect(result.commands[0]?.message).toContain("Set the input base.");
  });

  test.each([
    ["not JSON", "{", "invalid-event"],
    ["of another event", {}, "invalid-event"],
  ])("an event file that is %s is refused", async (_name, payload, code) => {
    const result = await step("pull_request", payload);
    expect(result.code).toBe(1);
    expect(result.commands).toMatchObject([{ name: "error", properties: { title: code } }]);
  });

  test("a missing event file is reported with its path", async () => {
    const result = await step("push", {}, { env: { GITHUB_EVENT_PATH: "/nowhere/event.json" } });
    expect(result.code).toBe(1);
    expect(result.commands[0]?.message).toContain("/nowhere/event.json cannot be read");
  });

  test("a workspace without a repository is an error with a hint", async () => {
    const workspace = repository.directory;
    const result = await step("push", pushEvent({ before: commits.start, after: commits.head }), { workspace });
    expect(result.code).toBe(1);
    expect(result.commands[0]?.message).toContain("actions/checkout");
  });

  test("the workspace may hold several repositories", async () => {
    const checkout = repository.checkout("refs/heads/topic", 0);
    const { directory } = repository;
    const result = await step("push", pushEvent({ before: commits.start, after: commits.head }), {
      workspace: directory,
      with: { "working-directory": checkout.slice(directory.length + 1), targets: PROD },
    });
    expect(result.code).toBe(0);
    expect(result.outputs).toMatchObject({ targets: "1", "report-dir": `${directory}/krm-render-report` });
    expect(readFileSync(result.outputs["json-path"] ?? "", "utf8")).toContain(`"${PROD}"`);
  });
});
