/** Which fields of objects an Application ignores, as Argo CD's own code removes them before it compares. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { ignoredFields, readIgnoreRules } from "../../../src/deployments/argocd/ignored-fields.ts";
import { parseJqPath } from "../../../src/deployments/argocd/jq-path.ts";
import { IgnoreEffort } from "../../../src/deployments/argocd/removed-fields.ts";
import { isMap } from "../../../src/manifests/index.ts";
import { escapeStep } from "../../../src/text/index.ts";
import type { Value } from "../../../src/yaml/index.ts";

interface Case {
  readonly rules: Value[];
  readonly object: Value;
  /** Without what is ignored. */
  readonly rest: Value;
}

const cases = JSON.parse(readFileSync(new URL("ignored-fields.json", import.meta.url), "utf8")) as Case[];

function ignored(rules: Value, object: Value, syncOptions: string[] = []) {
  const read = readIgnoreRules({ spec: { ignoreDifferences: rules, syncPolicy: { syncOptions } } });
  return read && ignoredFields(object, read, new IgnoreEffort());
}

function without(value: Value, gone: ReadonlySet<string>, at = ""): Value {
  if (Array.isArray(value))
    return value.flatMap((item, index) => (gone.has(`${at}/${index}`) ? [] : [without(item, gone, `${at}/${index}`)]));
  if (!isMap(value)) return value;
  const entries = Object.keys(value).map((key) => [key, `${at}/${escapeStep(key)}`] as const);
  return Object.fromEntries(
    entries.flatMap(([key, path]) => (gone.has(path) ? [] : [[key, without(value[key] as Value, gone, path)]])),
  );
}

// docs/specification/argocd-ignored-fields.md 1 to 3
test("random rules remove what Argo CD removes", () => {
  for (const { rules, object, rest } of cases) {
    const { fields = [], elements = [], isPartial } = ignored(rules, object) ?? {};
    expect({ rules, object, rest: without(object, new Set([...fields, ...elements])), isPartial }).toEqual({
      rules,
      object,
      rest,
      isPartial: undefined,
    });
  }
});

// docs/specification/argocd-ignored-fields.md 3
describe("an expression of jq", () => {
  test.each([
    ".spec.replicas",
    '.metadata.annotations["a/b"]',
    '.["spec"]."x-y"[0]',
    ".spec.list[]?.x",
    '.spec.containers[] | select(.name == "web") | .resources',
    ".spec.list[]|select( .a.b!=1.5 )",
  ])("is simple: %s", (text) => {
    expect(parseJqPath(text)).toBeDefined();
  });

  test.each([
    "",
    ".",
    "..",
    "spec",
    ".spec | keys",
    ".a, .b",
    ".a[1:2]",
    '.a["\\(.b)"]',
    'select(.name == "x")',
    '.a[] | select(.name == "x" and .b)',
    '.a[] | select(.name | test("x"))',
    ".a[] | select(.name[0] == 1)",
    '.data | with_entries(select(.key == "x"))',
    `.${"a".repeat(3000)}`,
  ])("is not known: %s", (text) => {
    expect(parseJqPath(text)).toBeUndefined();
  });
});

const DEPLOYMENT = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: { replicas: 2, list: [1, 2] },
};

// docs/specification/argocd-ignored-fields.md 1 and 4
describe("what is ignored of an object", () => {
  const rule = (more: Record<string, Value>) => [{ group: "apps", kind: "Deployment", ...more }];
  test.each<[what: string, rules: Value, options: string[], expected: unknown]>([
    ["nothing without rules", [], [], undefined],
    ["nothing of another kind", rule({ kind: "Pod", jsonPointers: ["/spec"] }), [], undefined],
    [
      "nothing where no group stands for the core group",
      [{ kind: "Deployment", jsonPointers: ["/spec"] }],
      [],
      undefined,
    ],
    ["fields", rule({ jsonPointers: ["/spec/replicas"] }), [], { fields: ["/spec/replicas"], elements: [] }],
    [
      "elements",
      rule({ jsonPointers: ["/spec/list/0", "/spec/list/0"] }),
      [],
      { fields: [], elements: ["/spec/list/0", "/spec/list/1"] },
    ],
    [
      "what is kept",
      rule({ jsonPointers: ["/spec/replicas"] }),
      ["RespectIgnoreDifferences=true"],
      { fields: ["/spec/replicas"], elements: [], isKept: true },
    ],
    ["what managers own", rule({ managedFieldsManagers: ["x"] }), [], { fields: [], elements: [], isPartial: true }],
    [
      "what is known beside what is not, but for positions",
      rule({ jsonPointers: ["/spec/replicas", "/spec/list/0"], jqPathExpressions: [".spec | keys"] }),
      [],
      { fields: ["/spec/replicas"], elements: [], isPartial: true },
    ],
    [
      "perhaps something by a pattern of its own",
      rule({ kind: "{a", jsonPointers: ["/spec"] }),
      [],
      { fields: [], elements: [], isPartial: true },
    ],
  ])("%s", (_, rules, options, expected) => {
    expect(ignored(rules, DEPLOYMENT, options)).toEqual(expected);
  });

  test("is not known where it is too much", () => {
    const data = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`k${index}`, "x"]));
    const object = { ...DEPLOYMENT, data };
    const partial = { fields: [], elements: [], isPartial: true };
    expect(ignored(rule({ jqPathExpressions: [".data[]"] }), object)).toEqual(partial);
    const wide = Array.from({ length: 100 }, () => ".data[] | select(. == 1)");
    expect(ignored(rule({ jqPathExpressions: [...wide, ...Array(100).fill(".data[]?.x?.y?")] }), object)).toEqual(
      partial,
    );
  });

  test("can have any name", () => {
    const object = JSON.parse('{"apiVersion": "apps/v1", "kind": "Deployment", "__proto__": {"a": 1}}') as Value;
    const rules = rule({ jsonPointers: ["/__proto__/a", "/constructor/name"] });
    expect(ignored(rules, object)).toEqual({ fields: ["/__proto__/a"], elements: [] });
  });
});
