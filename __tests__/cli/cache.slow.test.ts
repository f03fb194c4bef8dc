/** `krm-render cache`; docs/specification/store.md 1.5, 3.2 to 3.4. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { processSpace } from "../../src/processes/index.ts";
import { initRepository } from "../sources/fixtures.ts";
import { type HttpServer, httpServer, text } from "../store/http/http-server.ts";
import { type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

const DIGEST = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";
const OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";
let directory: Directory;
let web: HttpServer;
let store: string;
let sha: string;

beforeAll(async () => {
  web = await httpServer({ "/data": text("[]") });
});
afterAll(() => web.close());

/** Fills a store by a build. */
beforeEach(async () => {
  directory = temporaryDirectory();
  store = join(directory.path, "caches/krm-render");
  const served = join(directory.path, "served");
  mkdirSync(served);
  sha = initRepository(served, {
    files: { "deep/er/kustomization.yaml": "resources: [a.yaml]\n", "deep/er/a.yaml": OBJECT },
  });
  directory.write({
    "app/kustomization.yaml":
      `resources:\n- file://${served}//deep/er\n` +
      `configMapGenerator:\n- name: g\n  files:\n  - d=${web.url}/data#sha256:${DIGEST}\n`,
  });
  const built = await run("build", "app");
  expect([built.status, built.stderr]).toEqual([0, expect.not.stringContaining("error")]);
});

afterEach(() => directory.remove());

function run(...args: string[]): Promise<Result> {
  return krmRender(args, { cwd: directory.path, env: { XDG_CACHE_HOME: join(directory.path, "caches") } });
}

/** The directory of the only commit. */
function commit(): string {
  const [key = ""] = readdirSync(join(store, "v1/git"));
  return join(store, "v1/git", key, sha);
}

const ids = ({ stdout }: Result): string[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t")[3] ?? "")
    .sort();

test("list prints the entries", async () => {
  const listed = await run("cache", "list");
  expect(ids(listed)).toEqual([DIGEST, sha].sort());
  expect(listed.stdout).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d\\t\\d+\\tcommit\\t${sha}\\tfile://.*/served$`, "m"));
  expect(listed.stdout).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d\\t2\\tfile\\t${DIGEST}$`, "m"));
  expect(await run("cache", "list", "--directory", "caches/krm-render")).toEqual(listed);
  expect(ids(await run("cache", "list", "--directory", "nowhere"))).toEqual([]);
});

describe("verify", () => {
  test("accepts intact entries", async () => {
    expect(await run("cache", "verify")).toEqual({ status: 0, stdout: "", stderr: "2 checked, 0 broken\n" });
  });

  test("names damaged entries, and the next build fetches them again", async () => {
    const packs = join(commit(), "pack");
    for (const name of readdirSync(packs)) rmSync(join(packs, name), { force: true });
    const [file = ""] = readdirSync(join(store, "v1/files"));
    truncateSync(join(store, "v1/files", file));
    const checked = await run("cache", "verify");
    expect([checked.status, ids(checked), checked.stderr]).toEqual([1, [DIGEST, sha].sort(), "2 checked, 2 broken\n"]);
    expect((await run("build", "app")).status).toBe(0);
    expect((await run("cache", "verify")).status).toBe(0);
  });

  test("--remove removes damaged entries only", async () => {
    const [file = ""] = readdirSync(join(store, "v1/files"));
    truncateSync(join(store, "v1/files", file));
    const removed = await run("cache", "verify", "--remove");
    expect([removed.status, ids(removed), removed.stderr]).toEqual([0, [DIGEST], "2 checked, 1 broken and removed\n"]);
    expect(ids(await run("cache", "list"))).toEqual([sha]);
  });

  test("reads what is no file as broken", async () => {
    const [file = ""] = readdirSync(join(store, "v1/files"));
    rmSync(join(store, "v1/files", file));
    mkdirSync(join(store, "v1/files", file));
    expect(ids(await run("cache", "verify"))).toEqual([DIGEST]);
    expect((await run("build", "app")).status).toBe(0);
    expect((await run("cache", "verify")).status).toBe(0);
  });
});

test("prune removes entries that were not used for long, and temporary files of earlier runs", async () => {
  const old = new Date(Date.now() - 10 * 24 * 60 * 60 * 1000);
  const leftover = join(store, "v1/tmp/left");
  writeFileSync(leftover, "");
  for (const path of [commit(), leftover]) utimesSync(path, old, old);
  expect(ids(await run("cache", "prune"))).toEqual([]);
  const pruned = await run("cache", "prune", "--older-than", "9");
  expect([ids(pruned), pruned.stderr]).toEqual([[sha], "1 of 2 removed\n"]);
  expect(ids(await run("cache", "list"))).toEqual([DIGEST]);
  expect(readdirSync(join(store, "v1/tmp"))).toEqual([]);
});

test("prune removes the least recently used entries above a size", async () => {
  const old = new Date(Date.now() - 60 * 60 * 1000);
  utimesSync(commit(), old, old);
  const kept = await run("cache", "prune", "--max-size", "1g");
  expect([ids(kept), kept.stderr]).toEqual([[], "0 of 2 removed\n"]);
  const pruned = await run("cache", "prune", "--max-size", "2");
  expect([ids(pruned), pruned.stderr]).toEqual([[sha], "1 of 2 removed\n"]);
  expect(ids(await run("cache", "prune", "--max-size", "1"))).toEqual([DIGEST]);
});

test("prune removes what killed processes of this machine have left, at once", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const place = (id: number): string => `${id}-${processSpace()}-0123456789abcdef01234567`;
  for (const id of [pid, process.pid]) mkdirSync(join(store, "v1/tmp", place(id)));
  await run("cache", "prune");
  expect(readdirSync(join(store, "v1/tmp"))).toEqual([place(process.pid)]);
});

test.each([
  [[]],
  [["clear"]],
  [["list", "--older-than", "0"]],
  [["list", "--remove"]],
  [["prune", "--max-size", "0"]],
  [["prune", "--max-size", "2 apples"]],
])("wrong usage: %j", async (args) => {
  const { status, stderr } = await run("cache", ...args);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^error: /)]);
});
