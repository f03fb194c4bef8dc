/** The places of fields of objects: in their own files, or in patches of their parents. */
import { describe, expect, test } from "@jest/globals";
import { ObjectPlaces } from "../../src/deployments/object-places.ts";
import { parseResources, type Value } from "../../src/yaml/index.ts";

const CHILD = "# a\nkind: K\nspec:\n  name: own\n  list:\n  - a\n  - b\n";
const PARENT = `kind: K
spec:
  patches:
  - patch: |-
      kind: K
      spec:
        name: given
        other: 1
  - patch: |
      - op: add
        path: /spec/list/-
        value: {deep: c}
      - op: replace
        path: /spec/map
        value:
          x: z
  - patch: "spec: {quoted: q}"
`;
const lines = PARENT.split("\n");

/** The patches of the parent, as its file has them. */
const patches = [
  {
    line: 4,
    patch: `${lines
      .slice(4, 8)
      .map((line) => line.slice(6))
      .join("\n")}`,
  },
  {
    line: 9,
    patch: `${lines
      .slice(9, 16)
      .map((line) => line.slice(6))
      .join("\n")}\n`,
  },
  { line: 17, patch: "spec: {quoted: q}" },
].map(({ line, patch }) => ({ patch, location: { file: "parent.yaml", line, column: 12 } }));

async function placeOf(spec: Value, ...path: readonly (string | number)[]): Promise<string> {
  const texts: Readonly<Record<string, string>> = { "/child.yaml": CHILD, "/parent.yaml": PARENT };
  const places = new ObjectPlaces({ documents: async (file) => parseResources(texts[file] ?? "", file.slice(1)) });
  const location = { file: "parent.yaml", line: 1, column: 1 };
  const found = await places.of({ file: "child.yaml", line: 2, column: 1 }, { kind: "K", spec }, { patches, location });
  const { file, line, column } = found("spec", ...path);
  return `${file}:${line}:${column}`;
}

describe("the place of", () => {
  test.each<readonly [what: string, spec: Value, path: readonly (string | number)[], place: string]>([
    ["a value of the file", { name: "own" }, ["name"], "child.yaml:4:9"],
    ["an element that a patch moved", { list: ["new", "a", "b"] }, ["list", 2], "child.yaml:7:5"],
    ["a value that a patch replaced", { name: "given" }, ["name"], "parent.yaml:7:15"],
    ["a value that a patch added", { other: 1 }, ["other"], "parent.yaml:8:16"],
    ["a value that somebody else replaced", { name: "elsewhere" }, ["name"], "child.yaml:4:9"],
    ["a value that somebody else added", { third: 1 }, ["third"], "parent.yaml:1:1"],
    [
      "an element that an operation added",
      { list: ["a", "b", { deep: "c" }] },
      ["list", 2, "deep"],
      "parent.yaml:12:23",
    ],
    ["a part of what an operation added", { map: { x: "z" } }, ["map", "x"], "parent.yaml:16:14"],
    ["a value in a text that is no block", { quoted: "q" }, ["quoted"], "parent.yaml:17:12"],
  ])("%s", async (_, spec, path, place) => {
    expect(await placeOf(spec, ...path)).toBe(place);
  });
});
