import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  substituteObjects,
  unknownVariableOf,
  type Variables,
} from "../../../../src/deployments/flux/substitution/index.ts";
import { substituteObject } from "../../../../src/deployments/flux/substitution/substitute-object.ts";
import { type Diagnostic, diagnosticsOf } from "../../../../src/diagnostics.ts";
import type { BuiltResource } from "../../../../src/engine/index.ts";
import { configMap, resource, variables } from "./variables.ts";

const STRICT = { isStrict: true };
const ORIGIN = { file: "app/c.yaml", line: 3, column: 1 };

function built(yaml: string, values: Variables): string {
  return substituteObject(resource(yaml), values, STRICT).resource.yaml;
}

function problems(yamls: readonly string[], values: Variables, isStrict = true): readonly Diagnostic[] {
  try {
    substituteObjects(
      yamls.map((yaml) => resource(yaml, ORIGIN)),
      values,
      { isStrict },
    );
  } catch (thrown) {
    return diagnosticsOf(thrown);
  }
  return [];
}

function warnings(yaml: string, values: Variables): readonly Diagnostic[] {
  return substituteObjects([resource(yaml, ORIGIN)], values, STRICT).diagnostics;
}

describe("docs/specification/flux-substitution.md 4", () => {
  test.each([
    ["3", " 3"],
    ["true", " true"],
    ["yes", " true"],
    ["0755", " 493"],
    ["1.50", " 1.5"],
    ["", " null"],
    ["a # b", " a"],
    ["12345678901234567890", " 12345678901234567000"],
    ["{b: c}", "\n    b: c"],
    ['"3"', ' "3"'],
    ["'yes'", ' "yes"'],
    ["x y", " x y"],
  ])("4.2: a value of %j is printed as %j", (value, printed) => {
    const text = built(configMap('a: "${A}"'), variables({ A: value }));
    expect(text).toBe(`apiVersion: v1\ndata:\n  a:${printed}\nkind: ConfigMap\nmetadata:\n  name: c\n`);
  });

  test("4.2: other numbers of the object lose digits, and `$$` becomes `$` in all objects", () => {
    expect(built(configMap("a: 9007199254740993"), variables({ A: "1" }))).toContain("a: 9007199254740992\n");
    expect(built(configMap("a: echo $$"), variables({ A: "1" }))).toContain("a: echo $\n");
  });

  test("4.1: a label or an annotation leaves an object as it is", () => {
    const off = ["labels", "annotations"].map((field) =>
      resource(configMap("a: ${U}", `name: c\n  ${field}: {kustomize.toolkit.fluxcd.io/substitute: disabled}`)),
    );
    expect(substituteObjects(off, variables({ A: "1" }), STRICT).resources).toEqual(off);
    expect(
      problems(
        [configMap("a: ${U}", "name: c\n  labels: {kustomize.toolkit.fluxcd.io/substitute: enabled}")],
        variables({ A: "1" }),
      ),
    ).toHaveLength(1);
  });

  test("3.4: nothing happens without variables, unless the strategy says so", () => {
    const objects = [resource(configMap("a: ${U:-x} $$"))];
    expect(substituteObjects(objects, variables({}), STRICT).resources).toBe(objects);
    const always = substituteObjects(objects, variables({}, { always: true }), STRICT);
    expect(always.resources[0]?.yaml).toContain("a: x $\n");
  });

  test("1.5: one problem for each variable and object, with the place of the object", () => {
    const found = problems([configMap("a: ${U} ${V}"), configMap("a: ${U}", "name: d")], variables({ A: "1" }));
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ["undefined-variable", "ConfigMap c uses the variable `U`, which is not set and has no default"],
      ["undefined-variable", "ConfigMap c uses the variable `V`, which is not set and has no default"],
      ["undefined-variable", "ConfigMap d uses the variable `U`, which is not set and has no default"],
    ]);
    expect(found[0]).toMatchObject({
      ...ORIGIN,
      object: "ConfigMap c",
      hint: expect.stringContaining("`${U:=default}`"),
    });
    expect(problems([configMap("a: x${U}")], variables({ A: "1" }), false)).toEqual([]);
  });

  test("1.5: a variable that is not set is the problem, also where nothing in its place is no YAML", () => {
    expect(problems([configMap('"x${U}: b": c\n"${V}": d')], variables({ A: "1" })).map(({ code }) => code)).toEqual([
      "undefined-variable",
      "undefined-variable",
    ]);
  });

  test("the problems of a deployment are a bounded number", () => {
    const text = Array.from({ length: 500 }, (_, index) => `\${U${index}}`).join(" ");
    const found = problems([configMap(`a: ${text}`)], variables({ A: "1" }));
    expect(found).toHaveLength(101);
    expect(found[100]?.message).toBe("there are 400 more such problems in the objects of this deployment");
  });

  test("3.3: wrong names are refused, also if nothing uses them", () => {
    const found = problems([configMap("a: b")], variables({ "tls.crt": "x", "1a": "y", ok_1: "z" }));
    expect(found.map(({ message }) => message)).toEqual([
      "Flux refuses the variable name `1a`, which comes from ConfigMap `c`",
      "Flux refuses the variable name `tls.crt`, which comes from ConfigMap `c`",
    ]);
  });

  test.each([
    ["a: x", "b"],
    ["*x", "unknown anchor"],
    [".inf", "has no counterpart in JSON"],
  ])("4.2: a value of %j is no YAML", (value) => {
    const [one] = problems([configMap('a: "${A}"')], variables({ A: `${value}: ${value}` }));
    expect(one).toMatchObject({ code: "invalid-substitution", ...ORIGIN, object: "ConfigMap c" });
  });

  test("4.4: two objects that become one are refused, also with the namespace `default`", () => {
    const [one] = problems(
      [configMap("a: b", "name: c-${A}\n  namespace: default"), configMap("a: b", "name: c-1")],
      variables({ A: "1" }),
    );
    expect([one?.code, one?.message]).toEqual([
      "same-object",
      "the substitution of variables makes a second ConfigMap default/c-1 of ConfigMap default/c-${A}",
    ]);
    expect(
      problems([configMap("a: b", "name: c-${A}"), configMap("a: b", "name: d-${A}")], variables({ A: "1" })),
    ).toEqual([]);
  });

  test("4.5: an object whose name is no text is left out, and one without a kind is refused", () => {
    for (const value of ["1", "true", ""]) {
      const { resources, diagnostics } = substituteObjects(
        [resource(configMap("a: b", 'name: "${A}"'))],
        variables({ A: value }),
        STRICT,
      );
      expect(resources).toEqual([]);
      expect(diagnostics.map(({ code }) => code)).toEqual(["object-left-out"]);
    }
    expect(problems([configMap("a: b").replace("ConfigMap", '"${A}"')], variables({ A: "1" }))[0]?.message).toContain(
      "has no kind",
    );
  });

  test("identities follow the objects", () => {
    const one = resource(configMap("a: b", "name: c-${A}-h\n  namespace: ns-${A}"));
    const [object] = substituteObjects([{ ...one, baseName: "c-${A}" }], variables({ A: "x" }), STRICT).resources;
    expect(object).toMatchObject({ kind: "ConfigMap", name: "c-x-h", namespace: "ns-x", baseName: "c-x" });
    expect(object?.value()).toMatchObject({ metadata: { name: "c-x-h" } });
  });
});

