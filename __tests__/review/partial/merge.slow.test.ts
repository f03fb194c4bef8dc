/** What must not be joined, and what partial reviews that differ say together. */
import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../../src/diagnostics.ts";
import { type ComparisonInput, comparePartially, joinReviews, type PartialReview } from "../../../src/review/index.ts";
import { type SharedContent, shareContent } from "../../../src/review/partial/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { ofOneRun, ofShard, ofShards } from "./splitting.ts";

const SIDE = { sha: null, label: "x", reason: "given" };

type Files = Readonly<Record<string, string>>;

/** The resources of each target, by the names of files. */
function app(targets: Readonly<Record<string, Files>>): Files {
  return Object.fromEntries(
    Object.entries(targets).flatMap(([path, files]) => [
      [`/${path}/kustomization.yaml`, files["kustomization.yaml"] ?? `resources: [${Object.keys(files).join(", ")}]\n`],
      ...Object.entries(files).map(([name, text]) => [`/${path}/${name}`, text]),
    ]),
  );
}

function inputOf(base: Files, head: Files, more: Partial<ComparisonInput> = {}): ComparisonInput {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])]
    .flatMap((name) => /^\/(.*)\/kustomization.yaml$/.exec(name)?.[1] ?? [])
    .sort();
  return {
    trees: { base: memoryTree(base), head: memoryTree(head) },
    sides: { base: SIDE, head: SIDE },
    targets: paths.map((path) => ({ id: path, path, affected: true, why: "given" })),
    changedFiles: new Set(),
    build: {},
    ...more,
  };
}

