import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, jest, test } from "@jest/globals";
import {
  committedWorkTree,
  gitTree,
  openRepository,
  type Repository,
  type Tree,
  workTree,
} from "../../src/sources/index.ts";
import { unless } from "../unless.ts";
import { commitAll, GIT_ENV, git, gitWith, initRepository, temporaryDirectories, writeContent } from "./fixtures.ts";
import { CONTENT, problemOf, testTree } from "./tree-table.ts";

// Some tests run dozens of git processes, which takes long on a slow machine.
jest.setTimeout(60_000);

const temporary = temporaryDirectories();
const opened: Repository[] = [];
afterAll(() => {
  for (const repository of opened) repository.close();
});

async function open(directory: string): Promise<Repository> {
  const repository = await openRepository(directory, { env: GIT_ENV });
  opened.push(repository);
  return repository;
}

async function treeAt(repository: Repository, revision: string): Promise<Tree> {
  const { sha, label } = await repository.resolve(revision);
  return gitTree(repository, sha, label);
}

const text = async (tree: Tree, path: string) => Buffer.from(await tree.read(path)).toString();

describe.each(["sha1", "sha256"])("a revision of a %s repository", (format) => {
  const directory = temporary();
  initRepository(directory, CONTENT, `--object-format=${format}`);
  const repository = open(directory);
  testTree(async () => treeAt(await repository, "HEAD"));

  test("names files by their blobs", async () => {
    const tree = await treeAt(await repository, "HEAD");
    const id = git(directory, "rev-parse", "HEAD:apps/web/deployment.yaml");
    expect((await tree.lookup("/apps/web/deployment.yaml"))?.id).toBe(id);
    expect((await tree.lookup("/link-to-file"))?.id).toBe(id);
    expect(id).toHaveLength(format === "sha1" ? 40 : 64);
  });
});

describe("the working tree of a repository", () => {
  const directory = temporary();
  initRepository(directory, CONTENT);
  const repository = open(directory);
  testTree(async () => {
    const tree = workTree(await repository);
    return { ...tree, list: async (path) => (await tree.list(path)).filter(({ name }) => name !== ".git") };
  });

  test("leaves out .git", async () => {
    const tree = workTree(await repository);
    expect([await tree.lookup("/.git"), await tree.lookup("/.git/config")]).toEqual([undefined, undefined]);
    expect((await tree.list("/")).map(({ name }) => name)).not.toContain(".git");
  });
});

