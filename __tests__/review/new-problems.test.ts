/** Which problems of targets count as those of the change. */
import { describe, expect, test } from "@jest/globals";
import { processPool } from "../../src/budget/index.ts";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import type { Diagnostic } from "../../src/diagnostics.ts";
import type { Rendered, Rendering } from "../../src/render/rendering.ts";
import { type ComparedTarget, compareTrees, type Report } from "../../src/review/index.ts";
import { Reviewer } from "../../src/review/reviewer.ts";
import type { About } from "../../src/review/target.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { failed, rendered } from "./renderings.ts";

const SIDE = { sha: null, label: "x", reason: "given" };

interface Compared extends Partial<Omit<About, "path">> {
  readonly base: Rendering;
  readonly head: Rendering;
}

interface Edits {
  readonly changed?: readonly string[];
  readonly removed?: readonly string[];
  readonly added?: readonly string[];
}

function reportOf(compared: readonly Compared[], { changed = [], removed = [], added = [] }: Edits = {}): Report {
  const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION, {
    changedFiles: new Set([...changed, ...removed, ...added]),
    loneFiles: { base: new Set(removed), head: new Set(added) },
  });
  for (const { base, head, ...about } of compared)
    reviewer.compare({ id: head.target, path: head.target, why: "given", ...about }, base, head, {
      seconds: undefined,
      isLast: true,
    });
  return reviewer.report({ base: SIDE, head: SIDE });
}

/** `new` or `old` for each problem of the targets, with `edited` where the change edits the file. */
const marksOf = (report: Report): string[] =>
  report.targets.flatMap(({ diagnostics }) =>
    diagnostics.map(({ isNew, inChange }) => `${isNew ? "new" : "old"}${inChange ? " edited" : ""}`),
  );

const absent = (target = "t"): Rendering => ({ status: "absent", target });

function warning(message = "matches nothing", more: Partial<Diagnostic> = {}): Diagnostic {
  return { code: "unused-image", severity: "warning", message, file: "t/kustomization.yaml", line: 3, ...more };
}

function warned(diagnostics: readonly Diagnostic[], target = "t", yaml = ""): Rendered {
  return { ...rendered(yaml, target), diagnostics };
}

describe("a problem of the head is", () => {
  const error: Diagnostic = { ...warning(), severity: "error" };
  test.each<{ what: string; compared: Compared; edits?: Edits; marks: readonly string[] }>([
    { what: "new if the base has none", compared: { base: warned([]), head: warned([warning()]) }, marks: ["new"] },
    {
      what: "old if the base has it",
      compared: { base: warned([warning()]), head: warned([warning()]) },
      marks: ["old"],
    },
    {
      what: "old on another line",
      compared: { base: warned([warning()]), head: warned([warning("matches nothing", { line: 9 })]) },
      marks: ["old"],
    },
    {
      what: "old beside the same one, which is new",
      compared: { base: warned([warning()]), head: warned([warning(), warning("matches nothing", { line: 9 })]) },
      marks: ["old", "new"],
    },
    {
      what: "new with other words, in another file, or with another code",
      compared: {
        base: warned([warning()]),
        head: warned([
          warning("matches no image"),
          warning("matches nothing", { file: "b.yaml" }),
          { ...warning(), code: "x" },
        ]),
      },
      marks: ["new", "new", "new"],
    },
    {
      what: "old if only the hash of a generated name differs",
      compared: {
        base: warned([warning("keeps the name web-config-7g4tm2c9bd")]),
        head: warned([warning("keeps the name web-config-dc5d9h77mt")]),
      },
      marks: ["old"],
    },
    {
      what: "new in a new target",
      compared: { base: absent(), head: warned([warning()]) },
      marks: ["new"],
    },
    {
      what: "old in a target that was renamed",
      compared: {
        from: "old/t",
        base: warned([warning("old/t matches nothing", { file: "old/t/kustomization.yaml" })], "old/t"),
        head: warned([warning("t matches nothing")]),
      },
      marks: ["old"],
    },
    {
      what: "not known where the base failed, and so not new",
      compared: { base: failed("t"), head: { status: "failed", target: "t", diagnostics: [warning(), error] } },
      marks: ["old", "old"],
    },
    {
      what: "new where the base failed and the change edits the file",
      compared: { base: failed("t"), head: { status: "failed", target: "t", diagnostics: [warning()] } },
      edits: { changed: ["t/kustomization.yaml"] },
      marks: ["new edited"],
    },
    {
      what: "old where the base failed in the same way, even if the file is edited",
      compared: { base: failed("t"), head: failed("t") },
      edits: { changed: ["t/kustomization.yaml"] },
      marks: ["old edited"],
    },
    {
      what: "new where it fails the target since now",
      compared: { base: warned([]), head: failed("t") },
      edits: { changed: ["t/other.yaml"] },
      marks: ["new"],
    },
    {
      what: "told behind those of the base for a target that builds again",
      compared: { base: failed("t"), head: warned([warning(), warning("x", { file: "b.yaml" })]) },
      edits: { changed: ["t/kustomization.yaml"] },
      marks: ["old", "new edited"],
    },
    {
      what: "old for a target whose text is the same",
      compared: { base: warned([warning()]), head: warned([warning()]) },
      edits: { changed: ["t/kustomization.yaml"] },
      marks: ["old edited"],
    },
    {
      what: "old in a file that was moved, whose message names its directory",
      compared: {
        base: warned([warning("old/base matches nothing", { file: "old/base/kustomization.yaml" })]),
        head: warned([warning("new/base matches nothing", { file: "new/base/kustomization.yaml" })]),
      },
      edits: { removed: ["old/base/kustomization.yaml"], added: ["new/base/kustomization.yaml"] },
      marks: ["old edited"],
    },
    {
      what: "new in a file of the same name if the other one stays",
      compared: {
        base: warned([warning("x", { file: "old/kustomization.yaml" })]),
        head: warned([warning("x", { file: "new/kustomization.yaml" })]),
      },
      edits: { changed: ["old/kustomization.yaml"], added: ["new/kustomization.yaml"] },
      marks: ["new edited"],
    },
    {
      what: "new in a file of the same name that was there before",
      compared: {
        base: warned([warning("x", { file: "old/kustomization.yaml" })]),
        head: warned([warning("x", { file: "new/kustomization.yaml" })]),
      },
      edits: { removed: ["old/kustomization.yaml"], changed: ["new/kustomization.yaml"] },
      marks: ["new edited"],
    },
    {
      what: "new in a file with another name, or with other words",
      compared: {
        base: warned([warning("x", { file: "old/a.yaml" }), warning("x", { file: "old/b.yaml" })]),
        head: warned([warning("x", { file: "new/c.yaml" }), warning("y", { file: "new/b.yaml" })]),
      },
      edits: { removed: ["old/a.yaml", "old/b.yaml"], added: ["new/c.yaml", "new/b.yaml"] },
      marks: ["new edited", "new edited"],
    },
    {
      what: "old once for each that went, first where the paths end alike",
      compared: {
        base: warned([warning("x", { file: "old/web/a.yaml" })]),
        head: warned([warning("x", { file: "new/api/a.yaml" }), warning("x", { file: "new/web/a.yaml" })]),
      },
      edits: { removed: ["old/web/a.yaml"], added: ["new/api/a.yaml", "new/web/a.yaml"] },
      marks: ["new edited", "old edited"],
    },
  ])("$what", ({ compared, edits, marks }) => {
    expect(marksOf(reportOf([compared], edits))).toEqual(marks);
  });
});

