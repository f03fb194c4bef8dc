/** Pairs of objects that were compared before. */
import { expect, test } from "@jest/globals";
import { ComparisonMemo } from "../../../src/review/differences/comparison-memo.ts";
import { TargetNames } from "../../../src/review/target-names.ts";
import { rendered } from "../renderings.ts";

const object = (name: string, lines = "") =>
  rendered(`apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n${lines}`).resources[0];

test("an equal pair is compared once; each text, name and context counts", () => {
  const memo = new ComparisonMemo<number>();
  let count = 0;
  const compare = (
    ...given: Parameters<ComparisonMemo<number>["of"]> extends [infer A, infer B, infer C, ...unknown[]]
      ? [A, B, C]
      : never
  ) => memo.of(...given, () => ++count);
  const [a, b] = [object("a"), object("b")];
  expect(compare(a, b, "")).toBe(1);
  expect(compare(object("a"), object("b"), "")).toBe(1);
  const others: [typeof a, typeof a, string][] = [
    [b, a, ""],
    [a, undefined, ""],
    [undefined, a, ""],
    [a, b, "names"],
    [a, object("b", "spec: {}\n"), ""],
    [a && { ...a, baseName: "other" }, b, ""],
  ];
  expect(new Set(others.map((one) => compare(...one)))).toEqual(new Set([2, 3, 4, 5, 6, 7]));
  memo.release();
  expect(compare(a, b, "")).toBe(8);
});

const generated = (hash: string, kind = "ConfigMap") => ({ kind, name: `c-${hash}`, baseName: "c" });

test("the names of a target matter only to texts that contain one of their hashes", () => {
  const names = new TargetNames([generated("2222222222")], [generated("4444444444")]);
  expect(names.keyFor(["nothing of them"])).toBe("");
  expect(names.keyFor(["a: c-4444444444"])).not.toBe("");
  expect(names.keyFor(["a: c-2222222222"])).toBe(names.keyFor(["other: c-4444444444"]));
});

test("names that mean something else have another key", () => {
  const text = ["c-4444444444"];
  const keys = [
    new TargetNames([], [generated("4444444444")]),
    new TargetNames([generated("4444444444")], []),
    new TargetNames([], [generated("4444444444", "Secret")]),
    new TargetNames([], [generated("4444444444"), generated("5555555555")]),
  ].map((names) => names.keyFor(text));
  expect(new Set(keys).size).toBe(4);
});

test("with many names, each text depends on all of them", () => {
  const many = Array.from({ length: 100 }, (_, at) => generated(`${1_000_000_000 + at}`));
  expect(new TargetNames([], many).keyFor(["none"])).not.toBe("");
});
