/** Sources that are directories of manifests. Random ones were compared with Argo CD's own code. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { manifestsOfDirectory } from "../../../src/deployments/argocd/index.ts";
import { wildcards } from "../../../src/deployments/argocd/patterns/index.ts";
import { KrmError } from "../../../src/diagnostics.ts";
import { textAt } from "../../../src/manifests/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const SOURCE = {
  type: "Directory",
  directory: "/m",
  recurse: false,
  include: "",
  exclude: "",
  isOfAnyName: false,
  location: { file: "app.yaml", line: 7 },
} as const;

async function namesOf(files: Readonly<Record<string, string | Buffer>>, more: Partial<typeof SOURCE> | object = {}) {
  const all = Object.fromEntries(Object.entries(files).map(([path, text]) => [`m/${path}`, text]));
  try {
    const found = await manifestsOfDirectory(memoryTree(all), { ...SOURCE, ...more });
    return found.map(({ value, origin }) => `${textAt(value, "metadata", "name")} ${origin.file}:${origin.line}`);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics.map(({ code, message }) => `${code}: ${message}`);
  }
}

describe("docs/specification/argocd-sources.md 3", () => {
  const FILES = {
    "b.yml": map("b"),
    "a.yaml": `${map("a1")}---\n${map("a2")}`,
    "sub/c.json": '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}',
    "z.txt": map("z"),
  };

  test.each<[string, object, string[]]>([
    ["its own files, in their order", {}, ["a1 m/a.yaml:1", "a2 m/a.yaml:5", "b m/b.yml:1"]],
    ["also those below", { recurse: true, exclude: "a*" }, ["b m/b.yml:1", "c m/sub/c.json:1"]],
    ["those that are included", { recurse: true, include: "{*.json,b.*}" }, ["b m/b.yml:1", "c m/sub/c.json:1"]],
    ["without those that are excluded", { include: "*", exclude: "*.yaml" }, ["b m/b.yml:1"]],
    ["files of any name", { isOfAnyName: true, include: "*.txt" }, ["z m/z.txt:1"]],
  ])("%s", async (_, more, expected) => {
    expect(await namesOf(FILES, more)).toEqual(expected);
  });

  test.each<[string, Record<string, string | Buffer>, string[]]>([
    ["files that say so are left out", { "a.yaml": `# +argocd:skip-file-rendering\n${map("a")}` }, []],
    ["other YAML is left out", { "values.yaml": "a: 1\n", "x.yaml": "{{ x }}: 1\n", "e.yaml": "" }, []],
    ["so is what is no text", { "x.yaml": Buffer.from([0x61, 0xff, 0xfe]) }, []],
    [
      "but not what looks like an object",
      { "a.yaml": "apiVersion: v1\nkind: X\nmetadata: {name: [}\n" },
      ["invalid-yaml"],
    ],
    ["or follows one", { "a.yaml": `${map("a")}---\nb: 1\n` }, ["invalid-resource"]],
    ["jsonnet is not rendered", { "a.jsonnet": "{}" }, ["argocd-jsonnet"]],
  ])("%s", async (_, files, expected) => {
    expect((await namesOf(files)).map((text) => text.split(":", 1)[0])).toEqual(expected);
  });
});

describe("wildcards", () => {
  test.each([
    ["*.yaml", "sub/a.yaml", true],
    ["*.yaml", "a.yml", false],
    ["sub/*", "sub/deep/a.yaml", true],
    ["?.yaml", "ab.yaml", false],
    ["[a-c].yaml", "b.yaml", true],
    ["[!a-c].yaml", "b.yaml", false],
    ["[xy]z", "yz", true],
    ["{a,b{c,d}}.yaml", "bd.yaml", true],
    ["{a,b}.yaml", "c.yaml", false],
    ["\\*.yaml", "*.yaml", true],
    ["\\*.yaml", "a.yaml", false],
    ["{a", "{a", false],
    ["", "", true],
    ["", "a", false],
  ])("%j and %j: %s", (pattern, text, expected) => {
    expect(wildcards(pattern)(text)).toBe(expected);
  });

  test("stars match what a search of all ways finds", () => {
    const plain = (pattern: string, text: string): boolean => {
      if (pattern === "") return text === "";
      const [first = "", rest] = [pattern[0], pattern.slice(1)];
      if (first !== "*") return text[0] === first && plain(rest, text.slice(1));
      return Array.from({ length: text.length + 1 }, (_, at) => at).some((at) => plain(rest, text.slice(at)));
    };
    const texts = (characters: string[]) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });
    fc.assert(
      fc.property(texts(["a", "b", "*"]), texts(["a", "b"]), (pattern, text) => {
        expect(wildcards(pattern)(text)).toBe(plain(pattern, text));
      }),
      { numRuns: 2000 },
    );
  });
});
