import { describe, expect, test } from "@jest/globals";
import { verdictOf } from "../../src/action/verdict.ts";
import type { Phrase } from "../../src/report/edit-phrases.ts";
import { dangerGate, htmlChunks, markdownReport, sarifChunks, terminalChunks } from "../../src/report/index.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { bothNames, rowName, rowWords, summarise } from "../../src/report/summary.ts";
import type { Report } from "../../src/review/index.ts";
import { change, hunk, report, type TestField, target } from "./reports.ts";

function print(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => (typeof phrase === "string" ? phrase : "word" in phrase ? phrase.word : `\`${phrase.code}\``))
    .join("");
}

function image(before: string, after: string, container = "web"): TestField {
  const path = "/spec/template/spec/containers/0/image";
  return { path, label: `containers[${container}].image`, op: "changed", before, after };
}

function scalar(label: string, before: unknown, after: unknown): TestField {
  return { path: "/x", label, op: "changed", before, after };
}

const DIGESTS = ["93d55776e04376e19adb2733e3ccebb4392ee7dd86d8ff238503b30fe719c84f", `4e6e670bb069${"0".repeat(52)}`];
const FOLDED = { op: "changed", before: "1", after: "2", noise: "a-rule" } as const;
const GENERATED = { name: "c-4444444444", baseName: "c", from: { name: "c-2222222222" } };

describe("a change in a few words", () => {
  test.each<{ what: string; more: Parameters<typeof change>[0]; words: string }>([
    { what: "a scalar", more: {}, words: "spec.replicas `3 → 5`" },
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
      words: "containers[web].image `host:5000/x → host:5000/x:2`",
    },
    { what: "another image", more: { fields: [image("x:1", "y:1")] }, words: "containers[web].image `x:1 → y:1`" },
    {
      what: "an element of a list",
      more: { fields: [{ path: "/spec/args/0", label: "args[0]", op: "added", after: "x" }] },
      words: "args[0] `x` added",
    },
    {
      what: "values that are too long to show",
      more: { fields: [scalar("text", "x".repeat(80), "y"), scalar("long", "x".repeat(400), "y")] },
      words: `text \`${"x".repeat(72)}… → y\`, long (text of 400 characters) → \`y\``,
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
          scalar("image", "us-docker.pkg.dev/samples/microservices/ad:v1", "us-docker.pkg.dev/ci/microservices/ad:v2"),
          scalar(
            "command",
            `--root /var/lib --level info ${"x".repeat(30)}`,
            `--root /var/lib --level debug ${"x".repeat(30)}`,
          ),
        ],
      },
      words: "image `…samples/microservices/ad:v1 → …ci/microservices/ad:v2`, command `…info… → …debug…`",
    },
    {
      what: "why a value is not shown",
      more: {
        fields: [
          { path: "/a", op: "changed", redacted: true },
          { path: "/b", op: "added", oversized: true },
          { path: "/c", op: "added", after: ["--a", "--b"] },
          { path: "/d", op: "removed", before: { name: "A", value: "b" } },
        ],
      },
      words: "a withheld value changed, b long value added, c `--a, --b` added, d `name: A, value: b` removed",
    },
    {
      what: "the sizes of values that are long",
      more: {
        fields: [
          { path: "/a", op: "changed", before: `x\n${"y".repeat(50)}\n`, after: `x\n${"y".repeat(50)}\nz\n` },
          { path: "/b", op: "changed", before: [], after: "x" },
          { path: "/c", op: "added", after: [{}, {}, {}] },
          { path: "/d", op: "added", after: "" },
          { path: "/e", op: "changed", before: "x", after: "" },
        ],
      },
      words:
        "a (text of 2 lines) → (text of 3 lines), b (empty list) → `x`, c (list of 3) added, d (empty text) added, 1 more",
    },
    {
      what: "lines of a text",
      more: { fields: [scalar("text", `${"x\n".repeat(30)}a`, `${"x\n".repeat(30)}b`)] },
      words: "text (text of 31 lines) changed",
    },
    {
      what: "the same change of several containers",
      more: { fields: [image("x:1", "x:2"), image("x:1", "x:2", "init")] },
      words: "image `x` `1 → 2` (2×)",
    },
    {
      what: "more fields than fit",
      more: {
        fields: ["a", "b", "c", "d", "e"].map((key) => ({ path: `/${key}`, op: "removed", before: {} })),
        moreFields: 10,
      },
      words: "a (empty map) removed, b (empty map) removed, c (empty map) removed, d (empty map) removed, 11 more",
    },
    {
      what: "the weightiest fields first",
      more: {
        fields: [
          { path: "/metadata/annotations/a", op: "changed", before: "1", after: "2" },
          image("x:1", "x:2"),
          { path: "/metadata/labels/b", op: "changed", before: "1", after: "2" },
          { path: "/spec/replicas", op: "changed", before: 3, after: 5 },
        ],
      },
      words: "spec.replicas `3 → 5`, image `x` `1 → 2`, metadata.annotations.a `1 → 2`, metadata.labels.b `1 → 2`",
    },
    {
      what: "noise, which is counted only",
      more: {
        fields: [
          ...["a", "b", "c"].map((key) => ({ ...FOLDED, path: `/metadata/labels/${key}` })),
          { path: "/spec/replicas", op: "changed", before: 3, after: 5 },
        ],
      },
      words: "spec.replicas `3 → 5`, 3 labels folded",
    },
    {
      what: "nothing but noise of several sorts",
      more: { fields: ["labels", "annotations"].map((map) => ({ ...FOLDED, path: `/metadata/${map}/a` })) },
      words: "2 fields folded",
    },
    {
      what: "noise, and fields that are not listed",
      more: { fields: [{ ...FOLDED, path: "/metadata/annotations/a" }], moreFields: 2 },
      words: "2 fields, 1 annotation folded",
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
      what: "what a rule folds beside another field",
      more: {
        fields: [
          { path: "/a", op: "changed", noise: "chart-labels", before: "x", after: "y" },
          { path: "/b", op: "changed", before: 1, after: 2 },
        ],
      },
      words: "b `1 → 2`, 1 field folded",
    },
    {
      what: "a new apiVersion",
      more: { apiVersion: "policy/v1", from: { apiVersion: "policy/v1beta1" }, fields: [] },
      words: "apiVersion `policy/v1beta1 → policy/v1`",
    },
    {
      what: "a move",
      more: { kind: "StatefulSet", from: { kind: "Deployment", namespace: "old", name: "api" }, fields: [] },
      words: "kind `Deployment → StatefulSet`, namespace `old → shop`, name `api → web`",
    },
    {
      what: "a new name: its row says who refers to it",
      more: { ...GENERATED, fields: [], referrers: [{ kind: "Pod", namespace: "", name: "a" }] },
      words: "new name",
    },
  ])("$what", ({ more, words }) => {
    expect(print(summarise(change(more)))).toBe(words);
  });
});

