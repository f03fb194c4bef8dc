/** What people call the elements of lists without keys. */
import { describe, expect, test } from "@jest/globals";
import type { Value } from "../../../../src/render/rendering.ts";
import { titlesOf } from "../../../../src/review/differences/fields/titles.ts";

const GENERATED = new Map([["settings-1a2b3c", "settings"]]);

describe("titles of elements", () => {
  test.each<[what: string, list: Value[], titles: (string | undefined)[]]>([
    ["resources of a role", [{ resources: ["pods", "jobs"] }, { resources: ["secrets"] }], ["pods, jobs", "secrets"]],
    ["more than three texts", [{ resources: ["a", "b", "c", "d"] }], ["a, b, c, …"]],
    ["a name, where others have none", [{ name: "a" }, { value: "b" }], ["a", undefined]],
    ["the best key", [{ path: "/", host: "a.example" }], ["a.example"]],
    ["none where two are equal", [{ host: "a" }, { host: "a" }, { host: "b" }], [undefined, undefined, "b"]],
    ["one of several kinds of things", [{ git: { url: "x" } }, { list: {} }], ["git", "list"]],
    [
      "a reference",
      [{ configMapRef: { name: "settings-1a2b3c" } }, { secretRef: { name: "b" } }],
      ["configMapRef settings", "secretRef b"],
    ],
    [
      "nothing of what is withheld",
      [{ name: "<redacted>" }, { secretRef: { name: "<redacted>" } }],
      [undefined, "secretRef"],
    ],
    ["nothing long", [{ name: "x".repeat(61) }], [undefined]],
    [
      "nothing of other values",
      [{ name: 1n }, { resources: [{}] }, "a", null, { a: 1, b: 2 }],
      [undefined, undefined, undefined, undefined, undefined],
    ],
  ])("%s", (_, list, titles) => {
    expect(titlesOf(list, GENERATED)).toEqual(titles);
  });
});
