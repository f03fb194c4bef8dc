/**
 * Configs that kustomize refuses: mappings in place of paths, and configs without a name;
 * docs/specification/function-configs.md 3.1 to 3.3.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { kebabCase } from "../../src/resource/default-name.ts";
import { buildIn, directoryOf, type Files, files, leaveNothing, names, OBJECTS, type Settings } from "./workshop.ts";

leaveNothing();

const ALL = ["ConfigMap one", "ConfigMap two", "Service three"];
const ANNOTATIONS = `annotations: {config.kubernetes.io/function: "exec: {path: ./fn}"}`;
/** A function that writes its config and the config's name to files. */
const FN = `cat > input; sed -n '/^functionConfig:/,$ s/^    name: //p' input >> ran; cat input\n`;
const named = (name: string): string =>
  `{apiVersion: example.com/v1, kind: Fn, metadata: {name: ${name}, ${ANNOTATIONS}}}`;
const unnamed = (kind: string, more = ""): string =>
  `{apiVersion: example.com/v1, kind: ${kind}, metadata: {${ANNOTATIONS}}${more}}`;

async function build(content: Files, settings: Settings = {}) {
  const directory = directoryOf({ "objects.yaml": OBJECTS, fn: `#!/bin/sh\n${FN}`, ...content });
  const { text, diagnostics } = await buildIn(directory, settings);
  const read = (file: string): string => readFileSync(join(directory, file), "utf8");
  return { names: names(text), diagnostics, read };
}

