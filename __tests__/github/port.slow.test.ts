/** Pull requests, artifacts, check runs and statuses, by GitHub's own description of its API. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import type { CheckRunContent } from "../../src/github/api.ts";
import { connectGitHub, type GitHub } from "../../src/github/index.ts";
import { type BlobServer, startBlobs } from "./loopback/blobs.ts";
import { type LoopbackGitHub, type LoopbackOptions, startGitHub, TOKEN } from "./loopback/server.ts";

const SHA = "c".repeat(40);
const BLOB = Buffer.from("the zip file of an artifact");

let server: LoopbackGitHub;
let blobs: BlobServer;
let directory: string;

async function connect(options: LoopbackOptions = {}, isEndless = false): Promise<GitHub> {
  blobs = await startBlobs((id) => server.artifacts.find((artifact) => artifact.id === id)?.bytes, isEndless);
  server = await startGitHub({ blobUrl: blobs.url, ...options });
  const clock = { now: () => 0, sleep: async () => {}, random: () => 0 };
  return connectGitHub({ token: TOKEN, apiUrl: server.url, owner: "Codertocat", repository: "Hello-World", clock });
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "artifact-"));
});

afterEach(async () => {
  const { violations } = server;
  await server.close();
  await blobs.close();
  rmSync(directory, { recursive: true });
  expect(violations).toEqual([]);
});

describe("pull requests", () => {
  const fork = { number: 7, state: "open", sha: SHA, branch: "fix/x", repository: "stranger/fork" } as const;

  test("are read by number", async () => {
    const github = await connect();
    server.pulls.push(fork);
    expect(await github.pullRequest(7)).toMatchObject({
      number: 7,
      state: "open",
      head: { sha: SHA, ref: "fix/x", repository: "stranger/fork" },
      base: { sha: expect.stringMatching(/^[0-9a-f]{40}$/), ref: "master", repository: "Codertocat/Hello-World" },
    });
  });

  test("are found by the commit and branch of a fork, on all pages", async () => {
    const github = await connect({ pageSize: 1 });
    const others = [
      { ...fork, number: 8, sha: "d".repeat(40) },
      { ...fork, number: 9, branch: "fix" },
      { ...fork, number: 10, repository: "another/fork" },
    ];
    server.pulls.push(...others, fork, { ...fork, number: 11, state: "closed" });
    const found = await github.pullRequestsOfHead(SHA, "stranger", "fix/x");
    expect(found.map(({ number, state }) => [number, state])).toEqual([
      [7, "open"],
      [11, "closed"],
    ]);
    expect(server.requests[0]?.path).toContain("head=stranger%3Afix%2Fx");
    expect(server.requests).toHaveLength(3);
  });

  test("have a merge base, which is asked for without the files that differ", async () => {
    const github = await connect();
    const [tip, base] = ["d", "e"].map((digit) => digit.repeat(40)) as [string, string];
    server.mergeBases.set(`${tip}...${SHA}`, base);
    expect(await github.mergeBase(tip, SHA)).toBe(base);
    expect(server.requests[0]?.path).toMatch(/\?per_page=1&page=2$/);
    await expect(github.mergeBase(base, SHA)).rejects.toMatchObject({ code: "github-not-found" });
    server.mergeBases.set(`${tip}...${SHA}`, "main");
    await expect(github.mergeBase(tip, SHA)).rejects.toThrow(/the answer is not a comparison/);
  });

  test("that do not exist are an error", async () => {
    const github = await connect();
    server.fail({ operation: "pulls/get", status: 404, message: "Not Found" });
    await expect(github.pullRequest(7)).rejects.toMatchObject({ code: "github-not-found" });
  });
});

describe("artifacts", () => {
  const artifact = { id: 31, run: 5, name: "review", bytes: BLOB };
  const target = () => join(directory, "artifact.zip");

  test("of a run are listed on all pages", async () => {
    const github = await connect({ pageSize: 1 });
    server.artifacts.push(
      artifact,
      { ...artifact, id: 32, expired: true, digest: null },
      { ...artifact, id: 33, run: 6 },
    );
    expect(await github.artifactsOfRun(5)).toEqual([
      {
        id: 31,
        name: "review",
        bytes: 27,
        expired: false,
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
      { id: 32, name: "review", bytes: 27, expired: true, digest: undefined },
    ]);
  });

  test.each([
    ["with its digest", {}],
    ["without a digest, as on servers that do not name it", { digest: null }],
  ])("are downloaded %s, without the token", async (_name, more) => {
    const github = await connect();
    server.artifacts.push({ ...artifact, ...more });
    expect(await github.downloadArtifact(31, target(), 1000)).toMatchObject({ id: 31, name: "review" });
    expect(readFileSync(target())).toEqual(BLOB);
    expect(blobs.requests).toHaveLength(1);
    expect(JSON.stringify(blobs.requests)).not.toContain(TOKEN);
    expect(blobs.requests[0]?.authorization).toBeUndefined();
  });

  test("of a repository that was transferred are downloaded", async () => {
    const github = await connect({ isTransferred: true });
    server.artifacts.push(artifact);
    await github.downloadArtifact(31, target(), 1000);
    expect(readFileSync(target())).toEqual(BLOB);
    expect(blobs.requests[0]?.authorization).toBeUndefined();
  });

  test.each([
    ["has expired", { expired: true }, "artifact-expired", "the artifact review cannot be read: it has expired"],
    [
      "is larger than the limit by what GitHub says",
      { size: 5_000_000 },
      "artifact-too-large",
      "the artifact review cannot be read: its 4.8 MiB are more than 1000 bytes",
    ],
    [
      "is larger than the limit, other than what GitHub says",
      { bytes: Buffer.alloc(1001), size: 5 },
      "artifact-too-large",
      "the artifact review cannot be read: it is more than 1000 bytes",
    ],
    [
      "has another digest",
      { digest: `sha256:${"0".repeat(64)}` },
      "digest-mismatch",
      /has the digest sha256:\w+, not sha256:000/,
    ],
  ])("one that %s is refused, and leaves no file", async (_name, more, code, message) => {
    const github = await connect();
    server.artifacts.push({ ...artifact, ...more });
    const thrown = await github.downloadArtifact(31, target(), 1000).catch((error: unknown) => error);
    const [diagnostic] = diagnosticsOf(thrown);
    expect(diagnostic?.code).toBe(code);
    expect(diagnostic?.message).toMatch(message);
    expect(diagnostic?.message).not.toContain("secret");
    expect(readdirSync(directory)).toEqual([]);
  });

  test("one without an end is refused at the limit", async () => {
    const github = await connect({}, true);
    server.artifacts.push({ ...artifact, digest: null });
    await expect(github.downloadArtifact(31, target(), 100_000)).rejects.toMatchObject({ code: "artifact-too-large" });
    expect(readdirSync(directory)).toEqual([]);
  });

  test("one that the other server refuses is an error without the secret of its address", async () => {
    const github = await connect({ blobUrl: "http://127.0.0.1:9" });
    server.artifacts.push(artifact);
    const thrown = await github.downloadArtifact(31, target(), 1000).catch((error: unknown) => error);
    expect(diagnosticsOf(thrown)[0]).toMatchObject({ code: "remote-failed" });
    expect(diagnosticsOf(thrown)[0]?.message).not.toContain("secret");
  });

  test("are not written over a file, nor to a directory that does not exist", async () => {
    const github = await connect();
    server.artifacts.push(artifact);
    writeFileSync(target(), "mine");
    await expect(github.downloadArtifact(31, target(), 1000)).rejects.toMatchObject({ code: "output-unwritable" });
    expect(readFileSync(target(), "utf8")).toBe("mine");
    const nowhere = join(directory, "no", "such");
    await expect(github.downloadArtifact(31, nowhere, 1000)).rejects.toThrow(/cannot be written to .*such/);
  });
});

describe("check runs", () => {
  const content: CheckRunContent = {
    name: "krm-render",
    externalId: "krm-render/ci",
    conclusion: "failure",
    title: "1 target no longer builds",
    summary: "### 1 target",
    text: "details",
    detailsUrl: "https://github.com/o/r/actions/runs/1",
    annotations: [{ path: "apps/a.yaml", line: 3, column: 5, level: "failure", title: "unknown-field", message: "no" }],
  };

  test("are created, found by name, and updated", async () => {
    const github = await connect({ pageSize: 1 });
    const created = await github.createCheckRun(SHA, content);
    expect(created).toMatchObject({
      externalId: "krm-render/ci",
      annotations: 1,
      url: expect.stringContaining("/runs/"),
    });
    await github.createCheckRun(SHA, { ...content, name: "another" });
    const more = [{ path: "b.yaml", line: 1, level: "notice", title: "t", message: "m" }] as const;
    await github.updateCheckRun(created.id, { ...content, conclusion: "success", annotations: more });
    expect(await github.checkRunsOf(SHA, "krm-render")).toMatchObject([{ id: created.id, annotations: 2 }]);
    expect(await github.checkAnnotations(created.id)).toEqual([...content.annotations, ...more]);
    expect(server.checks[0]?.content).toMatchObject({
      head_sha: SHA,
      status: "completed",
      conclusion: "success",
      details_url: content.detailsUrl,
      output: { title: content.title, summary: content.summary, text: "details" },
    });
  });

  test("have a commit status beside them", async () => {
    const github = await connect();
    const targetUrl = "https://example.com/run";
    await github.createCommitStatus(SHA, { context: "krm-render", state: "failure", description: "no", targetUrl });
    await github.createCommitStatus(SHA, { context: "krm-render", state: "success", description: "yes" });
    expect(server.statuses.map(({ content: { state } }) => state)).toEqual(["failure", "success"]);
    expect(server.statuses[0]).toEqual({
      sha: SHA,
      content: { context: "krm-render", state: "failure", description: "no", target_url: targetUrl },
    });
  });
});

describe("after a lost answer", () => {
  test.each(["actions/list-workflow-run-artifacts", "pulls/list", "checks/list-for-ref"])(
    "%s is asked again",
    async (operation) => {
      const github = await connect();
      server.fail({ operation, status: 502 });
      await Promise.all([
        github.artifactsOfRun(5),
        github.pullRequestsOfHead(SHA, "o", "b"),
        github.checkRunsOf(SHA, "n"),
      ]);
      expect(server.operations().filter((asked) => asked === operation)).toHaveLength(2);
    },
  );
});
