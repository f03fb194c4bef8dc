/** Sets of strangers that would take too long, or make too much. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { makeApplications } from "../../../../src/deployments/argocd/index.ts";
import { directoriesOf } from "../../../../src/deployments/argocd/sets/directory-paths.ts";
import { readPathspec } from "../../../../src/deployments/argocd/sets/pathspec.ts";
import { plainRenderer } from "../../../../src/deployments/argocd/sets/plain-renderer.ts";
import { filled } from "../../../../src/deployments/argocd/sets/renderer.ts";
import { SetEffort, SetsEffort } from "../../../../src/deployments/argocd/sets/set-effort.ts";
import { TreeListing } from "../../../../src/deployments/argocd/sets/tree-listing.ts";
import { KrmError } from "../../../../src/diagnostics.ts";
import { memoryTree } from "../../../../src/sources/index.ts";
import type { Tree } from "../../../../src/sources/tree.ts";
import { readPrinted } from "../../../../src/yaml/index.ts";
import { errorOf, make, namesOf, setOf, templateOf } from "./made.ts";

const GIT = "repoURL: https://x.example/o/r, revision: HEAD";
const list = (count: number, key = "name", value = ""): string =>
  `{list: {elements: [${Array.from({ length: count }, (_, index) => `{${key}: 'n${index}${value}'}`).join(", ")}]}}`;

describe("docs/specification/argocd-application-sets.md 9.1", () => {
  test("a matrix of more than 20,000 sets is refused before it is made", async () => {
    const text = setOf(`[{matrix: {generators: [${list(150)}, ${list(150, "x")}]}}]`);
    expect(await errorOf(text)).toContain("set.yaml:5:2351: the generator makes more than 20000 Applications");
  });

  test("several generators together", async () => {
    const matrix = `{matrix: {generators: [${list(120)}, ${list(90, "x")}]}}`;
    const text = setOf(`[${matrix}, ${matrix}]`);
    expect(await errorOf(text)).toContain("the generator makes more than 20000 Applications");
  });

  test("values that are filled in again and again", () => {
    const renderer = plainRenderer(new SetEffort({ file: "set.yaml", line: 5 }, 10_000 / 400_000_000));
    const value = { a: ["x", "y"], b: { c: "z" } };
    const fill = () => filled(value, { name: "n" }, renderer, { file: "set.yaml" });
    const refused = expect.objectContaining({ message: expect.stringMatching(/^set.yaml:5: .* takes too much work/) });
    expect(() => Array.from({ length: 100 }, fill)).toThrow(refused);
  });

  test("texts that grow", async () => {
    const template = templateOf("'{{name}}'", `info: [{name: a, value: '${"{{big}}".repeat(40)}'}]`);
    const generators = `[{matrix: {generators: [${list(100)}, {list: {elements: [{big: ${"x".repeat(20_000)}}]}}]}}]`;
    expect(await errorOf(setOf(generators, template))).toContain("the generator makes too much text");
  });

  test("texts that are the same for each Application count, too", async () => {
    const template = templateOf("'{{name}}'", `info: [{name: a, value: ${"x".repeat(10_000)}}]`);
    const matrix = `{matrix: {generators: [${list(90)}, ${list(90, "x")}]}}`;
    expect(await errorOf(setOf(`[${matrix}]`, template))).toContain("the generator makes too much text");
  });

  test("a patch of JSON that is nested too deeply", async () => {
    const patch = `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const text = setOf(`[${list(1)}]`, undefined, `  templatePatch: '${patch}'\n`);
    expect(await errorOf(text)).toContain("`templatePatch` is nested too deeply");
  });

  test("many names that are not unique", async () => {
    const { applications, problems } = await make(setOf(`[${list(30)}, ${list(30)}]`));
    expect(applications).toEqual([]);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)?.message).toBe(
      "10 more names of Applications of the ApplicationSet apps are not unique, such as n20",
    );
  });

  test("the second generator of a matrix looks through a tree once", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`${"d/".repeat(20)}${index}.txt`, ""]),
    );
    const tree = memoryTree({ ...files, "apps/x.yaml": "port: a\n" });
    const text = setOf(`[{matrix: {generators: [${list(2_500)}, {git: {${GIT}, files: [{path: '*.yaml'}]}}]}}]`);
    expect(await namesOf(text, { tree })).toHaveLength(2_500);
  });

  test("hostile patterns of files take time in proportion", () => {
    const effort = new SetEffort({ file: "set.yaml" });
    const name = `${"a".repeat(4_000)}/b`;
    for (const pattern of ["*a".repeat(30), `${"*".repeat(1_000)}x`, "[a-".repeat(500), `${"a*".repeat(500)}[`])
      expect(readPathspec(pattern)?.matches(name, effort)).toBe(false);
  });

  test("hostile patterns of directories take time in proportion", async () => {
    const listing = new TreeListing(memoryTree({ [`${"a".repeat(4_000)}/x`]: "" }));
    const effort = new SetEffort({ file: "set.yaml" });
    for (const path of [`${"*a".repeat(30)}b`, `${"*".repeat(1_000)}x`, "[^b]*".repeat(100)])
      expect(await directoriesOf(listing, [{ path, exclude: false }], effort)).toEqual(
        path.startsWith("[") ? ["a".repeat(4_000)] : [],
      );
  });

  test("many sets together, and what is left for each", async () => {
    const effort = new SetsEffort();
    const loop = setOf(
      "[{list: {elements: [{n: a}]}}]",
      templateOf('"{{ $l := until 99999 }}{{ range $l }}{{ has . $l }}{{ end }}"'),
      "  goTemplate: true",
    );
    const before: number[] = [];
    for (let count = 0; count < 4; count++) {
      before.push(effort.part);
      expect(await errorOf(loop, { effort })).toContain("the template does too much");
    }
    expect(before.map((part) => part.toFixed(2))).toEqual(["1.00", "1.00", "0.01", "0.01"]);
    const small = setOf("[{list: {elements: [{n: a}]}}]", templateOf("'{{ .n }}'"), "  goTemplate: true");
    expect(await namesOf(small, { effort })).toEqual(["a"]);
  });

  test("templates of braces take linear time", () => {
    const renderer = plainRenderer(new SetEffort({ file: "set.yaml" }));
    const text = "{".repeat(1 << 20);
    expect(renderer.fill(text, {}, { file: "set.yaml" })).toBe(text);
  });
});

describe("docs/specification/argocd-application-sets.md 9.2", () => {
  test("aliases that stand for too much", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]\n`);
    const tree = memoryTree({ "bomb.yaml": `a0: &a0 x\n${lines.join("")}` });
    expect(await errorOf(setOf(`[{git: {${GIT}, files: [{path: bomb.yaml}]}}]`), { tree })).toMatch(/bomb\.yaml/);
  });

  test("directories without end, in which equal ones take no room", async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => ({ name: `d${index}`, type: "directory" as const }));
    const tree: Tree = {
      ...memoryTree({}),
      lookup: async (path) => ({ path, type: "directory" }),
      list: async () => names,
    };
    const fetch = async () => ({ tree, sha: "a".repeat(40) });
    const text = setOf("[{git: {repoURL: https://x.example/o/other, files: [{path: '*.json'}]}}]");
    expect(await errorOf(text, { fetch })).toContain("a git generator goes through too many files and directories");
  });

  test("all files of a set", async () => {
    const large = `name: ${"x".repeat(1_000_000)}\n`;
    const tree = memoryTree(Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`f/${index}.yaml`, large])));
    expect(await errorOf(setOf(`[{git: {${GIT}, files: [{path: f}]}}]`), { tree })).toContain(
      "the files of a git generator are too large",
    );
  });
});

test("names of prototypes are ordinary keys", async () => {
  const tree = memoryTree({ "a.yaml": "__proto__: {x: p}\nconstructor: c\n", "__proto__/x.yaml": "name: n\n" });
  const template = templateOf("'{{__proto__.x}}-{{constructor}}-{{toString}}'");
  expect(await namesOf(setOf(`[{git: {${GIT}, files: [{path: a.yaml}]}}]`, template), { tree })).toEqual([
    "p-c-{{toString}}",
  ]);
  const spec = "source: {repoURL: r, helm: {valuesObject: {__proto__: {a: 1}}}}";
  const { applications } = await make(setOf("[{list: {elements: [{__proto__: a, name: b}]}}]", templateOf("a", spec)));
  expect(JSON.stringify(applications[0]?.value)).toContain('"valuesObject":{"__proto__":{"a":1}}');
  expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
});

test("the generators of a set list each directory once, and only those that patterns can reach", async () => {
  const files = { "apps/a/x.yaml": "name: a\n", "apps/b/deep/x.yaml": "name: b\n", "other/c/x.yaml": "name: c\n" };
  const tree = memoryTree(files);
  const listed: string[] = [];
  const counting: Tree = {
    ...tree,
    list: (path) => {
      listed.push(path);
      return tree.list(path);
    },
  };
  const directories = (path: string) => `{git: {${GIT}, directories: [{path: '${path}'}]}}`;
  const named = templateOf("'{{path}}'");
  const twice = setOf(`[${directories("apps/*")}, ${directories("apps/?")}]`, named);
  expect((await make(twice, { tree: counting })).problems).toHaveLength(2);
  expect(listed.splice(0)).toEqual(["/", "/apps"]);
  const below = `{git: {${GIT}, files: [{path: 'apps/b/**/x.yaml'}]}}`;
  expect(await namesOf(setOf(`[${directories("apps/*")}, ${below}]`, named), { tree: counting })).toEqual([
    "apps/a",
    "apps/b",
    "apps/b/deep",
  ]);
  expect(listed).toEqual(["/", "/apps", "/apps/b", "/apps/b/deep"]);
});

