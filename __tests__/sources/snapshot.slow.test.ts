import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
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
import { commitAll, GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "./fixtures.ts";
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
  const repository = await openRepository(directory, { env: GIT_ENV, log: (line) => noted.push(line) });
  opened.push(repository);
  return repository;
}

const text = async (tree: Tree, path: string) => Buffer.from(await tree.read(path)).toString();

const FILES = {
  "a.yaml": "a: 1\n",
  "apps/web/kustomization.yaml": "resources: [web.yaml]\n",
  "apps/web/web.yaml": "kind: Service\n",
  "apps/api/kustomization.yaml": "resources: []\n",
  "run.sh": "#!/bin/sh\n",
  ".gitignore": "*.log\n/build/\n",
};

/** Everything in a git directory: names, bytes, and the time of the index. Times of objects may change: git uses them to collect garbage. */
function contentOf(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const path = join(directory, name);
      if (!lstatSync(path).isFile()) return name;
      return `${name} ${readFileSync(path, "base64")} ${name === "index" ? statSync(path).mtimeMs : ""}`;
    })
    .join("\n");
}

interface Case {
  readonly name: string;
  readonly change: (at: string) => void;
  readonly clean: boolean;
  /** The content of the tree at each path: a text, or undefined for nothing. */
  readonly has?: Readonly<Record<string, string | undefined>>;
  readonly init?: readonly string[];
}

