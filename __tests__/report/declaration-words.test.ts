import { describe, expect, test } from "@jest/globals";
import { phrasesText, type ShownEdit } from "../../src/report/edit-phrases.ts";
import { declarationWords } from "../../src/report/words/declaration-words.ts";
import type { Change } from "../../src/review/index.ts";

const OBJECT = { apiVersion: "kustomize.toolkit.fluxcd.io/v1", kind: "Kustomization", namespace: "a", name: "b" };

function said(path: string, edit: Omit<ShownEdit, "label">, count = 1): string | undefined {
  const change = { op: "changed", object: OBJECT, fields: [{ label: "field", path }] } as unknown as Change;
  const describeEdit = declarationWords(Array.from({ length: count }, () => change));
  const phrases = describeEdit?.({ label: "field", ...edit });
  return phrases && phrasesText(phrases);
}

describe("edits of a Kustomization", () => {
  test.each<[string, Omit<ShownEdit, "label">, string | undefined]>([
    [
      "/spec/dependsOn",
      { op: "removed", before: [{ name: "x", namespace: "y" }, { name: "z" }] },
      "no longer waits for y/x, z",
    ],
    ["/spec/dependsOn/0", { op: "added", after: { name: "x" } }, "now waits for x"],
    ["/spec/dependsOn/0/name", { op: "changed", before: "x", after: "y" }, undefined],
    ["/spec/components/1", { op: "added", after: "../../components/db" }, "now includes component components/db"],
    ["/spec/path", { op: "changed", before: "./a", after: "./b" }, "builds a → b"],
    ["/spec/interval", { op: "changed", before: "1h", after: "30m" }, "is reconciled every 1h → 30m"],
    [
      "/spec/suspend",
      { op: "added", after: true },
      "is suspended: Flux applies and deletes nothing until it is resumed",
    ],
    ["/spec/suspend", { op: "removed", before: true }, "is resumed: Flux applies what has changed since"],
    [
      "/spec/prune",
      { op: "changed", before: false, after: true },
      "prunes from now on: Flux deletes what is no longer rendered",
    ],
    ["/spec/patches/0/path", { op: "changed", before: "a", after: "b" }, undefined],
    ["/metadata/path", { op: "changed", before: "a", after: "b" }, undefined],
    ["/spec/path", { op: "changed", redacted: true }, undefined],
  ])("%s %j", (path, edit, expected) => {
    expect(said(path, edit)).toBe(expected);
  });

  test("of several are in the plural", () => {
    expect(said("/spec/dependsOn/0", { op: "removed", before: { name: "x" } }, 2)).toBe("no longer wait for x");
  });

  test("of other objects are told by their fields", () => {
    const change = {
      op: "changed",
      object: { ...OBJECT, apiVersion: "example.com/v1" },
      fields: [],
    } as unknown as Change;
    expect(declarationWords([change])).toBeUndefined();
  });
});
