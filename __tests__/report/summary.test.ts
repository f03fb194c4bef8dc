import { describe, expect, test } from "@jest/globals";
import { groupName, type Phrase, summarise } from "../../src/report/summary.ts";
import type { Change, FieldChange } from "../../src/review/index.ts";
import { change } from "./reports.ts";

function print(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => (typeof phrase === "string" ? phrase : "word" in phrase ? phrase.word : `\`${phrase.code}\``))
    .join("");
}

function image(before: string, after: string): FieldChange {
  return { path: "/spec/template/spec/containers/0/image", op: "changed", before, after };
}

describe("a change in a few words", () => {
  test.each<{ what: string; more: Partial<Change>; words: string }>([
    { what: "a scalar", more: {}, words: "replicas `3 → 5`" },
    { what: "a whole object", more: { op: "added", fields: [] }, words: "" },
    { what: "a tag", more: { fields: [image("x:1", "x:2")] }, words: "image `x` `1 → 2`" },
    {
      what: "a digest",
      more: { fields: [image("x@sha256:aa", "x@sha256:bb")] },
      words: "image `x` `sha256:aa → sha256:bb`",
    },
    {
      what: "a tag with a digest, behind a port",
      more: { fields: [image("host:5000/x:1@sha256:aa", "host:5000/x:2@sha256:bb")] },
      words: "image `host:5000/x` `1@sha256:aa → 2@sha256:bb`",
    },
    {
      what: "an image without a tag",
      more: { fields: [image("host:5000/x", "host:5000/x:2")] },
      words: "image `host:5000/x → host:5000/x:2`",
    },
    { what: "another image", more: { fields: [image("x:1", "y:1")] }, words: "image `x:1 → y:1`" },
    {
      what: "an element of a list",
      more: { fields: [{ path: "/spec/args/0", op: "added", after: "x" }] },
      words: "spec.args.0 added",
    },
    {
      what: "values too long to tell",
      more: { fields: [{ path: "/spec/text", op: "changed", before: "x".repeat(50), after: "y" }] },
      words: "text",
    },
    {
      what: "keys of a ConfigMap",
      more: {
        kind: "ConfigMap",
        fields: [
          { path: "/data/a~1b", op: "changed", before: "1", after: "2" },
          { path: "/data/c", op: "added", after: "2" },
        ],
      },
      words: "keys `a/b`, `c` added",
    },
    {
      what: "more keys than fit",
      more: {
        kind: "ConfigMap",
        fields: ["a", "b", "c", "d", "e", "f"].map((key) => ({
          path: `/data/${key}`,
          op: "changed",
          before: 1,
          after: 2,
        })),
      },
      words: "keys `a`, `b`, `c`, `d` and 2 more",
    },
    {
      what: "more fields than fit",
      more: {
        fields: ["a", "b", "c", "d", "e"].map((key) => ({ path: `/${key}`, op: "removed", before: 1 })),
        moreFields: 10,
      },
      words: "a removed, b removed, c removed, d removed, 11 more",
    },
    {
      what: "references beside something else",
      more: {
        fields: [
          { path: "/a", op: "changed", reference: true, before: "c-1", after: "c-2" },
          { path: "/b", op: "changed", before: 1, after: 2 },
        ],
      },
      words: "b `1 → 2`",
    },
    {
      what: "another version",
      more: { apiVersion: "policy/v1", from: { apiVersion: "policy/v1beta1" }, fields: [] },
      words: "apiVersion `policy/v1beta1` → `policy/v1`",
    },
    {
      what: "a new name, and what restarts for it",
      more: {
        from: { name: "c-1" },
        fields: [],
        referrers: ["a", "b", "c", "d", "e"].map((name) => ({ kind: "Deployment", namespace: "", name })),
      },
      words: "new name; restarts Deployment `a`, Deployment `b`, Deployment `c`, Deployment `d` and 1 more",
    },
    {
      what: "a new name that something else refers to",
      more: { from: { name: "c-1" }, fields: [], referrers: [{ kind: "Pod", namespace: "", name: "a" }] },
      words: "new name; referred to by Pod `a`",
    },
  ])("$what", ({ more, words }) => {
    expect(print(summarise(change(more)))).toBe(words);
  });
});

describe("the name of a group", () => {
  test.each([
    [["shop"], "Deployment `shop/web`"],
    [["shop", "", "c"], "Deployment `web` in `shop`, no namespace, `c`"],
    [["a", "b", "c", "d", "e"], "Deployment `web` in `a`, `b`, `c`, `d` and 1 more"],
  ])("in %j", (namespaces, name) => {
    expect(print(groupName({ change: change(), namespaces, targets: [] }))).toBe(name);
  });
});
