import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { fetchMergeBase } from "../../src/sources/git/fetching.ts";
import { gitContext } from "../../src/sources/git/git-process.ts";
import { gitTree, openRepository, type Repository } from "../../src/sources/index.ts";
import {
  bareRepository,
  commitAll,
  GIT_ENV,
  git,
  gitWith,
  initRepository,
  line,
  type Made,
  temporaryDirectories,
  writeContent,
} from "./fixtures.ts";
import { type GitServer, gitServer } from "./git-server.ts";
import { problemOf } from "./tree-table.ts";

// Some tests run dozens of git processes, which takes long on a slow machine.
jest.setTimeout(60_000);

const temporary = temporaryDirectories();

const noted: string[] = [];
const opened: Repository[] = [];
afterAll(() => {
  for (const repository of opened) repository.close();
});

async function open(directory: string): Promise<Repository> {
  noted.length = 0;
  const repository = await openRepository(directory, { env: GIT_ENV, log: (text) => noted.push(text) });
  opened.push(repository);
  return repository;
}

async function nameAt(repository: Repository, sha: string): Promise<string> {
  const bytes = await (await gitTree(repository, sha, "test")).read("/name");
  return Buffer.from(bytes).toString();
}

/** Runs git without blocking, because the server runs in this process. */
async function cloneInto(directory: string, url: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)("git", ["clone", "-q", ...args, url, directory], { env: GIT_ENV });
}

describe("revisions", () => {
  const directory = temporary();
  const first = initRepository(directory, { files: { a: "1" } });
  const second = commitAll(directory, "second");
  git(directory, "tag", "-a", "-m", "annotated", "v1", first);
  git(directory, "update-ref", "refs/remotes/origin/release", first);
  const repository = open(directory);

  test.each([
    ["main", second, `main (${second.slice(0, 7)})`],
    ["refs/heads/main", second, `main (${second.slice(0, 7)})`],
    ["HEAD", second, `HEAD (${second.slice(0, 7)})`],
    ["HEAD~1", first, `HEAD~1 (${first.slice(0, 7)})`],
    ["v1", first, `v1 (${first.slice(0, 7)})`],
    ["release", first, `origin/release (${first.slice(0, 7)})`],
    ["origin/release", first, `origin/release (${first.slice(0, 7)})`],
    [first, first, first.slice(0, 7)],
    [first.slice(0, 10), first, first.slice(0, 7)],
  ])("%s is found", async (revision, sha, label) => {
    expect(await (await repository).resolve(revision)).toEqual({ sha, label });
    expect(await (await repository).ensureCommit(revision)).toEqual({ sha, label });
  });

  test.each([
    "absent",
    "-x",
    "--all",
    "--output=x",
    "",
    "a\nb",
    "a\0b",
    "HEAD:a",
    "HEAD~1..HEAD",
    "^HEAD",
    "HEAD~9",
    "x".repeat(5000),
    "f".repeat(40),
  ])("%j is unknown", async (revision) => {
    const here = await repository;
    for (const find of [() => here.resolve(revision), () => here.ensureCommit(revision)]) {
      const error = await problemOf(find());
      expect([error.code, error.diagnostics[0]?.hint]).toEqual(["unknown-revision", expect.any(String)]);
    }
  });

  test("two branches have a merge base, and unrelated ones have none", async () => {
    git(directory, "checkout", "-q", "-b", "side", first);
    const side = commitAll(directory, "side");
    git(directory, "checkout", "-q", "--orphan", "stranger");
    const stranger = commitAll(directory, "stranger");
    git(directory, "checkout", "-q", "main");
    expect(await (await repository).mergeBase(side, second)).toBe(first);
    expect(await (await repository).ensureMergeBase(side, second)).toBe(first);
    expect(await (await repository).mergeBase(stranger, second)).toBeUndefined();
    expect((await problemOf((await repository).ensureMergeBase(stranger, second))).code).toBe("no-merge-base");
    await expect((await repository).mergeBase("--all", second)).rejects.toThrow(TypeError);
  });

  test("finds the checked-out branch and the default branch", async () => {
    const clone = temporary();
    git(clone, "clone", "-q", directory, "clone");
    const cloned = await open(join(clone, "clone"));
    expect([await cloned.currentBranch(), await cloned.defaultBranch()]).toEqual(["main", "origin/main"]);
    git(join(clone, "clone"), "checkout", "-q", "--detach");
    expect([await cloned.currentBranch(), await cloned.headSha()]).toEqual([undefined, second]);
    expect(await (await repository).defaultBranch()).toBeUndefined();
  });

  test("a repository without commits has none, and the message says so", async () => {
    const empty = temporary();
    git(empty, "init", "-q", "-b", "main");
    const fresh = await open(empty);
    expect([await fresh.headSha(), await fresh.currentBranch(), fresh.top]).toEqual([undefined, "main", empty]);
    const error = await problemOf(fresh.resolve("HEAD"));
    expect([error.code, error.message]).toEqual(["unknown-revision", expect.stringContaining("nothing is committed")]);
  });
});