function trap(at: string, script: string): string {
  const path = join(at, ".git/program");
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

const CASES: readonly Case[] = [
  { name: "nothing was touched", change: () => {}, clean: true, has: { "a.yaml": "a: 1\n" } },
  {
    name: "a file was changed",
    change: (at) => writeFileSync(join(at, "a.yaml"), "a: 2\n"),
    clean: false,
    has: { "a.yaml": "a: 2\n" },
  },
  { name: "a file was changed back", change: (at) => utimesSync(join(at, "a.yaml"), 1, 1), clean: true },
  {
    name: "a file was removed",
    change: (at) => rmSync(join(at, "a.yaml")),
    clean: false,
    has: { "a.yaml": undefined },
  },
  {
    name: "a directory was removed",
    change: (at) => rmSync(join(at, "apps/web"), { recursive: true }),
    clean: false,
    has: { "apps/web": undefined },
  },
  {
    name: "a file was added",
    change: (at) => writeContent(at, { files: { "new/x": "1" } }),
    clean: false,
    has: { "new/x": "1" },
  },
  {
    name: "a file with an unusual name was added",
    change: (at) => writeFileSync(join(at, ':(top)"\t*\\'), "1"),
    clean: false,
    has: { ':(top)"\t*\\': "1" },
  },
  {
    name: "ignored files were added",
    change: (at) => writeContent(at, { files: { "x.log": "", "build/kustomization.yaml": "" } }),
    clean: true,
    has: { "x.log": undefined, build: undefined },
  },
  {
    name: "an ignored file is tracked and was changed",
    change: (at) => {
      writeFileSync(join(at, "kept.log"), "1");
      git(at, "add", "-f", "kept.log");
      writeFileSync(join(at, "kept.log"), "2");
    },
    clean: false,
    has: { "kept.log": "2" },
  },
  {
    name: "the repository excludes files by itself",
    change: (at) => {
      mkdirSync(join(at, ".git/info"), { recursive: true });
      writeFileSync(join(at, ".git/info/exclude"), "secret\n");
      writeFileSync(join(at, "secret"), "1");
    },
    clean: true,
    has: { secret: undefined },
  },
  {
    name: "a removal was staged, and the file stayed",
    change: (at) => git(at, "rm", "-q", "--cached", "a.yaml"),
    clean: true,
    has: { "a.yaml": "a: 1\n" },
  },
  {
    name: "a change was staged and taken back",
    change: (at) => {
      writeFileSync(join(at, "a.yaml"), "a: 2\n");
      git(at, "add", "a.yaml");
      writeFileSync(join(at, "a.yaml"), "a: 1\n");
    },
    clean: true,
  },
  {
    name: "a file will be added",
    change: (at) => {
      writeFileSync(join(at, "later"), "1");
      git(at, "add", "--intent-to-add", "later");
    },
    clean: false,
    has: { later: "1" },
  },
  { name: "a file became executable", change: (at) => chmodSync(join(at, "run.sh"), 0o755), clean: false },
  {
    name: "permissions do not count",
    change: (at) => {
      git(at, "config", "core.fileMode", "false");
      chmodSync(join(at, "run.sh"), 0o755);
    },
    clean: true,
  },
  {
    name: "a directory became a link",
    change: (at) => {
      rmSync(join(at, "apps/api"), { recursive: true });
      symlinkSync("web", join(at, "apps/api"));
    },
    clean: false,
    has: { "apps/api/web.yaml": "kind: Service\n" },
  },
  {
    name: "files are checked out with the line ends of Windows",
    change: (at) => {
      git(at, "config", "core.autocrlf", "true");
      git(at, "config", "core.safecrlf", "true");
      writeFileSync(join(at, "a.yaml"), "a: 1\r\n");
    },
    clean: true,
    has: { "a.yaml": "a: 1\n" },
  },
  {
    name: "an attribute asks for the line ends of Windows",
    change: (at) => {
      writeFileSync(join(at, ".gitattributes"), "*.yaml text eol=crlf\n");
      commitAll(at, "attributes");
      rmSync(join(at, "a.yaml"));
      git(at, "checkout", "a.yaml");
      expect(readFileSync(join(at, "a.yaml"), "utf8")).toBe("a: 1\r\n");
      utimesSync(join(at, "a.yaml"), 1, 1);
    },
    clean: true,
    has: { "a.yaml": "a: 1\n" },
  },
  {
    name: "a filter of the user cleans files",
    change: (at) => {
      git(at, "config", "filter.plain.clean", trap(at, "tr A-Z a-z"));
      writeFileSync(join(at, ".gitattributes"), "*.yaml filter=plain\n");
      commitAll(at, "attributes");
      writeFileSync(join(at, "a.yaml"), "A: 1\n");
    },
    clean: true,
    has: { "a.yaml": "a: 1\n" },
  },
  {
    name: "a submodule has another commit",
    change: (at) => {
      mkdirSync(join(at, "module"));
      initRepository(join(at, "module"), { files: { inner: "1" } });
      git(at, "add", "module");
      git(at, "commit", "-q", "-m", "module");
      commitAll(join(at, "module"), "second");
    },
    clean: false,
    has: { "module/inner": undefined },
  },
  {
    name: "the files of a submodule were changed",
    change: (at) => {
      mkdirSync(join(at, "module"));
      initRepository(join(at, "module"), { files: { inner: "1" } });
      git(at, "add", "module");
      git(at, "commit", "-q", "-m", "module");
      writeFileSync(join(at, "module/inner"), "2");
    },
    clean: true,
  },
  {
    name: "a sparse checkout leaves files out",
    change: (at) => {
      git(at, "sparse-checkout", "set", "apps/web");
      expect(existsSync(join(at, "apps/api"))).toBe(false);
      writeContent(at, { files: { "apps/web/web.yaml": "kind: Pod\n", "apps/other/new": "1" } });
    },
    clean: false,
    has: {
      "apps/api/kustomization.yaml": "resources: []\n",
      "apps/web/web.yaml": "kind: Pod\n",
      "apps/other/new": "1",
    },
  },
  {
    name: "a sparse checkout leaves files out, and so does the index",
    change: (at) => git(at, "sparse-checkout", "set", "--sparse-index", "apps/web"),
    clean: true,
    has: { "apps/api/kustomization.yaml": "resources: []\n" },
  },
  { name: "the index is split", change: (at) => git(at, "update-index", "--split-index"), clean: true },
  {
    name: "the index is split and has changes",
    change: (at) => {
      git(at, "config", "core.splitIndex", "true");
      git(at, "update-index", "--split-index");
      writeFileSync(join(at, "a.yaml"), "a: 2\n");
      git(at, "add", "a.yaml");
      // Git writes another shared part when many entries are new.
      for (let index = 0; index < 20; index++) writeFileSync(join(at, `new-${index}`), "");
    },
    clean: false,
    has: { "a.yaml": "a: 2\n" },
  },
  {
    name: "the index is of version 4, with a cache of untracked files",
    change: (at) => {
      git(at, "config", "core.untrackedCache", "true");
      git(at, "update-index", "--index-version", "4", "--force-untracked-cache");
      git(at, "status");
      writeFileSync(join(at, "apps/web/new"), "1");
    },
    clean: false,
    has: { "apps/web/new": "1" },
  },
  {
    name: "a monitor claims that nothing changed",
    change: (at) => {
      git(at, "config", "core.fsmonitor", trap(at, "printf 'token\\0'"));
      git(at, "status");
      writeFileSync(join(at, "a.yaml"), "a: 2\n");
    },
    clean: false,
    has: { "a.yaml": "a: 2\n" },
  },
  {
    name: "ids are of SHA-256",
    change: (at) => writeFileSync(join(at, "a.yaml"), "a: 2\n"),
    clean: false,
    has: { "a.yaml": "a: 2\n" },
    init: ["--object-format=sha256"],
  },
];

describe("the working tree as git would commit it", () => {
  test.each(CASES)("when $name", async ({ change, clean, has = {}, init = [] }) => {
    const directory = temporary();
    initRepository(directory, { files: FILES }, ...init);
    change(directory);
    const before = contentOf(join(directory, ".git"));
    const repository = await open(directory);
    const { tree, isClean } = await committedWorkTree(repository);
    expect([tree.label, isClean]).toEqual(["the working tree", clean]);
    for (const [path, content] of Object.entries(has)) {
      const found = await tree.lookup(`/${path}`);
      expect([path, found === undefined ? undefined : await text(tree, `/${path}`)]).toEqual([path, content]);
      expect(found?.id === undefined).toBe(content === undefined);
    }
    expect(contentOf(join(directory, ".git"))).toBe(before);
    expect(noted).toEqual([]);
    // Git itself is the judge.
    const id = await repository.snapshot();
    git(directory, "-c", "core.fsmonitor=false", "-c", "core.safecrlf=false", "add", "--all", "--sparse");
    expect(git(directory, "write-tree")).toBe(id);
  });

  test("sees a change of a file in the second in which the index was written", async () => {
    const directory = temporary();
    initRepository(directory, { files: FILES });
    const [now, index] = [Math.floor(Date.now() / 1000) - 5, join(directory, ".git/index")];
    utimesSync(join(directory, "a.yaml"), now, now);
    git(directory, "config", "core.trustctime", "false");
    git(directory, "update-index", "--refresh");
    utimesSync(index, now, now);
    writeFileSync(join(directory, "a.yaml"), "a: 2\n");
    utimesSync(join(directory, "a.yaml"), now, now);
    expect(await text((await committedWorkTree(await open(directory))).tree, "/a.yaml")).toBe("a: 2\n");
  });

  test("stays as it was taken, and shares objects with revisions", async () => {
    const directory = temporary();
    const first = initRepository(directory, { files: FILES });
    const repository = await open(directory);
    await repository.objects.treeOfCommit(first);
    writeFileSync(join(directory, "a.yaml"), "a: 2\n");
    const { tree } = await committedWorkTree(repository);
    writeFileSync(join(directory, "a.yaml"), "a: 3\n");
    const { tree: again } = await committedWorkTree(repository);
    expect([await text(tree, "/a.yaml"), await text(again, "/a.yaml")]).toEqual(["a: 2\n", "a: 2\n"]);
    expect((await tree.lookup("/run.sh"))?.id).toBe(git(directory, "rev-parse", "HEAD:run.sh"));
  });

  test("is complete from a subdirectory, and in a linked working tree", async () => {
    const [directory, parent] = [temporary(), temporary()];
    initRepository(directory, { files: FILES });
    git(directory, "worktree", "add", "-q", "-b", "other", join(parent, "linked"));
    writeFileSync(join(parent, "linked/a.yaml"), "a: 2\n");
    writeFileSync(join(parent, "linked/x.log"), "");
    const [below, linked] = [
      await committedWorkTree(await open(join(directory, "apps/web"))),
      await committedWorkTree(await open(join(parent, "linked"))),
    ];
    expect([await text(below.tree, "/a.yaml"), below.isClean]).toEqual(["a: 1\n", true]);
    expect([await text(linked.tree, "/a.yaml"), linked.isClean]).toEqual(["a: 2\n", false]);
    expect((await linked.tree.list("/")).map(({ name }) => name)).not.toContain("x.log");
  });

  test("borrows from a repository that borrows itself", async () => {
    const [origin, parent] = [temporary(), temporary()];
    initRepository(origin, { files: FILES });
    const shared = join(parent, 'a "shared": \\clone');
    git(parent, "clone", "-q", "--shared", origin, shared);
    writeFileSync(join(shared, "a.yaml"), "a: 2\n");
    const { tree } = await committedWorkTree(await open(shared));
    expect([await text(tree, "/a.yaml"), await text(tree, "/run.sh")]).toEqual(["a: 2\n", FILES["run.sh"]]);
  });

  test("needs no new version of git", async () => {
    const [bin, directory] = [temporary(), temporary()];
    initRepository(directory, { files: FILES });
    writeFileSync(join(directory, "a.yaml"), "a: 2\n");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const old = `#!/bin/sh\ncase "$*" in *--sparse*) echo "error: unknown option" >&2; exit 129;; esac\nexec "${real}" "$@"\n`;
    writeFileSync(join(bin, "git"), old, { mode: 0o755 });
    const repository = await openRepository(directory, { env: { ...GIT_ENV, PATH: `${bin}:${GIT_ENV.PATH}` } });
    opened.push(repository);
    expect(await text((await committedWorkTree(repository)).tree, "/a.yaml")).toBe("a: 2\n");
  });

  test("exists before the first commit", async () => {
    const directory = temporary();
    git(directory, "init", "-q", "-b", "main");
    writeContent(directory, { files: { "a/b": "1" } });
    const { tree, isClean } = await committedWorkTree(await open(directory));
    expect([await text(tree, "/a/b"), isClean, existsSync(join(directory, ".git/index"))]).toEqual(["1", false, false]);
  });

  test("leaves nothing behind", async () => {
    const mine = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`krm-render-${process.pid}-`));
    const directory = temporary();
    initRepository(directory, { files: FILES });
    writeFileSync(join(directory, "a.yaml"), "a: 2\n");
    const before = mine();
    const repository = await open(directory);
    await committedWorkTree(repository);
    expect(mine().length).toBe(before.length + 1);
    repository.close();
    await new Promise(setImmediate);
    expect(mine()).toEqual(before);
  });

  test("takes files as they are if their filter cannot run, and says so", async () => {
    const directory = temporary();
    initRepository(directory, { files: { "a.bin": "pointer", ".gitattributes": "*.bin filter=lfs\n" } });
    git(directory, "config", "filter.lfs.process", "git-no-lfs filter-process");
    git(directory, "config", "filter.lfs.clean", "git-no-lfs clean");
    git(directory, "config", "filter.lfs.required", "true");
    writeFileSync(join(directory, "a.bin"), "content");
    const { tree } = await committedWorkTree(await open(directory));
    expect(await text(tree, "/a.bin")).toBe("content");
    expect(noted).toEqual([expect.stringMatching(/without filters, because one failed: .*git-no-lfs/s)]);
  });

  test("attack 9.26: runs the filters of the user's configuration, and no others", async () => {
    const directory = temporary();
    const config = `[filter "evil"]\n\tclean = touch ${directory}/.git/sprung\n[core]\n\tfsmonitor = touch sprung\n`;
    const files = { "a.bin": "1", ".gitattributes": "* filter=evil\n", ".gitconfig": config, ".lfsconfig": config };
    initRepository(directory, { files });
    writeFileSync(join(directory, "a.bin"), "2");
    const repository = await open(directory);
    expect(await text((await committedWorkTree(repository)).tree, "/a.bin")).toBe("2");
    expect(existsSync(join(directory, ".git/sprung"))).toBe(false);
    // The user has this program, so git runs it at each `git status`. A revision never needs it.
    git(directory, "config", "filter.evil.clean", trap(directory, `touch ${directory}/.git/sprung; cat`));
    const { sha } = await (await open(directory)).resolve("HEAD");
    expect(await text(await gitTree(await open(directory), sha, "HEAD"), "/a.bin")).toBe("1");
    expect(existsSync(join(directory, ".git/sprung"))).toBe(false);
    await committedWorkTree(await open(directory));
    expect(existsSync(join(directory, ".git/sprung"))).toBe(true);
  });

  test.each([
    [["a.yaml"], "has conflicts of a merge that are not resolved"],
    [["a.yaml", "run.sh"], "has conflicts of a merge that are not resolved, and so has 1 more file"],
    [["a.yaml", "run.sh", "é"], "has conflicts of a merge that are not resolved, and so have 2 more files"],
  ])("is refused while a merge has conflicts in %j", async (paths, message) => {
    const directory = temporary();
    initRepository(directory, { files: FILES });
    git(directory, "checkout", "-q", "-b", "side");
    for (const path of paths) writeFileSync(join(directory, path), "side\n");
    commitAll(directory, "side");
    git(directory, "checkout", "-q", "main");
    for (const path of paths) writeFileSync(join(directory, path), "main\n");
    commitAll(directory, "main");
    expect(() => git(directory, "merge", "-q", "side")).toThrow("Command failed: git merge");
    const error = await problemOf(committedWorkTree(await open(join(directory, "apps"))));
    const hint = "Resolve them and run `git add`, or name a revision instead, such as HEAD.";
    expect(error.diagnostics).toEqual([{ code: "unmerged-index", severity: "error", message, file: "a.yaml", hint }]);
  });

  test("is refused if new files are too large to copy", async () => {
    const directory = temporary();
    initRepository(directory, { files: FILES });
    writeFileSync(join(directory, "disk.log"), "");
    truncateSync(join(directory, "disk.log"), 2 ** 34);
    expect((await committedWorkTree(await open(directory))).isClean).toBe(true);
    mkdirSync(join(directory, "images"));
    for (const [name, size] of Object.entries({ a: 2 ** 29, b: 2 ** 29 + 1 })) {
      writeFileSync(join(directory, "images", name), "");
      truncateSync(join(directory, "images", name), size);
    }
    const error = await problemOf(committedWorkTree(await open(join(directory, "apps"))));
    expect(error.diagnostics).toEqual([
      {
        code: "work-tree-too-large",
        severity: "error",
        file: "images/b",
        message: "is the largest of the new files, which are 1024.1 MiB together; at most 1024 MiB are compared",
        hint: "Let git ignore what is not part of the repository, or name a revision instead, such as HEAD.",
      },
    ]);
  });

  test("is refused if git cannot add a file", async () => {
    const directory = temporary();
    initRepository(directory, { files: FILES });
    mkdirSync(join(directory, "empty"));
    git(join(directory, "empty"), "init", "-q");
    const error = await problemOf(committedWorkTree(await open(directory)));
    expect([error.code, error.message]).toEqual(["work-tree-unreadable", expect.stringContaining("empty/")]);
  });
});

