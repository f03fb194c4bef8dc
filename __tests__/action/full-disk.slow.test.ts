/** The built action on a full disk, at each place that it writes to: one message, and nothing is lost that did work. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { startBlobs } from "../github/loopback/blobs.ts";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent, workflowRunEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { smallDisk } from "../small-disk.ts";
import { NO_FULL_DEVICE, unless } from "../unless.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type Step, type StepResult } from "./runner.ts";
import { CHANGE, SHOP } from "./shop.ts";

jest.setTimeout(60_000);

let repository: TestRepository;
let commits: { base: string; head: string };
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository(SHOP);
  commits = { base: repository.commit("main", { "README.md": "words" }), head: repository.commit("topic", CHANGE) };
});
afterAll(() => repository.remove());
useGitHub(
  (started) => (server = started),
  () => ({ head: commits.head }),
);

function step(more: Partial<Step> = {}): Promise<StepResult> {
  return runStep({
    workspace: repository.checkout("refs/heads/topic", 0),
    event: "pull_request",
    payload: pullRequestEvent(commits),
    apiUrl: server.url,
    ...more,
  });
}

function said({ commands }: StepResult): string[] {
  return commands.map(({ name, properties, message }) => `${name} ${properties["title"]}: ${message}`);
}

const HOME = "Codertocat/Hello-World";
unless(NO_FULL_DEVICE, describe)("that holds a file of the runner", () => {
  test.each([
    ["GITHUB_OUTPUT", /^error output-unwritable: the outputs of the step cannot be written: ENOSPC/],
    ["GITHUB_STEP_SUMMARY", /^error output-unwritable: the job summary cannot be written: ENOSPC/],
  ])("%s", async (name, message) => {
    const result = await step({ env: { [name]: "/dev/full" } });
    expect(said(result)).toEqual([expect.stringMatching(message)]);
    expect(result.code).toBe(1);
    expect(server.comments).toMatchObject([{ body: expect.stringContaining("registry.example/web") }]);
    const [summary, changed] = name === "GITHUB_OUTPUT" ? ["registry.example/web", undefined] : ["", "true"];
    expect(result.summary).toContain(summary);
    expect(result.outputs["changed"]).toBe(changed);
  });
});

describe("that holds the output directory", () => {
  const { place, lack } = smallDisk(4096);
  const onDisk = unless(lack, test);
  const directory = join(place, "report");
  const inputs = { "output-dir": directory };

  function left(): number {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  }

  /** Leaves so many bytes. */
  function fill(bytes: number): void {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    writeFileSync(join(place, "filler"), Buffer.alloc(left() - bytes));
  }
  afterEach(() => {
    for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true });
  });

  async function used(more: Partial<Step> = {}): Promise<number> {
    fill(3 * 1024 * 1024);
    const before = left();
    expect((await step({ with: inputs, ...more })).code).toBe(0);
    return before - left();
  }

  onDisk("bundle.json, which is written last", async () => {
    const bytes = await used();
    const files = readdirSync(directory);
    server.comments.length = 0;
    rmSync(join(place, "filler"));
    fill(bytes - 4096);
    const result = await step({ with: inputs });
    expect(said(result)).toEqual([
      expect.stringMatching(/^error output-unwritable: .*bundle\.json: cannot be written: ENOSPC/),
    ]);
    expect(readdirSync(directory)).toEqual(files.filter((name) => name !== "bundle.json"));
    expect(server.comments).toHaveLength(1);
    expect(result.summary).toContain("registry.example/web");
  });

  onDisk("the files of the report", async () => {
    fill(16 * 1024);
    const result = await step({ with: inputs });
    expect(said(result)).toEqual([
      expect.stringMatching(
        /^error output-unwritable: \d files cannot be written: ENOSPC.*\/report\.html, .*\n {2}hint: /,
      ),
    ]);
    expect(result.code).toBe(1);
    expect(server.comments).toMatchObject([{ body: expect.stringContaining("registry.example/web") }]);
    expect(result.summary).toContain("registry.example/web");
    expect(result.outputs).toMatchObject({ changed: "true", "html-path": "" });
  });

  onDisk("those of a shard, which then has no bundle.json and fails", async () => {
    const workspace = repository.checkout("refs/heads/topic", 0);
    const args = ["targets", "--changed-since", commits.base, "--head", commits.head, "--shards", "2"];
    const planned = execFileSync(process.execPath, [distFile("cli.js"), ...args], { cwd: workspace, encoding: "utf8" });
    const [shard = ""] = (JSON.parse(planned) as { shard: string[] }).shard;
    const more = { with: { ...inputs, shard }, workspace };
    const bytes = await used(more);
    rmSync(join(place, "filler"));
    fill(bytes - 2 * 4096);
    const result = await step(more);
    expect(said(result)).toEqual([
      expect.stringMatching(/^error output-unwritable: .*times\.json: cannot be written: ENOSPC/),
    ]);
    expect([result.code, existsSync(join(directory, "bundle.json"))]).toEqual([1, false]);
    expect(result.summary).toContain("Shard 1 of 2");
  });

  onDisk("every file, in one message", async () => {
    fill(0);
    const result = await step({ with: inputs });
    expect(said(result)).toEqual([
      expect.stringMatching(
        /^error output-unwritable: 9 files cannot be written: ENOSPC[^:]*: .*\/manifests\/apps\/web\/overlays\/prod\.yaml, .* and 4 more\n/,
      ),
    ]);
    expect(server.comments).toMatchObject([{ body: expect.stringContaining("registry.example/web") }]);
    expect(result.outputs).toMatchObject({ changed: "true", "report-dir": directory, "json-path": "" });
  });

  onDisk("the temporary files of mode comment", async () => {
    fill(16 * 1024);
    rmSync(directory, { recursive: true });
    const blobs = await startBlobs(() => Buffer.alloc(64 * 1024));
    await server.close();
    server = await startGitHub({ head: commits.head, blobUrl: blobs.url });
    server.pulls.push({ number: 2, state: "open", sha: commits.head, branch: "topic", repository: HOME });
    server.artifacts.push({ id: 1, run: 100, name: "krm-render-report", bytes: Buffer.alloc(64 * 1024) });
    const payload = workflowRunEvent({ run: 100, head: commits.head, branch: "topic", repository: HOME });
    const posting: Partial<Step> = {
      event: "workflow_run",
      payload,
      run: 900,
      with: { mode: "comment" },
      env: { TMPDIR: place },
    };
    const result = await step(posting);
    await blobs.close();
    expect(said(result)).toEqual([
      expect.stringMatching(/^error output-unwritable: the artifact krm-render-report cannot be written/),
    ]);
  });
});
