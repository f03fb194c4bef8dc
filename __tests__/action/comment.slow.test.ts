/** The built action on pull requests: it writes the comment, and a failure to do so costs no other result. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { formatMarker } from "../../src/github/marker.ts";
import { forkEvent, pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, type LoopbackOptions, startGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { CHANGE, configMap, hugeChange, SHOP } from "./shop.ts";

jest.setTimeout(60_000);
const BOT = "github-actions[bot]";

let repository: TestRepository;
let commits: { base: string; head: string };
let workspace: string;
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository(SHOP);
  const head = repository.commit("topic", CHANGE);
  const base = repository.commit("main", { "README.md": "moved on" });
  commits = { base, head };
  repository.openPullRequest(head);
  workspace = repository.checkout("refs/pull/2/merge", 0);
});

afterAll(() => repository.remove());

async function serve(options: LoopbackOptions = {}): Promise<void> {
  await server?.close();
  server = await startGitHub({ head: commits.head, ...options });
}

beforeEach(() => serve());
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});

function marker(run: number): string {
  return formatMarker("Preview/render", { run, attempt: 1, head: commits.head });
}

function annotations(result: StepResult): string[] {
  return result.commands.map(({ name, properties }) => `${name} ${properties.title ?? ""}`);
}

/** Expects all results but the comment. */
function expectRendered(result: StepResult): void {
  expect(result.outputs).toMatchObject({ changed: "true", failed: "false", "targets-changed": "2" });
  expect(result.summary).toContain("registry.example/web");
  expect(readFileSync(result.outputs["markdown-path"] ?? "", "utf8")).toContain("registry.example/web");
}