test("what a new target shares with others that had it before is not new", () => {
  const shared = warning("shared", { file: "base/kustomization.yaml" });
  const report = reportOf([
    { base: absent("a"), head: warned([shared, warning("own")], "a") },
    { base: warned([shared], "b"), head: warned([shared], "b") },
  ]);
  expect(marksOf(report)).toEqual(["old", "new", "old"]);
  expect(report.figures.newWarnings).toBe(1);
});

test("the problems of the base of a target that builds again do not make those of new targets old", () => {
  const shared = warning("shared");
  const report = reportOf([
    { base: absent("a"), head: warned([shared], "a") },
    { base: { status: "failed", target: "b", diagnostics: [shared] }, head: warned([], "b") },
  ]);
  expect(marksOf(report)).toEqual(["new", "old"]);
});

test("a directory beside a renamed target moves with its warnings", async () => {
  const at = (top: string) => ({
    [`/${top}/base/kustomization.yaml`]: "commonLabels: {a: b}\nresources: [d.yaml]\n",
    [`/${top}/base/d.yaml`]: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n",
    [`/${top}/prod/kustomization.yaml`]: "resources: [../base]\n",
    "/all/kustomization.yaml": `namePrefix: x-\nresources: [../${top}/base]\n`,
  });
  const changes = ["base/kustomization.yaml", "base/d.yaml", "prod/kustomization.yaml"].flatMap((path) => [
    { path: `/old/${path}`, op: "removed" as const },
    { path: `/new/${path}`, op: "added" as const },
  ]);
  const { figures, targets } = await compareTrees({
    trees: { base: memoryTree(at("old")), head: memoryTree(at("new")) },
    sides: { base: SIDE, head: SIDE },
    targets: ["all", "new/prod", "old/prod"].map((path) => ({ id: path, path, affected: true, why: "given" })),
    changedFiles: new Set(changes.map(({ path }) => path.slice(1))),
    changes,
    build: {},
  });
  expect(targets.map(({ path, diagnostics }) => [path, diagnostics.map(({ code }) => code)])).toEqual([
    ["all", ["deprecated-field"]],
    ["new/prod", ["deprecated-field"]],
  ]);
  expect(figures.newWarnings).toBe(0);
});

describe("whether the change edits files of a target", () => {
  const broken = { "/t/kustomization.yaml": "resources: [absent.yaml]\n" };
  const sound = { "/t/kustomization.yaml": "namePrefix: a-\n" };
  const planned = (more: Partial<ComparedTarget>): ComparedTarget => ({
    id: "t",
    path: "t",
    affected: true,
    why: "given",
    ...more,
  });
  test.each<{
    what: string;
    target: ComparedTarget;
    files?: Readonly<Record<string, string>>;
    edits?: readonly string[];
    edited: boolean | undefined;
  }>([
    { what: "is known from the plan", target: planned({ changed: ["t/a.yaml"] }), edited: true },
    { what: "is known of a failing one", target: planned({ changed: ["t/a.yaml"] }), files: broken, edited: true },
    { what: "is known of one that is left alone", target: planned({ affected: false }), edited: false },
    { what: "is not known where nobody asked", target: planned({}), edited: undefined },
    { what: "is known of one that is rendered all the same", target: planned({ changed: [] }), edited: false },
    {
      what: "is known from the file of an error",
      target: planned({}),
      files: broken,
      edits: ["t/kustomization.yaml"],
      edited: true,
    },
  ])("$what", async ({ target, files = sound, edits = [], edited }) => {
    const trees = { base: memoryTree(files), head: memoryTree(files) };
    const sides = { base: SIDE, head: SIDE };
    const changedFiles = new Set(edits);
    const { targets } = await compareTrees({ trees, sides, targets: [target], changedFiles, build: {} });
    expect(targets[0]?.edited).toBe(edited);
  });
});