describe("the commit before an edit", () => {
  const directory = temporary();
  const shas = [initRepository(directory, { files: { "app/a": "1", "app/[x]*": "1", "lib/b": "1" } })];
  const edit = (files: Readonly<Record<string, string>>): void => {
    writeContent(directory, { files });
    shas.push(commitAll(directory, `${shas.length}`));
  };
  edit({ "app/a": "2" });
  edit({ "app/[x]*": "2" });
  edit({ "app/new": "1" });
  edit({ "app/deep/file": "1" });
  // A branch that is merged: its commits are no first parents.
  git(directory, "checkout", "-q", "-b", "side");
  edit({ "lib/b": "2" });
  git(directory, "checkout", "-q", "main");
  edit({ top: "1" });
  gitWith(
    directory,
    { env: { GIT_COMMITTER_DATE: "1900000000 +0000" } },
    "merge",
    "-q",
    "--no-ff",
    "-m",
    "merge",
    "side",
  );
  const merge = git(directory, "rev-parse", "HEAD");
  const repository = open(directory);

  test.each<[what: string, paths: string[], listed: string[], at: number | undefined]>([
    ["of a file", ["app/a"], [], 0],
    ["of one of several files", ["app/a", "app/[x]*"], [], 1],
    ["of a file that is new", ["app/new", "app/absent"], [], 2],
    ["of a directory, by what is in it", [], ["app"], 2],
    ["of a directory, by what is below it", ["app"], [], 3],
    ["of the top", [], [""], 4],
    ["that came with a merge", ["lib/b"], [], 6],
    ["of a file whose name is no pattern", ["app/[x]"], [], undefined],
    ["of nothing", [], [], undefined],
  ])("%s", async (_, paths, listed, at) => {
    const found = await (await repository).commitBefore(merge, { paths, listed });
    expect(found).toBe(at === undefined ? undefined : shas[at]);
  });

  test("is not there for a file of the first commit, nor in a clone that lacks it", async () => {
    expect(await (await repository).commitBefore(shas[0] as string, { paths: ["app/a"], listed: [] })).toBeUndefined();
    const clone = temporary();
    git(clone, "clone", "-q", "--depth", "2", pathToFileURL(directory).href, "clone");
    const cloned = await open(join(clone, "clone"));
    expect(await cloned.commitBefore(merge, { paths: ["app/a"], listed: [] })).toBeUndefined();
    expect(await cloned.commitBefore(merge, { paths: ["lib/b"], listed: [] })).toBe(shas[6]);
  });
});

/**
 * `near` leaves main 10 commits before its tip, `far` 300, `farthest` 1,500; `stranger` has no commit in common.
 * `twice` left main at its beginning, and merged main's middle since; `joined` is main plus a branch as old as that.
 */
