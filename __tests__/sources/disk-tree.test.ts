import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { MemoryPool, openBudget } from "../../src/budget/index.ts";
import { diskTree } from "../../src/sources/index.ts";
import { temporaryDirectories, writeContent } from "./fixtures.ts";
import { CONTENT, problemOf, testTree } from "./tree-table.ts";

const temporary = temporaryDirectories();

describe("a tree on disk", () => {
  const root = temporary();
  writeContent(root, CONTENT);
  testTree(() => diskTree(root));
});

describe("the root of a tree on disk", () => {
  test("may itself be reached through a symlink", async () => {
    const directory = temporary();
    writeContent(join(directory, "real"), { files: { "a/b": "1" }, links: { c: join(directory, "real/a/b") } });
    symlinkSync("real", join(directory, "alias"));
    const tree = diskTree(join(directory, "alias"));
    expect([await tree.lookup("/a/b"), await tree.lookup("/c")]).toEqual([
      { path: "/a/b", type: "file" },
      { path: "/a/b", type: "file" },
    ]);
  });

  test("`/` contains the whole disk", async () => {
    const directory = temporary();
    writeContent(directory, { files: { "a/b": "1" }, links: { up: `..${directory}/a` } });
    symlinkSync(join(directory, "a/b"), join(directory, "absolute"));
    const tree = diskTree("/");
    expect(await tree.lookup(join(directory, "absolute"))).toEqual({ path: join(directory, "a/b"), type: "file" });
    expect((await tree.list(directory)).map(({ name }) => name)).toEqual(["a", "absolute", "up"]);
    expect((await tree.lookup("/"))?.type).toBe("directory");
  });

  test("a directory whose name begins with that of the root is outside", async () => {
    const directory = temporary();
    writeContent(join(directory, "root-too"), { files: { secret: "1" } });
    writeContent(join(directory, "root"), { files: { a: "1" }, links: { leak: "../root-too/secret" } });
    expect(await diskTree(join(directory, "root")).lookup("/leak")).toBeUndefined();
  });

  test("that is absent or a file is an error", () => {
    const directory = temporary();
    writeFileSync(join(directory, "file"), "");
    expect(() => diskTree(join(directory, "absent"))).toThrow(expect.objectContaining({ code: "directory-not-found" }));
    expect(() => diskTree(join(directory, "file"))).toThrow(expect.objectContaining({ code: "not-a-directory" }));
  });
});

test("a large file is read only if the running build has room for it", async () => {
  const root = temporary();
  writeFileSync(join(root, "large"), "");
  truncateSync(join(root, "large"), 100 * 1024 ** 2);
  const readBy = (used: number): Promise<number> => {
    const memory = { limit: 2 ** 30, used: () => used, inUse: () => used };
    const tooLarge = (): Error => new Error("no memory is left");
    const budget = openBudget({ memory: new MemoryPool(() => memory).share(1), tooLarge, late: tooLarge });
    budget.claim();
    const reading = diskTree(root).read("/large");
    budget.close();
    return reading.then(({ length }) => length);
  };
  expect(await readBy(2 ** 29)).toBe(100 * 1024 ** 2);
  await expect(readBy(2 ** 30 - 2 ** 26)).rejects.toThrow("no memory is left");
});

describe("unusual entries on disk", () => {
  test("a hidden name is absent at every depth, and no link leads to it", async () => {
    const root = temporary();
    const files = { ".git/config": "token", "sub/.git": "gitdir: ..", ".GIT/config": "token", ".gitignore": "x" };
    writeContent(root, { files, links: { leak: ".git/config", "leak-directory": ".git" } });
    const tree = diskTree(root, { hidden: ".git" });
    const paths = ["/.git", "/.git/config", "/sub/.git", "/.GIT/config", "/leak", "/leak-directory/config"];
    expect(await Promise.all(paths.map((path) => tree.lookup(path)))).toEqual(paths.map(() => undefined));
    expect(await tree.list("/")).toEqual([
      { name: ".gitignore", type: "file" },
      { name: "leak", type: "other" },
      { name: "leak-directory", type: "other" },
      { name: "sub", type: "directory" },
    ]);
    expect(await tree.list("/sub")).toEqual([]);
  });

  test("a name that is not UTF-8 is listed as unreadable", async () => {
    const root = temporary();
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff])]), "x");
    const tree = diskTree(root);
    expect(await tree.list("/")).toEqual([{ name: "bad-\ufffd", type: "other", lost: expect.anything() }]);
    expect(await tree.lookup("/bad-\ufffd")).toBeUndefined();
  });

  test("a named pipe is neither file nor directory, and reading it does not block", async () => {
    const root = temporary();
    execFileSync("mkfifo", [join(root, "pipe")]);
    const tree = diskTree(root);
    expect([await tree.list("/"), await tree.lookup("/pipe")]).toEqual([
      [{ name: "pipe", type: "other" }],
      { path: "/pipe", type: "other" },
    ]);
    expect((await problemOf(tree.read("/pipe"))).code).toBe("not-a-file");
  });

  test("a huge file is refused without being read", async () => {
    const root = temporary();
    writeFileSync(join(root, "huge"), "");
    truncateSync(join(root, "huge"), 10 * 2 ** 30);
    const error = await problemOf(diskTree(root).read("/huge"));
    expect([error.code, error.diagnostics[0]?.file]).toEqual(["file-too-large", "huge"]);
  });

  test("a file that vanishes between lookup and read is an error at its path", async () => {
    const root = temporary();
    writeContent(root, { files: { "gone/file": "1" } });
    const tree = diskTree(root);
    await tree.lookup("/gone/file");
    rmSync(join(root, "gone"), { recursive: true });
    for (const [work, file] of [
      [() => tree.read("/gone/file"), "gone/file"],
      [() => tree.list("/gone"), "gone"],
    ] as const) {
      const error = await problemOf(work());
      expect([error.code, error.diagnostics[0]?.file]).toEqual(["unreadable", file]);
      expect(error.message).toContain("ENOENT");
    }
  });

  test("a directory without permission is an error, not empty", async () => {
    const root = temporary();
    writeContent(root, { files: { "closed/kustomization.yaml": "" } });
    chmodSync(root, 0o755);
    chmodSync(join(root, "closed"), 0);
    const isRoot = process.geteuid?.() === 0;
    // Root may read every directory.
    if (isRoot) process.seteuid?.(65534);
    try {
      const error = await problemOf(diskTree(root).lookup("/closed/kustomization.yaml"));
      expect([error.code, error.diagnostics[0]?.file]).toEqual(["unreadable", "closed/kustomization.yaml"]);
      expect(error.message).toContain("EACCES");
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(root, "closed"), 0o755);
    }
  });

  test("shows paths and itself as its options say", async () => {
    const root = temporary();
    mkdirSync(join(root, "a"));
    const tree = diskTree(root, { label: "the checkout", display: (path) => `repo${path}` });
    expect((await problemOf(tree.read("/a"))).message).toBe(
      "repo/a: expected a file, but this is a directory in the checkout",
    );
  });

  test("lookups are cached while the tree is read", async () => {
    const root = temporary();
    const tree = diskTree(root);
    expect(await tree.lookup("/late")).toBeUndefined();
    appendFileSync(join(root, "late"), "x");
    expect(await tree.lookup("/late")).toBeUndefined();
    expect((await diskTree(root).lookup("/late"))?.type).toBe("file");
  });
});
