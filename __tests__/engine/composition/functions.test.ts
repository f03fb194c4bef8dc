/** Functions as entries of compositions, and compositions with functions in the fields of kustomizations. */
import { describe, expect, test } from "@jest/globals";
import { buildIn, directoryOf, type Files, leaveNothing, names, OBJECTS } from "../../functions/workshop.ts";

leaveNothing();

/** Entries of a composition. */
function entry(script: string, name: string, more = ""): string {
  return `- apiVersion: example.com/v1
  kind: Fn
  metadata: {name: ${name}}
  runtime: {exec: {path: ./${script}}}
${more}`;
}

const HEAD = "kind: Composition\ntransformers:\n";
const ECHO = "#!/bin/sh\ncat\n";
const SHOW_INPUT = `#!/bin/sh
input=$(sed 's/^/    /')
cat <<END
apiVersion: v1
kind: ConfigMap
metadata: {name: input}
data:
  text: |
$input
END
`;
/** Adds a label to every object that has no labels. */
const LABEL = "#!/bin/sh\nsed 's/^  metadata:$/  metadata:\\n    labels: {painted: \"yes\"}/'\n";
const FAIL = "#!/bin/sh\ncat > /dev/null\necho wrong >&2\nexit 1\n";

async function build(files: Files, target = ""): ReturnType<typeof buildIn> {
  return buildIn(directoryOf(files), { target });
}

describe("T25 the first function", () => {
  test("gets an empty list", async () => {
    const { text } = await build({ "composition.yaml": HEAD + entry("fn", "first"), fn: SHOW_INPUT });
    expect(text).toContain("    items: []\n");
    expect(text).toContain("    functionConfig:\n");
    expect(text).not.toContain("runtime");
  });

  test("may return an empty list, and nothing is printed", async () => {
    const { text, diagnostics } = await build({ "composition.yaml": HEAD + entry("fn", "first"), fn: ECHO });
    expect({ text, diagnostics }).toEqual({ text: "", diagnostics: [] });
  });

  test("gets its config as before in a Kustomization", async () => {
    const { text } = await build({
      "kustomization.yaml": "transformers: [config.yaml]\n",
      "config.yaml": entry("fn", "first").replaceAll(/^(?:- |  )/gm, ""),
      fn: SHOW_INPUT,
    });
    expect(text).toContain("kind: Fn");
    expect(text).not.toContain("items: []");
  });
});

test("functions and built-ins run in the order of the list", async () => {
  const { text, diagnostics } = await build({
    "composition.yaml": `${HEAD}- kind: ResourceAccumulator
  paths: [objects.yaml]
- kind: PrefixTransformer
  prefix: before-
${entry("fn", "label")}- kind: SuffixTransformer
  suffix: -after
`,
    "objects.yaml": OBJECTS,
    fn: LABEL,
  });
  expect(diagnostics).toEqual([]);
  expect(names(text)).toEqual([
    "ConfigMap before-one-after",
    "ConfigMap before-two-after",
    "Service before-three-after",
  ]);
  expect(text?.match(/painted/g)).toHaveLength(3);
});

test("a function of an import runs in the directory of its composition", async () => {
  const { text } = await build(
    {
      "lib/composition.yaml": HEAD + entry("fn", "label"),
      "lib/fn": `#!/bin/sh\nbasename "$PWD" >&2\n${LABEL.slice(10)}`,
      "top/composition.yaml": `${HEAD}- kind: ResourceAccumulator
  paths: [objects.yaml]
transformersFrom: [{path: ../lib, importMode: append}]
`,
      "top/objects.yaml": OBJECTS,
    },
    "top",
  );
  expect(text?.match(/painted/g)).toHaveLength(3);
});

test("a function of an inline Kustomization runs in the directory of the composition that has it", async () => {
  const config = "apiVersion: example.com/v1\nkind: Fn\nmetadata: {name: NAME}\nruntime: {exec: {path: ./fn}}\n";
  const inline = config.replace("NAME", "text").replaceAll(/^(?=.)/gm, "    ");
  const { text, diagnostics } = await build(
    {
      "lib/composition.yaml": `${HEAD}- kind: ResourceAccumulator
  paths: [objects.yaml]
- kind: Kustomization
  transformers:
  - fn.yaml
  - |
${inline}`,
      "lib/objects.yaml": OBJECTS,
      "lib/fn.yaml": config.replace("NAME", "file"),
      "lib/fn": "#!/bin/sh\nsed 's/^    name: [a-z-]*$/&-x/'\n",
      "top/composition.yaml": "kind: Composition\ntransformersFrom: [{path: ../lib}]\n",
      "top/fn": FAIL,
    },
    "top",
  );
  expect(diagnostics).toEqual([]);
  expect(names(text)).toEqual(["ConfigMap one-x-x", "ConfigMap two-x-x", "Service three-x-x"]);
});