type FlatChange = NonNullable<Parameters<typeof change>[0]>;

/** The name and the words of each row of a target with these changes. */
function rows(...changes: readonly FlatChange[]): string[] {
  const all = overviewOf(report(target("t", { changes: changes.map((more) => change(more)) })));
  return all.rows.map((row) => `${print(rowName(row))}: ${print(rowWords(row))}`);
}

describe("a row", () => {
  test.each([
    [["shop"], "Deployment `shop/web`"],
    [["shop", "", "c"], "Deployment `web` in `shop`, `c`, and without a namespace"],
    [["a", "b", "c", "d", "e"], "Deployment `web` in `a`, `b`, `c`, `d` and 1 more"],
  ])("of one object in %j", (namespaces, name) => {
    expect(rows(...namespaces.map((namespace) => ({ namespace })))).toEqual([`${name}: spec.replicas \`3 → 5\``]);
  });

  test("of a few objects names them", () => {
    expect(rows({}, { kind: "StatefulSet", name: "db" })).toEqual([
      "Deployment `shop/web`, StatefulSet `shop/db`: spec.replicas `3 → 5`",
    ]);
  });

  test("of many objects counts them by kind", () => {
    const many = ["A", "B", "B", "C", "D", "E", "F"].map((kind, index) => ({ kind, name: `${index}x` }));
    expect(rows(...many)).toEqual(["2 Bs, 1 A, 1 C, 1 D and 2 more objects (`shop/1x`, …): spec.replicas `3 → 5`"]);
  });

  test.each([
    [["dev-web", "prod-api", "eu-db", "cache"], "4 Deployments (`shop/dev-web`, …): spec.replicas `3 → 5`"],
    [["dev-web", "prod-web", "eu-prod-web", "us-web"], "4 Deployments `…-web`: spec.replicas `3 → 5`"],
    [["web-a", "web-b", "web-c", "web-c-d"], "4 Deployments `web-…`: spec.replicas `3 → 5`"],
  ])("of objects named %j has what their names share", (names, row) => {
    expect(rows(...names.map((name) => ({ name })))).toEqual([row]);
  });

  test("says what moved from where to where", () => {
    const moved = (name: string): FlatChange => ({ name: `eu-${name}`, from: { name, namespace: "old" }, fields: [] });
    expect(rows(moved("web"), moved("db"))).toEqual([
      "Deployments `shop/eu-web`, `shop/eu-db`: moved from namespace `old` → `shop`, renamed `…` → `eu-…`",
    ]);
  });

  test.each<[FlatChange, string]>([
    [{ name: "eu-web", from: { name: "web" } }, "Deployment `shop/eu-web`: renamed `web` → `eu-web`"],
    [{ name: "web", from: { name: "eu-web" } }, "Deployment `shop/web`: renamed `eu-web` → `web`"],
    [{ name: "web-2", from: { name: "web" } }, "Deployment `shop/web-2`: renamed `web` → `web-2`"],
    [{ name: "eu-web", from: { name: "us-web" } }, "Deployment `shop/eu-web`: renamed `us-web` → `eu-web`"],
    [{ name: "cache", from: { name: "web" } }, "Deployment `shop/cache`: renamed `web` → `cache`"],
    [
      { name: "eu-web-2b8c9d4f7t", baseName: "eu-web", from: { name: "web-6c4d9f2h8k" } },
      "Deployment `shop/eu-web`: renamed `web` → `eu-web`",
    ],
  ])("shows the names of a single object whole: %j", (given, row) => {
    expect(rows({ fields: [], ...given })).toEqual([row]);
  });

  test.each([
    ["", "shop", "Deployment `shop/web`: moved into namespace `shop`"],
    ["shop", "", "Deployment `web`: moved out of namespace `shop`"],
  ])("tells a namespace from none: %j to %j", (before, namespace, row) => {
    expect(rows({ name: "web", namespace, from: { namespace: before }, fields: [] })).toEqual([row]);
  });

  test("names the objects that refer to all of its changes, each once", () => {
    const generated = (namespace: string, ...names: readonly string[]): FlatChange => ({
      ...GENERATED,
      namespace,
      referrers: names.map((name) => ({ kind: name < "f" ? "ProxyPolicy" : "Ingress", namespace, name })),
    });
    expect(rows(generated("a", "a", "b", "x"), generated("b", "a", "y"))).toEqual([
      "Deployment `{a,b}/c`: spec.replicas `3 → 5`; referred to by ProxyPolicies `a`, `b`, Ingresses `x`, `y`",
    ]);
    expect(rows(generated("a", "a", "b", "c", "d", "e"))).toEqual([
      "Deployment `a/c`: spec.replicas `3 → 5`; referred to by ProxyPolicies `a`, `b`, `c`, `d` and 1 more",
    ]);
  });
});

