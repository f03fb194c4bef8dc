/** The whole way from two trees to a report. */
import { describe, expect, test } from "@jest/globals";
import type { BuildOptions } from "../../src/engine/index.ts";
import { type Change, type ComparisonInput, compareTrees, type Report } from "../../src/review/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const SIDE = { sha: null, label: "x", reason: "given" };

type Files = Readonly<Record<string, string>>;

async function compared(
  base: Files,
  head: Files,
  given: readonly string[],
  more: Partial<ComparisonInput> = {},
): Promise<Report> {
  return compareTrees({
    trees: { base: memoryTree(base), head: memoryTree(head) },
    sides: { base: SIDE, head: SIDE },
    targets: given.map((path) => ({ id: path, path, affected: true, why: "given" })),
    changedFiles: new Set(),
    build: {},
    ...more,
  });
}

const deployment = (name: string, image = "web:1", lines = "") =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\nspec:\n  replicas: 3\n  strategy: {type: Recreate}\n  template:\n    spec:\n      containers:\n      - {name: web, image: ${image}, args: [--verbose, --port=8080], env: [{name: MODE, value: production}, {name: LEVEL, value: info}]}\n${lines}`;
const app = (path: string, files: Files): Files =>
  Object.fromEntries([
    [`/${path}/kustomization.yaml`, `resources: [${Object.keys(files).join(", ")}]\n`],
    ...Object.entries(files).map(([name, text]) => [`/${path}/${name}`, text]),
  ]);

const statuses = ({ targets }: Report) =>
  targets.map(({ path, status, from }) => [path, status, ...(from ? [from] : [])]);
const changesOf = ({ changes, targets }: Report, path: string): readonly (Change | undefined)[] =>
  (targets.find((target) => target.path === path)?.changes ?? []).map((id) =>
    changes.find((change) => change.id === id),
  );

test("a change that several targets share is in the report once, and each target names it", async () => {
  const overlays = ["o1", "o2", "o3"];
  const files = (image: string): Files => ({
    ...app("base", { "d.yaml": deployment("web", image) }),
    ...Object.fromEntries(
      overlays.map((name, at) => [
        `/${name}/kustomization.yaml`,
        `resources: [../base]\nconfigMapGenerator: [{name: c, literals: [a=${at}]}]\n`,
      ]),
    ),
  });
  const report = await compared(files("web:1"), files("web:2"), overlays);
  expect(report.changes).toHaveLength(1);
  expect(report.targets.map(({ changes }) => changes)).toEqual(overlays.map(() => [report.changes[0]?.id]));
});

test("a target that the plan leaves out is unaffected, and is not rendered", async () => {
  const work: string[] = [];
  const targets = [
    { id: "a", path: "a", affected: false, why: "nothing that it depends on changed" },
    { id: "b", path: "b", affected: true, why: "b/d.yaml changed" },
  ];
  const files = (image: string) => ({
    ...app("a", { "d.yaml": deployment("a", image) }),
    ...app("b", { "d.yaml": deployment("b", image) }),
  });
  const report = await compared(files("web:1"), files("web:2"), [], {
    targets,
    onWork: (event, stage, target) => void (event === "start" && work.push(`${stage} ${target}`)),
  });
  expect(report.targets).toMatchObject([
    {
      path: "a",
      status: "unaffected",
      why: "nothing that it depends on changed",
      resources: { base: null, head: null },
    },
    { path: "b", status: "changed", why: "b/d.yaml changed" },
  ]);
  expect(work).toEqual(["head b", "base b", "review b", "causes b", "review /all targets"]);
});

test("an object that went to another target is one change, which both targets name", async () => {
  const keep = { "keep.yaml": deployment("keep") };
  const base = { ...app("a", { ...keep, "d.yaml": deployment("web") }), ...app("b", keep) };
  const head = { ...app("a", keep), ...app("b", { ...keep, "d.yaml": deployment("web", "web:2") }) };
  const report = await compared(base, head, ["a", "b"]);
  expect(report.changes).toMatchObject([
    { op: "changed", object: { name: "web" }, from: { targets: ["a"] }, fields: [{ after: "web:2" }] },
  ]);
  expect(statuses(report)).toEqual([
    ["a", "changed"],
    ["b", "changed"],
  ]);
  expect(changesOf(report, "a")).toEqual(changesOf(report, "b"));
  expect(report.figures.changes).toMatchObject({ total: 1, moved: 1, added: 0, removed: 0 });
});

test("an object that went to another target is removed and added where the search for it ended a process", async () => {
  const none = { lost: new Map(), first: new Set<string>() };
  const lost = new Map([["/all targets", { code: "process-lost", severity: "error", message: "lost" } as const]]);
  const setbacks = { head: none, base: none, review: { ...none, lost }, causes: none };
  const keep = { "keep.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: keep}\n" };
  const base = { ...app("a", { ...keep, "d.yaml": deployment("web") }), ...app("b", keep) };
  const head = { ...app("a", keep), ...app("b", { ...keep, "d.yaml": deployment("web") }) };
  const report = await compared(base, head, ["a", "b"], { setbacks });
  expect(report.changes.map(({ op }) => op).sort((a, b) => a.localeCompare(b))).toEqual(["added", "removed"]);
});

test("hashes of Secrets are masked in an object that went to another target", async () => {
  const other = { "k.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: k}\nspec: {ports: [{port: 80}]}\n" };
  const secret = (value: string) => `resources: [d.yaml]\nsecretGenerator: [{name: s, literals: [a=${value}]}]\n`;
  const refers = deployment("web").replace("env: [", "env: [{name: S, valueFrom: {secretKeyRef: {name: s, key: a}}}, ");
  const base = {
    "/a/kustomization.yaml": secret("one"),
    "/a/d.yaml": refers,
    ...app("b", other),
  };
  const head = {
    ...app("a", other),
    "/b/kustomization.yaml": secret("two"),
    "/b/d.yaml": refers,
  };
  const report = await compared(base, head, ["a", "b"]);
  const moved = report.changes.find(({ object, from }) => object.kind === "Deployment" && from?.targets !== undefined);
  expect(moved).toBeDefined();
  expect(JSON.stringify(report)).not.toMatch(/s-[a-z0-9]{10}/);
});

describe("a target whose directory was renamed", () => {
  test("is one target, with the path that it had", async () => {
    const files = { "d.yaml": deployment("web"), "e.yaml": deployment("worker", "worker:1") };
    const report = await compared(app("dev", files), app("development", files), ["dev", "development"]);
    expect(statuses(report)).toEqual([["development", "changed", "dev"]]);
    expect(report.changes).toEqual([]);
    expect(report.figures.targets).toMatchObject({ moved: 1, added: 0, removed: 0 });
  });

  test("is compared with the base at its old path", async () => {
    const files = (image: string) => ({
      "d.yaml": deployment("web", image),
      "e.yaml": deployment("worker", "worker:1"),
    });
    const report = await compared(app("dev", files("web:1")), app("development", files("web:2")), [
      "dev",
      "development",
    ]);
    expect(statuses(report)).toEqual([["development", "changed", "dev"]]);
    expect(report.changes).toMatchObject([{ op: "changed", object: { name: "web" }, fields: [{ after: "web:2" }] }]);
  });

  test.each([
    {
      broken: "new/gke",
      statuses: [
        ["new/gke", "failed"],
        ["new/plain", "added"],
        ["old/gke", "removed"],
      ],
      note: "old/gke may have become new/gke, which does not build: it counts as removed, and what it really loses is not known",
    },
    {
      broken: "old/gke",
      statuses: [
        ["new/gke", "added"],
        ["old/gke", "removed"],
        ["old/plain", "removed"],
      ],
      note: "new/gke may have been old/gke, which does not build at the base: it counts as added, and what is really new is not known",
    },
  ])("is in doubt if $broken does not build", async ({ broken, statuses: expected, note }) => {
    const alike = (path: string, image: string) =>
      app(path, { "d.yaml": deployment("web", image), "e.yaml": deployment("worker") });
    const failing = { [`/${broken}/kustomization.yaml`]: "resources: [missing.yaml]\n" };
    const side = broken.startsWith("new") ? "head" : "base";
    const base = side === "head" ? alike("old/gke", "web:1") : { ...failing, ...alike("old/plain", "web:1") };
    const head = side === "head" ? { ...failing, ...alike("new/plain", "web:2") } : alike("new/gke", "web:2");
    const report = await compared(
      base,
      head,
      expected.map(([path = ""]) => path),
    );
    expect(statuses(report)).toEqual(expected);
    expect(report.notes).toMatchObject([{ code: "possibly-renamed", severity: "warning", message: note }]);
  });

  test("tells no removals if it does not build", async () => {
    const objects = { "d.yaml": deployment("web"), "e.yaml": deployment("worker") };
    const head = {
      ...app("new/overlays/gke", objects),
      "/new/overlays/gke/kustomization.yaml": "resources: [d.yaml, e.yaml]\npatches: [{path: missing.yaml}]\n",
    };
    const base = {
      ...app("old/overlays/gke", objects),
      "/old/overlays/gke/kustomization.yaml": "resources: [d.yaml, e.yaml]\npatches: []\n",
    };
    const report = await compared(base, head, ["new/overlays/gke", "old/overlays/gke"], { changes: [] });
    expect(statuses(report)).toEqual([["new/overlays/gke", "failed", "old/overlays/gke"]]);
    expect(report.targets[0]).not.toHaveProperty("isNew");
    expect([report.changes, report.dangers]).toEqual([[], []]);
    expect(report.notes).toMatchObject([
      {
        message:
          "old/overlays/gke may have become new/overlays/gke, which does not build: what it really loses is not known",
      },
    ]);
  });

  describe("to one that another target includes", () => {
    const files = (image: string) => ({ "d.yaml": deployment("web", image), "e.yaml": deployment("worker") });
    const all = (resources: string) => ({ "/all/kustomization.yaml": `resources: [${resources}]\n` });
    const base = { ...all(""), ...app("old/gke", files("web:1")) };
    const head = { ...all("../new/gke"), ...app("new/gke", files("web:2")) };
    const changes = [{ path: "/new/gke/kustomization.yaml", op: "added" as const }];
    const inclusions = (holder: string | undefined) => ({
      holderOf: async () => holder,
      partsOf: async () => [],
      siblingOf: async () => undefined,
    });

    test("is compared with what that directory renders", async () => {
      const report = await compared(base, head, ["all", "old/gke"], { changes, inclusions: inclusions("all") });
      expect(report.targets.map(({ path, to, status, why }) => [path, status, to, why])).toEqual([
        ["all", "changed", undefined, "given"],
        ["old/gke", "changed", "new/gke", "renamed to new/gke, which all includes"],
      ]);
      expect(changesOf(report, "old/gke")).toMatchObject([
        {
          op: "changed",
          object: { name: "web" },
          fields: [{ before: "web:1", after: "web:2" }],
          causes: [{ side: "head", file: "new/gke/d.yaml" }],
        },
      ]);
      expect(report.dangers.map(({ id }) => id)).toEqual(["image-major"]);
      expect([report.notes, report.figures.targets.moved]).toEqual([undefined, 1]);
    });

    test.each([
      { what: "that no target includes", holder: undefined, head },
      {
        what: "with other content",
        holder: "all",
        head: { ...head, ...app("new/gke", { "d.yaml": deployment("other") }) },
      },
    ])("is removed if it is a directory $what", async ({ holder, head: after }) => {
      const report = await compared(base, after, ["all", "old/gke"], { changes, inclusions: inclusions(holder) });
      expect(statuses(report)).toEqual([
        ["all", "changed"],
        ["old/gke", "removed"],
      ]);
    });
  });

  test("is in doubt if a directory that another target includes may be it", async () => {
    const alike = (path: string, image: string) =>
      app(path, { "d.yaml": deployment("web", image), "e.yaml": deployment("worker") });
    const all = (resources: string) => ({ "/all/kustomization.yaml": `resources: [${resources}]\n` });
    const base = { ...all(""), ...alike("old/gke", "web:1") };
    const head = { ...all("../new/gke"), ...alike("new/gke", "web:1"), ...alike("new/plain", "web:2") };
    const changes = ["/new/gke/kustomization.yaml", "/new/plain/kustomization.yaml"].map((path) => ({
      path,
      op: "added" as const,
    }));
    const report = await compared(base, head, ["all", "new/plain", "old/gke"], { changes });
    expect(statuses(report)).toEqual([
      ["all", "changed"],
      ["new/plain", "added"],
      ["old/gke", "removed"],
    ]);
    expect(report.notes).toMatchObject([
      { message: expect.stringMatching(/^old\/gke may have become new\/gke, which is no target of this review: /) },
    ]);
  });

  test("is another one than a target with other content", async () => {
    const base = app("dev", { "d.yaml": deployment("web") });
    const head = app("test", {
      "s.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n",
    });
    expect(statuses(await compared(base, head, ["dev", "test"]))).toEqual([
      ["dev", "removed"],
      ["test", "added"],
    ]);
  });
});

describe("a new target that includes a target of the base", () => {
  const role = (rules: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: reader}\nrules: [${rules}]\n`;
  const SECRETS = "{apiGroups: [''], resources: [secrets], verbs: [get]}";
  const EVERYTHING = "{apiGroups: ['*'], resources: ['*'], verbs: ['*']}";
  const overlay = { "/overlay/kustomization.yaml": "resources: [../base]\n" };
  const dangersOf = async (
    base: Files,
    head: Files,
    parts: readonly string[],
    sibling?: string,
  ): Promise<readonly string[]> => {
    const inclusions = { holderOf: async () => undefined, partsOf: async () => parts, siblingOf: async () => sibling };
    const { dangers } = await compared(base, head, ["overlay"], { inclusions });
    return dangers.map(
      ({ id, level, message }) => `${level} ${id}${/another target/.test(message) ? ", as another" : ""}`,
    );
  };
  const before = app("base", { "r.yaml": role(SECRETS) });

  test("grants nothing new with a role that was there", async () => {
    expect(await dangersOf(before, { ...before, ...overlay }, ["base"])).toEqual([]);
  });

  test.each([
    { what: "that has more rules", base: before, role: `${SECRETS}, ${EVERYTHING}`, parts: ["base"] },
    { what: "that no target rendered at the base", base: before, role: SECRETS, parts: [] },
    { what: "of a target that the base does not have", base: {}, role: SECRETS, parts: ["base"] },
    {
      what: "that does not build at the base",
      base: { ...before, "/base/kustomization.yaml": "resources: [missing.yaml]\n" },
      role: SECRETS,
      parts: ["base"],
    },
  ])("grants what is in a role $what", async ({ base, role: rules, parts }) => {
    const head = { ...app("base", { "r.yaml": role(rules) }), ...overlay };
    expect(await dangersOf(base, head, parts)).toContain("high rbac-widened");
  });

  test.each([
    { what: "says so", base: before, head: SECRETS, expected: ["high rbac-widened, as another"] },
    {
      what: "says nothing of what is new",
      base: before,
      head: `${SECRETS}, ${EVERYTHING}`,
      expected: ["high rbac-widened"],
    },
    {
      what: "says nothing of a target that the base does not have",
      base: {},
      head: SECRETS,
      expected: ["high rbac-widened"],
    },
  ])("grants the same as a target beside it, and $what", async ({ base, head: rules, expected }) => {
    const head = { ...app("base", { "r.yaml": role(rules) }), ...overlay };
    expect(await dangersOf(base, head, [], "base")).toEqual(expected);
  });

  const NEAR = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app-config}\ndata: {a: b}\n";
  const reading = (name: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, envFrom: [{configMapRef: {name: ${name}}}]}]}\n`;

  test.each([
    { what: "that one had", had: "app-conf", as: "base", expected: [] },
    {
      what: "that one had beside it",
      had: "app-conf",
      as: "beside",
      expected: ["medium missing-reference, as another"],
    },
    { what: "that is its own", had: "app-config", as: "base", expected: ["medium missing-reference"] },
    { what: "that is its own beside one", had: "app-config", as: "beside", expected: ["medium missing-reference"] },
  ])("has a reference to nothing $what", async ({ had, as, expected }) => {
    const base = app("base", { "n.yaml": NEAR, "p.yaml": reading(had) });
    const head = { ...base, ...app("overlay", { "n.yaml": NEAR, "p.yaml": reading("app-conf") }) };
    expect(await dangersOf(base, head, as === "base" ? ["base"] : [], as === "base" ? undefined : "base")).toEqual(
      expected,
    );
  });

  test("grants what is in a role of another name", async () => {
    const head = { ...before, "/overlay/kustomization.yaml": "resources: [../base]\nnamePrefix: my-\n" };
    expect(await dangersOf(before, head, ["base"])).toEqual(["high rbac-widened"]);
  });
});

test("each rendering of the head is handed over once, also that of a target that failed", async () => {
  const seen = new Map<string, string>();
  const base = { ...app("a", { "d.yaml": deployment("web") }), ...app("gone", { "d.yaml": deployment("web") }) };
  const head = { ...base, "/a/kustomization.yaml": "resources: [missing.yaml]\n" };
  await compared(base, head, ["a", "gone"], { onHead: ({ target, status }) => void seen.set(target, status) });
  expect(Object.fromEntries(seen)).toEqual({ a: "failed", gone: "rendered" });
});

describe("causes", () => {
  const base = app("a", { "d.yaml": deployment("web") });
  const head = app("a", { "d.yaml": deployment("web", "web:2") });
  const changedFiles = new Set(["a/d.yaml"]);

  test("name the line that the change edits", async () => {
    const { changes } = await compared(base, head, ["a"], { changedFiles });
    expect(changes[0]?.causes).toMatchObject([{ side: "head", file: "a/d.yaml", line: 11, inChange: true }]);
  });

  test("are the files of the objects for a target whose traced build ended a process", async () => {
    const none = { lost: new Map(), first: new Set<string>() };
    const lost = new Map([["a", { code: "process-lost", severity: "error", message: "lost" } as const]]);
    const setbacks = { head: none, base: none, review: none, causes: { ...none, lost } };
    const { changes, targets } = await compared(base, head, ["a"], { changedFiles, setbacks });
    expect(targets[0]?.status).toBe("changed");
    expect(changes[0]?.causes).toMatchObject([{ file: "a/d.yaml", line: 1, inChange: true }]);
  });
});

test("a target whose comparison ended a process fails, and says so", async () => {
  const none = { lost: new Map(), first: new Set<string>() };
  const lost = new Map([["a", { code: "process-lost", severity: "error", message: "lost" } as const]]);
  const files = app("a", { "d.yaml": deployment("web") });
  const setbacks = { head: none, base: none, review: { ...none, lost }, causes: none };
  const report = await compared(files, app("a", { "d.yaml": deployment("new") }), ["a"], { setbacks });
  expect(report.targets).toMatchObject([{ status: "failed", failedBefore: false, diagnostics: [{ message: "lost" }] }]);
});

test("nothing is left over when the time is up before the first target", async () => {
  const files = app("a", { "d.yaml": deployment("web") });
  const deadline = { at: performance.now() - 1, totalSeconds: 10 };
  const report = await compared(files, app("a", { "d.yaml": deployment("new") }), ["a"], { deadline });
  expect(report.targets).toMatchObject([{ status: "failed", diagnostics: [{ code: "run-timeout" }] }]);
});

describe("a target that the base does not build", () => {
  const broken = { "/t/kustomization.yaml": "resources: [d.yaml, gone.yaml]\n", "/t/d.yaml": deployment("web") };
  const old = (image: string) => app("t", { "d.yaml": deployment("web", image) });
  /** Commits from the newest, and what was asked of each. */
  const history = (...commits: readonly Files[]) => {
    const asked: string[] = [];
    const trees = commits.map((files, at) => ({
      commit: { sha: `${at}`, date: "2026-11-20" },
      tree: memoryTree(files),
    }));
    const earlier: ComparisonInput["earlier"] = async (sha, { paths, listed }) => {
      asked.push(`${sha ?? "base"}: ${paths.join(" ")} in ${listed.join(" ")}`);
      return trees[sha === undefined ? 0 : Number(sha) + 1];
    };
    return { asked, earlier };
  };
  const head = old("web:3");

  test("is compared with the newest commit that builds it, found by what the builds that failed have read", async () => {
    const { asked, earlier } = history({ ...broken, "/t/kustomization.yaml": "- x\n" }, old("web:2"), old("web:1"));
    const report = await compared(broken, head, ["t"], { earlier });
    expect(report.targets).toMatchObject([
      { status: "failed-at-base", comparedWith: { sha: "1", date: "2026-11-20" } },
    ]);
    expect(report.targets[0]).not.toHaveProperty("asNew");
    expect(changesOf(report, "t")).toMatchObject([{ op: "changed", fields: [{ before: "web:2", after: "web:3" }] }]);
    // A file that is not there may have been; what stands behind a mistake was not read.
    expect(asked).toEqual([
      expect.stringMatching(/^base: t\/kustomization\.yaml .*t\/gone\.yaml/),
      expect.stringMatching(/^0: t\/kustomization\.yaml (?!.*gone)/),
    ]);
  });

  test.each<[what: string, commits: readonly Files[], searches: number]>([
    ["no commit before it", [], 1],
    ["it was new and broken", [{}, old("web:1")], 1],
    ["ten commits are broken as well", [...Array.from({ length: 10 }, () => broken), old("web:1")], 10],
  ])("counts as new where %s", async (_, commits, searches) => {
    const { asked, earlier } = history(...commits);
    const report = await compared(broken, head, ["t"], { earlier });
    expect(report.targets).toMatchObject([{ status: "failed-at-base", asNew: true }]);
    expect(changesOf(report, "t")).toMatchObject([{ op: "added" }]);
    expect(report.groups).toMatchObject([{ whole: { isRepaired: true } }]);
    expect(asked).toHaveLength(searches);
  });

  test("is looked for in no other commit if the head is broken, or if another run may render the base", async () => {
    const { asked, earlier } = history(old("web:1"));
    const remote = { "/t/kustomization.yaml": "resources: [https://github.com/o/r]\n" };
    const reports = [
      await compared(broken, broken, ["t"], { earlier }),
      await compared(remote, head, ["t"], { earlier }),
      await compared(old("web:1"), head, ["t"], { earlier }),
    ];
    expect(asked).toEqual([]);
    expect(reports.map(({ targets }) => targets[0]?.status)).toEqual(["failed", "failed-at-base", "changed"]);
  });

  test("attack 9.23: runs no functions of former commits", async () => {
    const run: string[] = [];
    // Notes whatever a build asks of it.
    const functions = new Proxy({} as NonNullable<BuildOptions["functions"]>, {
      get:
        (_, name) =>
        (...given: unknown[]) =>
          run.push(`${String(name)} ${given.length}`),
    });
    const transformed = { ...old("web:1"), "/t/kustomization.yaml": "resources: [d.yaml]\ntransformers: [fn.yaml]\n" };
    const fn = {
      "/t/fn.yaml":
        "apiVersion: example.com/v1\nkind: Fn\nmetadata: {name: fn, annotations: {config.kubernetes.io/function: 'container: {image: fn}'}}\n",
    };
    const { asked, earlier } = history({ ...transformed, ...fn });
    const report = await compared(broken, head, ["t"], { earlier, build: { functions } });
    expect(report.targets).toMatchObject([{ asNew: true }]);
    expect([asked.length, run]).toEqual([2, []]);
  });

  test("is no place from which objects of other targets came", async () => {
    const other = app("o", { "d.yaml": deployment("web", "web:3") });
    const report = await compared({ ...broken, ...other }, { ...head, ...app("o", {}) }, ["o", "t"]);
    expect(changesOf(report, "o")).toMatchObject([{ op: "removed" }]);
    expect(changesOf(report, "t")).toMatchObject([{ op: "added" }]);
  });
});
