import { describe, expect, test } from "@jest/globals";
import type { Phrase } from "../../src/report/field-phrases.ts";
import { rowName, summarise } from "../../src/report/summary.ts";
import { change, type TestField } from "./reports.ts";

function print(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => (typeof phrase === "string" ? phrase : "word" in phrase ? phrase.word : `\`${phrase.code}\``))
    .join("");
}

function image(before: string, after: string, container = 0): TestField {
  return { path: `/spec/template/spec/containers/${container}/image`, op: "changed", before, after };
}

function scalar(path: string, before: unknown, after: unknown, namedPath?: string): TestField {
  return { path, ...(namedPath === undefined ? {} : { namedPath }), op: "changed", before, after };
}

const DIGESTS = ["93d55776e04376e19adb2733e3ccebb4392ee7dd86d8ff238503b30fe719c84f", `4e6e670bb069${"0".repeat(52)}`];

describe("a change in a few words", () => {
  test.each<{ what: string; more: Parameters<typeof change>[0]; words: string }>([
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
      words: "args `x` added",
    },
    {
      what: "values that are too long to show",
      more: { fields: [{ path: "/spec/text", op: "changed", before: "x".repeat(80), after: "y" }] },
      words: "text",
    },
    {
      what: "long digests, shown by their first digits",
      more: { fields: [image(`x:1@sha256:${DIGESTS[0]}`, `x:1@sha256:${DIGESTS[1]}`)] },
      words: "image `x` `1@sha256:93d55776e043… → 1@sha256:4e6e670bb069…`",
    },
    {
      what: "digests with the same first digits",
      more: { fields: [image(`x@sha256:${"0".repeat(64)}`, `x@sha256:${"0".repeat(63)}1`)] },
      words: `image \`x\` \`sha256:${"0".repeat(64)} → sha256:${"0".repeat(63)}1\``,
    },
    {
      what: "long texts, shown by their differing parts",
      more: {
        fields: [
          scalar(
            "/a/image",
            "us-docker.pkg.dev/samples/microservices/ad:v1",
            "us-docker.pkg.dev/ci/microservices/ad:v2",
          ),
          scalar(
            "/a/command",
            `--root /var/lib --level info ${"x".repeat(30)}`,
            `--root /var/lib --level debug ${"x".repeat(30)}`,
          ),
        ],
      },
      words: "image `…samples/microservices/ad:v1 → …ci/microservices/ad:v2`, command `…info… → …debug…`",
    },
    {
      what: "lines of a text",
      more: { fields: [scalar("/a/text", `${"x\n".repeat(30)}a`, `${"x\n".repeat(30)}b`)] },
      words: "text",
    },
    {
      what: "fields of named list elements",
      more: {
        fields: [
          scalar("/spec/c/0/env/1/value", "info", "debug", "/spec/c/web/env/LEVEL/value"),
          scalar("/spec/c/0/policy", "A", "B", "/spec/c/web/policy"),
          { path: "/spec/c/1", namedPath: "/spec/c/side.car", op: "added", after: {} },
          { path: "/spec/rules/2", op: "removed", before: {} },
        ],
      },
      words: "env `LEVEL` `info → debug`, c `web` policy `A → B`, c `side.car` added, rules.2 removed",
    },
    {
      what: "fields with the same name",
      more: {
        fields: [
          scalar("/spec/resources/limits/memory", "2Gi", "3Gi"),
          scalar("/spec/resources/requests/memory", "1Gi", "2Gi"),
          scalar("/spec/replicas", 1, 2),
        ],
      },
      words: "limits.memory `2Gi → 3Gi`, requests.memory `1Gi → 2Gi`, replicas `1 → 2`",
    },
    {
      what: "fields with the same name in elements with the same name",
      more: {
        fields: [
          scalar("/spec/a/0/limits/cpu", 1, 2, "/spec/a/web/limits/cpu"),
          scalar("/spec/b/0/limits/cpu", 2, 3, "/spec/b/web/limits/cpu"),
        ],
      },
      words: "a `web` limits.cpu `1 → 2`, b `web` limits.cpu `2 → 3`",
    },
    {
      what: "fields whose labels cannot be made different",
      more: { fields: [scalar("/spec/args/0", "a", "b"), scalar("/spec/args/1", "c", "d")] },
      words: "args `a → b`, args `c → d`",
    },
    {
      what: "the same change of several fields",
      more: {
        fields: [
          image("x:1", "x:2"),
          image("x:1", "x:2", 1),
          ...["a", "b", "c"].map((key) => scalar(`/${key}/version`, "1", "2")),
        ],
      },
      words: "image `x` `1 → 2` (2×), version `1 → 2` (3×)",
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
      what: "references and another field",
      more: {
        fields: [
          { path: "/a", op: "changed", reference: true, before: "c-1", after: "c-2" },
          { path: "/b", op: "changed", before: 1, after: 2 },
        ],
      },
      words: "b `1 → 2`",
    },
    {
      what: "a new apiVersion",
      more: { apiVersion: "policy/v1", from: { apiVersion: "policy/v1beta1" }, fields: [] },
      words: "apiVersion `policy/v1beta1` → `policy/v1`",
    },
    {
      what: "a new name, and the objects of one kind that restart",
      more: {
        from: { name: "c-1" },
        fields: [],
        referrers: ["a", "b", "c", "d", "e"].map((name) => ({ kind: "Deployment", namespace: "", name })),
      },
      words: "new name; restarts Deployments `a`, `b`, `c`, `d` and 1 more",
    },
    {
      what: "a new name, and the objects of several kinds that restart",
      more: {
        from: { name: "c-1" },
        fields: [],
        referrers: [
          { kind: "Deployment", namespace: "", name: "a" },
          { kind: "StatefulSet", namespace: "", name: "b" },
          { kind: "Deployment", namespace: "", name: "c" },
        ],
      },
      words: "new name; restarts Deployments `a`, `c`, StatefulSet `b`",
    },
    {
      what: "a new name with several referrers",
      more: {
        from: { name: "c-1" },
        fields: [],
        referrers: ["ProxyPolicy", "ProxyPolicy", "Ingress", "Ingress"].map((kind, at) => ({
          kind,
          namespace: "",
          name: `${at}`,
        })),
      },
      words: "new name; referred to by ProxyPolicies `0`, `1`, Ingresses `2`, `3`",
    },
    {
      what: "a new name with a referrer that does not restart",
      more: { from: { name: "c-1" }, fields: [], referrers: [{ kind: "Pod", namespace: "", name: "a" }] },
      words: "new name; referred to by Pod `a`",
    },
  ])("$what", ({ more, words }) => {
    expect(print(summarise(change(more)))).toBe(words);
  });
});

describe("the name of a row", () => {
  test.each([
    [["shop"], "Deployment `shop/web`"],
    [["shop", "", "c"], "Deployment `web` in `shop`, no namespace, `c`"],
    [["a", "b", "c", "d", "e"], "Deployment `web` in `a`, `b`, `c`, `d` and 1 more"],
  ])("in %j", (namespaces, name) => {
    expect(print(rowName({ change: change(), namespaces, targets: [] }))).toBe(name);
  });
});