test("definitions that share the edit of their versions are told together", () => {
  const schema = "/spec/versions/0/schema/openAPIV3Schema/properties";
  const definition = (name: string, path: string): FlatChange => ({
    kind: "CustomResourceDefinition",
    namespace: "",
    name,
    fields: ["pattern", "minLength"].map((limit) => ({
      path: `${schema}/url/${limit}`,
      op: "added" as const,
      after: "x",
    })),
    crd: { versions: [], properties: [{ version: "v1", path, op: "narrowed" }], descriptions: 0 },
  });
  expect(rows(definition("a.example.com", "spec.url"), definition("b.example.com", "spec.auth.url"))).toEqual([
    "CustomResourceDefinitions `a.example.com`, `b.example.com`: `…url` narrowed (2×)",
  ]);
});

test("one definition in two forms is told by its properties, unless the row says a part of its changes only", () => {
  const path = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/minimum";
  const definition = (hash: string, more: readonly TestField[] = []): FlatChange => ({
    kind: "CustomResourceDefinition",
    namespace: "",
    name: "shops.example.com",
    fields: [{ path, label: "size.minimum", op: "added", after: 1 }, ...more],
    hunks: [hunk([`+ ${hash}`])],
    crd: {
      versions: [],
      properties: [{ version: "v1", path: "spec.size", op: "narrowed", after: "minimum 1" }],
      descriptions: 0,
    },
  });
  const name = "CustomResourceDefinition `shops.example.com`: ";
  expect(rows(definition("a"), definition("b"))).toEqual([`${name}v1: \`spec.size\` narrowed to \`minimum 1\``]);
  const group = { path: "/spec/group", label: "spec.group", op: "changed" as const, before: "a", after: "b" };
  expect(rows(definition("a", [group]), definition("b"))).toContain(`${name}size.minimum \`1\` added`);
});

describe("the names of an object in danger: whoever looks for either one finds it", () => {
  test.each<[more: Parameters<typeof change>[0], names: string]>([
    [{}, "shop/web"],
    [{ from: { kind: "StatefulSet" } }, "shop/web"],
    [{ from: { name: "old" } }, "shop/old → shop/web"],
    [{ from: { namespace: "old" } }, "old/web → shop/web"],
    [{ from: { namespace: "" } }, "web → shop/web"],
    [GENERATED, "shop/c"],
    [{ ...GENERATED, from: { name: "c-<hash>" } }, "shop/c"],
    [{ ...GENERATED, from: { name: "old-2222222222" } }, "shop/old → shop/c"],
    [{ from: { name: "web-production" }, name: "web-monitoring" }, "shop/web-production → shop/web-monitoring"],
  ])("%j: %s", (more, names) => {
    expect(bothNames(change(more))).toBe(names);
  });

  test("all writers tell them", () => {
    const renamed = report(target("app", { changes: [change({ from: { name: "old" } })] }));
    const danger = {
      id: "removed-pvc",
      key: "removed-pvc:000000000000",
      level: "high",
      targets: ["app"],
      change: renamed.changes[0]?.id ?? "",
      message: "the claim is removed",
    } as const;
    const of: Report = { ...renamed, dangers: [danger] };
    const texts = [
      markdownReport(of).text,
      [...htmlChunks(of)].join(""),
      [...sarifChunks(of)].join(""),
      [...terminalChunks(of, { colour: false })].join(""),
      dangerGate(of, "high")?.message,
      verdictOf(of, "error").diagnostics[0]?.message,
    ];
    for (const text of texts) expect(text?.replaceAll("<wbr>", "")).toContain("shop/old → shop/web");
  });
});
