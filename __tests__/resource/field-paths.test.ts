import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Diagnostic, KrmError } from "../../src/diagnostics.ts";
import { splitFieldPath, splitPath } from "../../src/resource/field-path.ts";
import { type FieldPath, FieldSpecs } from "../../src/resource/field-spec.ts";
import { FieldTrie } from "../../src/resource/field-trie.ts";
import { setScalar } from "../../src/resource/set-field.ts";
import { type MapNode, type Node, parseResources, print, scalar } from "../../src/yaml/index.ts";

function parse(text: string): MapNode {
  return parseResources(text, "a.yaml")[0] as MapNode;
}

function valueOf(node: Node): string {
  return node.kind === "scalar" ? node.value : node.kind;
}

// docs/specification/field-specs.md 1.2
describe("splitPath", () => {
  test.each([
    ["a/b", ["a", "b"]],
    ["/a/b", ["a", "b"]],
    ["a", ["a"]],
    ["", [""]],
    ["a//b", ["a", "", "b"]],
    ["metadata/annotations/x.io\\/y", ["metadata", "annotations", "x.io/y"]],
    ["a\\/b\\/c/d", ["a/b/c", "d"]],
  ])("%j", (path, expected) => {
    expect(splitPath(path, "/")).toEqual(expected);
  });

  test("returns any names that were escaped and joined", () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !text.endsWith("\\") && !text.includes("\\/"));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const path = names.map((text) => text.replaceAll("/", "\\/")).join("/");
        fc.pre(!path.startsWith("\\/"));
        expect(splitPath(path, "/")).toEqual(names);
      }),
    );
  });
});

// docs/specification/replacements.md 4.1, 4.2
describe("splitFieldPath", () => {
  test.each([
    ["spec.template.spec", ["spec", "template", "spec"]],
    ["containers.[name=web].image", ["containers", "[name=web]", "image"]],
    ["containers.[image=a.b/c:1.2].name", ["containers", "[image=a.b/c:1.2]", "name"]],
    ["metadata.annotations.[a.b/c]", ["metadata", "annotations", "a.b/c"]],
    ["metadata.annotations.a\\.b/c", ["metadata", "annotations", "a.b/c"]],
    ["[foo].x", ["[foo]", "x"]],
    ["a.[b.c", ["a", "b.c"]],
    [".a.b", ["a", "b"]],
  ])("%j", (path, expected) => {
    expect(splitFieldPath(path)).toEqual(expected);
  });
});

const gvk = { group: "apps", version: "v1", kind: "Deployment" };

function problems(work: () => void): readonly Diagnostic[] {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof KrmError) return thrown.diagnostics;
    throw thrown;
  }
  return [];
}

function visited(text: string, spec: FieldPath, creation?: Parameters<FieldSpecs["visit"]>[3]): string[] {
  const found: string[] = [];
  new FieldSpecs([spec]).visit(parse(text), gvk, (node) => found.push(valueOf(node)), creation);
  return found;
}

// docs/specification/field-specs.md 1.1 to 1.4
describe("a field spec", () => {
  test.each<[string, string, FieldPath, string[]]>([
    ["a field", "a: {b: 1}", { path: "a/b" }, ["1"]],
    ["elements of lists that the path does not name", "a: [{b: 1}, {b: 2}]", { path: "a/b" }, ["1", "2"]],
    ["lists in lists", "a: [[{b: 1}], [{b: 2}]]", { path: "a/b" }, ["1", "2"]],
    ["nothing where a map is missing", "c: 1", { path: "a/b" }, []],
    ["nothing beyond a null", "a:", { path: "a/b" }, []],
    ["a null at its end", "a: {b: null}", { path: "a/b" }, ["null"]],
    ["other kinds", "a: {b: 1}", { path: "a/b", kind: "Service" }, []],
    ["its own kind", "a: {b: 1}", { path: "a/b", group: "apps", version: "v1", kind: "Deployment" }, ["1"]],
    ["a list that is null", "a: null", { path: "a[]/b" }, []],
  ])("visits %s", (_case, text, spec, expected) => {
    expect(visited(text, spec)).toEqual(expected);
  });

  test.each<[string, string, string, string]>([
    ["what is missing", "c: 1", "a/b", "a:\n  b: x\nc: 1\n"],
    // docs/specification/field-specs.md 1.5
    ["a map in place of null", "a: null", "a/b", "a:\n  b: x\n"],
    ["nothing where a list is meant", "c: 1", "a[]/b", "c: 1\n"],
    ["a field of each element", "a: [{}, {b: 1}]", "a/b", "a:\n- b: x\n- b: x\n"],
  ])("creates %s", (_case, text, path, expected) => {
    const root = parse(text);
    const set = (node: Node): void => {
      if (node.kind === "scalar") setScalar(node, scalar("x", "!!str"));
    };
    new FieldSpecs([{ path, create: true }]).visit(root, gvk, set, { kind: "scalar", tag: "!!str" });
    expect(print(root)).toBe(expected);
  });

  test.each([
    ["a scalar in the way", "kind: Deployment\nmetadata: {name: web}\na: 1\n", "a/b", 3],
    // docs/specification/field-specs.md 1.6
    ["an empty segment", "kind: Deployment\nmetadata: {name: web}\na: {}\n", "a//b", 3],
  ])("reports %s at its place", (_case, text, path, line) => {
    const [problem] = problems(() =>
      new FieldSpecs([{ path, create: true }]).visit(parse(text), gvk, () => undefined, { kind: "map", tag: "!!map" }),
    );
    expect(problem).toMatchObject({ code: "field-path", file: "a.yaml", line, object: "Deployment web" });
    expect(problem?.message).toContain(path);
  });

  test.each<[string, FieldPath, string]>([
    ["for all kinds, which the user may not be able to change", { path: "a/b" }, "move the object to a kustomization"],
    ["of one kind", { path: "a/b", kind: "Deployment" }, "change the fieldSpec"],
  ])("says what to do about a scalar in the way %s", (_case, spec, hint) => {
    const [problem] = problems(() => new FieldSpecs([spec]).visit(parse("a: 1"), gvk, () => undefined));
    expect(problem?.hint).toContain(hint);
  });
});

describe("a trie of field paths", () => {
  test("finds the nodes of its paths in the order in which the paths were added", () => {
    const root = parse("a: [{b: 1, c: 2}, {b: 3}]\nd: {e: {f: 4}}\n");
    const trie = new FieldTrie<string>();
    const paths = ["d/e/f", "a/b", "d/e", "a/c", "missing/x", "a/b"];
    for (const path of paths) trie.add(path, path);
    const found = trie.find(root).map(({ node, rule }) => [rule, valueOf(node)]);
    const expected = paths.flatMap((path) => visited(print(root), { path }).map((value) => [path, value]));
    expect(found).toEqual(expected);
  });

  // docs/specification/field-specs.md 1.5
  test("turns a null into a list if a path marks it as a list", () => {
    const root = parse("a: null\nb: null\n");
    const trie = new FieldTrie<number>();
    trie.add("a[]/x", 1);
    trie.add("b/x", 2);
    expect(trie.find(root)).toEqual([]);
    expect(print(root)).toBe("a: []\nb: null\n");
  });
});