describe("ignored files of the working tree", () => {
  test("are told apart from tracked and new ones, in one process", async () => {
    const directory = temporary();
    initRepository(directory, { files: FILES });
    appendFileSync(join(directory, ".gitignore"), "tracked/\n");
    writeContent(directory, {
      files: { "build/k.yaml": "", "new/k.yaml": "", "tracked/k.yaml": "", "tracked/other.yaml": "", "*[a]/k.log": "" },
    });
    git(directory, "add", "-f", "tracked/k.yaml");
    const tree = workTree(await open(join(directory, "apps")));
    const paths = ["/a.yaml", "/build/k.yaml", "/new/k.yaml", "/tracked/k.yaml", "/tracked/other.yaml", "/*[a]/k.log"];
    expect([...((await tree.ignored?.(paths)) ?? [])]).toEqual(["/build/k.yaml", "/tracked/other.yaml", "/*[a]/k.log"]);
    expect(await tree.ignored?.([])).toEqual(new Set());
  });

  test("of a submodule are not its own concern", async () => {
    const directory = temporary();
    initRepository(directory, { files: FILES });
    mkdirSync(join(directory, "module"));
    initRepository(join(directory, "module"), { files: { "inner/k.yaml": "1", ".gitignore": "*" } });
    git(directory, "add", "module");
    writeContent(directory, { files: { "build/k.yaml": "" } });
    const tree = workTree(await open(directory));
    expect(await tree.ignored?.(["/module/inner/k.yaml", "/build/k.yaml"])).toEqual(new Set(["/build/k.yaml"]));
  });
});

test("a large working tree costs a few processes", async () => {
  const [bin, directory] = [temporary(), temporary()];
  const files = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`dir-${index}/file`, `${index}`]));
  initRepository(directory, { files });
  for (let index = 0; index < 250; index++) writeFileSync(join(directory, `dir-${index}/file`), "changed");
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> "${bin}/calls"\nexec "${real}" "$@"\n`, { mode: 0o755 });
  const repository = await openRepository(directory, { env: { ...GIT_ENV, PATH: `${bin}:${GIT_ENV.PATH}` } });
  opened.push(repository);
  const { tree } = await committedWorkTree(repository);
  const read = await Promise.all(Object.keys(files).map((path) => text(tree, `/${path}`)));
  expect(read.filter((content) => content === "changed")).toHaveLength(250);
  expect(readFileSync(join(bin, "calls"), "utf8").trim().split("\n").length).toBeLessThan(10);
});