describe("a mapping in place of a path (docs/specification/function-configs.md 3.1)", () => {
  test.each(["generators", "transformers", "validators"] as const)("of %s", async (field) => {
    const made =
      field === "generators"
        ? "#!/bin/sh\necho '{apiVersion: v1, kind: Pod, metadata: {name: made}}'\n"
        : "#!/bin/sh\ncat\n";
    const outcome = await build({
      "kustomization.yaml": `resources: [objects.yaml]\n${field}:\n- ${named("fn")}\n`,
      fn: made,
    });
    expect(outcome.names).toEqual(field === "generators" ? [...ALL, "Pod made"] : ALL);
    expect(outcome.diagnostics).toMatchObject([
      {
        code: "inline-config",
        severity: "notice",
        file: "kustomization.yaml",
        line: 3,
        message: `\`${field}[0]\` is a mapping, which kustomize refuses`,
      },
    ]);
  });

  test("runs in order among inline texts, before files", async () => {
    const outcome = await build({
      "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n- file.yaml\n- ${named("first")}\n- |\n  ${named("second")}\n- ${named("third")}\n`,
      "file.yaml": named("last"),
    });
    expect([outcome.names, outcome.read("ran")]).toEqual([ALL, "first\nsecond\nthird\nlast\n"]);
  });

  test("works in a component, and for a built-in", async () => {
    const outcome = await build({
      "kustomization.yaml": "resources: [objects.yaml]\ncomponents: [part]\n",
      "part/kustomization.yaml": `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
transformers:
- apiVersion: builtin
  kind: PrefixTransformer
  metadata: {name: p}
  prefix: p-
  fieldSpecs: [{path: metadata/name}]
`,
    });
    expect(outcome.names).toEqual(["ConfigMap p-one", "ConfigMap p-two", "Service p-three"]);
  });

  test("reads values like kustomizations", async () => {
    const config = (values: string): string =>
      `{apiVersion: e/v1, kind: Fn, metadata: {name: fn, ${ANNOTATIONS}}, values: [${values}]}`;
    const inMapping = await build({
      "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n- ${config('yes, 012, "1", 1e3, null')}\n`,
    });
    const inFile = await build({
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
      "config.yaml": config('true, 10, "1", 1000, null'),
    });
    expect(inMapping.read("input")).toBe(inFile.read("input"));
  });

  test.each([
    ["without kind", "{apiVersion: v1}", "invalid-resource", /has no kind/],
    ["a built-in without a name", "{apiVersion: builtin, kind: PrefixTransformer}", "invalid-resource", /has no name/],
    ["a list", "[a]", "wrong-type", /must be a string/],
    ["infinity", "{kind: Fn, a: .inf}", "not-representable", /JSON/],
  ])("%s is an error at its place", async (_, entry, code, message) => {
    const outcome = await build({ "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n- ${entry}\n` });
    const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject([
      { code, file: "kustomization.yaml", line: 3, message: expect.stringMatching(message) },
    ]);
    expect(errors[0]?.message).not.toContain("inline text");
  });
});

describe("a config without a name (docs/specification/function-configs.md 3.2)", () => {
  test.each([
    ["JavaApplication", "java-application"],
    ["HTTPLoadBalancer", "http-load-balancer"],
    ["ConfigMapGenerator", "config-map-generator"],
    ["K8sThing", "k8s-thing"],
    ["IAMPolicyGenerator", "iam-policy-generator"],
    ["SOPS", "sops"],
    ["already-small", "already-small"],
    ["", ""],
  ])("%j gives %j (docs/specification/function-configs.md 3.3)", (kind, name) => {
    expect(kebabCase(kind)).toBe(name);
  });

  test.each([
    ["in a file", "- config.yaml"],
    ["in a text", `- |\n  ${unnamed("SetOwner")}`],
    ["in a text of one line", `- '${unnamed("SetOwner")}'`],
    ["in a mapping", `- ${unnamed("SetOwner")}`],
  ])("is named after its kind, %s", async (_, entry) => {
    const outcome = await build({
      "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n${entry}\n`,
      "config.yaml": unnamed("SetOwner"),
    });
    expect([outcome.names, outcome.read("ran")]).toEqual([ALL, "set-owner\n"]);
  });

  test.each([
    ["no metadata", "runtime: {exec: {path: ./fn}}"],
    ["a metadata of null", "metadata: null\nruntime: {exec: {path: ./fn}}"],
    ["a name of null", "metadata: {name: null, labels: {a: b}}\nruntime: {exec: {path: ./fn}}"],
    ["an empty name", 'metadata: {name: ""}\nruntime: {exec: {path: ./fn}}'],
  ])("works with %s", async (_, more) => {
    const outcome = await build({
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
      "config.yaml": `apiVersion: example.com/v1\nkind: SetOwner\n${more}\n`,
    });
    expect([outcome.names, outcome.diagnostics]).toEqual([ALL, []]);
    expect(outcome.read("ran")).toBe("set-owner\n");
  });

  test("is named separately in each build that reads its file", async () => {
    const outcome = await build(
      {
        "kustomization.yaml": "resources: [a, b, c]\n",
        ...Object.fromEntries(
          ["a", "b", "c"].flatMap((name) => [
            [
              `${name}/kustomization.yaml`,
              `resources: [objects.yaml]\nnamePrefix: ${name}-\ntransformers: [../config.yaml]\n`,
            ],
            [`${name}/objects.yaml`, OBJECTS],
            [`${name}/fn`, "#!/bin/sh\ncat\n"],
          ]),
        ),
        "config.yaml": unnamed("SetOwner"),
      },
      { build: { loadRestrictor: "none" } },
    );
    expect(outcome.names).toHaveLength(9);
  });

  test("two of one kind are an error", async () => {
    const outcome = await build({
      "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n- config.yaml\n- ${unnamed("SetOwner")}\n`,
      "config.yaml": unnamed("SetOwner", ", a: b"),
    });
    expect(outcome.diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      { message: expect.stringContaining("set-owner") },
    ]);
  });

  test("two of different kinds are allowed", async () => {
    const outcome = await build({
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
      "config.yaml": `${unnamed("SetOwner")}\n---\n${unnamed("AllowList")}\n`,
    });
    expect([outcome.names, outcome.read("ran")]).toEqual([ALL, "set-owner\nallow-list\n"]);
  });

  test.each([
    ["a built-in", "apiVersion: builtin\nkind: PrefixTransformer\nprefix: a\n"],
    ["a kustomization", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n"],
  ])("%s keeps its error", async (_, config) => {
    const content = files("transformers", "cat", { "config.yaml": config });
    expect((await build(content)).diagnostics).toMatchObject([
      { code: "invalid-resource", file: "config.yaml", message: expect.stringContaining("missing metadata.name") },
    ]);
  });
});