test("a working tree has directories and files of git alone", async () => {
  const tree = memoryTree({ "apps/a/x.yaml": "name: a\n", "apps/b/x.yaml": "name: b\n", "apps/b/y.yaml": "name: y\n" });
  const ignoring: Tree = {
    ...tree,
    ignored: async (paths) => new Set(paths.filter((path) => path !== "/apps/b/x.yaml")),
  };
  const directories = setOf(`[{git: {${GIT}, directories: [{path: apps/*}]}}]`, templateOf("'{{path}}'"));
  expect(await namesOf(directories, { tree: ignoring })).toEqual(["apps/b"]);
  expect(await namesOf(setOf(`[{git: {${GIT}, files: [{path: apps}]}}]`), { tree: ignoring })).toEqual(["b"]);
});

/** Something of any type, with names that fields have. */
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, 1, 1.5, "", "{{name}}", "{{", "*", "a", "name", "https://x.example/o/r", "HEAD"),
    fc.array(tie("data"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        ..."list elements elementsYaml git files directories path exclude repoURL revision values clusters selector".split(
          " ",
        ),
        ..."matchLabels matchExpressions key operator matrix merge generators mergeKeys template metadata name spec".split(
          " ",
        ),
        ..."plugin pullRequest __proto__ flatList pathParamPrefix".split(" "),
      ),
      tie("data"),
      { maxKeys: 4 },
    ),
  ),
}));

