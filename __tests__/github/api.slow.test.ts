import { afterEach, describe, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { connectGitHub, type GitHub } from "../../src/github/index.ts";
import type { Clock } from "../../src/github/retry.ts";
import { type Fault, type LoopbackGitHub, type LoopbackOptions, startGitHub, TOKEN } from "./loopback/server.ts";

let server: LoopbackGitHub;
let slept: number[];

async function connect(options: LoopbackOptions = {}): Promise<GitHub> {
  server = await startGitHub(options);
  slept = [];
  const clock: Clock = {
    now: () => 1_000_000_000,
    sleep: async (milliseconds) => void slept.push(milliseconds),
    random: () => 0.5,
  };
  const { url } = server;
  const token = options.token ?? TOKEN;
  return connectGitHub({ token, apiUrl: url, owner: "Codertocat", repository: "Hello-World", clock });
}

afterEach(async () => {
  const { violations } = server;
  await server.close();
  expect(violations).toEqual([]);
});

describe("the API", () => {
  test("creates, lists, updates and deletes comments as GitHub's OpenAPI description says", async () => {
    const github = await connect();
    const created = await github.createComment(2, "one");
    expect(created).toMatchObject({ body: "one", author: { login: "github-actions[bot]", id: expect.any(Number) } });
    expect(created.url).toContain(`#issuecomment-${created.id}`);
    await github.updateComment(created.id, "two");
    expect((await github.listComments(2)).map(({ body }) => body)).toEqual(["two"]);
    await github.deleteComment(created.id);
    expect(await github.listComments(2)).toEqual([]);
    expect(server.operations()).toEqual([
      "issues/create-comment",
      "issues/update-comment",
      "issues/list-comments",
      "issues/delete-comment",
      "issues/list-comments",
    ]);
  });

  test("lists the comments of all pages, oldest first, and none of another pull request", async () => {
    const github = await connect({ pageSize: 2 });
    for (let count = 0; count < 5; count++) server.addComment("somebody", `comment ${count}`);
    server.addComment("somebody", "elsewhere", 3);
    const bodies = (await github.listComments(2)).map(({ body }) => body);
    expect(bodies).toEqual(["comment 0", "comment 1", "comment 2", "comment 3", "comment 4"]);
    expect(server.operations()).toHaveLength(3);
  });

  test("uses the base URL of a GitHub Enterprise Server", async () => {
    const github = await connect({ prefix: "/api/v3" });
    const { id } = await github.createComment(2, "one");
    await github.updateComment(id, "two");
    expect(await github.viewer()).toMatchObject({ login: "github-actions[bot]", id: expect.any(Number) });
    expect(server.comments.map(({ body }) => body)).toEqual(["two"]);
  });

  test("reads the head commit of a pull request", async () => {
    const head = "a".repeat(40);
    const github = await connect({ head });
    expect(await github.pullRequestHead(2)).toBe(head);
  });
});

describe("the account of the token", () => {
  test("of an app, without a request that apps may not make", async () => {
    const github = await connect();
    expect(await github.viewer()).toMatchObject({ login: "github-actions[bot]", id: expect.any(Number) });
    expect(server.operations()).toEqual(["graphql"]);
  });

  test("of a person", async () => {
    const github = await connect({ viewer: "octocat", token: "ghp_loopback" });
    expect(await github.viewer()).toMatchObject({ login: "octocat", id: expect.any(Number) });
    expect(server.operations()).toEqual(["users/get-authenticated"]);
  });

  test("of an app with a token of an unknown form", async () => {
    const github = await connect({ token: "0123456789" });
    expect(await github.viewer()).toMatchObject({ login: "github-actions[bot]", id: expect.any(Number) });
    expect(server.operations()).toEqual(["users/get-authenticated", "graphql"]);
  });

  test("is undefined when GitHub refuses to tell", async () => {
    const github = await connect();
    server.fail({ operation: "graphql", status: 403 });
    expect(await github.viewer()).toBeUndefined();
  });

  test("is not guessed while GitHub is down", async () => {
    const github = await connect();
    server.fail({ operation: "graphql", status: 502, times: 3 });
    await expect(github.viewer()).rejects.toMatchObject({ code: "github-unavailable" });
  });
});

const create = "issues/create-comment";
const tomorrow = String(1_000_000 + 86_400);
const soon = String(1_000_000 + 20);

describe("tries again", () => {
  const cases: readonly [string, Omit<Fault, "operation">, number][] = [
    ["429 with retry-after", { status: 429, headers: { "retry-after": "7" } }, 7_500],
    ["429 without a time", { status: 429 }, 60_500],
    [
      "403 that tells of it in words only",
      { status: 403, message: "You have exceeded a secondary rate limit" },
      60_500,
    ],
    [
      "403 of a rate limit",
      { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": soon } },
      20_500,
    ],
    ["403 of the second rate limit", { status: 403, headers: { "retry-after": "1" } }, 1_500],
    ["502", { status: 502 }, 1_500],
    ["503", { status: 503 }, 1_500],
    ["504", { status: 504 }, 1_500],
  ];
  test.each(cases)("after %s", async (_name, fault, wait) => {
    const github = await connect();
    server.fail({ operation: create, ...fault });
    await github.createComment(2, "text");
    expect(slept).toEqual([wait]);
    expect(server.comments.map(({ body }) => body)).toEqual(["text"]);
  });

  test("three times with growing pauses, and then fails", async () => {
    const github = await connect();
    server.fail({ operation: "issues/list-comments", status: 502, times: 9 });
    await expect(github.listComments(2)).rejects.toMatchObject({ code: "github-unavailable" });
    expect(slept).toEqual([1_500, 3_000]);
    expect(server.requests).toHaveLength(3);
  });

  test("without creating a second comment when the answer was lost", async () => {
    const github = await connect();
    server.fail({ operation: create, status: 502, afterwards: true });
    const created = await github.createComment(2, "text");
    expect(server.comments).toHaveLength(1);
    expect(created.id).toBe(server.comments[0]?.id);
  });

  test("three times when the server is down, and names its address in no message", async () => {
    const github = await connect();
    await server.close();
    const thrown = await github.listComments(2).catch((error: unknown) => error);
    expect(diagnosticsOf(thrown)[0]).toMatchObject({ code: "github-unavailable" });
    expect(diagnosticsOf(thrown)[0]?.message).toContain("could not list the comments of #2: no answer from GitHub");
    expect(slept).toHaveLength(2);
    server = await startGitHub();
  });
});

describe("does not try again", () => {
  const cases: readonly [string, Omit<Fault, "operation">, string, RegExp][] = [
    ["401", { status: 401, message: "Bad credentials" }, "github-unauthorized", /github-token/],
    [
      "403",
      { status: 403, message: "Resource not accessible by integration" },
      "github-forbidden",
      /pull-requests: write/,
    ],
    [
      "403 that names the permission",
      {
        status: 403,
        message: "Resource not accessible by integration",
        headers: { "x-accepted-github-permissions": "issues=write; pull_requests=write" },
      },
      "github-forbidden",
      /permissions: pull-requests: write/,
    ],
    [
      "403 that names another permission",
      {
        status: 403,
        message: "Resource not accessible by integration",
        headers: { "x-accepted-github-permissions": "checks=write" },
      },
      "github-forbidden",
      /permissions: checks: write/,
    ],
    [
      "403 for a locked one",
      { status: 403, message: "Unable to comment: issue is locked." },
      "github-forbidden",
      /Unlock the conversation/,
    ],
    ["404", { status: 404, message: "Not Found" }, "github-not-found", /pull request exists/],
    ["410", { status: 410, message: "Gone" }, "github-not-found", /pull request exists/],
    ["422", { status: 422, message: "no" }, "github-refused", /summary/],
    [
      "422 for a long body",
      { status: 422, message: "Body is too long (maximum is 65536 characters)" },
      "github-body-too-long",
      /comment-max-bytes/,
    ],
    ["429 until tomorrow", { status: 429, headers: { "retry-after": "86400" } }, "github-rate-limited", /later/],
    [
      "403 of a rate limit until tomorrow",
      { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": tomorrow } },
      "github-rate-limited",
      /later/,
    ],
    ["500", { status: 500, message: "Server Error" }, "github-unavailable", /later/],
  ];
  test.each(cases)("after %s", async (_name, fault, code, hint) => {
    const github = await connect();
    server.fail({ operation: create, ...fault });
    const thrown = await github.createComment(2, "text").catch((error: unknown) => error);
    const [diagnostic] = diagnosticsOf(thrown);
    expect(diagnostic?.code).toBe(code);
    expect(diagnostic?.message).toMatch(/^could not create the comment on #2: /);
    expect(diagnostic?.message).toContain(String(fault.status));
    expect(diagnostic?.hint).toMatch(hint);
    expect(slept).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(thrown) + String((thrown as Error).stack)).not.toContain(TOKEN);
  });
});
