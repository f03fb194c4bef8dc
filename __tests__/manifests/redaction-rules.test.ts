import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { PathPattern, type RedactionRule } from "../../src/configuration/index.ts";
import { redact, withholdingOf, withholdSecrets } from "../../src/manifests/index.ts";
import type { Value } from "../../src/render/rendering.ts";
import { review } from "../../src/review/index.ts";
import { rendered } from "../review/renderings.ts";

const SIDE = { sha: null, label: "x", reason: "" };

const rule = (paths: string[], more: Partial<RedactionRule> = {}): RedactionRule => ({
  paths: paths.map((path) => new PathPattern(path)),
  ...more,
});

function config(data: Record<string, string>, annotation?: string, name = "web"): Value {
  const annotations = annotation === undefined ? {} : { annotations: { "krm-render.dev/redact": annotation } };
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...annotations }, data };
}

function redacted(before: Value | undefined, after: Value | undefined, rules: readonly RedactionRule[] = []) {
  const named = { kind: "ConfigMap", namespace: "", name: "web", baseName: "web" };
  const side = (value: Value | undefined) => (value === undefined ? undefined : { ...named, value });
  return redact(before, after, withholdingOf(rules, [side(before), side(after)]));
}

describe("a rule of the configuration", () => {
  test.each([
    { what: "of the kind", rules: [rule(["/data/key"], { kinds: ["ConfigMap"] })], after: "<redacted, after>" },
    { what: "of another kind", rules: [rule(["/data/key"], { kinds: ["Service"] })], after: "two" },
    { what: "of the name", rules: [rule(["/data/*"], { names: ["w*"] })], after: "<redacted, after>" },
    { what: "of another name", rules: [rule(["/data/*"], { names: ["x*"] })], after: "two" },
    { what: "with any steps", rules: [rule(["/**/key"])], after: "<redacted, after>" },
    { what: "of another path", rules: [rule(["/data/other"])], after: "two" },
    { what: "of a path below the value", rules: [rule(["/data/key/more"])], after: "two" },
  ])("$what", ({ rules, after }) => {
    const result = redacted(config({ key: "one" }), config({ key: "two" }), rules);
    expect(result.after).toEqual(config({ key: after }));
    expect(result.withheld).toBe(after !== "two");
  });

  test("keeps the identity of the object", () => {
    const { after } = redacted(undefined, config({ key: "two" }), [rule(["/**"])]);
    expect(after).toEqual({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web" }, data: "<redacted>" });
  });

  test("does not show a Secret whose kind it names", () => {
    const secret: Value = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "hunter2" } };
    expect(JSON.stringify(redacted(secret, undefined, [rule(["/kind", "/stringData/b"])]))).not.toContain("hunter2");
  });

  test("finds elements by name and by position, wherever the other side has them", () => {
    const pod = (...env: [string, string][]): Value => ({
      spec: { env: env.map(([name, value]) => ({ name, value })) },
    });
    const before = pod(["A", "1"], ["B", "2"]);
    const after = pod(["C", "3"], ["A", "1"], ["B", "4"]);
    const byName = redact(before, after, { paths: [new PathPattern("/spec/env/B/value")], whole: false });
    expect(byName.after).toEqual(pod(["C", "3"], ["A", "1"], ["B", "<redacted, after>"]));
    const byPosition = redact(before, after, { paths: [new PathPattern("/spec/env/1/value")], whole: false });
    expect(byPosition.before).toEqual(pod(["A", "<redacted>"], ["B", "<redacted, before>"]));
    expect(byPosition.after).toEqual(pod(["C", "3"], ["A", "<redacted>"], ["B", "<redacted, after>"]));
  });
});

