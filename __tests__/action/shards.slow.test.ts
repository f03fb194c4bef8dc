/** Seven jobs of a matrix and the job that joins them, with the built action, against one job that does all of it. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";
import { CHANGE, SHOP } from "./shop.ts";

jest.setTimeout(120_000);
const OVERLAYS = ["qa", "test", "demo", "eu", "us"];
const RUN = 100;

let repository: TestRepository;
let commits: { base: string; head: string };
let workspace: string;
let server: LoopbackGitHub;
let shards: readonly string[];

beforeAll(async () => {
  const more = OVERLAYS.map((name) => [
    `apps/web/overlays/${name}/kustomization.yaml`,
    `namePrefix: ${name}-\nresources:\n- ../../base\n`,
  ]);
  repository = createRepository({ ...SHOP, ...Object.fromEntries(more) });
  const head = repository.commit("topic", CHANGE);
  commits = { base: repository.commit("main", { "README.md": "moved on" }), head };
  repository.openPullRequest(head);
  workspace = repository.checkout("refs/pull/2/merge", 0);
  server = await startGitHub({ head });
  const base = spawnSync("git", ["merge-base", commits.base, head], { cwd: workspace, encoding: "utf8" }).stdout.trim();
  const args = ["targets", "--changed-since", base, "--head", head, "--shards", "7"];
  const { stdout } = spawnSync(process.execPath, [distFile("cli.js"), ...args], { cwd: workspace, encoding: "utf8" });
  shards = (JSON.parse(stdout) as { shard: string[] }).shard;
});
afterAll(async () => {
  await server.close();
  repository.remove();
});

function step(inputs: Record<string, string>, run = RUN): Promise<StepResult> {
  const payload = pullRequestEvent(commits);
  return runStep({ workspace, event: "pull_request", payload, apiUrl: server.url, run, with: inputs });
}

function filesOf(name: string): Map<string, string> {
  const top = join(workspace, name);
  const entries = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1)).sort();
  const ofEachRun = new Set(["times.json", "bundle.json"]);
  return new Map(paths.map((path) => [path, ofEachRun.has(path) ? "" : readFileSync(join(top, path), "utf8")]));
}

function annotations({ commands }: StepResult): string[] {
  return commands.map(({ name, properties, message }) => `${name} ${properties["title"]}: ${message.split("\n")[0]}`);
}

test("seven jobs and their join leave the files, the summary, the comment and the outputs of one job", async () => {
  expect(shards).toHaveLength(7);
  const one = await step({ "output-dir": "one" });
  const [comment] = server.comments.splice(0);

  for (const [at, shard] of shards.entries()) {
    const leg = await step({ shard, "output-dir": `shards/${at + 1}` });
    expect([annotations(leg), leg.code]).toEqual([[], 0]);
    expect(leg.summary).toMatch(
      new RegExp(
        `^Shard ${at + 1} of 7 has [12] targets?\\. The job that joins the shards \\(\`mode: merge\`\\) writes the report\\.\\n$`,
      ),
    );
  }
  expect(server.comments).toEqual([]);

  const joined = await step({ mode: "merge", reports: "shards/*", "output-dir": "joined" });
  expect([annotations(joined), joined.code]).toEqual([annotations(one), one.code]);
  expect(joined.summary).toBe(one.summary);
  expect(server.comments.map(({ body }) => body)).toEqual([comment?.body]);
  const [whole, parts] = [filesOf("one"), filesOf("joined")];
  expect([...parts.keys()]).toEqual([...whole.keys()]);
  for (const [path, text] of whole) expect(`${path}\n${parts.get(path)}`).toBe(`${path}\n${text}`);
  const same = (outputs: StepResult["outputs"]) =>
    Object.entries(outputs)
      .filter(([name]) => !name.startsWith("comment-"))
      .map(([name, value]) => [name, value.replace("/joined", "/one")]);
  expect(same(joined.outputs)).toEqual(same(one.outputs));

  const foreign = await step({ mode: "merge", reports: "shards", "output-dir": "foreign" }, 7);
  expect(foreign.code).toBe(1);
  expect(annotations(foreign)).toEqual(
    shards.map(
      (_, at) => `error shard-foreign: shards/${at + 1} does not belong to the other shards: its run is 100, and not 7`,
    ),
  );

  rmSync(join(workspace, "shards/3"), { recursive: true });
  const missing = await step({ mode: "merge", reports: "shards", "output-dir": "missing" });
  expect(missing.code).toBe(1);
  expect(annotations(missing)).toEqual([
    expect.stringContaining("shard 3 of 7 is missing, so there is no report: it would lack targets"),
  ]);
  // The comment of the former run is marked, and not replaced by a smaller one.
  expect(server.comments).toHaveLength(1);
  expect(server.comments[0]?.body).toContain("registry.example/web");
});

test.each<[inputs: Record<string, string>, message: string]>([
  [{ mode: "merge" }, "input reports: name the directories with the reports of the shards"],
  [{ mode: "merge", reports: "nowhere/*" }, '"nowhere/*" names no directory with the output of a shard'],
  [{ shard: "1/2" }, 'input shard: "1/2" is not I/N@DIGEST'],
  [
    { shard: `1/7@${"0".repeat(64)}` },
    "shard 1/7 is of another plan than that of this run: its base is 00000000, its head is 00000000, ",
  ],
])("%j fails", async (inputs, message) => {
  const { code, ...result } = await step({ "output-dir": "wrong", comment: "never", ...inputs });
  expect([code, annotations(result as StepResult).join("\n")]).toEqual([1, expect.stringContaining(message)]);
});