describe("the action", () => {
  function step(more: Partial<Step> = {}): Promise<StepResult> {
    const payload = pullRequestEvent(commits);
    return runStep({ workspace, event: "pull_request", payload, apiUrl: server.url, ...more });
  }

  test("creates the comment, updates it when its text changes, and leaves it alone otherwise", async () => {
    const first = await step({ run: 100 });
    expect(first).toMatchObject({ code: 0, commands: [] });
    expectRendered(first);
    const [comment] = server.comments;
    expect(comment?.body.split("\n")[0]).toBe(marker(100));
    expect(comment?.body).toContain("1.4.2");
    expect(first.outputs).toMatchObject({ "comment-id": String(comment?.id), truncated: "false" });
    expect(first.outputs["comment-url"]).toContain(`#issuecomment-${comment?.id}`);

    const second = await step({ run: 101, with: { targets: "apps/web/overlays/prod" } });
    expect(second.code).toBe(0);
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body.split("\n")[0]).toBe(marker(101));

    const before = server.requests.length;
    const third = await step({ run: 102, with: { targets: "apps/web/overlays/prod" } });
    expect(third.outputs["comment-id"]).toBe(String(comment?.id));
    expect(server.operations().slice(before)).toEqual(["issues/list-comments", "graphql"]);
    expect(server.comments[0]?.body.split("\n")[0]).toBe(marker(101));
  });

  describe("says what is new since the report of the push before", () => {
    let next: string;

    beforeAll(() => {
      next = repository.commit("topic", { "apps/legacy/config.yaml": configMap("legacy", "size: large") });
      repository.openPullRequest(next);
    });

    const short = (sha: string) => `Since [\`${sha.slice(0, 7)}\`](`;
    async function push(head: string, run: number): Promise<string> {
      server.setHead(head);
      const result = await step({ run, payload: pullRequestEvent({ ...commits, head }) });
      expect(result).toMatchObject({ code: 0, commands: [] });
      return server.comments[0]?.body ?? "";
    }

    test("of the same pull request, also if a branch goes back", async () => {
      expect(await push(commits.head, 300)).not.toContain("Since");
      const second = await push(next, 301);
      expect(second).toContain(short(commits.head));
      expect(second).toContain("): 1 new change.\n");
      expect(second.match(/ new since `.{7}`/g)).toHaveLength(1);
      const back = await push(commits.head, 302);
      expect(back).toContain(short(next));
      expect(back).toContain("): 1 change gone.\n");
      expect(server.comments).toHaveLength(1);
    });

    test("again where the run is repeated", async () => {
      await push(commits.head, 303);
      const first = await push(next, 304);
      const before = server.requests.length;
      expect(await push(next, 305)).toBe(first);
      expect(server.operations().slice(before)).toEqual(["issues/list-comments", "graphql"]);
      // Also where it writes the comment again.
      const [comment] = server.comments;
      if (comment !== undefined) comment.body = first.replace("1 new change", "1000 new changes");
      expect((await push(next, 306)).split("\n").slice(1)).toEqual(
        first.replaceAll("/runs/304/", "/runs/306/").split("\n").slice(1),
      );
    });
  });

  test.each([
    ["nothing", () => ""],
    ["rubbish", (line: string) => line.replace(/now=.{8}/, "now=????????")],
    ["two lines", (line: string) => `${line}\n<!-- krm-render seen=x -->`],
    ["a megabyte", (line: string) => line.replace("now=", `now=${"A".repeat(1_000_000)}`)],
  ])("compares with no report where the last line of its comment is %s", async (_what, lie) => {
    await step({ run: 310 });
    const [own] = server.comments;
    if (own === undefined) throw new Error("there is no comment");
    const [line = ""] = own.body.split("\n").slice(-1);
    expect(line).toMatch(/^<!-- krm-render seen=/);
    own.body = own.body.replace(commits.head, "a".repeat(40)).replace(line, lie(line));
    const result = await step({ run: 311 });
    expect(result).toMatchObject({ code: 0, commands: [] });
    expect(own.body.split("\n")[0]).toBe(marker(311));
    expect(own.body).not.toContain("Since");
  });

  test("attack 9.27: names the owners of the base branch, and not those of the change or of a former commit", async () => {
    const own = createRepository({ ...SHOP, CODEOWNERS: "* @former\n" });
    const head = own.commit("topic", { ...CHANGE, CODEOWNERS: "* @mallory\n" });
    const base = own.commit("main", { ".github/CODEOWNERS": "* @org/present\n* <img src=x onerror=alert(1)>\n" });
    own.openPullRequest(head);
    await serve({ head });
    const checkout = own.checkout("refs/pull/2/merge", 0);
    const result = await step({ workspace: checkout, payload: pullRequestEvent({ base, head }) });
    own.remove();
    expect(result.code).toBe(0);
    expect(annotations(result)).toEqual(["notice codeowners-line"]);
    const [comment] = server.comments;
    expect(comment?.body).toContain(" Owner of all changes: `@org/present`.");
    for (const text of ["@former", "@mallory", "<img"]) expect(comment?.body).not.toContain(text);
  });

  test("finds its comment on the third page, and leaves a stranger's copy of the marker alone", async () => {
    await serve({ pageSize: 2 });
    const planted = server.addComment("mallory", `${marker(99)}\nnothing to see here`);
    for (let count = 0; count < 3; count++) server.addComment("octocat", "a remark");
    const own = server.addComment(BOT, `${marker(99)}\nold`);
    const result = await step();
    expect(result.outputs["comment-id"]).toBe(String(own.id));
    expect(own.body).toContain("registry.example/web");
    expect(planted.body).toBe(`${marker(99)}\nnothing to see here`);
    expect(server.comments).toHaveLength(5);
  });

  test("warns about a fork's read-only token, and succeeds", async () => {
    await serve({ readOnly: true });
    const result = await step({ payload: forkEvent(commits) });
    expect(result.code).toBe(0);
    expect(annotations(result)).toEqual(["warning github-forbidden"]);
    expect(result.commands[0]?.message).toMatch(/from a fork is read-only/);
    expect(result.outputs["comment-id"]).toBe("");
    expectRendered(result);
  });

  test("names the permission that the token lacks", async () => {
    await serve({ readOnly: true });
    const result = await step();
    expect(result.code).toBe(0);
    expect(annotations(result)).toEqual(["warning github-forbidden"]);
    expect(result.commands[0]?.message).toContain("pull-requests: write");
    expectRendered(result);
  });

  test.each([
    [422, "github-refused"],
    [401, "github-unauthorized"],
  ])("fails on %i without another try, after writing all other results", async (status, code) => {
    server.fail({ operation: "issues/create-comment", status });
    const result = await step();
    expect(result.code).toBe(1);
    expect(annotations(result)).toEqual([`error ${code}`]);
    expectRendered(result);
    expect(server.operations().filter((operation) => operation === "issues/create-comment")).toHaveLength(1);
  });

  test("does not fail the step when fail-on is never", async () => {
    server.fail({ operation: "issues/create-comment", status: 422 });
    const result = await step({ with: { "fail-on": "never" } });
    expect(result.code).toBe(0);
    expect(annotations(result)).toEqual(["warning github-refused"]);
  });

  test.each([
    ["a locked conversation", 403, "Unable to create comment because issue is locked", "the conversation is locked"],
    ["an archived repository", 403, "Repository was archived so is read-only.", "the repository is archived"],
    ["a deleted pull request", 410, "This issue was deleted", "the pull request does not exist any more"],
  ])("warns about %s, and succeeds", async (_name, status, message, reason) => {
    server.fail({ operation: "issues/create-comment", status, message });
    const result = await step();
    expect(result.code).toBe(0);
    expect(result.commands).toMatchObject([{ name: "warning" }]);
    expect(result.commands[0]?.message).toContain(`the comment is not written: ${reason}`);
    expectRendered(result);
  });

  test("marks the comment of an earlier commit when the run fails as a whole, and only that", async () => {
    const earlier = formatMarker("Preview/render", { run: 99, attempt: 1, head: "d".repeat(40) });
    const own = server.addComment(BOT, `${earlier}\n### 3 changes`);
    const result = await step({ with: { targets: "no/such" } });
    expect(result.code).toBe(1);
    const [first, , warning, text] = own.body.split("\n");
    expect([first, warning]).toEqual([earlier, "> [!WARNING]"]);
    expect(text).toContain(`It is of commit ${"d".repeat(40)}. The pull request is at ${commits.head} now`);
    expect(text).toContain("/Codertocat/Hello-World/actions/runs/100/attempts/1) failed.");
    expect(own.body).toMatch(/\n\n### 3 changes$/);
    await step({ with: { targets: "no/such", comment: "never" }, run: 101 });
    expect(server.operations().filter((operation) => operation === "issues/update-comment")).toHaveLength(1);
  });

  test("tries again after 429 and 502", async () => {
    server.fail({ operation: "issues/list-comments", status: 429, headers: { "retry-after": "1" } });
    server.fail({ operation: "issues/create-comment", status: 502 });
    const result = await step();
    expect(result).toMatchObject({ code: 0, commands: [] });
    expect(server.comments).toHaveLength(1);
  });

  test("gives up on a long rate limit, and says how long it lasts", async () => {
    server.fail({ operation: "issues/list-comments", status: 429, headers: { "retry-after": "600" } });
    const result = await step();
    expect(result.code).toBe(1);
    expect(result.commands[0]?.message).toContain("lasts another 10 minutes");
    expectRendered(result);
  });

  test("shortens the comment for a server that accepts fewer bytes", async () => {
    await serve({ maxBody: 2500 });
    const head = repository.commit("wide", hugeChange(8));
    server.setHead(head);
    const result = await step({ payload: pullRequestEvent({ base: commits.base, head }) });
    expect(result).toMatchObject({ code: 0, commands: [] });
    expect(result.outputs.truncated).toBe("true");
    expect(server.comments[0]?.body.length).toBeLessThanOrEqual(2500);
    expect(server.operations().filter((operation) => operation === "issues/create-comment").length).toBeGreaterThan(1);
  });

  test("shortens a huge comment to its limit, and says so; the files hold the whole report", async () => {
    const head = repository.commit("huge", hugeChange(150));
    server.setHead(head);
    const result = await step({ payload: pullRequestEvent({ base: commits.base, head }) });
    expect(result).toMatchObject({ code: 0, commands: [] });
    expect(result.outputs).toMatchObject({ truncated: "true", "resources-added": "150" });
    const body = server.comments[0]?.body ?? "";
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(result.summary)).toBeLessThanOrEqual(1024 * 1024);
    expect(readFileSync(result.outputs["diff-path"] ?? "", "utf8").match(/key-39/g)).toHaveLength(150);
  });

  test("writes no comment when nothing changes, unless there is one to update", async () => {
    const head = repository.commit("docs", { "README.md": "only words" });
    server.setHead(head);
    const payload = pullRequestEvent({ base: commits.base, head });
    const silent = await step({ payload });
    expect(silent.outputs).toMatchObject({ changed: "false", "comment-id": "", targets: "3" });
    expect(server.comments).toEqual([]);
    const own = server.addComment(BOT, `${marker(99)}\n### 3 changes`);
    await step({ payload });
    expect(own.body).toMatch(/no target is affected/i);
  });

  test.each([
    ["always", 1],
    ["never", 0],
    ["on-failure", 0],
    ["on-change", 0],
  ])("comments without a change under `%s`: %i", async (comment, count) => {
    const head = repository.commit("docs", { "README.md": "only words" });
    server.setHead(head);
    const { log } = await step({ payload: pullRequestEvent({ base: commits.base, head }), with: { comment } });
    expect(server.comments).toHaveLength(count);
    expect(server.requests.length > 0).toBe(comment !== "never");
    expect(log.includes("posting the comment\n")).toBe(count > 0);
    expect(/^no comment: /m.test(log)).toBe(count === 0);
  });

  test("does not let an old run overwrite a newer one", async () => {
    const own = server.addComment(BOT, `${marker(200)}\nnewer`);
    const result = await step({ run: 100 });
    expect(result.code).toBe(0);
    expect(annotations(result)).toEqual(["notice comment-is-newer"]);
    expect(own.body).toBe(`${marker(200)}\nnewer`);
    expectRendered(result);
  });

  test("keeps a separate comment for each key", async () => {
    await step({ with: { "comment-key": "one --> two" } });
    await step({ with: { "comment-key": "another" } });
    await step({ with: { "comment-key": "one --> two" } });
    await step({ with: { matrix: '{"shop": "eu"}' } });
    expect(server.comments.map(({ body }) => body.split("\n")[0])).toEqual([
      formatMarker("one --> two", { run: 100, attempt: 1, head: commits.head }),
      formatMarker("another", { run: 100, attempt: 1, head: commits.head }),
      formatMarker("Preview/render (eu)", { run: 100, attempt: 1, head: commits.head }),
    ]);
  });

  test("renders without a token", async () => {
    const result = await step({ with: { "github-token": "" } });
    expect(result.code).toBe(0);
    expect(annotations(result)).toEqual(["warning no-token"]);
    expect(result.log).not.toContain("posting the comment");
    expect(server.requests).toEqual([]);
    expectRendered(result);
  });
});
