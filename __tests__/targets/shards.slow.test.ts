/** Dividing targets among machines. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { memoryTree } from "../../src/sources/index.ts";
import {
  differenceText,
  documentText,
  isDocumentOf,
  parseCosts,
  parseShard,
  planShards,
  planText,
  type ShardInput,
  type ShardPlan,
  shardMatrix,
  targetsOfShard,
} from "../../src/targets/index.ts";

const BASE = "a".repeat(40);
const HEAD = "b".repeat(40);

type Files = Record<string, string>;

/** Overlays with so many files each. */
function overlays(sizes: Readonly<Record<string, number>>, value: string): Files {
  const files: Files = {};
  for (const [name, size] of Object.entries(sizes)) {
    const names = Array.from({ length: size }, (_, at) => `f${at}.yaml`);
    files[`${name}/kustomization.yaml`] = `resources: [${names.join(", ")}]\n`;
    for (const each of names) files[`${name}/${each}`] = `${value}\n`;
  }
  return files;
}

function divide(base: Files, head: Files, more: Partial<ShardInput> = {}): Promise<ShardPlan> {
  const trees = { base: memoryTree(base), head: memoryTree(head) };
  return planShards({ base: BASE, head: HEAD, patterns: [], trees, count: 2, ...more });
}

const SIZES = { a: 9, b: 1, c: 4, d: 5, e: 1 };
const [OLD, NEW] = [overlays(SIZES, "old"), overlays(SIZES, "new")];

describe("targets are divided", () => {
  test("by their files, the longest first", async () => {
    const { shards, affected } = await divide(OLD, NEW);
    expect([shards, affected]).toEqual([
      [
        ["a", "b"],
        ["c", "d", "e"],
      ],
      5,
    ]);
  });

  test("by the times of an earlier run, and by estimates that these correct", async () => {
    const times = [
      { path: "b", seconds: 100 },
      { path: "a", seconds: 1 },
      { path: "gone", seconds: 7 },
    ];
    const costs = parseCosts(JSON.stringify({ version: 1, targets: times }), "times.json");
    const { shards, seconds } = await divide(OLD, NEW, { costs });
    expect(shards).toEqual([
      ["a", "b"],
      ["c", "d", "e"],
    ]);
    expect(seconds.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(101);
  });

  test("with those that nothing affects beside them", async () => {
    const { shards, affected } = await divide(OLD, { ...OLD, "a/f0.yaml": "new\n", "d/f0.yaml": "new\n" });
    expect(affected).toBe(2);
    expect(shards).toHaveLength(2);
    expect(shards.flat().sort()).toEqual(["a", "b", "c", "d", "e"]);
    expect(shards.every((shard) => shard.length >= 2)).toBe(true);
  });

  test.each<[name: string, head: Files, count: number | "auto", shards: number]>([
    ["into one shard if none is affected", OLD, 7, 1],
    ["into no more shards than affected targets", NEW, 7, 5],
    ["into one shard if a minute is enough", NEW, "auto", 1],
  ])("%s", async (_name, head, count, expected) => {
    const { shards } = await divide(OLD, head, { count });
    expect(shards).toHaveLength(expected);
    expect(shards.flat().sort()).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("auto takes as many machines as have a minute of work, and none that waits for the longest target", async () => {
    const times = (seconds: Record<string, number>) =>
      new Map(Object.entries({ a: 60, b: 60, c: 60, d: 60, e: 60, ...seconds }));
    expect((await divide(OLD, NEW, { count: "auto", costs: times({}) })).shards).toHaveLength(5);
    expect((await divide(OLD, NEW, { count: "auto", costs: times({ a: 240 }) })).shards).toHaveLength(2);
  });

  test("and targets that exist on one side only stay together, if there are some of each side", async () => {
    const { b: _, e: __, ...rest } = SIZES;
    const renamed = overlays({ ...rest, "new/b": 1, "new/e": 1 }, "new");
    const { shards } = await divide(OLD, renamed, { count: 5 });
    expect(shards.find((shard) => shard.includes("b"))).toEqual(["b", "e", "new/b", "new/e"]);
    const added = await divide(OLD, overlays({ ...SIZES, x: 1, y: 1 }, "new"), { count: 7 });
    expect(added.shards).toHaveLength(7);
  });
});

describe("the digest of a plan", () => {
  const DIVIDED = "its targets are divided in another way";
  const OPTIONS = "its options affected-only or load-restrictor are others";
  const cases: readonly (readonly [name: string, more: Partial<ShardInput>, difference: string])[] = [
    ["another base", { base: "c".repeat(40) }, "its base is aaaaaaaa"],
    ["another head", { head: "c".repeat(40) }, "its head is bbbbbbbb"],
    ["other patterns", { patterns: ["a", "b", "c", "d", "e"] }, "its targets are others"],
    ["another number of shards", { count: 3 }, DIVIDED],
    ["costs", { costs: new Map([["a", 1]]) }, "its costs are others"],
    ["a doubt", { doubts: ["the lock differs"] }, DIVIDED],
    ["all targets", { affectedOnly: false }, OPTIONS],
    ["another restrictor", { loadRestrictor: "none" }, OPTIONS],
    [
      "another head and costs",
      { head: "c".repeat(40), costs: new Map() },
      "its head is bbbbbbbb, its costs are others",
    ],
  ];

  test("is the same every time", async () => {
    expect((await divide(OLD, NEW)).digest).toBe((await divide(OLD, NEW)).digest);
  });

  test.each(cases)("is another one with %s, and a shard of it is refused", async (_name, more, difference) => {
    const plan = await divide(OLD, NEW);
    const other = await divide(OLD, NEW, more);
    expect(other.digest).not.toBe(plan.digest);
    const [text = ""] = shardMatrix(plan, "old times.json").shard;
    const { name, costs } = parseShard(text) ?? {};
    if (name === undefined) throw new Error("no shard");
    expect([text, costs]).toEqual([`1/2@${plan.digest}+old times.json`, "old times.json"]);
    expect(parseShard(shardMatrix(plan, undefined).shard[0] ?? "")).toEqual({ name, costs: undefined });
    expect(() => targetsOfShard(name, other)).toThrow(
      `shard 1/2 is of another plan than that of this run: ${difference}. This run has ${planText(other)}`,
    );
    expect(targetsOfShard(name, plan)).toEqual(new Set(plan.shards[0]));
  });

  test("tells another version of krm-render", async () => {
    const { digest } = await divide(OLD, NEW);
    const other = `${digest.slice(0, -4)}${digest.endsWith("0000") ? "1" : "0"}000`;
    expect(differenceText(other, digest)).toBe("another version of krm-render made it");
  });

  test("belongs to its document only", async () => {
    const { digest, document } = await divide(OLD, NEW);
    const text = documentText(document);
    expect(isDocumentOf(Buffer.from(text), digest)).toBe(true);
    expect(isDocumentOf(Buffer.from(`${text} `), digest)).toBe(false);
  });
});

describe("a shard has at most 9,000 targets", () => {
  const many = (count: number, value: string): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`t${at}/kustomization.yaml`, `namePrefix: ${value}-\n`]),
    );
  const sizes = async (input: ReturnType<typeof divide>) => (await input).shards.map(({ length }) => length);

  test("also where one target costs as much as all others", async () => {
    const costs = new Map([["t0", 20_000], ...Array.from({ length: 10_499 }, (_, at) => [`t${at + 1}`, 1] as const)]);
    const [base, head] = [many(10_500, "old"), many(10_500, "new")];
    expect(await sizes(divide(base, head, { costs }))).toEqual([1500, 9000]);
    expect(await sizes(divide(base, head, { costs, count: 1 }))).toEqual([1500, 9000]);
    expect(await sizes(divide(base, head, { costs, count: "auto" }))).toEqual([1500, 9000]);
  });

  test("also of those that are not affected", async () => {
    const base = many(10_500, "old");
    const shards = await sizes(divide(base, { ...base, "t7/kustomization.yaml": "namePrefix: new-\n" }));
    expect(shards).toEqual([5251, 5249].map(() => expect.any(Number)));
    expect(Math.max(...shards)).toBeLessThanOrEqual(9000);
  });
});

