/** Charts that several releases deploy. */
import { describe, expect, test } from "@jest/globals";
import type { ChartFilePorts } from "../../src/charts/fetching.ts";
import { chartFiles, KnownCharts } from "../../src/charts/index.ts";
import type { ChartSource } from "../../src/charts/recipe.ts";
import { answersEqually, memoryTree, recordedTree } from "../../src/sources/index.ts";
import { growth } from "../work.ts";

const ABOUT = "apiVersion: v2\nname: web\nversion: 1.0.0\n";
const FILES = {
  "/web/Chart.yaml": ABOUT,
  "/web/templates/a.yaml": "a: b\n",
  "/web/values.yaml": "",
  "/env.yaml": "a: 1\n",
};
const web = (more: Partial<ChartSource> = {}): ChartSource =>
  ({ from: "tree", directory: "/web", location: { file: "a.yaml" }, ...more }) as ChartSource;

function readKnown(known: KnownCharts, source: ChartSource, ports: ChartFilePorts) {
  return known.files(source, ports, (given) => chartFiles(source, given));
}

/** Reads charts of one tree one after the other. @returns how many files were read, and the charts */
async function read(sources: readonly ChartSource[], known = new KnownCharts(), files: Record<string, string> = FILES) {
  const tree = memoryTree(files);
  let count = 0;
  const counting = { ...tree, read: (path: string) => (count++, tree.read(path)) };
  const charts = [];
  for (const source of sources) charts.push(await readKnown(known, source, { tree: counting, remotes: undefined }));
  return { count, charts };
}

describe("a chart that was read", () => {
  test("is not read again, wherever it is named", async () => {
    const once = await read([web()]);
    const twice = await read([web(), web({ location: { file: "b.yaml" } })]);
    expect(twice.count).toBe(once.count);
    // Its digest, and what its templates call, are kept by these files.
    expect(twice.charts[1]?.files).toBe(twice.charts[0]?.files);
  });

  test("is another one with other values files", async () => {
    const { charts } = await read([web(), web({ valuesFiles: ["/env.yaml"] })]);
    expect(charts.map(({ files }) => String(files.get("values.yaml")))).toEqual(["", "a: 1\n"]);
  });

  test("is forgotten where there is no room", async () => {
    const once = await read([web()]);
    expect((await read([web(), web()], new KnownCharts(1))).count).toBe(2 * once.count);
  });

  test("that fails is tried again, and names its own place", async () => {
    const missing = web({ directory: "/none" });
    const known = new KnownCharts();
    await expect(read([missing], known)).rejects.toThrow("there is no chart none");
    const other = { ...missing, location: { file: "b.yaml" } };
    await expect(read([other], known)).rejects.toMatchObject({ diagnostics: [{ file: "b.yaml" }] });
  });

  test("is in the record of each build that uses it", async () => {
    const tree = memoryTree(FILES);
    const known = new KnownCharts();
    const builds = [recordedTree(tree), recordedTree(tree)];
    for (const each of builds) await readKnown(known, web(), { tree: each, remotes: undefined });
    const changed = memoryTree({ ...FILES, "/web/templates/a.yaml": "a: c\n" });
    for (const { record } of builds) {
      expect(await answersEqually(record, tree)).toBe(true);
      expect(await answersEqually(record, changed)).toBe(false);
    }
  });

  test("tells each build what was fetched for it", async () => {
    const files = new Map([["Chart.yaml", Buffer.from(ABOUT)]]);
    const wanted = { repo: "https://charts.example", name: "web", version: "1.0.0", devel: false };
    const source: ChartSource = { from: "repository", wanted, location: { file: "a.yaml" } };
    const remotes = { chart: async () => ({ files, name: "web", version: "1.0.0", digest: "sha256:1" }) };
    const known = new KnownCharts();
    const uses = [[], []] as unknown[][];
    for (const used of uses) {
      const log = { expect: () => undefined, use: (use: unknown) => void used.push(use) };
      const ports = { tree: memoryTree({}), remotes, uses: log } as unknown as ChartFilePorts;
      await readKnown(known, source, ports);
    }
    expect(uses[0]).toHaveLength(1);
    expect(uses[1]).toEqual(uses[0]);
  });
});

test("reading one chart for many releases takes little more than for one", async () => {
  const files = { ...FILES, ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`/web/${at}`, "x"])) };
  const once = await growth(1, (size) =>
    read(
      Array.from({ length: size }, () => web()),
      undefined,
      files,
    ),
  );
  expect(once).toBeLessThan(1.2);
});