describe("revisions as trees", () => {
  test("have the types of their own revision, and executables are files", async () => {
    const directory = temporary();
    initRepository(directory, { files: { thing: "a file", "run.sh": "#!/bin/sh\n" } });
    git(directory, "update-index", "--chmod=+x", "run.sh");
    git(directory, "rm", "-q", "thing");
    writeContent(directory, { files: { "thing/inner": "a directory" } });
    commitAll(directory, "second");
    const repository = await open(directory);
    const [before, after] = [await treeAt(repository, "HEAD~1"), await treeAt(repository, "HEAD")];
    expect([(await before.lookup("/thing"))?.type, (await after.lookup("/thing"))?.type]).toEqual([
      "file",
      "directory",
    ]);
    expect([await text(before, "/thing"), await text(after, "/thing/inner")]).toEqual(["a file", "a directory"]);
    expect((await after.lookup("/run.sh"))?.type).toBe("file");
    expect((await before.lookup("/run.sh"))?.id).toBe((await after.lookup("/run.sh"))?.id);
    expect(after.label).toMatch(/^HEAD \([0-9a-f]{7}\)$/);
  });

  test("list a submodule as something that cannot be read", async () => {
    const directory = temporary();
    const sha = initRepository(directory, { files: { a: "1" } });
    git(directory, "update-index", "--add", "--cacheinfo", `160000,${sha},module`);
    git(directory, "commit", "-q", "-m", "module");
    const tree = await treeAt(await open(directory), "HEAD");
    expect(await tree.list("/")).toContainEqual({ name: "module", type: "other" });
    expect([(await tree.lookup("/module"))?.type, await tree.lookup("/module/a")]).toEqual(["other", undefined]);
    expect((await problemOf(tree.read("/module"))).code).toBe("not-a-file");
  });

  test("are read from a bare repository", async () => {
    const [origin, bare] = [temporary(), temporary()];
    initRepository(origin, { files: { "a/b": "1" } });
    git(origin, "clone", "-q", "--bare", origin, bare);
    const repository = await open(bare);
    expect(repository.top).toBeUndefined();
    expect(await text(await treeAt(repository, "main"), "/a/b")).toBe("1");
    expect(() => workTree(repository)).toThrow(expect.objectContaining({ code: "no-work-tree" }));
    expect((await problemOf(committedWorkTree(repository))).code).toBe("no-work-tree");
  });

  test("are empty after an empty commit", async () => {
    const directory = temporary();
    initRepository(directory, { files: {} });
    const tree = await treeAt(await open(directory), "HEAD");
    expect([await tree.list("/"), await tree.lookup("/a")]).toEqual([[], undefined]);
  });

  test.each(["deadbeef".repeat(5), "HEAD", "-x", "0123\n4567", ""])(
    "refuse %j, which is no commit here",
    async (sha) => {
      const directory = temporary();
      initRepository(directory, { files: { a: "1" } });
      const error = await problemOf(gitTree(await open(directory), sha, "that"));
      expect([error.code, error.message]).toEqual(["unknown-revision", expect.stringContaining(JSON.stringify(sha))]);
    },
  );

  test("hide names that only a crafted tree object can have", async () => {
    const directory = temporary();
    initRepository(directory, { files: { good: "1" } });
    const blob = Buffer.from(git(directory, "rev-parse", "HEAD:good"), "hex");
    const names = ["..", ".git", "a/b", "good", "\xff\xfe"].sort();
    const bytes = names.map((name) => Buffer.concat([Buffer.from(`100644 ${name}\0`, "latin1"), blob]));
    const hash = ["hash-object", "-t", "tree", "-w", "--stdin", "--literally"];
    const crafted = gitWith(directory, { input: Buffer.concat(bytes) }, ...hash);
    const sha = git(directory, "commit-tree", "-m", "crafted", crafted);
    const tree = await treeAt(await open(directory), sha);
    expect(await tree.list("/")).toEqual([
      { name: "good", type: "file" },
      { name: "\ufffd\ufffd", type: "other", lost: expect.anything() },
    ]);
    expect((await problemOf(tree.read("/\ufffd\ufffd"))).code).toBe("not-a-file");
  });

  test("an overlong link is not followed", async () => {
    const directory = temporary();
    initRepository(directory, { files: { a: "1", big: "x/".repeat(10_000) } });
    const id = git(directory, "rev-parse", "HEAD:big");
    git(directory, "update-index", "--add", "--cacheinfo", `120000,${id},link`);
    git(directory, "commit", "-q", "-m", "link");
    expect(await (await treeAt(await open(directory), "HEAD")).lookup("/link")).toBeUndefined();
  });
});