test("every target is in exactly one shard", async () => {
  const size = fc.integer({ min: 0, max: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), size, { maxKeys: 12 }),
      fc.integer({ min: 1, max: 9 }),
      async (sizes, count) => {
        const { shards } = await divide({}, overlays(sizes, "x"), { count });
        expect(shards.flat().sort()).toEqual(Object.keys(sizes).sort());
        expect(shards.length).toBe(Math.max(1, Math.min(count, Object.keys(sizes).length)));
        expect(shards.length === 1 || shards.every((shard) => shard.length > 0)).toBe(true);
      },
    ),
    { numRuns: 50 },
  );
});

test.each([
  "",
  "1/2",
  "0/2@" + "a".repeat(64),
  "3/2@" + "a".repeat(64),
  "1/257@" + "a".repeat(64),
  "1/2@" + "A".repeat(64),
  "1/2@aa",
])("%j is no shard", (text) => expect(parseShard(text)).toBeUndefined());

test.each<[text: string, what: string]>([
  ["{", "it is not JSON"],
  ["{}", "it has another version than 1"],
  ['{"version": 1}', "it has no list of targets"],
  [
    '{"version": 1, "targets": [{"path": "a", "seconds": -1}]}',
    "entry 1 of its list is no target with a time in seconds",
  ],
  ['{"version": 1, "targets": [{"path": 1, "seconds": 1}]}', "entry 1 of its list is no target with a time in seconds"],
  ['{"version": 1, "targets": [{"path": "a", "seconds": 1}, {"path": "a", "seconds": 1}]}', 'it has "a" twice'],
])("times that cannot be used: %s", (text, what) => {
  expect(() => parseCosts(text, "times.json")).toThrow(`the times cannot be used: ${what}`);
});
