/** Repositories with a change, and the output of one run and of shards. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import fc from "fast-check";
import { type Directory, temporaryDirectory } from "../cli/terminal.ts";
import { changed, edit, repository } from "../review/random/changes.ts";
import { filesOf, type RepositoryModel } from "../review/random/model.ts";

/** What a run does with the command line. */
export type Run = (
  args: readonly string[],
  cwd: string,
) => Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }>;

/** A repository of several parts, each with overlays of its own, with two commits. */
export interface TwoCommits {
  readonly base: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string>>;
}

const CONFIGURATION = `fail-on-danger: low
dangers:
  silence:
  - {rule: "*", targets: "m0/overlays/o1*", reason: known there}
noise:
  rules: [{name: replicas, paths: /spec/replicas}]
`;

const part = fc.record({
  model: repository,
  edits: fc.array(edit, { maxLength: 4 }),
  renamed: fc.constantFrom(false, false, true),
});

export const twoCommits: fc.Arbitrary<TwoCommits> = fc
  .record({
    parts: fc.array(part, { minLength: 2, maxLength: 4 }),
    edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  })
  .map(({ parts, edits }) => {
    const base: Record<string, string> = { ".krm-render.yaml": CONFIGURATION };
    const head: Record<string, string> = { ".krm-render.yaml": CONFIGURATION };
    parts.forEach(({ model, edits: own, renamed }, at) => {
      put(base, `m${at}`, model);
      put(head, `m${at}`, changed(model, at === 0 ? edits : own), renamed ? "o0-renamed" : "o0");
    });
    return { base, head };
  });

function put(files: Record<string, string>, top: string, model: RepositoryModel, first = "o0"): void {
  for (const [path, { text }] of filesOf(model))
    files[`${top}/${path.replace(/^overlays\/o0\//, `overlays/${first}/`)}`] = text;
}

export function commitBoth({ base, head }: TwoCommits): Directory {
  const directory = temporaryDirectory(base);
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("base");
  directory.git("rm", "--quiet", "-r", ".");
  directory.write(head);
  directory.commit("head");
  return directory;
}

const REVISIONS = ["--base", "HEAD~1", "--head", "HEAD"];

export async function matrixOf(run: Run, cwd: string, count: number | "auto" = 7): Promise<readonly string[]> {
  const args = ["targets", "--changed-since", "HEAD~1", "--head", "HEAD", "--shards", String(count)];
  const { status, stdout, stderr } = await run(args, cwd);
  expect([status, stderr.replace(/^plan .*\n/, "")]).toEqual([0, ""]);
  return (JSON.parse(stdout) as { shard: string[] }).shard;
}

/** Runs each shard on its own, into directories below `out`. @returns the names of the shards */
export async function runShards(run: Run, cwd: string, out: string): Promise<readonly string[]> {
  const shards = await matrixOf(run, cwd);
  for (const [at, shard] of shards.entries()) {
    const ran = await run(["diff", ...REVISIONS, "--shard", shard, "--output-dir", join(out, `shard-${at + 1}`)], cwd);
    expect([ran.stderr, ran.status]).toEqual(["", 0]);
  }
  return shards;
}

/** Compares the files and the messages of one run with those of its shards. @returns the number of shards */
export async function expectSame(run: Run, cwd: string, out: string): Promise<number> {
  const one = await run(["diff", ...REVISIONS, "--output-dir", join(out, "one"), "--exit-code"], cwd);
  const shards = await runShards(run, cwd, join(out, "shards"));
  const merged = await run(["merge", join(out, "shards"), "--output-dir", join(out, "merged"), "--exit-code"], cwd);
  expect(merged).toEqual(one);
  const [whole, joined] = [filesBelow(join(out, "one")), filesBelow(join(out, "merged"))];
  expect([...joined.keys()]).toEqual([...whole.keys()]);
  for (const [path, text] of whole) {
    // Times differ from run to run, and the list has their digest.
    if (path === "times.json" || path === "bundle.json") continue;
    expect(`${path}\n${joined.get(path)}`).toBe(`${path}\n${text}`);
  }
  const paths = (text = "") => (JSON.parse(text) as { targets: { path: string }[] }).targets.map(({ path }) => path);
  expect(paths(joined.get("times.json"))).toEqual(paths(whole.get("times.json")));
  return shards.length;
}

function filesBelow(top: string): Map<string, string> {
  const names = readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join(top, name), "utf8")]));
}
