import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { explainTargets, selectTargets } from "../../src/targets/index.ts";
import { COMPONENT, including, treeOf } from "./kustomizations.ts";

const head = treeOf({
  "apps/shop/base": "",
  "apps/shop/overlays/prod": including("../../base"),
  "apps/shop/overlays/staging": including("../../base"),
  "apps/blog/overlays/prod": "",
  "bases/v1.2": "",
  "components/ldap": COMPONENT,
});

async function problemsOf(patterns: readonly string[], trees: Parameters<typeof selectTargets>[0] = { head }) {
  const error: unknown = await selectTargets(trees, patterns).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(KrmError);
  return (error as KrmError).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe("patterns", () => {
  const prods = ["apps/blog/overlays/prod", "apps/shop/overlays/prod"];
  const discovered = ["apps/blog/overlays/prod", "apps/shop/overlays/prod", "apps/shop/overlays/staging", "bases/v1.2"];
  const cases: [patterns: string[], targets: string[]][] = [
    [[], discovered],
    [["", "  "], discovered],
    [["apps/shop/overlays/prod"], ["apps/shop/overlays/prod"]],
    [["./apps//shop/overlays/../overlays/prod/"], ["apps/shop/overlays/prod"]],
    [["/apps/shop/overlays/prod"], ["apps/shop/overlays/prod"]],
    [["apps/shop/base"], ["apps/shop/base"]],
    [["components/ldap"], ["components/ldap"]],
    [["apps/*/overlays/prod"], prods],
    [["**/prod"], prods],
    [["./apps/{blog,shop}/overlays/prod/"], prods],
    [["bases/v*"], ["bases/v1.2"]],
    [["bases/v1.2"], ["bases/v1.2"]],
    [["**/overlays/*", "!**/staging"], prods],
    [["!bases/**"], ["apps/blog/overlays/prod", "apps/shop/overlays/prod", "apps/shop/overlays/staging"]],
    [["!apps/**", "!bases/**"], []],
    [["!apps/shop/overlays/prod", "apps/shop/overlays/prod"], discovered],
    [["+apps/shop/base"], [...discovered, "apps/shop/base"].sort()],
    [
      ["apps/blog/overlays/prod", "+bases/*"],
      ["apps/blog/overlays/prod", "bases/v1.2"],
    ],
    [["+(x|apps)/blog/overlays/prod"], ["apps/blog/overlays/prod"]],
    [["**/prod", "apps/shop/overlays/prod"], prods],
    [["!(x)/**/staging"], ["apps/shop/overlays/staging"]],
  ];

  test.each(cases)("%j selects %j", async (patterns, targets) => {
    expect(await selectTargets({ head }, patterns)).toEqual(targets);
  });

  test("a glob never selects a component", async () => {
    const chosen = await selectTargets({ head }, ["**"]);
    expect(chosen).toHaveLength(5);
    expect(chosen).not.toContain("components/ldap");
  });

  test("the top of the tree", async () => {
    const tree = treeOf({ ".": "", sub: "" });
    expect(await selectTargets({ head: tree }, ["."])).toEqual(["."]);
    expect(await selectTargets({ head: tree }, ["**"])).toEqual([".", "sub"]);
    expect(await selectTargets({ head: tree }, ["**", "!."])).toEqual(["sub"]);
  });

  test("the path of a directory whose name looks like a glob selects that directory", async () => {
    const tree = treeOf({ "a[1]": "", a1: "" });
    expect(await selectTargets({ head: tree }, ["a[1]"])).toEqual(["a[1]"]);
  });

  test("the reasons of the selection", async () => {
    const chosen = await explainTargets({ head }, ["bases/v1.2", "apps/blog/**"]);
    expect(chosen).toEqual([
      { id: "apps/blog/overlays/prod", path: "apps/blog/overlays/prod", reason: "matches apps/blog/**" },
      { id: "bases/v1.2", path: "bases/v1.2", reason: "given" },
    ]);
  });
});

describe("two sides", () => {
  const base = treeOf({ old: "", app: including("../lib"), lib: "" });
  const changed = treeOf({ new: "", app: including(), lib: "" });

  test("a directory that is a target on one side only is selected", async () => {
    expect(await selectTargets({ base, head: changed }, [])).toEqual(["app", "lib", "new", "old"]);
    expect(await selectTargets({ base, head: changed }, ["o*", "n*"])).toEqual(["new", "old"]);
    expect(await selectTargets({ base, head: changed }, ["old"])).toEqual(["old"]);
  });

  test("a deleted base leaves its overlays as targets", async () => {
    const without = treeOf({ overlay: including("../base") });
    const before = treeOf({ overlay: including("../base"), base: "" });
    expect(await selectTargets({ base: before, head: without }, [])).toEqual(["overlay"]);
  });
});

test("attack 9.29: a pattern that takes time without end is ended", async () => {
  const trees = { head: treeOf({ ["a".repeat(60)]: "", b: "" }) };
  expect(await problemsOf(["(a+)+b"], trees)).toEqual([
    `pattern-too-slow: "(a+)+b" cannot be compared with the directories: this and the patterns before it took more than 5 s`,
  ]);
}, 30_000);

describe("patterns that select nothing", () => {
  test.each([
    ["apps/none", 'no-target: there is no directory "apps/none" in memory'],
    ["apps", 'no-target: "apps" holds no kustomization file'],
    ["apps/shop/base/kustomization.yaml", 'no-target: "apps/shop/base/kustomization.yaml" is a file'],
    ["none/*", 'no-target: "none/*" matches no directory that holds a kustomization file'],
    ["../x", 'target-outside: "../x" is outside the directory that holds the targets'],
    ["apps/../../x", 'target-outside: "apps/../../x" is outside the directory that holds the targets'],
    ["!../x", 'target-outside: "!../x" is outside the directory that holds the targets'],
    ["..", 'target-outside: ".." is outside the directory that holds the targets'],
  ])("%s", async (pattern, problem) => {
    expect(await problemsOf([pattern])).toEqual([problem]);
  });

  test("all of them are reported at once", async () => {
    expect(await problemsOf(["apps/none", "bases/v1.2", "x*"])).toHaveLength(2);
  });

  test("the message names both trees", async () => {
    const [problem] = await problemsOf(["gone"], { base: memoryTree({}), head });
    expect(problem).toBe('no-target: there is no directory "gone" in memory or memory');
  });
});
