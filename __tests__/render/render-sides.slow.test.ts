/** Both sides of each target, one target after the other. */
import { describe, expect, test } from "@jest/globals";
import { MemoryPool } from "../../src/budget/index.ts";
import {
  type Rendering,
  renderSides,
  type SidesOptions,
  type SidesTarget,
  type Visit,
} from "../../src/render/index.ts";
import { memoryTree, type Tree } from "../../src/sources/index.ts";

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

const common = {
  "/a/kustomization.yaml": "resources: [one.yaml]\n",
  "/a/one.yaml": configMap("a"),
  "/b/kustomization.yaml": "resources: [../a]\nnamePrefix: b-\n",
};
const base = memoryTree({ ...common, "/gone/kustomization.yaml": "resources: [../a]\n" });
const head = memoryTree({ ...common, "/b/kustomization.yaml": "resources: [../a]\nnamePrefix: new-\n" });
const targets = ["a", "b", "gone"];

function said(rendering: Rendering): string {
  if (rendering.status === "rendered") return rendering.resources.map(({ name }) => name).join();
  return rendering.status === "failed" ? (rendering.diagnostics[0]?.code ?? "") : rendering.status;
}

/** What is visited, by target. */
async function visited(
  trees: { base: Tree; head: Tree },
  given: readonly (string | SidesTarget)[],
  options: Partial<SidesOptions> = {},
  isDone: (visit: Visit<SidesTarget>) => boolean = () => true,
): Promise<Readonly<Record<string, string>>> {
  const seen: Record<string, string> = {};
  const all = given.map((one): SidesTarget => (typeof one === "string" ? { id: one, path: one } : one));
  await renderSides(trees, all, { build: {}, ...options }, (visit, before, after) => {
    const { id, from = id } = visit.target;
    expect([before.target, after.target]).toEqual([before === after ? id : from, id]);
    if (isDone(visit)) seen[id] = `${said(before)} → ${said(after)}`;
    return isDone(visit);
  });
  return seen;
}

const deadline = (seconds: number) => ({ at: performance.now() + seconds * 1000, totalSeconds: seconds });
const none = { lost: new Map(), first: new Set<string>() };

describe("renderSides", () => {
  test.each([1, 2, 50])("visits each target once with both sides, with a concurrency of %d", async (concurrency) => {
    const expected = { a: "a → a", b: "b-a → new-a", gone: "a → absent" };
    expect(await visited({ base, head }, targets, { concurrency })).toEqual(expected);
  });

  test("a failure concerns its side of its target only", async () => {
    const broken = memoryTree({
      ...common,
      "/a/kustomization.yaml": "resources: [missing.yaml]\n",
      "/c/kustomization.yaml": "",
    });
    expect(await visited({ base, head: broken }, ["a", "c"])).toEqual({
      a: "a → file-not-found",
      c: "absent → empty-kustomization",
    });
  });

  test("renders each target once if both sides are one tree", async () => {
    const work: string[] = [];
    const onWork = (event: string, side: string, target: string) => void work.push(`${event} ${side} ${target}`);
    expect(await visited({ base: head, head }, ["a"], { onWork })).toEqual({ a: "a → a" });
    expect(work).toEqual(["start head a", "end head a"]);
  });

  test("each side has options of its own", async () => {
    const outside = memoryTree({ "/a/kustomization.yaml": "resources: [../one.yaml]\n", "/one.yaml": configMap("x") });
    const trees = { base: outside, head: { ...outside } };
    const options = { build: {}, base: { loadRestrictor: "none" } } as const;
    expect(await visited(trees, ["a"], options)).toEqual({ a: "x → outside-root" });
  });

  describe("a base that answers all that the head was asked as the head does", () => {
    const sidesOf = async (trees: { base: Tree; head: Tree }, given: string, options: Partial<SidesOptions> = {}) => {
      const sides: string[] = [];
      const onWork = (event: string, side: string) => void (event === "start" && sides.push(side));
      const seen = await visited(trees, [given], { ...options, onWork });
      return [seen[given], ...sides];
    };

    test("is not rendered, whatever else differs", async () => {
      expect(await sidesOf({ base, head }, "a")).toEqual(["a → a", "head"]);
      expect(await sidesOf({ base, head }, "b")).toEqual(["b-a → new-a", "head", "base"]);
    });

    test("is rendered if a file was looked for in vain that the base has", async () => {
      const trees = { base: memoryTree({ ...common, "/a/kustomization.yml": "" }), head: memoryTree(common) };
      expect(await sidesOf(trees, "a")).toEqual(["several-kustomizations → a", "head", "base"]);
    });

    test("is rendered if the head failed, or if the sides have different rules", async () => {
      const broken = memoryTree({ "/a/kustomization.yaml": "resources: [missing.yaml]\n" });
      expect(await sidesOf({ base: { ...broken }, head: broken }, "a")).toHaveLength(3);
      const equal = { base: memoryTree(common), head: memoryTree(common) };
      expect(await sidesOf(equal, "a", { haveSameRules: false })).toEqual(["a → a", "head", "base"]);
    });
  });

  test("a target whose directory was renamed is rendered at both paths", async () => {
    expect(await visited({ base, head }, [{ id: "b", path: "b", from: "gone" }])).toEqual({ b: "a → new-a" });
  });

  test("reports the work on each side, and the progress of targets", async () => {
    const work: string[] = [];
    const progress: unknown[] = [];
    await visited({ base, head }, ["a", "b"], {
      concurrency: 1,
      onWork: (event, side, target) => void work.push(`${event} ${side} ${target}`),
      onProgress: (...all) => void progress.push(all),
    });
    const workOn = (target: string) =>
      ["start head", "end head", "start base", "end base"].map((one) => `${one} ${target}`);
    expect(work).toEqual([...workOn("a").slice(0, 2), ...workOn("b")]);
    expect(progress).toEqual([
      [1, 2, "a"],
      [2, 2, "b"],
    ]);
  });

  test("targets that ended a process come first, alone, or are not rendered on the side that did", async () => {
    const started: string[] = [];
    const lost = { code: "process-lost", severity: "error", message: "lost" } as const;
    const setbacks = {
      head: { lost: new Map([["a", lost]]), first: new Set<string>() },
      base: { ...none, first: new Set(["gone"]) },
    };
    const seen = await visited({ base, head }, targets, {
      setbacks,
      first: new Set(["b"]),
      onWork: (event, side, target) => void (event === "start" && side === "head" && started.push(target)),
    });
    expect(started).toEqual(["b", "gone", "a"]);
    expect(seen["a"]).toBe("a → process-lost");
  });

  test("a visit that is not done gets another one after all others, alone, which is the last", async () => {
    const visits: unknown[] = [];
    const seen = await visited({ base, head }, targets, { concurrency: 3 }, ({ target: { path }, builds, isLast }) => {
      if (path === "a") visits.push({ builds, isLast });
      return path !== "a" || isLast;
    });
    expect(Object.keys(seen).at(-1)).toBe("a");
    expect(visits.at(0)).toEqual({ builds: 3, isLast: false });
    expect(visits.at(-1)).toEqual({ builds: 1, isLast: true });
  });

  test("a slow side is tried again after the others, as long as there is time", async () => {
    const slow: Tree = {
      ...head,
      read: (path) => (path.startsWith("/b/") ? new Promise(() => undefined) : head.read(path)),
    };
    const started: string[] = [];
    const seen = await visited({ base, head: slow }, ["b", "a", "gone"], {
      build: { timeoutSeconds: 300 },
      concurrency: 1,
      deadline: deadline(8),
      onWork: (event, side, target) => void (event === "start" && side === "head" && started.push(target)),
    });
    expect(started).toEqual(["b", "a", "gone", "b"]);
    expect(seen["b"]).toMatch(/→ build-timeout$/);
  }, 60_000);

  test("targets whose turn comes too late fail on both sides", async () => {
    const seen = await visited({ base, head }, ["a"], { deadline: deadline(-1) });
    expect(seen).toEqual({ a: "run-timeout → run-timeout" });
  });
});

