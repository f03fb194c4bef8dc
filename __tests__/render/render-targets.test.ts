import { describe, expect, test } from "@jest/globals";
import { MemoryPool } from "../../src/budget/index.ts";
import { manifest, type Rendering, type RenderOptions, renderTargets } from "../../src/render/index.ts";
import { memoryTree, type Tree } from "../../src/sources/index.ts";

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
}

/** Apps `a`, `b` and `c` with a ConfigMap each and without a base; `broken` lists a missing file. */
const files = {
  "/a/kustomization.yaml": "resources: [one.yaml]\n",
  "/a/one.yaml": configMap("a"),
  "/b/kustomization.yaml": "resources: [../a]\nnamePrefix: b-\n",
  "/c/kustomization.yml": "resources: [../a, ../b]\nnameSuffix: -c\n",
  "/broken/kustomization.yaml": "resources: [missing.yaml]\n",
  "/empty/readme.txt": "",
};

function summary(renderings: readonly Rendering[]): string[] {
  return renderings.map((rendering) => {
    if (rendering.status === "absent") return `${rendering.target}: absent`;
    if (rendering.status === "rendered")
      return `${rendering.target}: ${rendering.resources.map(({ name }) => name).join()}`;
    return `${rendering.target}: ${rendering.diagnostics[0]?.code}`;
  });
}

describe("renderTargets", () => {
  test("returns the renderings in the given order, and a failure for its target only", async () => {
    const targets = ["c", "broken", "a", "empty", "gone", "b"];
    expect(summary(await renderTargets(memoryTree(files), targets))).toEqual([
      "c: a-c,b-a-c",
      "broken: file-not-found",
      "a: a",
      "empty: absent",
      "gone: absent",
      "b: b-a",
    ]);
  });

  test.each([1, 2, 50])("the result is the same with a concurrency of %d", async (concurrency) => {
    const targets = ["a", "b", "broken", "c"];
    const expected = summary(await renderTargets(memoryTree(files), targets));
    expect(summary(await renderTargets(memoryTree(files), targets, { concurrency }))).toEqual(expected);
  });

  test("renders the top of a tree", async () => {
    const tree = memoryTree({ "/kustomization.yaml": "resources: [x.yaml]\n", "/x.yaml": configMap("x") });
    const [rendering] = await renderTargets(tree, ["."]);
    expect(rendering?.status === "rendered" && manifest(rendering)).toBe(configMap("x"));
  });

  test("a kustomization file that cannot be read fails, and is not absent", async () => {
    const tree = memoryTree({ "/a/x": "" }, { "/a/kustomization.yaml": "../gone" });
    expect(summary(await renderTargets(tree, ["a"]))).toEqual(["a: no-kustomization"]);
  });

  test("an overlay whose base was deleted fails", async () => {
    const tree = memoryTree({ "/overlay/kustomization.yaml": "resources: [../base]\n" });
    const [rendering] = await renderTargets(tree, ["overlay"]);
    expect(rendering?.status).toBe("failed");
  });

  test("an unexpected error of a tree fails its target only, as a defect", async () => {
    const tree = memoryTree(files);
    const faulty: Tree = {
      ...tree,
      read: (path) =>
        path === "/broken/kustomization.yaml" ? Promise.reject(new Error("disk on fire")) : tree.read(path),
    };
    const renderings = await renderTargets(faulty, ["broken", "a"]);
    expect(summary(renderings)).toEqual(["broken: internal", "a: a"]);
  });

  test("passes its options to the build", async () => {
    const tree = memoryTree({
      "/a/kustomization.yaml": "resources: [../shared.yaml]\n",
      "/shared.yaml": configMap("x"),
    });
    expect(summary(await renderTargets(tree, ["a"]))).toEqual(["a: outside-root"]);
    expect(summary(await renderTargets(tree, ["a"], { loadRestrictor: "none" }))).toEqual(["a: x"]);
  });

  test("reports progress once for every target, also for those that fail", async () => {
    const seen: [number, number, string][] = [];
    const targets = ["a", "broken", "gone"];
    await renderTargets(memoryTree(files), targets, {
      concurrency: 2,
      onProgress: (...progress) => seen.push(progress),
    });
    expect(seen.map(([done, total]) => [done, total])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(seen.map(([, , target]) => target).sort()).toEqual(targets);
  });

  test("targets that wait for one remote source do not delay the requests of others", async () => {
    const tree = memoryTree(
      Object.fromEntries(
        ["a1", "a2", "a3", "b1", "b2"].map((target) => [
          `/${target}/kustomization.yaml`,
          `resources: ["https://example.com/${target[0]}.yaml"]\n`,
        ]),
      ),
    );
    const asked: string[] = [];
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const remotes: NonNullable<RenderOptions["remotes"]> = {
      repository: () => Promise.reject(new Error("no repository is asked for")),
      chart: () => Promise.reject(new Error("no chart is asked for")),
      async file(address) {
        asked.push(address);
        if (new Set(asked).size === 2) answer();
        await answered;
        return { bytes: Buffer.from(configMap("x")), digest: "" };
      },
    };
    const rendered = renderTargets(tree, ["a1", "a2", "a3", "b1", "b2"], { concurrency: 2, remotes });
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.slice(0, 2)).toEqual(["https://example.com/a.yaml", "https://example.com/b.yaml"]);
    expect((await rendered).map(({ status }) => status)).toEqual(Array(5).fill("rendered"));
  });

  test("a base that several targets share is read once", async () => {
    const tree = memoryTree(files);
    const reads: string[] = [];
    const counting: Tree = {
      ...tree,
      read(path) {
        reads.push(path);
        return tree.read(path);
      },
    };
    await renderTargets(counting, ["a", "b", "c"]);
    expect(reads.filter((path) => path === "/a/kustomization.yaml")).toHaveLength(1);
  });

  test("returns nothing without targets", async () => {
    expect(await renderTargets(memoryTree(files), [])).toEqual([]);
  });
});

test("fails the largest targets if the manifests of all take too much memory together", async () => {
  const generator = "configMapGenerator: [{name: c, files: [f], options: {disableNameSuffixHash: true}}]\n";
  const sizes = { a: 18_000_000, b: 1_000, c: 20_000_000, d: 1_000 };
  const tree = memoryTree(
    Object.fromEntries(
      Object.entries(sizes).flatMap(([name, size]) => [
        [`/${name}/kustomization.yaml`, generator],
        [`/${name}/f`, "x".repeat(size)],
      ]),
    ),
  );
  const limit = 150 * 1024 * 1024;
  const pool = new MemoryPool(() => ({ limit, used: () => 0, inUse: () => 0 }));
  const renderings = await renderTargets(tree, Object.keys(sizes), { pool });
  expect(summary(renderings)).toEqual(["a: c", "b: c", "c: build-too-large", "d: c"]);
});