const MAIN = 1600;
const commits: readonly Made[] = [
  ...line("m", 1),
  { name: "old", parents: ["m0"] },
  { name: "older", parents: ["m0"] },
  ...line("m", MAIN).slice(1),
  ...line("near", 3, [`m${MAIN - 10}`]),
  ...line("far", 3, [`m${MAIN - 300}`]),
  ...line("farthest", 3, [`m${MAIN - 1500}`]),
  ...line("stranger", 3),
  { name: "twice", parents: ["old", `m${MAIN - 70}`] },
  { name: "joined", parents: [`m${MAIN - 1}`, "older"] },
];
const BRANCHES = {
  main: `m${MAIN - 1}`,
  near: "near2",
  far: "far2",
  farthest: "farthest2",
  stranger: "stranger2",
  twice: "twice",
  joined: "joined",
  "feature/with-slash": "near1",
};

describe.each(["file", "http"])("a clone over %s", (transport) => {
  const root = temporary();
  let ids: ReadonlyMap<string, string>;
  let server: GitServer | undefined;
  let url: string;
  const id = (name: string) => ids.get(name) ?? "";

  beforeAll(async () => {
    mkdirSync(join(root, "origin.git"));
    ids = bareRepository(join(root, "origin.git"), commits, BRANCHES);
    git(join(root, "origin.git"), "tag", "v1", id("m5"));
    if (transport === "file") {
      url = pathToFileURL(join(root, "origin.git")).href;
      return;
    }
    server = await gitServer(root);
    url = `${server.url}/origin.git`;
  });
  afterAll(() => server?.close());

  async function clone(...args: string[]): Promise<Repository> {
    const directory = temporary();
    await cloneInto(directory, url, args);
    return open(directory);
  }

  test.each(["m7", "near1"])("that is shallow fetches the commit %s by its id, and nothing more", async (name) => {
    const repository = await clone("--depth=1", "--branch=near");
    expect(await repository.ensureCommit(id(name))).toEqual({ sha: id(name), label: id(name).slice(0, 7) });
    expect([await nameAt(repository, id(name)), await repository.isShallow()]).toEqual([name, true]);
    expect(noted).toEqual([expect.stringContaining(id(name))]);
    expect((await problemOf(repository.resolve(id("m8")))).diagnostics[0]?.hint).toContain("fetch-depth: 0");
  });

  test.each([
    ["main", `m${MAIN - 1}`, "origin/main"],
    ["origin/far", "far2", "origin/far"],
    ["refs/heads/far", "far2", "origin/far"],
    ["feature/with-slash", "near1", "origin/feature/with-slash"],
    ["v1", "m5", "v1"],
    ["refs/tags/v1", "m5", "v1"],
  ])("that is shallow fetches %s by its name", async (name, commit, shown) => {
    const repository = await clone("--depth=1", "--branch=near");
    const expected = { sha: id(commit), label: `${shown} (${id(commit).slice(0, 7)})` };
    expect(await repository.ensureCommit(name)).toEqual(expected);
    expect(await nameAt(repository, id(commit))).toBe(commit);
    // The second time, the commit is in the clone.
    noted.length = 0;
    expect([(await repository.ensureCommit(name)).sha, noted]).toEqual([id(commit), []]);
  });

  test("that is shallow fetches the tip of a branch, in place of an earlier one, and beside a tag of its name", async () => {
    const directory = temporary();
    await cloneInto(directory, url, ["--depth=1", "--branch=near"]);
    git(directory, "update-ref", "refs/remotes/origin/main", "HEAD");
    git(directory, "update-ref", "refs/tags/origin/main", "HEAD");
    git(directory, "update-ref", "refs/heads/main", "HEAD");
    const repository = await open(directory);
    expect((await repository.tipOf("main")).sha).toBe(id(`m${MAIN - 1}`));
    expect(noted).toEqual(["Fetching the tip of main from origin."]);
    expect([await nameAt(repository, id(`m${MAIN - 1}`)), await repository.isShallow()]).toEqual([
      `m${MAIN - 1}`,
      true,
    ]);
    const error = await problemOf(repository.tipOf("absent"));
    expect([error.code, error.message]).toEqual(["unknown-revision", expect.stringContaining("or at origin")]);
    expect((await problemOf(repository.tipOf("../x"))).code).toBe("unknown-revision");
  });

  test("that is complete has the tip", async () => {
    const repository = await clone();
    expect([(await repository.tipOf("main")).sha, noted]).toEqual([id(`m${MAIN - 1}`), []]);
  });

  test.each(["absent", "f".repeat(40), "refs/pull/7/head"])("says that origin does not have %s", async (name) => {
    const repository = await clone("--depth=1");
    const error = await problemOf(repository.ensureCommit(name));
    expect([error.code, error.message]).toEqual(["unknown-revision", expect.stringMatching(/here or at origin: .+/)]);
  });

  test("runs several fetches at the same time", async () => {
    const repository = await clone("--depth=1", "--branch=near");
    const names = ["m7", "m8", "far1", "m7", "stranger0"];
    const revisions = await Promise.all(names.map((name) => repository.ensureCommit(id(name))));
    expect(revisions.map(({ sha }) => sha)).toEqual(names.map(id));
  });

  test("without blobs fetches them as they are read", async () => {
    const repository = await clone("--filter=blob:none", "--no-checkout", "--branch=near");
    expect([await nameAt(repository, id("m3")), await nameAt(repository, id("far1"))]).toEqual(["m3", "far1"]);
  });

  test("with the complete history keeps it", async () => {
    const repository = await clone("--single-branch", "--branch=near");
    expect((await repository.ensureCommit("far")).sha).toBe(id("far2"));
    expect([await repository.isShallow(), await repository.resolve("far~2^").then(({ sha }) => sha)]).toEqual([
      false,
      id(`m${MAIN - 300}`),
    ]);
  });

  test.each([
    ["near", `m${MAIN - 10}`, 1],
    ["far", `m${MAIN - 300}`, 3],
    ["farthest", `m${MAIN - 1500}`, 4],
  ])("that is shallow deepens until the merge base of main and %s is there", async (branch, base, fetches) => {
    const repository = await clone("--depth=1", `--branch=${branch}`);
    const [main, head] = [await repository.ensureCommit("main"), await repository.ensureCommit("HEAD")];
    noted.length = 0;
    expect(await repository.mergeBase(main.sha, head.sha)).toBeUndefined();
    expect(await repository.ensureMergeBase(main.sha, head.sha)).toBe(id(base));
    expect(noted).toHaveLength(fetches);
    expect(await nameAt(repository, id(base))).toBe(base);
  });

  test("that is shallow does not mistake an old common ancestor for the merge base", async () => {
    const repository = await clone("--depth=1", "--branch=twice");
    const [main, head] = [await repository.ensureCommit("joined"), await repository.ensureCommit("HEAD")];
    expect(await repository.ensureMergeBase(main.sha, head.sha)).toBe(id(`m${MAIN - 70}`));
    expect(noted.length).toBeGreaterThan(2);
  });

  test("that is shallow fetches the whole history before it reports unrelated branches", async () => {
    const repository = await clone("--depth=1", "--branch=stranger");
    const main = await repository.ensureCommit("main");
    const error = await problemOf(repository.ensureMergeBase(main.sha, id("stranger2")));
    expect([error.code, await repository.isShallow()]).toEqual(["no-merge-base", false]);
  });

  test("with a local commit is deepened, too", async () => {
    const repository = await clone("--depth=1", "--branch=near");
    if (repository?.top === undefined) return;
    const own = commitAll(repository.top, "mine");
    const main = await repository.ensureCommit("main");
    expect(await repository.ensureMergeBase(main.sha, own)).toBe(id(`m${MAIN - 10}`));
  });

  test("writes neither FETCH_HEAD nor a ref for a commit that is fetched by its id", async () => {
    const repository = await clone("--depth=1", "--branch=near");
    if (repository?.top === undefined) return;
    const before = git(repository.top, "for-each-ref");
    await repository.ensureCommit(id("m7"));
    expect([git(repository.top, "for-each-ref"), existsSync(join(repository.top, ".git/FETCH_HEAD"))]).toEqual([
      before,
      false,
    ]);
  });

  test("of a shallow origin takes the best common ancestor that the origin has", async () => {
    const [origin, directory] = [temporary(), temporary()];
    await cloneInto(origin, url, ["--bare", "--depth=60", "--no-single-branch"]);
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
    git(directory, "clone", "-q", "--depth=1", "--branch=twice", pathToFileURL(origin).href, ".");
    const repository = await open(directory);
    const [joined, head] = [await repository.ensureCommit("joined"), await repository.ensureCommit("HEAD")];
    expect(await repository.ensureMergeBase(joined.sha, head.sha)).toBe(id("m0"));
    expect([noted.length, await repository.isShallow()]).toEqual([4, true]);
  });

  test("that is shallow fetches all history after the largest step", async () => {
    const repository = await clone("--depth=1", "--branch=farthest");
    if (repository?.top === undefined) return;
    const { sha } = await repository.ensureCommit("main");
    noted.length = 0;
    const context = gitContext(repository.top, GIT_ENV);
    const found = await fetchMergeBase(context, sha, id("farthest2"), (text) => noted.push(text), 100);
    expect([found, await repository.isShallow()]).toEqual([id(`m${MAIN - 1500}`), false]);
    expect(noted.map((text) => /\((.*?)\)/.exec(text)?.[1])).toEqual(["50 commits", "all that is left"]);
  });

  if (transport !== "http") return;

  test("of a long history fetches no more than a few times the commits that it needs", async () => {
    if (server === undefined) return;
    const [length, distance, directory] = [6000, 1000, temporary()];
    const long = line("m", length);
    const side = line("side", 900, [`m${length - distance}`]);
    mkdirSync(join(root, "long.git"));
    const made = bareRepository(join(root, "long.git"), [...long, ...side], {
      main: `m${length - 1}`,
      side: "side899",
    });
    await cloneInto(directory, `${server.url}/long.git`, ["--depth=1", "--branch=side"]);
    const repository = await open(directory);
    const [main, head] = [await repository.ensureCommit("main"), await repository.ensureCommit("HEAD")];
    const before = server.requests.length;
    expect(await repository.ensureMergeBase(main.sha, head.sha)).toBe(made.get(`m${length - distance}`));
    const fetched = Number(git(directory, "rev-list", "--count", main.sha, head.sha));
    expect(fetched).toBeGreaterThan(1900);
    expect(fetched).toBeLessThan(4 * 1900);
    expect(fetched).toBeLessThan(length);
    expect([await repository.isShallow(), noted.length - 1]).toEqual([true, 4]);
    // Each step asks for what there is, and then for the commits.
    expect(server.requests.length - before).toBeLessThanOrEqual(4 * 4);
  });

  test("with credentials in its configuration sends them", async () => {
    const repository = await clone("--depth=1", "--branch=near");
    if (server === undefined || repository?.top === undefined) return;
    git(repository.top, "config", `http.${server.url}/.extraheader`, "AUTHORIZATION: basic c2VjcmV0");
    const before = server.requests.length;
    await repository.ensureCommit(id("m7"));
    const sent = server.requests.slice(before).map(({ authorization }) => authorization);
    expect(new Set(sent)).toEqual(new Set(["basic c2VjcmV0"]));
  });

  test("tries again when the server fails once", async () => {
    const repository = await clone("--depth=1", "--branch=near");
    if (server === undefined) return;
    server.failures.push(502);
    expect((await repository.ensureCommit(id("m7"))).sha).toBe(id("m7"));
  });

  test("fails with the server's refusal, one hint, and no secret", async () => {
    const repository = await clone("--depth=1", "--branch=near");
    if (server === undefined || repository?.top === undefined) return;
    const secret = "ghs_0123456789abcdefghij";
    git(repository.top, "remote", "set-url", "origin", url?.replace("//", `//x-access-token:${secret}@`) ?? "");
    server.failures.push(401, 401, 401, 401);
    const error = await problemOf(repository.ensureCommit(id("m7")));
    server.failures.length = 0;
    expect([error.code, error.diagnostics.length, error.diagnostics[0]?.hint]).toEqual([
      "fetch-failed",
      1,
      expect.stringContaining("fetch-depth: 0"),
    ]);
    expect(error.message).toContain("Authentication failed");
    expect(error.message).not.toContain(secret);
  });
});