/** A tree whose files have ids, and which counts the reads. */
function identified(files: Readonly<Record<string, string>>): Tree {
  const tree = memoryTree(files);
  return {
    ...tree,
    async lookup(path) {
      const located = await tree.lookup(path);
      return located?.type === "file" ? { ...located, id: files[located.path] } : located;
    },
  };
}

describe("files that both sides share", () => {
  const large =
    configMap("large").repeat(1) + "data:\n" + Array.from({ length: 2000 }, (_, at) => `  k${at}: v\n`).join("");

  test("are parsed once, and a change of one side does not show on the other", async () => {
    const files = (suffix: string) => ({
      "/a/kustomization.yaml": `resources: [one.yaml]\nnameSuffix: ${suffix}\n`,
      "/a/one.yaml": large,
    });
    const trees = { base: identified(files("-old")), head: identified(files("-new")) };
    expect(await visited(trees, ["a"])).toEqual({ a: "large-old → large-new" });
  });

  test("have the places of their own tree in messages", async () => {
    const broken = { "/a/kustomization.yaml": "resources: [one.yaml]\n", "/a/one.yaml": "kind: [\n" };
    const other: Tree = { ...identified(broken), display: (path) => `elsewhere${path}` };
    const files: (string | undefined)[] = [];
    await renderSides(
      { base: other, head: identified(broken) },
      [{ id: "a", path: "a" }],
      { build: {} },
      (_, before, after) => {
        for (const side of [before, after]) if (side.status === "failed") files.push(side.diagnostics[0]?.file);
        return true;
      },
    );
    expect(files).toEqual(["elsewhere/a/one.yaml", "a/one.yaml"]);
  });
});

test("a target that lacked memory beside others is rendered again alone", async () => {
  const many = Object.fromEntries(
    ["a", "b"].flatMap((name) => [
      [`/${name}/kustomization.yaml`, "configMapGenerator: [{name: c, files: [f]}]\n"],
      [`/${name}/f`, "x".repeat(50_000_000)],
    ]),
  );
  // There is room for one of them, and for none when both are in work.
  let inWork = 0;
  const limit = 400 * 1024 * 1024;
  const used = () => (inWork > 1 ? limit : 0);
  const pool = new MemoryPool(() => ({ limit, used, inUse: used }));
  const tree = memoryTree(many);
  const seen = await visited({ base: tree, head: { ...tree } }, ["a", "b"], {
    build: { pool },
    onWork: (event) => void (inWork += event === "start" ? 1 : -1),
  });
  expect(Object.values(seen).every((one) => /^c-\w+ → c-\w+$/.test(one))).toBe(true);
}, 60_000);
