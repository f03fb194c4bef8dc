import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { renderTargets } from "../../src/render/index.ts";
import { committedWorkTree, gitTree, openRepository, type Repository, type Tree } from "../../src/sources/index.ts";
import { discoverTargets, planTargets } from "../../src/targets/index.ts";
import { commitAll, GIT_ENV, git, gitWith, initRepository, temporaryDirectories, writeContent } from "./fixtures.ts";
import { type GitServer, gitServer } from "./git-server.ts";
import { problemOf } from "./tree-table.ts";

// Some tests run dozens of git processes, which takes long on a slow machine.
jest.setTimeout(60_000);

const temporary = temporaryDirectories();
const OVERLAYS = 60;
const run = promisify(execFile);

function contentOf(version: number): { files: Record<string, string>; links: Record<string, string> } {
  const overlays = Array.from({ length: OVERLAYS }, (_, index): [string, string][] => [
    [
      `overlays/${index}/kustomization.yaml`,
      `namePrefix: v${version}-${index}-\nresources: [../../base]\nconfigMapGenerator: [{name: a, files: [patches/one.yaml]}]\n`,
    ],
    [`overlays/${index}/patches/one.yaml`, `index: ${index}\n`],
  ]);
  const links = Array.from({ length: 20 }, (_, index) => [`links/${index}`, `../overlays/${index}`]);
  return {
    files: {
      ...Object.fromEntries(overlays.flat()),
      "base/kustomization.yaml": "resources: []\n",
      "other/large": "large",
    },
    links: Object.fromEntries(links) as Record<string, string>,
  };
}