describe("reading objects", () => {
  const files = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`dir-${index % 40}/file-${index}`, `content ${index}\n`.repeat(index)]),
  );

  test("2,000 files read at the same time have the right bytes", async () => {
    const directory = temporary();
    initRepository(directory, { files });
    const tree = await treeAt(await open(directory), "HEAD");
    const read = await Promise.all(Object.keys(files).map(async (path) => [path, await text(tree, `/${path}`)]));
    expect(Object.fromEntries(read)).toEqual(files);
  });

  test("a killed git fails the pending reads, and the next read starts it again", async () => {
    const bin = temporary();
    const directory = temporary();
    initRepository(directory, { files });
    // Replaces git: dies in the first cat-file, after the answer with the tree of the commit.
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const script = `#!/bin/sh
case "$*" in *cat-file*) if [ ! -e "${bin}/died" ]; then touch "${bin}/died"; head -n 1 | "${real}" "$@"; kill -9 $$; fi;; esac
exec "${real}" "$@"
`;
    writeFileSync(join(bin, "git"), script, { mode: 0o755 });
    const repository = await openRepository(directory, { env: { ...GIT_ENV, PATH: `${bin}:${GIT_ENV.PATH}` } });
    opened.push(repository);
    const tree = await treeAt(repository, "HEAD");
    const results = await Promise.allSettled(Object.keys(files).map((path) => tree.read(`/${path}`)));
    expect(results.filter(({ status }) => status === "fulfilled")).toEqual([]);
    const error = await problemOf(Promise.reject((results[0] as PromiseRejectedResult).reason));
    expect([error.code, error.message]).toEqual([
      "git-failed",
      expect.stringContaining("git cat-file ended unexpectedly: signal SIGKILL"),
    ]);
    expect(await text(tree, "/dir-3/file-3")).toBe(files["dir-3/file-3"]);
  });

  test("a missing blob is an error that names it, and others are still read", async () => {
    const directory = temporary();
    initRepository(directory, { files: { a: "1", b: "2" } });
    const id = git(directory, "rev-parse", "HEAD:a");
    rmSync(join(directory, ".git/objects", id.slice(0, 2), id.slice(2)));
    const tree = await treeAt(await open(directory), "HEAD");
    const [lost, kept] = await Promise.allSettled([tree.read("/a"), tree.read("/b")]);
    const error = await problemOf(Promise.reject((lost as PromiseRejectedResult).reason));
    expect([error.code, error.message]).toEqual(["git-object-missing", expect.stringContaining(id)]);
    expect(kept.status).toBe("fulfilled");
  });

  test("a damaged object is an error that names it", async () => {
    const directory = temporary();
    initRepository(directory, { files: { a: "1" } });
    const id = git(directory, "rev-parse", "HEAD:a");
    const file = join(directory, ".git/objects", id.slice(0, 2), id.slice(2));
    rmSync(file);
    writeFileSync(file, "this is no object");
    const tree = await treeAt(await open(directory), "HEAD");
    const error = await problemOf(tree.read("/a"));
    // Some versions of git end here, others report a missing object.
    expect(["git-failed", "git-object-missing"]).toContain(error.code);
    expect(error.message).toContain(id);
    expect(error.diagnostics[0]?.hint).toContain("git fsck");
  });

  test("invalid output of git is an error", async () => {
    const bin = temporary();
    const directory = temporary();
    const sha = initRepository(directory, { files: { a: "1" } });
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const script = `#!/bin/sh\ncase "$*" in *cat-file*) echo gibberish; exec cat;; esac\nexec "${real}" "$@"\n`;
    writeFileSync(join(bin, "git"), script, { mode: 0o755 });
    const repository = await openRepository(directory, { env: { ...GIT_ENV, PATH: `${bin}:${GIT_ENV.PATH}` } });
    opened.push(repository);
    const error = await problemOf(gitTree(repository, sha, "HEAD"));
    expect([error.code, error.message]).toEqual(["git-failed", expect.stringContaining("gibberish")]);
  });

  test("after closing, pending reads are answered and new ones refused", async () => {
    const directory = temporary();
    initRepository(directory, { files: { a: "1", b: "2" } });
    const repository = await open(directory);
    const tree = await treeAt(repository, "HEAD");
    await tree.lookup("/a");
    const reading = text(tree, "/a");
    await Promise.resolve();
    repository.close();
    expect(await reading).toBe("1");
    expect((await problemOf(tree.read("/b"))).message).toContain("closed");
  });

  test("Node exits without closing, but not before pending reads are answered", () => {
    const directory = temporary();
    initRepository(directory, { files: { a: "the end" } });
    const bundle = join(directory, "sources.mjs");
    execFileSync(
      "npx",
      ["esbuild", "src/sources/index.ts", "--bundle", "--format=esm", "--platform=node", `--outfile=${bundle}`],
      {
        stdio: "pipe",
      },
    );
    const script = `
      import { gitTree, openRepository } from ${JSON.stringify(bundle)};
      const repository = await openRepository(${JSON.stringify(directory)});
      const { sha, label } = await repository.resolve("HEAD");
      const tree = await gitTree(repository, sha, label);
      process.stdout.write(await tree.read("/a"));
    `;
    const args = ["--input-type=module", "--eval", script];
    const run = spawnSync(process.execPath, args, { env: { ...GIT_ENV }, encoding: "utf8", timeout: 20_000 });
    expect([run.status, run.signal, run.stdout, run.stderr]).toEqual([0, null, "the end", ""]);
  });
});