const web = (image = "web:1", more = "") =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 3\n  strategy: {type: Recreate}\n  template:\n    spec:\n      containers:\n      - {name: web, image: "${image}", args: [--verbose, --port=8080, --level=info]}\n${more}`;
const keep = { "keep.yaml": "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: keep}\n" };

/** The reports of one run, and of one run for each target, which must be equal. */
async function reportOf(input: ComparisonInput): Promise<ReturnType<typeof joinReviews>> {
  const whole = await ofOneRun(input);
  expect(await ofShards(input, (unit) => unit)).toBe(whole);
  expect(
    await ofShards(
      input,
      (unit) => unit,
      (partials) => partials.toReversed(),
    ),
  ).toBe(whole);
  return JSON.parse(whole);
}

const opsOf = ({ changes }: ReturnType<typeof joinReviews>): string[] =>
  changes.map(({ op, object, from }) => `${op} ${object.kind}${from?.targets === undefined ? "" : " moved"}`);

describe("an object that goes to a target of another run", () => {
  test.each<[string, Files, Files, readonly string[]]>([
    ["is one change", { "web.yaml": web() }, { "web.yaml": web("web:2") }, ["changed Deployment moved"]],
    [
      "stays removed and added if a value of it is withheld",
      { "web.yaml": web("web:1", "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: b}\n") },
      { "web.yaml": web("web:1", "---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: b}\n") },
      ["removed Secret", "changed Deployment moved", "added Secret"],
    ],
    [
      "stays removed and added if an annotation withholds a value of it",
      {
        "web.yaml": web().replace(
          "name: web\nspec",
          "name: web\n  annotations: {krm-render.dev/redact: /spec/replicas}\nspec",
        ),
      },
      {
        "web.yaml": web().replace(
          "name: web\nspec",
          "name: web\n  annotations: {krm-render.dev/redact: /spec/replicas}\nspec",
        ),
      },
      ["removed Deployment", "added Deployment"],
    ],
    [
      "stays removed and added if a value of it is binary",
      { "c.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nbinaryData: {a: AAAA}\ndata: {b: c}\n" },
      { "c.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nbinaryData: {a: BBBB}\ndata: {b: c}\n" },
      ["removed ConfigMap", "added ConfigMap"],
    ],
  ])("%s", async (_, lost, gained, expected) => {
    const report = await reportOf(
      inputOf(app({ a: { ...keep, ...lost }, b: keep }), app({ a: keep, b: { ...keep, ...gained } })),
    );
    expect(opsOf(report)).toEqual(expected);
  });

  test("refers to another Secret there, whether its hash is equal or not", async () => {
    const withSecret = (value: string): Files => ({
      "kustomization.yaml": `resources: [web.yaml]\nsecretGenerator: [{name: s, literals: [a=${value}]}]\n`,
      "web.yaml": web("web:1", "      volumes: [{name: v, secret: {secretName: s}}]\n"),
    });
    for (const value of ["one", "two"]) {
      const report = await reportOf(
        inputOf(app({ a: withSecret("one"), b: keep }), app({ a: keep, b: withSecret(value) })),
      );
      const moved = report.changes.find(({ from }) => from?.targets !== undefined);
      expect(moved).toMatchObject({
        object: { kind: "Deployment" },
        fields: [{ reference: true, before: "s-<hash, before>", after: "s-<hash, after>" }],
      });
    }
  });

  test("refers to the same ConfigMap by another hash", async () => {
    const withSettings = (value: string): Files => ({
      "kustomization.yaml": `resources: [web.yaml]\nconfigMapGenerator: [{name: c, literals: [a=${value}]}]\n`,
      "web.yaml": web("web:1", "      volumes: [{name: v, configMap: {name: c}}]\n"),
    });
    const report = await reportOf(
      inputOf(app({ a: withSettings("one"), b: keep }), app({ a: keep, b: withSettings("two") })),
    );
    const moved = report.changes.find(({ object, from }) => object.kind === "Deployment" && from !== undefined);
    expect(moved?.fields).toMatchObject([{ reference: true, op: "changed" }]);
  });

  test("names all targets that had it in path order, whichever run knows them", async () => {
    const [has, lacks] = [{ ...keep, "web.yaml": web() }, keep];
    const input = inputOf(app({ a: has, b: has, c: has, d: lacks }), app({ a: lacks, b: lacks, c: lacks, d: has }));
    const whole = await ofOneRun(input);
    expect(JSON.parse(whole).changes).toMatchObject([{ from: { targets: ["a", "b", "c"] } }]);
    expect(await ofShards(input, (unit) => unit % 2)).toBe(whole);
  });

  test("has the causes of its removal and of its addition, each with its targets", async () => {
    const base = app({ a: { ...keep, "web.yaml": web() }, b: keep });
    const head = app({ a: keep, b: { ...keep, "web.yaml": web() } });
    const changedFiles = new Set(["a/kustomization.yaml", "a/web.yaml", "b/kustomization.yaml", "b/web.yaml"]);
    const [change] = (await reportOf(inputOf(base, head, { changedFiles }))).changes;
    expect(change?.causes.map(({ side, file, targets }) => [side, file, targets])).toEqual([
      ["head", "b/web.yaml", ["b"]],
      ["base", "a/web.yaml", ["a"]],
    ]);
  });
});

describe("the causes of a change that 60 targets of seven runs have", () => {
  const overlays = Array.from({ length: 60 }, (_, at) => `t${String(at).padStart(2, "0")}`);
  const filesOf = (value: number, edits: (at: number) => boolean): Files =>
    Object.fromEntries([
      ["/base/kustomization.yaml", "resources: [c.yaml]\n"],
      ["/base/c.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n"],
      ...overlays.map((path, at) => [
        `/${path}/kustomization.yaml`,
        `resources: [../base]\ncommonAnnotations: {a: "${value}"}\n${edits(at) ? `# ${value}\n` : ""}`,
      ]),
    ]);
  const input = inputOf(
    filesOf(1, () => false),
    filesOf(2, (at) => at % 3 === 0),
  );
  const changedFiles = new Set(overlays.map((path) => `${path}/kustomization.yaml`));

  test.each<[string, (path: string, at: number) => readonly string[] | undefined, number, number]>([
    ["each with files of its own", (path) => [`${path}/kustomization.yaml`], 20, 20],
    ["all with the same files", () => ["t00/kustomization.yaml", "t01/kustomization.yaml"], 1, 60],
    ["of two sets of files", (_, at) => (at % 2 === 0 ? ["a"] : ["a", "b"]), 2, 60],
    ["whose files are not known", () => undefined, 3, 3],
    ["that depend on no edited file", () => [], 20, 20],
  ])("%s", async (_, changedOf, count, named) => {
    const targets = overlays.map((path, at) => ({
      id: path,
      path,
      affected: true,
      why: "given",
      changed: changedOf(path, at),
    }));
    const all = { ...input, targets, changedFiles };
    const whole = await ofOneRun(all);
    const [change] = JSON.parse(whole).changes;
    expect(change.causes).toHaveLength(count);
    const names = new Set(change.causes.flatMap((cause: { targets?: string[] }) => cause.targets ?? overlays));
    expect(names.size).toBe(named);
    expect(await ofShards(all, (unit) => unit % 7)).toBe(whole);
    expect(await ofShards(all, (unit) => Math.floor((59 - unit) / 9))).toBe(whole);
  });
});

describe("what partial reviews say of one change", () => {
  const sideOf = (path: string, files: Files): ComparisonInput => {
    const name = "kustomization.yaml";
    return inputOf({ [`/${path}/${name}`]: "resources: []\n" }, app({ [path]: files }));
  };
  const joined = async (edit: (one: PartialReview) => PartialReview) => {
    const [one, other] = [
      await comparePartially(sideOf("a", { "web.yaml": web() })),
      await comparePartially(sideOf("b", { "web.yaml": web() })),
    ];
    const lost = await comparePartially(
      inputOf(app({ c: { "web.yaml": web() } }), { "/c/kustomization.yaml": "resources: []\n" }),
    );
    const edited = edit(other);
    const reports = [
      [one, edited, lost],
      [lost, edited, one],
    ].map((all) => joinReviews(all));
    expect(reports[1]).toEqual(reports[0]);
    return reports[0] as ReturnType<typeof joinReviews>;
  };
  const withChange = (one: PartialReview, more: object): PartialReview => ({
    ...one,
    changes: one.changes.map((each) => ({ ...each, ...more })),
  });

  test("is one change", async () => {
    expect(opsOf(await joined((one) => one))).toEqual(["changed Deployment moved"]);
  });

  test("keeps an object where it is if one of them cannot tell all of its values", async () => {
    expect(opsOf(await joined((one) => withChange(one, { movable: undefined })))).toEqual([
      "added Deployment",
      "removed Deployment",
    ]);
  });

  test("does not depend on who says it first", () => {
    const object = { apiVersion: "v1", kind: "ConfigMap", namespace: "", name: "c" };
    const change = { op: "removed", object, fields: [], hunks: [] } as const;
    const original = (name: string) => ({ kind: "ConfigMap", namespace: "", name });
    const contents = [
      { change, original: original("b"), movable: { generated: [["x-1", "x"]] } },
      { change, original: undefined, movable: { generated: [["w-1", "w"]], masked: true } },
      { change, original: original("a"), movable: { generated: [["x-1", "w"]] } },
    ] as SharedContent[];
    const shared = (order: readonly number[]): SharedContent => {
      const [first, ...rest] = order.map((at) => ({ ...(contents[at] as SharedContent) }));
      for (const each of rest) shareContent(first as SharedContent, each);
      return first as SharedContent;
    };
    const expected = {
      change,
      original: original("a"),
      movable: {
        generated: [
          ["w-1", "w"],
          ["x-1", "w"],
        ],
        masked: true,
      },
    };
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ])
      expect(shared(order)).toEqual(expected);
  });

  test("is noise if it is noise in all of them", async () => {
    const both = await comparePartially(
      inputOf(app({ a: { "web.yaml": web() } }), app({ a: { "web.yaml": web("web:2") } })),
    );
    const noisy = (rule: string | undefined, path: string): PartialReview => ({
      ...both,
      targets: both.targets.map((target) => ({ ...target, id: path, path })),
      changes: both.changes.map((each) => ({
        ...each,
        change: {
          ...each.change,
          fields: each.change.fields.map((field) => (rule === undefined ? field : { ...field, noise: rule })),
        },
      })),
    });
    const rulesOf = (...rules: (string | undefined)[]) =>
      joinReviews(rules.map((rule, at) => noisy(rule, `t${at}`))).changes[0]?.fields.map(({ noise }) => noise);
    expect(rulesOf("x", "x")).toEqual(["x"]);
    expect(rulesOf("x", "y", "x")).toEqual([undefined]);
    expect(rulesOf("x", undefined)).toEqual([undefined]);
    expect(rulesOf(undefined, "x")).toEqual([undefined]);
  });
});

test("a warning of a new target is not new if a target of another run had it", async () => {
  const base = { "kustomization.yaml": "resources: []\nimages: [{name: nothing, newTag: x}]\n" };
  const over = { "kustomization.yaml": "resources: [../base]\n" };
  const marksOf = async (before: Files, after: Files): Promise<unknown[]> =>
    (await reportOf(inputOf(before, after))).targets
      .find(({ path }) => path === "b")
      ?.diagnostics.map(({ code, isNew }) => [code, isNew === true]) ?? [];
  const head = app({ base, a: over, b: over });
  expect(await marksOf(app({ base, a: over }), head)).toEqual([["unused-image", false]]);
  expect(await marksOf(app({}), head)).toEqual([["unused-image", true]]);
});

describe("partial reviews", () => {
  const input = inputOf(app({ a: keep, b: keep }), app({ a: keep, b: { ...keep, "web.yaml": web() } }));
  const problemOf = (partials: readonly PartialReview[]): string => {
    try {
      joinReviews(partials);
      return "";
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      const [first] = thrown.diagnostics;
      return `${first?.code}: ${first?.message}`;
    }
  };
  const PREFIX = "partial-mismatch: these partial reviews are not those of one comparison:";

  test("of nothing are none", () => {
    expect(problemOf([])).toBe(`${PREFIX} there is none`);
  });

  test.each<[string, (other: PartialReview) => PartialReview, string]>([
    ["the same target", (other) => other, `${PREFIX} two of them have the target a`],
    [
      "another commit",
      (other) => ({ ...other, targets: [], head: { ...SIDE, sha: "0".repeat(40) } }),
      `${PREFIX} they are of different revisions`,
    ],
    [
      "another configuration",
      (other) => ({ ...other, targets: [], configuration: "noise:\n" }),
      `${PREFIX} they were made with different configurations`,
    ],
  ])("with %s are not joined", async (_, edit, problem) => {
    const one = await comparePartially(input);
    expect(problemOf([one, edit(one)])).toBe(problem);
  });

  test("with a configuration that cannot be read are refused", async () => {
    const one = { ...(await comparePartially(input)), configuration: "dangers: 3" };
    expect(problemOf([one])).toMatch(/^partial-invalid: the configuration of the partial reviews cannot be read: /);
  });

  test("of no targets add nothing", async () => {
    const [one, none] = [await ofShard(input), await ofShard({ ...input, targets: [] })];
    expect(joinReviews([none, one])).toEqual(joinReviews([one]));
    expect(joinReviews([none]).targets).toEqual([]);
  });

  test("share their notes and what changes of trust, each once, in the order of their places", async () => {
    const one = await comparePartially({ ...input, targets: [] });
    const note = (message: string, file?: string) =>
      ({ code: "x", severity: "warning", message, ...(file === undefined ? {} : { file }) }) as const;
    const other = { ...one, notes: [note("b", "b"), note("first")], notices: [note("n", "z")] };
    const more = { ...one, notes: [note("a", "a"), note("b", "b")], notices: [note("n", "z"), note("n", "y")] };
    const expected = ["first", "a", "b", "n", "n"];
    for (const both of [
      [other, more],
      [more, other],
    ])
      expect(joinReviews(both).notes?.map(({ message }) => message)).toEqual(expected);
  });
});