test.each([false, true])("any set is either made or refused, with goTemplate %s", async (goTemplate) => {
  const tree = memoryTree({ "a/name.yaml": "name: a\n", "b.yaml": "- 1\n", "c/d/x.json": "[{}]" });
  const generator = fc.constantFrom("list", "git", "clusters", "matrix", "merge", "plugin", "selector");
  const generators = fc.array(fc.dictionary(generator, data, { maxKeys: 2 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(generators, data, data, async (...[all, template, templatePatch]) => {
      const spec = {
        goTemplate,
        generators: all,
        template,
        ...(typeof templatePatch === "string" && { templatePatch }),
      };
      const set = { value: readPrinted(JSON.stringify({ spec })), name: "s", namespace: "a" };
      const input = {
        tree,
        own: { own: "o/r", branches: new Set<string>() },
        clusters: [],
        declared: () => [{ name: "a" }],
      };
      const made = makeApplications(set, { ...input, placeOf: () => ({ file: "set.yaml" }) });
      await made.catch((thrown: unknown) => {
        if (!(thrown instanceof KrmError)) throw thrown;
      });
    }),
    { numRuns: 500 },
  );
});

// docs/specification/argocd-application-sets.md 8.2
test("a template is either refused, or what stands between its names stays", () => {
  const renderer = plainRenderer(new SetEffort({ file: "set.yaml" }));
  const part = fc.constantFrom("{{", "}}", "a", " ", "\n", "name", "{", "}");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      let made: string;
      try {
        made = renderer.fill(text, {}, { file: "set.yaml" });
      } catch {
        return text.lastIndexOf("{{") >= 0;
      }
      return made === text;
    }),
  );
});
