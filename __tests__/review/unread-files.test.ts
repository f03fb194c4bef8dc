/** Which changed files are in no rendered target, and why. */
import { describe, expect, test } from "@jest/globals";
import { compareTrees, type Report } from "../../src/review/index.ts";
import { UnreadSearch } from "../../src/review/unread-files.ts";
import { memoryTree, recordedTree } from "../../src/sources/index.ts";
import { planTargets } from "../../src/targets/index.ts";

type Files = Readonly<Record<string, string>>;

const SIDE = { sha: null, label: "x", reason: "given" };
const OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
const OTHER = OBJECT.replace("name: a", "name: b");
const COMPONENT = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";
const FLUX = (components: string) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec: {path: ./app, components: [${components}]}\n`;
const APP: Files = { "app/kustomization.yaml": "resources: [a.yaml]\n", "app/a.yaml": OBJECT };

async function compared(
  base: Files,
  head: Files,
  patterns: readonly string[] = [],
  links: Files = {},
): Promise<Report> {
  const trees = { base: memoryTree(base, links), head: memoryTree(head, links) };
  const { targets, changedFiles, changes, whyUnread } = await planTargets(trees, patterns);
  return compareTrees({
    trees,
    sides: { base: SIDE, head: SIDE },
    targets,
    changedFiles,
    changes,
    whyUnread,
    build: {},
  });
}

/** Each file with its reason. */
function seen({ unread }: Report): readonly string[] | undefined {
  return unread?.files.map(({ file, op, reason }) => `${file} ${op}${reason === undefined ? "" : `: ${reason}`}`);
}

describe("unread is", () => {
  test.each<[what: string, base: Files, head: Files, unread: readonly string[]]>([
    ["a manifest beside a kustomization", APP, { ...APP, "app/b.yaml": OBJECT }, ["app/b.yaml added: unlisted"]],
    ["what is no manifest", { ...APP, "app/b.sh": "a" }, { ...APP, "app/b.sh": "b" }, ["app/b.sh changed"]],
    ["a manifest in no kustomization", { ...APP, "x/b.yaml": OBJECT }, APP, ["x/b.yaml removed: manifest"]],
    [
      "a chart, but not its text for people",
      { ...APP, "c/Chart.yaml": "a", "c/templates/b.yaml": "{{ a }}", "c/README.md": "a" },
      { ...APP, "c/Chart.yaml": "b", "c/templates/b.yaml": "{{ b }}", "c/README.md": "b" },
      ["c/Chart.yaml changed: chart", "c/templates/b.yaml changed: chart"],
    ],
    [
      "a component that nobody includes",
      { ...APP, "c/kustomization.yaml": COMPONENT },
      { ...APP, "c/kustomization.yaml": `${COMPONENT}namePrefix: a-\n` },
      ["c/kustomization.yaml changed: component"],
    ],
    [
      "a component that Flux names",
      { ...APP, "c/kustomization.yaml": COMPONENT, "f/a.yaml": FLUX("../c") },
      { ...APP, "c/kustomization.yaml": `${COMPONENT}namePrefix: a-\n`, "f/a.yaml": FLUX("../c") },
      ["c/kustomization.yaml changed: flux-component"],
    ],
    [
      "a component that Flux named, and is gone",
      { ...APP, "c/kustomization.yaml": COMPONENT, "f/a.yaml": FLUX("../c") },
      { ...APP, "f/a.yaml": FLUX("../c") },
      ["c/kustomization.yaml removed: flux-component"],
    ],
    ["hidden, without a reason", APP, { ...APP, ".tekton/a.yaml": OBJECT }, [".tekton/a.yaml added"]],
    ["settings without a known owner", APP, { ...APP, "x/values.yaml": "a: 1\n" }, ["x/values.yaml added"]],
    [
      "YAML with an object inside of a value, without a reason",
      APP,
      { ...APP, "x/b.yaml": "scale:\n  apiVersion: v1\n  kind: A\n  metadata: {}\n" },
      ["x/b.yaml added"],
    ],
    [
      "configuration of other programs, without a reason",
      APP,
      {
        ...APP,
        "x/b.yaml": "apiVersion: v1alpha1\nkind: OOMConfig\n",
        "x/c.json": '{"a": {"apiVersion": "v1", "kind": "A"}}',
      },
      ["x/b.yaml added", "x/c.json added"],
    ],
    [
      "a manifest in JSON",
      APP,
      { ...APP, "x/b.json": '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}' },
      ["x/b.json added: manifest"],
    ],
    [
      "neither text for people, nor images, nor programs, nor what is for git and its host",
      { ...APP, "web/main.go": "a" },
      {
        ...APP,
        "web/main.go": "b",
        "README.md": "a",
        "app/README.md": "a",
        "app/diagram.png": "a",
        ".github/a.yaml": OBJECT,
        ".gitignore": "a",
        "web/Dockerfile": "a",
        "Dockerfile.base": "a",
        "web/run.sh": "a",
      },
      [],
    ],
  ])("%s", async (_what, base, head, unread) => {
    expect(seen(await compared(base, head))).toEqual(unread);
  });

  test("a kustomization that is no target", async () => {
    const more = { ...APP, "other/kustomization.yaml": "resources: [a.yaml]\n", "other/a.yaml": OBJECT };
    expect(seen(await compared(more, { ...more, "other/a.yaml": OTHER }, ["app"]))).toEqual([
      "other/a.yaml changed: unselected",
    ]);
  });

  test("everything, where there is no target", async () => {
    const report = await compared({ "c/Chart.yaml": "a" }, { "c/Chart.yaml": "b" });
    expect(seen(report)).toEqual(["c/Chart.yaml changed: chart"]);
    expect(report.figures).toMatchObject({ unread: 1, targets: { total: 0 } });
  });
});

describe("not unread is", () => {
  const lists = (list: string): Files => ({ "app/kustomization.yaml": `resources: [${list}]\n` });
  test.each<[what: string, base: Files, head: Files, links?: Files]>([
    ["what a target reads", APP, { ...APP, "app/a.yaml": OTHER }],
    ["what only the base reads", APP, { ...APP, ...lists("b.yaml"), "app/a.yaml": OTHER, "app/b.yaml": OBJECT }],
    ["what is gone", { ...APP, ...lists("a.yaml, b.yaml"), "app/b.yaml": OTHER }, APP],
    ["what a target that fails would read", APP, { ...lists("missing.yaml, a.yaml"), "app/a.yaml": OTHER }],
    [
      "what a target reads by a link",
      { ...lists("link/a.yaml"), "app/real/a.yaml": OBJECT },
      { ...lists("link/a.yaml"), "app/real/a.yaml": OTHER },
      { "app/link": "real" },
    ],
    ["what steers the review", APP, { ...APP, ".krm-render.yaml": "dangers: {levels: {image-latest: off}}\n" }],
  ])("%s", async (_what, base, head, links = {}) => {
    expect(seen(await compared(base, head, [], links))).toEqual([]);
  });
});

test.each<[what: string, head: Files, codes: readonly string[]]>([
  ["a target reads all that changes", { ...APP, "app/a.yaml": OTHER }, ["told"]],
  ["no target reads a file", { ...APP, "b.yaml": OBJECT }, ["if-unread", "told"]],
  ["only a text for people is unread", { ...APP, "README.md": "a" }, ["told"]],
])("where %s, the notes are right", async (_, head, codes) => {
  const note = (code: string) => ({ code, severity: "notice" as const, message: code });
  const trees = { base: memoryTree(APP), head: memoryTree(head) };
  const plan = await planTargets(trees, []);
  const { notes } = await compareTrees({
    ...plan,
    trees,
    sides: { base: SIDE, head: SIDE },
    notes: [note("told")],
    notesIfUnread: [note("if-unread")],
    build: {},
  });
  expect(notes?.map(({ code }) => code)).toEqual(codes);
});

describe("a target of which it is not known what it reads", () => {
  const trees = { base: memoryTree({ a: "1", b: "1" }), head: memoryTree({ a: "2", b: "2" }) };
  const changes = ["a", "b"].map((name) => ({ path: `/${name}`, op: "changed" as const }));
  const listOf = async (target: { changed?: readonly string[]; doubt?: string }) => {
    const search = new UnreadSearch(changes, trees);
    const { record } = recordedTree(trees.head);
    record.markIncomplete("it runs functions");
    search.note([record], [{ status: "rendered", target: "t", resources: [], diagnostics: [] }], target);
    return (await search.list())?.map(({ file }) => file);
  };

  test("has read all that it depends on", async () => {
    expect(await listOf({ changed: ["a"] })).toEqual(["b"]);
  });

  test("may have read everything, if its programs may", async () => {
    expect(await listOf({ changed: ["a"], doubt: "Fn mounts directories" })).toBeUndefined();
  });
});
