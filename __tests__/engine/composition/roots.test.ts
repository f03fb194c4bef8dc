/** What the root of a composition may read, and how it names files of imported compositions. */
import { describe, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../../src/diagnostics.ts";
import { Root } from "../../../src/engine/loading/index.ts";
import { memoryTree, type Remotes } from "../../../src/sources/index.ts";

const HERE = { file: "test" };
const SHA = "0123456789012345678901234567890123456789";
const REPOSITORY = "https://example.com/org/lib.git";

const tree = memoryTree(
  { "a.txt": "top", "apps/web/own.txt": "own", "lib/a.txt": "lib", "other/a.txt": "other", "lib/in/b.txt": "below" },
  { "lib/out.txt": "../other/a.txt", "apps/web/link": "../../lib/in" },
);
const elsewhere = memoryTree({ "lib/a.txt": "remote", "shared/s.txt": "shared" });
const remotes: Remotes = {
  file: () => Promise.reject(new Error("no file is fetched")),
  chart: () => Promise.reject(new Error("no chart is fetched")),
  repository: async () => ({ tree: elsewhere, sha: SHA }),
};

async function rootOf(directory: string): Promise<Root> {
  return Root.open(tree, directory, { loadRestrictor: "root-only", remotes });
}

async function read(root: Root, path: string): Promise<string> {
  try {
    return Buffer.from((await root.read(path, HERE)).bytes).toString();
  } catch (thrown) {
    return diagnosticsOf(thrown)[0]?.code ?? "";
  }
}

describe("a path of an imported composition", () => {
  test.each([
    ["/apps/web", "/lib", "a.txt", "../../lib/a.txt"],
    ["/apps/web", "/lib", "./in/../a.txt", "../../lib/a.txt"],
    ["/apps/web", "/", "a.txt", "../../a.txt"],
    ["/apps/web", "/apps/web", "./a.txt", "./a.txt"],
    ["/apps", "/apps/web", "a.txt", "web/a.txt"],
    ["/apps/web", "/lib", "/abs.txt", "/abs.txt"],
    ["/apps/web", "/lib", "", ""],
    ["/apps/web", "/lib", "https://example.com/a.yaml", "https://example.com/a.yaml"],
    ["/apps/web", "/lib", "../../../a.txt", "../../../../a.txt"],
  ])("%s names in %s: %s as %s", async (here, there, path, named) => {
    expect((await rootOf(here)).pathOf(await rootOf(there), path)).toBe(named);
  });

  test("stays a path if it looks like an address", async () => {
    const files = memoryTree({ "github.com/org/a/b.txt": "local" });
    const [top, below] = [
      await Root.open(files, "/", { loadRestrictor: "root-only" }),
      await Root.open(files, "/github.com", { loadRestrictor: "root-only" }),
    ];
    expect(await read(top, top.pathOf(below, "org/a/b.txt"))).toBe("local");
    expect(top.pathOf(below, "org/a/b.txt")).toBe("./github.com/org/a/b.txt");
  });

  test("is an address if the composition is in another repository", async () => {
    const root = await rootOf("/apps/web");
    const imported = await root.importFrom(`${REPOSITORY}//lib?ref=v1`, HERE);
    const address = root.pathOf(imported, "a.txt");
    expect(address).toBe(`${REPOSITORY}//lib/a.txt?ref=v1`);
    expect(await read(root.spanning([imported]), address)).toBe("remote");
    expect((await root.spanning([imported]).lookup(address))?.path).toBe("/lib/a.txt");
    expect(root.pathOf(imported, "/lib/a.txt")).toBe(address);
    expect(await read(root.spanning([imported]), root.pathOf(imported, "../shared/s.txt"))).toBe("outside-root");
    const nested = await imported.importFrom("../shared", HERE);
    expect(imported.pathOf(nested, "s.txt")).toBe("../shared/s.txt");
    expect(await read(root.spanning([imported, nested]), root.pathOf(nested, "s.txt"))).toBe("shared");
  });
});

describe("a root that spans another one", () => {
  test.each([
    ["own.txt", "own"],
    ["../../lib/a.txt", "lib"],
    ["../../lib/in/b.txt", "below"],
    ["link/b.txt", "below"],
    ["../../other/a.txt", "outside-root"],
    ["../../lib/out.txt", "outside-root"],
    ["../../a.txt", "outside-root"],
  ])("reads %s: %s", async (path, expected) => {
    const root = await rootOf("/apps/web");
    const spanning = root.spanning([await root.importFrom("../../lib", HERE)]);
    expect(await read(spanning, path)).toBe(expected);
    expect(await read(spanning.reportingTo({ notice: () => {}, uses: undefined, secrets: undefined }), path)).toBe(
      expected,
    );
  });

  test("reads less without it", async () => {
    expect(await read(await rootOf("/apps/web"), "../../lib/a.txt")).toBe("outside-root");
  });

  test("is left behind by the directories that it includes", async () => {
    const root = await rootOf("/apps/web");
    const below = await root.spanning([await rootOf("/lib")]).enter("../../other", HERE);
    expect(await read(below, "../lib/a.txt")).toBe("outside-root");
  });
});

test("a composition can be imported from a directory that contains the importing one", async () => {
  const root = await rootOf("/apps/web");
  expect((await root.importFrom("..", HERE)).path).toBe("/apps");
  await expect(root.enter("..", HERE)).rejects.toMatchObject({ code: "cycle" });
  const imported = await root.importFrom(`${REPOSITORY}//lib?ref=v1`, HERE);
  expect((await imported.importFrom(REPOSITORY, HERE)).path).toBe("/");
});
