import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, jest, test } from "@jest/globals";
import {
  committedWorkTree,
  diskTree,
  gitTree,
  memoryTree,
  openRepository,
  type Repository,
  type Tree,
  treeNotes,
} from "../../src/sources/index.ts";
import { MAX_NOTES } from "../../src/sources/tree-notes.ts";
import { commitAll, GIT_ENV, git, initRepository, temporaryDirectories } from "./fixtures.ts";

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

const NAMES: ReadonlySet<string> = new Set(["kustomization.yaml"]);
const OID = `oid sha256:${"0".repeat(64)}\nsize 12345\n`;
const POINTER = `version https://git-lfs.github.com/spec/v1\n${OID}`;

describe("pointers of Git LFS", () => {
  test.each([
    ["a pointer", POINTER, true],
    ["a pointer with an extension", `version https://git-lfs.github.com/spec/v1\next-0-foo sha256:0\n${OID}`, true],
    ["text about pointers", `# version https://git-lfs.github.com/spec/v1\n${OID}`, false],
    ["a version without an id", "version https://git-lfs.github.com/spec/v1\nsize 1\n", false],
    ["a longer file", POINTER + "x".repeat(1024), false],
    ["nothing", "", false],
  ])("%s", async (_, content, isPointer) => {
    const notes = treeNotes(NAMES);
    const tree = notes.observe(
      memoryTree({ "app/big.bin": content, "app/unread.bin": POINTER }, { link: "app/big.bin" }),
    );
    for (const path of ["/app/big.bin", "/link"]) expect(Buffer.from(await tree.read(path)).toString()).toBe(content);
    expect((await notes.diagnostics([])).map(({ code, file }) => [code, file])).toEqual(
      isPointer ? [["lfs-pointer", "app/big.bin"]] : [],
    );
  });

  test("are noticed once for both sides, with what to do", async () => {
    const notes = treeNotes(NAMES);
    const trees = [memoryTree({ a: POINTER }), memoryTree({ a: POINTER })].map((tree) => notes.observe(tree));
    await Promise.all(trees.flatMap((tree) => [tree.read("/a"), tree.read("/a")]));
    expect(await notes.diagnostics(["/"])).toEqual([
      {
        code: "lfs-pointer",
        severity: "notice",
        file: "a",
        message: "is a pointer of Git LFS: the build uses the text of the pointer, not the content of the file",
        hint: "Exclude the file from Git LFS in .gitattributes, and add it to git again.",
      },
    ]);
  });
});

test("a submodule that is looked into is noticed once, and others are not", async () => {
  const directory = temporary();
  const sha = initRepository(directory, { files: { a: "1" }, links: { link: "vendor/lib" } });
  for (const path of ["vendor/lib", "vendor/unused"]) {
    git(directory, "update-index", "--add", "--cacheinfo", `160000,${sha},${path}`);
  }
  git(directory, "commit", "-q", "-m", "modules");
  const repository = await open(directory);
  const notes = treeNotes(NAMES);
  const tree = notes.observe(await gitTree(repository, (await repository.resolve("HEAD")).sha, "HEAD"));
  for (const path of ["/a", "/vendor", "/vendor/absent/x", "/absent", "/"]) await tree.lookup(path);
  expect(await notes.diagnostics(["/"])).toEqual([]);
  for (const path of ["/vendor/lib", "/vendor/lib/deep/file.yaml", "/link/kustomization.yaml"]) await tree.lookup(path);
  expect(await notes.diagnostics(["/"])).toEqual([
    {
      code: "submodule-not-read",
      severity: "notice",
      file: "vendor/lib",
      message: "is a submodule: its files are not part of the revisions that are compared",
      hint: "Name its files by the address of its own repository, such as https://host/repository//path?ref=v1.",
    },
  ]);
});

describe.each(["a revision", "the working tree", "a directory"])("names that are no UTF-8 in %s", (kind) => {
  const directory = temporary();
  const put = (...names: (string | number[])[]) => {
    const parts = names.map((name) => (typeof name === "string" ? Buffer.from(name) : Buffer.from(name)));
    const paths = parts.map((_, index) =>
      Buffer.concat([Buffer.from(directory), ...parts.slice(0, index + 1).flatMap((part) => [Buffer.from("/"), part])]),
    );
    for (const path of paths.slice(0, -1)) mkdirSync(path, { recursive: true });
    writeFileSync(paths.at(-1) as Buffer, "content");
  };
  const CAFE = [...Buffer.from("caf"), 0xe9];
  put("app", "kustomization.yaml");
  put("app", CAFE);
  put("other", "kustomization.yaml");
  put("other", CAFE);
  put("apps", CAFE, "deep", [0xff], "kustomization.yaml");
  put("docs", CAFE, "deep", "readme.md");
  put("docs", "really-\ufffd");
  put("docs", [...Buffer.from("a\\b "), 0xe9]);

  const tree = (async (): Promise<Tree> => {
    if (kind === "a directory") return diskTree(directory);
    git(directory, "init", "-q");
    if (kind === "the working tree") return (await committedWorkTree(await open(directory))).tree;
    return gitTree(await open(directory), commitAll(directory, "first"), "HEAD");
  })();

  async function searched(notes: { observe(tree: Tree): Tree }): Promise<Tree> {
    const observed = notes.observe(await tree);
    for (const path of ["/", "/app", "/other", "/apps", "/docs"]) await observed.list(path);
    return observed;
  }

  test("are named where they are lost", async () => {
    const notes = treeNotes(NAMES);
    await searched(notes);
    const more = { code: "name-not-utf8", severity: "notice", hint: "Rename it." };
    expect(await notes.diagnostics(["/app"])).toEqual([
      { ...more, file: "app/caf\\xe9", message: "is not read: its name is no UTF-8, so no kustomization can name it" },
      {
        ...more,
        file: "apps/caf\\xe9",
        message: "is not searched for targets, although it holds kustomizations: its name is no UTF-8",
      },
    ]);
    expect((await notes.diagnostics(["/docs", "/absent"])).map(({ file }) => file)).toEqual([
      "app/caf\\xe9",
      "apps/caf\\xe9",
      "docs/a\\x5cb\\x20\\xe9",
    ]);
  });

  test("are listed, and a name with the character U+FFFD is not among them", async () => {
    const entries = await (await tree).list("/docs");
    expect(entries.map(({ name, type, lost }) => [name, type, lost?.type])).toEqual([
      ["a\\b \ufffd", "other", "file"],
      ["caf\ufffd", "other", "directory"],
      ["really-\ufffd", "file", undefined],
    ]);
  });
});

test("more notices than people read are counted", async () => {
  const notes = treeNotes(NAMES);
  const files = Object.fromEntries(Array.from({ length: MAX_NOTES + 7 }, (_, index) => [`${1000 + index}`, POINTER]));
  const tree = notes.observe(memoryTree(files));
  await Promise.all(Object.keys(files).map((path) => tree.read(`/${path}`)));
  const diagnostics = await notes.diagnostics([]);
  expect([diagnostics.length, diagnostics[0]?.file, diagnostics.at(-1)?.message]).toEqual([
    MAX_NOTES + 1,
    "1000",
    "7 more notices about files that are not read are left out",
  ]);
});