describe("opening a repository", () => {
  test("from a subdirectory gives its top", async () => {
    const directory = temporary();
    initRepository(directory, { files: { "a/b/c": "1" } });
    expect((await open(join(directory, "a/b"))).top).toBe(directory);
  });

  test("a linked working tree has its own top and HEAD", async () => {
    const [directory, parent] = [temporary(), temporary()];
    initRepository(directory, { files: { a: "1" } });
    git(directory, "worktree", "add", "-q", "-b", "other", join(parent, "linked"));
    const repository = await open(join(parent, "linked"));
    expect([repository.top, await repository.currentBranch()]).toEqual([join(parent, "linked"), "other"]);
    expect((await workTree(repository).list("/")).map(({ name }) => name)).toEqual(["a"]);
  });

  test("outside of any repository is an error", async () => {
    const directory = temporary();
    const env = { ...GIT_ENV, GIT_CEILING_DIRECTORIES: join(directory, "..") };
    const error = await problemOf(openRepository(directory, { env }));
    expect([error.code, error.message]).toEqual(["not-a-repository", expect.stringContaining("not a git repository")]);
  });

  test("of a directory that does not exist, or without git, is an error", async () => {
    const directory = temporary();
    expect((await problemOf(openRepository(join(directory, "absent")))).code).toBe("not-a-repository");
    const error = await problemOf(openRepository(directory, { env: { PATH: directory } }));
    expect([error.code, error.diagnostics[0]?.hint]).toEqual(["git-not-found", expect.stringContaining("Install git")]);
  });

  test("ignores the variables that git sets for hooks", async () => {
    const [directory, other] = [temporary(), temporary()];
    initRepository(directory, { files: { a: "1" } });
    initRepository(other, { files: { b: "2" } });
    const env = { ...GIT_ENV, GIT_DIR: join(other, ".git"), GIT_INDEX_FILE: join(other, ".git/index") };
    const repository = await openRepository(directory, { env });
    opened.push(repository);
    const { tree, isClean } = await committedWorkTree(repository);
    expect([repository.top, await text(tree, "/a"), isClean]).toEqual([directory, "1", true]);
  });

  const notRoot = process.getuid?.() === 0 ? undefined : "only root can make a repository of another user";
  unless(notRoot, test)("of another user works for the given directory", async () => {
    const directory = temporary();
    initRepository(directory, { files: { "a/b": "1" } });
    for (const path of ["", ".git", "a"]) chownSync(join(directory, path), 12345, 12345);
    const repository = await open(directory);
    expect(await text(await treeAt(repository, "HEAD"), "/a/b")).toBe("1");
    const error = await problemOf(openRepository(join(directory, "a"), { env: GIT_ENV }));
    expect([error.code, error.message]).toEqual(["not-a-repository", expect.stringContaining("dubious ownership")]);
  });

  test("runs no program from the repository's configuration", async () => {
    const directory = temporary();
    initRepository(directory, { files: { a: "1" } });
    const trap = join(directory, ".git/trap");
    mkdirSync(join(directory, ".git/hooks"), { recursive: true });
    writeFileSync(trap, `#!/bin/sh\ntouch ${directory}/sprung\n`, { mode: 0o755 });
    git(directory, "config", "core.fsmonitor", trap);
    git(directory, "config", "diff.external", trap);
    git(directory, "config", "core.pager", trap);
    const repository = await open(directory);
    expect((await committedWorkTree(repository)).isClean).toBe(true);
    expect((await workTree(repository).list("/")).map(({ name }) => name)).toEqual(["a"]);
  });
});