test("a function that prints nothing is an error, unless it got nothing", async () => {
  const files = { "objects.yaml": OBJECTS, fn: "#!/bin/sh\ncat > /dev/null\n" };
  const accumulator = "- kind: ResourceAccumulator\n  paths: [objects.yaml]\n";
  const { diagnostics } = await build({ ...files, "composition.yaml": HEAD + accumulator + entry("fn", "wipe") });
  expect(diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([
    "function-output composition.yaml:8",
  ]);
  expect((await build({ ...files, "composition.yaml": HEAD + entry("fn", "wipe") })).text).toBe("");
});

test("no function runs if a later one cannot", async () => {
  const directory = directoryOf({
    "composition.yaml": `${HEAD}${entry("fn", "first")}- apiVersion: example.com/v1\n  kind: Fn\n  metadata: {name: second}\n`,
    fn: "#!/bin/sh\necho ran >&2\ncat\n",
  });
  const { diagnostics, log } = await buildIn(directory);
  expect(diagnostics.map(({ code }) => code)).toEqual(["plugins-disabled"]);
  expect(log).toEqual([]);
});

describe("T28 a composition with functions", () => {
  const files = {
    "app/objects.yaml": OBJECTS,
    "comp/composition.yaml": HEAD + entry("fn", "label"),
  };
  const kustomization = (field: string): Files => ({
    "app/kustomization.yaml": `resources: [objects.yaml]\n${field}: [../comp]\n`,
  });

  test("changes the objects in transformers, whose order stays", async () => {
    const { text } = await build({ ...files, ...kustomization("transformers"), "comp/fn": LABEL }, "app");
    expect(names(text)).toEqual(["ConfigMap one", "ConfigMap two", "Service three"]);
    expect(text?.match(/painted/g)).toHaveLength(3);
  });

  test("changes nothing in validators", async () => {
    const { text, diagnostics } = await build({ ...files, ...kustomization("validators"), "comp/fn": LABEL }, "app");
    const plain = await build({ ...files, "app/kustomization.yaml": "resources: [objects.yaml]\n" }, "app");
    expect(diagnostics).toEqual([]);
    expect(text).toBe(plain.text);
  });

  test("fails the build in validators if it fails", async () => {
    const { diagnostics } = await build({ ...files, ...kustomization("validators"), "comp/fn": FAIL }, "app");
    expect(diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual(["function-failed comp/composition.yaml"]);
  });

  test("generates from an empty list in generators", async () => {
    const { text } = await build({ ...files, ...kustomization("generators"), "comp/fn": SHOW_INPUT }, "app");
    expect(names(text)).toEqual(["ConfigMap one", "ConfigMap two", "Service three", "ConfigMap input"]);
    expect(text).toContain("    items: []\n");
  });
});

describe("T38 in a Kustomization", () => {
  const CONFIG = "apiVersion: example.com/v1\nkind: Fn\nruntime: {exec: {path: ./fn}}\n";
  const common = { "objects.yaml": OBJECTS, fn: LABEL };

  test("an inline object works", async () => {
    const { text, diagnostics } = await build({
      ...common,
      "kustomization.yaml": `resources: [objects.yaml]
transformers:
- apiVersion: example.com/v1
  kind: Fn
  runtime: {exec: {path: ./fn}}
`,
    });
    expect(text?.match(/painted/g)).toHaveLength(3);
    expect(diagnostics.map(({ code }) => code)).toEqual(["inline-config"]);
  });

  test("an unnamed config of a function works", async () => {
    const { text } = await build({
      ...common,
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [a.yaml]\n",
      "a.yaml": CONFIG,
    });
    expect(text?.match(/painted/g)).toHaveLength(3);
  });

  test("two unnamed configs of one kind fail", async () => {
    const { diagnostics } = await build({
      ...common,
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [a.yaml, b.yaml]\n",
      "a.yaml": CONFIG,
      "b.yaml": CONFIG,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["id-conflict"]);
  });

  test("an unnamed built-in fails", async () => {
    const { diagnostics } = await build({
      ...common,
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [a.yaml]\n",
      "a.yaml": "apiVersion: builtin\nkind: PrefixTransformer\nprefix: a-\n",
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["invalid-resource"]);
  });
});