describe("4.3: a text that becomes something else", () => {
  const workload = `apiVersion: apps/v1
kind: Deployment
metadata: {name: w, annotations: {a: "\${N}"}}
spec:
  replicas: \${N}
  selector: {matchLabels: {a: "\${T}"}}
  template:
    metadata: {labels: {a: "\${T}"}}
    spec:
      containers: [{name: c, image: "i:\${N}", args: ["\${N}"], env: [{name: A, value: "\${N}"}], ports: [{containerPort: "\${N}"}]}]
`;
  const values = variables({ N: "3", T: "true", E: "" });

  test("is told for fields that are texts for certain", () => {
    expect(warnings(workload, values).map(({ message }) => message.split(" ")[0])).toEqual([
      "metadata.annotations.a",
      "spec.selector.matchLabels.a",
      "spec.template.metadata.labels.a",
      "spec.template.spec.containers.0.args.0",
      "spec.template.spec.containers.0.env.0.value",
    ]);
    expect(warnings(workload.replace("apps/v1", "example.com/v1"), values)).toHaveLength(1);
  });

  test("has a message with its place and its consequence", () => {
    const [data] = warnings(configMap('a: "${N}"'), values);
    expect(data).toMatchObject({ code: "text-became-number", severity: "warning", ...ORIGIN });
    expect(data?.message).toBe(
      "data.a of ConfigMap c becomes a number by the substitution of variables: the API server accepts only a text there, and refuses the object",
    );
    const [label] = warnings(configMap("a: b", 'name: c\n  labels: {a: "${T}"}'), values);
    expect(label?.message).toBe(
      "metadata.labels.a of ConfigMap c becomes true or false by the substitution of variables: Flux then drops all labels of the object",
    );
    expect(warnings(configMap('a: "${E}"'), values)).toEqual([]);
  });

  test("does not tell a key of a Secret that can be a value", () => {
    const secret = (key: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {${key}: "\${N}"}\n`;
    const message = (key: string) => warnings(secret(key), values)[0]?.message.split(" of ")[0];
    expect([message("user"), message("Zq7Xw9Kv2Rt5Yb8Nc3Md4Lf6")]).toEqual([
      "stringData.user",
      "stringData.<withheld key>",
    ]);
  });

  test("stays one with the quotes that the hint gives", () => {
    const quoted = variables({ N: "3", quote: '"' });
    expect(built(configMap('a: "${quote}${N}${quote}"'), quoted)).toContain('a: "3"\n');
  });
});

describe("what is not known", () => {
  test("is told once for each variable", () => {
    const values = variables({ S: null }, { secrets: ["S"] });
    const objects = ["c", "d"].map((name) => resource(configMap("a: x-${S}", `name: ${name}`), ORIGIN));
    const { resources, diagnostics } = substituteObjects(objects, values, STRICT);
    expect(resources.map(({ yaml }) => yaml)).toEqual(objects.map(({ yaml }) => yaml));
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      [
        "unknown-variable",
        "notice",
        "the value of `S` is not known, so its expressions stay as written in ConfigMap c and 1 more: it comes from Secret `s`",
      ],
    ]);
    expect(diagnostics.map(unknownVariableOf)).toEqual([{ name: "S", source: "Secret `s`" }]);
  });

  test("fails nothing where it may be what makes the rest of the line YAML", () => {
    const values = variables({ A: "[ { b: c } ]", q: null });
    expect(built(configMap("a: ${q}${A}${q}\nb: ${A}"), values)).toBe(
      "apiVersion: v1\ndata:\n  a: ${q}${A}${q}\n  b:\n  - b: c\nkind: ConfigMap\nmetadata:\n  name: c\n",
    );
    expect(problems([configMap("a: ${q}\nb: 'x ${A}'")], values)).toMatchObject([{ code: "invalid-substitution" }]);
  });
});

describe("values of Secrets", () => {
  const secret = (value: string) => variables({ S: value, A: "hello" }, { secrets: ["S"] });
  const withheld = (yaml: string, value: string) =>
    substituteObjects([resource(yaml)], secret(value), STRICT).resources[0]?.withheld;

  test.each([
    ["a: ${S}\nb: ${A}", "x", [["data", "a"]]],
    ["a: ${S}\nb: ${A}", "true", [["data", "a"]]],
    ["a: ${S}\nb: ${A}", "withheld", [["data", "a"]]],
    ["a: x # ${S}\nb: x", "y", undefined],
    [
      "a: ${#S}\nb: ${S:0:1}",
      "x",
      [
        ["data", "a"],
        ["data", "b"],
      ],
    ],
    ["${S}: a\nb: ${A}", "x", [["data"]]],
    ["a: [b, {c: '${S}'}]", "x", [["data", "a", "1", "c"]]],
    ["a: '${S}'", "{b: c, d: e}", [["data", "a"]]],
    ["a: ${A}", "x", undefined],
  ])("%j with %j", (data, value, paths) => {
    expect(withheld(configMap(data), value)).toEqual(paths);
  });

  test("stay as written where they would decide which object it is", () => {
    for (const [yaml, value] of [
      [configMap("a: ${S}", "name: c-${S}"), "hunter2"],
      [configMap("a: ${S}", "name: c\n  namespace: ${S}"), "hunter2"],
      [configMap("a: ${S}", "name: c\n  ${S}: d"), "hunter2"],
      [configMap('a: "x${S}"'), "x: y"],
    ] as const) {
      let told: readonly Diagnostic[];
      try {
        const { resources, diagnostics } = substituteObjects([resource(yaml)], secret(value), STRICT);
        told = diagnostics;
        expect(resources[0]?.yaml).toBe(resource(yaml).yaml);
        expect(diagnostics.map(({ code }) => code)).toEqual(["secret-in-identity"]);
      } catch (thrown) {
        told = diagnosticsOf(thrown);
      }
      expect(JSON.stringify(told)).not.toContain(value);
    }
  });

  test("are in no message, and outside of no withheld path", () => {
    const piece = fc.constantFrom(
      "${S}",
      "${A}",
      "${U:-${S}}",
      "${S:0:9}",
      "x",
      " ",
      ": ",
      "'",
      '"',
      "${S/Z/y}",
      "${A/h/${S}}",
      "#",
    );
    const field = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(""));
    const value = fc.constantFrom(
      "Zq7Xw9Kv2Rt5",
      "Zq7Xw9Kv2Rt5: b",
      "'Zq7Xw9Kv2Rt5",
      "{Zq7Xw9Kv2Rt5: 1}",
      "*Zq7Xw9Kv2Rt5",
      "[Zq7Xw9Kv2Rt5",
      "a\r  Zq7Xw9Kv2Rt5: c",
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("a", "b", "${S}", "x${A}"), field, { maxKeys: 4 }),
        fc.constantFrom("c", "c-${S}"),
        value,
        (data, name, text) => {
          const lines = Object.entries(data).map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`);
          const object = resource(configMap(lines.join("\n") || "a: b", `name: "${name}"`));
          expect(shownOf(object, secret(text))).not.toContain("Zq7X");
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** Everything of an object that may be shown, and all messages. */
function shownOf(object: BuiltResource, values: Variables): string {
  try {
    const { resources, diagnostics } = substituteObjects([object], values, STRICT);
    const [result] = resources;
    return JSON.stringify([diagnostics, result?.name, without(result?.value(), result?.withheld ?? [])]);
  } catch (thrown) {
    return JSON.stringify(diagnosticsOf(thrown));
  }
}

/** An object without the values at some paths. */
function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const path of paths) {
    let parent = copy as Record<string, Record<string, unknown>>;
    for (const step of path.slice(0, -1)) parent = parent[step] as never;
    delete parent[path.at(-1) as string];
  }
  return copy;
}

test("an object without expressions is what the way through YAML and JSON makes of it", () => {
  const scalar = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom("yes", "1e3", "017", "null", "2001-01-01", " a", "a\nb\n", "é"),
  );
  const data = fc.dictionary(
    fc.constantFrom("a", "b", "yes", "1", "x y"),
    fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
    { maxKeys: 4 },
  );
  fc.assert(
    fc.property(data, (values) => {
      fc.pre(!JSON.stringify(values).includes("$"));
      const object = resource(`apiVersion: v1\nkind: X\nmetadata: {name: c}\ndata: ${JSON.stringify(values)}\n`);
      // With one expression, the object takes the long way.
      const long = resource(
        `apiVersion: v1\nkind: X\nmetadata: {name: c}\ndata: ${JSON.stringify({ ...values, zz: "${A}" })}\n`,
      );
      const short = built(object.yaml, variables({ A: "x" }));
      expect(built(long.yaml, variables({ A: "x" })).replace(/^ {2}zz: x\n/m, "")).toBe(
        Object.keys(values).length === 0 ? built(long.yaml, variables({ A: "x" })).replace(/^ {2}zz: x\n/m, "") : short,
      );
    }),
    { numRuns: 500 },
  );
});