describe("the annotation krm-render.dev/redact", () => {
  test.each([
    { what: "one path", annotation: "/data/key", shown: { key: "<redacted>", open: "b" } },
    {
      what: "several lines",
      annotation: "/data/key\n\n  /data/open\n",
      shown: { key: "<redacted>", open: "<redacted>" },
    },
    { what: "commas", annotation: "/data/x, /data/key", shown: { key: "<redacted>", open: "b" } },
  ])("$what", ({ annotation, shown }) => {
    const { after } = redacted(undefined, config({ key: "a", open: "b" }, annotation));
    expect(after).toEqual(config(shown, annotation));
  });

  test.each(["", " ", "data/key", "/", "//", "/data/~2", "/data//key", "/data/key, oops", `/${"x".repeat(2000)}`])(
    "withholds the whole object if it is %j",
    (annotation) => {
      const { after } = redacted(undefined, config({ key: "hunter2" }, annotation));
      expect(after).toEqual({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "web", annotations: "<redacted>" },
        data: "<redacted>",
      });
    },
  );

  test("counts on either side", () => {
    const { before, after } = redacted(config({ key: "one" }, "/data/key"), config({ key: "two" }));
    expect([before, after]).toEqual([
      config({ key: "<redacted, before>" }, "/data/key"),
      config({ key: "<redacted, after>" }),
    ]);
  });

  test("is in the review, in the manifests, and told if it cannot be read", () => {
    const text = (key: string, annotation: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n  annotations:\n    krm-render.dev/redact: ${annotation}\ndata:\n  key: ${key}\n`;
    const of = (annotation: string) => {
      const [base, head] = [rendered(text("hunter1", annotation)), rendered(text("hunter2", annotation))];
      return { report: review({ base: SIDE, head: SIDE, renderings: [{ base, head }] }), head };
    };
    const good = of("/data/key");
    expect(good.report.changes[0]).toMatchObject({
      redacted: true,
      fields: [{ path: "/data/key", op: "changed", redacted: true }],
    });
    expect(good.report.targets[0]?.diagnostics).toEqual([]);
    expect(withholdSecrets(good.head).resources[0]?.yaml).toContain("key: <redacted>\n");
    const bad = of("data/key");
    expect(bad.report.targets[0]?.diagnostics).toEqual([
      {
        code: "invalid-redaction",
        severity: "warning",
        message:
          "the annotation krm-render.dev/redact of ConfigMap web is not a list of paths, so all values of the object are withheld",
        object: "ConfigMap web",
        hint: "Write JSON Pointers, separated by line breaks or commas: /data/license, /spec/template/spec/containers/*/env/*/value.",
      },
    ]);
    for (const { report, head } of [good, bad])
      expect(JSON.stringify([report, withholdSecrets(head).resources.map(({ yaml }) => yaml)])).not.toContain("hunter");
  });
});

test("manifests withhold what the rules name", () => {
  const head = rendered("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: license\ndata:\n  key: hunter2\n");
  expect(withholdSecrets(head).resources[0]?.yaml).toContain("hunter2");
  expect(withholdSecrets(head, [rule(["/data/key"], { names: ["license"] })]).resources[0]?.yaml).not.toContain(
    "hunter2",
  );
});

test("manifests withhold what an annotation of the base names, in the object that has lost it", () => {
  const yaml = (name: string, more = "") =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}${more}\ndata:\n  key: hunter2-${name}\n`;
  const base = rendered(yaml("own", "\n  annotations: {krm-render.dev/redact: /data/key}"));
  const head = rendered(`${yaml("own")}---\n${yaml("other")}`);
  const texts = withholdSecrets(head, [], base).resources.map((resource) => [resource.yaml, resource.value()]);
  expect(JSON.stringify(texts)).not.toContain("hunter2-own");
  expect(JSON.stringify(texts)).toContain("hunter2-other");
  expect(withholdSecrets(head, [], { status: "absent", target: "t" })).toBe(head);
});

test("no value of an object with an unreadable annotation is left, whatever it holds", () => {
  const text = fc.string({ minLength: 1, maxLength: 5 }).map((rest) => `canary${rest}`);
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      text,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie("value"), { maxKeys: 3 }),
    ),
  })).value as fc.Arbitrary<Value>;
  fc.assert(
    fc.property(value, value, value, (spec, data, labels) => {
      const object = (inner: Value): Value => ({
        kind: "X",
        metadata: { name: "x", labels, annotations: { "krm-render.dev/redact": "oops" } },
        spec: inner,
        data,
      });
      expect(JSON.stringify(redacted(object(spec), object(data)))).not.toContain("canary");
    }),
  );
});