describe.each(["sha1", "sha256"])("a partial clone of a %s repository", (format) => {
  const root = temporary();
  const opened: Repository[] = [];
  const noted: string[] = [];
  let server: GitServer;

  beforeAll(async () => {
    const origin = join(root, "origin.git");
    mkdirSync(origin);
    initRepository(origin, contentOf(1), `--object-format=${format}`);
    writeContent(origin, { files: contentOf(2).files });
    commitAll(origin, "second");
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true");
    git(origin, "config", "uploadpack.allowFilter", "true");
    server = await gitServer(root);
  });
  afterAll(async () => {
    for (const repository of opened) repository.close();
    await server.close();
  });

  interface Opened {
    readonly repository: Repository;
    readonly directory: string;
    readonly tree: (revision: string) => Promise<Tree>;
    /** The fetches since the last call: each takes one request for an answer in a pack, and others before. */
    readonly fetches: () => number;
  }

  async function clone(...args: string[]): Promise<Opened> {
    const { requests, url } = server;
    const directory = temporary();
    await run("git", ["clone", "-q", ...args, `${url}/origin.git/.git`, directory], { env: GIT_ENV });
    noted.length = 0;
    const repository = await openRepository(directory, { env: GIT_ENV, log: (line) => noted.push(line) });
    opened.push(repository);
    let seen = requests.length;
    return {
      repository,
      directory,
      tree: async (revision) => gitTree(repository, (await repository.resolve(revision)).sha, revision),
      fetches() {
        const since = requests.slice(seen);
        seen = requests.length;
        return since.filter((request) => request.url.includes("info/refs")).length;
      },
    };
  }
  const PARTIAL = ["--filter=blob:none", "--no-checkout"];

  async function readAll(tree: Tree, directory: string): Promise<Record<string, string>> {
    const texts: Record<string, string> = {};
    for (const { name, type } of await tree.list(directory)) {
      const path = directory === "/" ? `/${name}` : `${directory}/${name}`;
      if (type === "directory") Object.assign(texts, await readAll(tree, path));
      else texts[path.slice(1)] = Buffer.from(await tree.read(path)).toString();
    }
    return texts;
  }

  test("fetches all below some directories at once, and nothing else", async () => {
    const cloned = await clone(...PARTIAL);
    const tree = await cloned.tree("HEAD");
    await tree.prefetch?.(["/overlays", "/base/kustomization.yaml", "/absent", "/overlays/0"]);
    expect(cloned.fetches()).toBe(1);
    expect(noted).toEqual([
      `Fetching ${2 * OVERLAYS + 1} objects from origin, as this partial clone does not have them.`,
    ]);
    const { "other/large": _, ...files } = contentOf(2).files;
    expect({ ...(await readAll(tree, "/overlays")), ...(await readAll(tree, "/base")) }).not.toEqual({});
    expect(Object.keys(await readAll(tree, "/overlays"))).toHaveLength(Object.keys(files).length - 1);
    expect(cloned.fetches()).toBe(0);
    // Without it, each file is a fetch.
    expect(Buffer.from(await tree.read("/other/large")).toString()).toBe("large");
    expect(cloned.fetches()).toBe(1);
  });

  test("fetches for both sides at once, and nothing twice", async () => {
    const cloned = await clone(...PARTIAL);
    const [base, head] = [await cloned.tree("HEAD~1"), await cloned.tree("HEAD")];
    await Promise.all([base.prefetch?.(["/overlays"]), head.prefetch?.(["/overlays"])]);
    expect(cloned.fetches()).toBe(1);
    await Promise.all([base.prefetch?.(["/overlays"]), head.prefetch?.(["/overlays/1", "/overlays/2"])]);
    expect([await readAll(base, "/overlays"), cloned.fetches()]).toEqual([expect.any(Object), 0]);
    const again = await openRepository(cloned.directory, { env: GIT_ENV, log: (line) => noted.push(line) });
    opened.push(again);
    await (await gitTree(again, (await again.resolve("HEAD")).sha, "HEAD")).prefetch?.(["/overlays", "/base"]);
    expect(cloned.fetches()).toBe(1);
    expect(noted.at(-1)).toContain("Fetching 1 objects from origin");
  });

  test("is searched for targets with one fetch for files, and one for links", async () => {
    const cloned = await clone(...PARTIAL);
    const targets = await discoverTargets(await cloned.tree("HEAD"));
    expect(targets).toEqual(expect.arrayContaining(["overlays/0", `overlays/${OVERLAYS - 1}`]));
    expect([targets.length, cloned.fetches()]).toEqual([OVERLAYS, 2]);
  });

  test.each([
    ["all targets", [], true],
    ["all targets, whatever changed", [], false],
    ["named targets", Array.from({ length: 20 }, (_, index) => `overlays/${index}`), true],
    ["one target", ["overlays/3"], true],
    ["one target, whatever changed", ["overlays/3"], false],
  ])("is compared with a few fetches, all of them before the builds: %s", async (_, patterns, affectedOnly) => {
    const cloned = await clone(...PARTIAL);
    const trees = { base: await cloned.tree("HEAD~1"), head: await cloned.tree("HEAD") };
    const { targets } = await planTargets(trees, patterns, { affectedOnly });
    expect(cloned.fetches()).toBeLessThanOrEqual(4);
    const paths = targets.map(({ path }) => path);
    for (const tree of [trees.base, trees.head]) {
      const rendered = await renderTargets(tree, paths);
      expect(rendered.map(({ status }) => status)).toEqual(paths.map(() => "rendered"));
    }
    expect(cloned.fetches()).toBe(0);
  });

  test("with a working tree does not ask the server for its new files", async () => {
    const cloned = await clone("--filter=blob:none", "--sparse");
    writeContent(cloned.directory, { files: { "overlays/new/kustomization.yaml": "new", "other/large": "changed" } });
    const { tree } = await committedWorkTree(cloned.repository);
    cloned.fetches();
    await tree.prefetch?.(["/"]);
    expect(cloned.fetches()).toBe(1);
    expect(noted).toEqual([expect.stringMatching(/^Fetching \d+ objects/)]);
    const texts = await readAll(tree, "/overlays");
    expect([texts["overlays/new/kustomization.yaml"], texts["overlays/7/patches/one.yaml"]]).toEqual([
      "new",
      "index: 7\n",
    ]);
    expect(cloned.fetches()).toBe(0);
  });

  test("that the server cannot complete says so, and reads what there is", async () => {
    const cloned = await clone(...PARTIAL);
    const id = "5".repeat(format === "sha1" ? 40 : 64);
    git(cloned.directory, "read-tree", "HEAD");
    git(cloned.directory, "update-index", "--add", "--cacheinfo", `100644,${id},base/lost`);
    const made = git(
      cloned.directory,
      "commit-tree",
      "-m",
      "lost",
      git(cloned.directory, "write-tree", "--missing-ok"),
    );
    const tree = await gitTree(cloned.repository, made, "lost");
    await tree.prefetch?.(["/base"]);
    expect(noted.slice(1)).toEqual([expect.stringContaining("could not be fetched together")]);
    expect(Buffer.from(await tree.read("/base/kustomization.yaml")).toString()).toBe("resources: []\n");
    expect((await problemOf(tree.read("/base/lost"))).message).toContain(id);
  });

  test("fetches with the credentials of the clone, and again if the server fails once", async () => {
    const cloned = await clone(...PARTIAL);
    git(cloned.directory, "config", `http.${server.url}/.extraheader`, "AUTHORIZATION: basic c2VjcmV0");
    const before = server.requests.length;
    server.failures.push(502);
    const tree = await cloned.tree("HEAD");
    await tree.prefetch?.(["/overlays"]);
    const sent = server.requests.slice(before).map(({ authorization }) => authorization);
    expect(new Set(sent)).toEqual(new Set(["basic c2VjcmV0"]));
    expect(noted).toHaveLength(1);
  });

  test("neither has a new ref, nor FETCH_HEAD, nor another configuration after a fetch", async () => {
    const cloned = await clone(...PARTIAL);
    const state = () => [
      git(cloned.directory, "for-each-ref"),
      git(cloned.directory, "config", "--list", "--local"),
      existsSync(join(cloned.directory, ".git/FETCH_HEAD")),
    ];
    const before = state();
    await (await cloned.tree("HEAD")).prefetch?.(["/"]);
    expect([state(), cloned.fetches()]).toEqual([before, 1]);
  });

  test.each([
    ["of a complete clone", ["--no-checkout"], undefined],
    ["of a remote that would be an option", PARTIAL, ["remote.-x.promisor", "true"]],
  ])("%s fetches nothing", async (_, args, setting) => {
    const cloned = await clone(...args);
    if (setting !== undefined) {
      for (const key of ["remote.origin.promisor", "remote.origin.partialclonefilter"]) {
        git(cloned.directory, "config", "--unset", key);
      }
      git(cloned.directory, "config", ...setting);
    }
    await (await cloned.tree("HEAD")).prefetch?.(["/"]);
    expect([cloned.fetches(), noted]).toEqual([0, []]);
  });
});

test("a tree that contains one directory many times is searched for missing files in linear time", async () => {
  const directory = temporary();
  initRepository(directory, { files: { a: "1" } });
  git(directory, "config", "remote.origin.url", "file:///nonexistent");
  git(directory, "config", "remote.origin.promisor", "true");
  let tree = git(directory, "rev-parse", "HEAD^{tree}");
  for (let depth = 0; depth < 30; depth++) {
    const rows = ["a", "b", "c", "d"].map((name) => `040000 tree ${tree}\t${name}\n`).join("");
    tree = gitWith(directory, { input: rows }, "mktree");
  }
  const made = git(directory, "commit-tree", "-m", "bomb", tree);
  const repository = await openRepository(directory, { env: GIT_ENV });
  await expect((await gitTree(repository, made, "bomb")).prefetch?.(["/"])).resolves.toBeUndefined();
  repository.close();
});
