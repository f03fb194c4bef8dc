/**
 * Executables of API groups as KEP-993 describes them. kustomize does not run them; docs/specification/legacy-plugins.md 3.
 */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { directoryOf, type Files, leaveNothing, names, type Outcome } from "../workshop.ts";
import { buildWith, exists, OBJECTS } from "./plugin-workshop.ts";

leaveNothing();

const GROUP = "team.example.com";

/** A plugin that writes its input and working directory to `seen.<subcommand>.<call>` beside the home and runs a script. */
function plugin(generate: string, transform: string): string {
  return `#!/bin/sh
top="$(dirname "$0")/../../.."
call=$(ls "$top" | grep -c "^seen.$1" )
seen="$top/seen.$1.$call"
cat > "$seen"
pwd > "$top/cwd"
printf '%s' "$*" > "$top/argv"
printf '%s' "$KUSTOMIZE_PLUGIN_CONFIG_ROOT" > "$top/root-variable"
printf '%s' "$KUSTOMIZE_PLUGIN_CONFIG_STRING" > "$top/string-variable"
case "$1" in
generate) ${generate} ;;
transform) ${transform} ;;
*) exit 127 ;;
esac
`;
}

const ECHO = 'cat "$seen"';
const MAKE = "echo '{apiVersion: v1, kind: Pod, metadata: {name: made}}'";
const EDIT = 'sed "s/key: value/key: new/" "$seen"';

/** Configs without names, and with the field of the KEP's samples. */
const CONFIGS = `groupVersion: ${GROUP}/v1beta1
kind: CommonApp
generate:
  size: big
  image: foo
---
apiVersion: ${GROUP}/v1
kind: CommonApp
metadata: {name: named}
`;

function files(kustomization: string, script: string, more: Files = {}): Files {
  return {
    "root/kustomization.yaml": `resources: [objects.yaml]\n${kustomization}\n`,
    "root/objects.yaml": OBJECTS,
    "root/app.yaml": CONFIGS,
    [`config/kustomize/plugins/${GROUP}`]: script,
    ...more,
  };
}

function build(content: Files | string): Promise<Outcome> {
  const directory = typeof content === "string" ? content : directoryOf(content);
  return buildWith(directory, { env: { XDG_CONFIG_HOME: join(directory, "config") } });
}

function seen(directory: string, name: string): string {
  return readFileSync(join(directory, name), "utf8");
}

const SENT_CONFIGS = `generate:
  image: foo
  size: big
groupVersion: ${GROUP}/v1beta1
kind: CommonApp
---
apiVersion: ${GROUP}/v1
kind: CommonApp
metadata:
  name: named
`;

describe("calls (docs/specification/legacy-plugins.md 3.3, 3.4)", () => {
  test("one call to generate and one to transform (docs/specification/legacy-plugins.md 3.2)", async () => {
    const directory = directoryOf(files("generators: [app.yaml]", plugin(MAKE, EDIT)));
    const { text, diagnostics } = await build(directory);
    expect(names(text)).toEqual(["ConfigMap one", "ConfigMap two", "Pod made"]);
    expect(text).toContain("key: new");
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["deprecated-plugin", "notice"],
      ["deprecated-plugin", "notice"],
    ]);
    expect(seen(directory, "seen.generate.0")).toBe(SENT_CONFIGS);
    const sent = seen(directory, "seen.transform.0");
    expect(sent.startsWith(`${SENT_CONFIGS}---\napiVersion: v1\n`)).toBe(true);
    expect(names(sent.replace(SENT_CONFIGS, ""))).toEqual(["ConfigMap one", "ConfigMap two", "Pod made"]);
    expect([exists(directory, "seen.generate.1"), exists(directory, "seen.transform.1")]).toEqual([false, false]);
  });

  test("in the kustomization's directory, one argument (docs/specification/legacy-plugins.md 3.8)", async () => {
    const directory = directoryOf(files("generators: [app.yaml]", plugin(MAKE, ECHO)));
    await build(directory);
    expect(seen(directory, "cwd")).toBe(`${join(directory, "root")}\n`);
    expect(seen(directory, "root-variable")).toBe(join(directory, "root"));
    expect(seen(directory, "string-variable")).toBe(SENT_CONFIGS);
    expect(seen(directory, "argv")).toBe("transform");
  });

  test("one call to transform for configs of both fields (docs/specification/legacy-plugins.md 3.5)", async () => {
    const directory = directoryOf(
      files("generators: [app.yaml]\ntransformers: [prefix.yaml, more.yaml]", plugin(MAKE, ECHO), {
        "root/more.yaml": `apiVersion: ${GROUP}/v1\nkind: Other\n`,
        "root/prefix.yaml":
          "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: x}\nprefix: p-\nfieldSpecs: [{path: metadata/name}]\n",
      }),
    );
    const { text } = await build(directory);
    expect(names(text)).toEqual(["ConfigMap p-one", "ConfigMap p-two", "Pod p-made"]);
    expect(exists(directory, "seen.transform.1")).toBe(false);
    const sent = seen(directory, "seen.transform.0");
    expect(sent.startsWith(`${SENT_CONFIGS}---\napiVersion: ${GROUP}/v1\nkind: Other\n---\n`)).toBe(true);
    expect(sent).toContain("name: one\n");
  });

  test("the configs of each level are one call", async () => {
    const base = files("transformers: [app.yaml]", plugin(MAKE, ECHO));
    const directory = directoryOf({
      ...base,
      "root/kustomization.yaml": "resources: [base]\ntransformers: [app.yaml]\n",
      "root/base/kustomization.yaml": base["root/kustomization.yaml"] as string,
      "root/base/objects.yaml": OBJECTS,
      "root/base/app.yaml": CONFIGS,
    });
    expect((await build(directory)).text).toBeDefined();
    expect([exists(directory, "seen.transform.1"), exists(directory, "seen.transform.2")]).toEqual([true, false]);
  });

  test("groups run in the order in which they appear (docs/specification/legacy-plugins.md 3.3)", async () => {
    const second = plugin(MAKE, 'sed "s/key: new/key: newer/" "$seen"');
    const content = files("transformers: [app.yaml, other.yaml]", plugin(MAKE, EDIT), {
      "root/other.yaml": "apiVersion: other.example.com/v1\nkind: X\n",
      "config/kustomize/plugins/other.example.com": second,
    });
    expect((await build(content)).text).toContain("key: newer");
    const turned = {
      ...content,
      "root/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [other.yaml, app.yaml]\n",
    };
    expect((await build(turned)).text).toContain("key: new\n");
  });

  test("without objects, transform gets only the configs (docs/specification/legacy-plugins.md 3.4)", async () => {
    const directory = directoryOf({
      ...files("", plugin(MAKE, ECHO)),
      "root/kustomization.yaml": "transformers: [app.yaml]\n",
    });
    expect((await build(directory)).text).toBe("");
    expect(seen(directory, "seen.transform.0")).toBe(SENT_CONFIGS);
  });

  test("objects of its own group in its output are dropped", async () => {
    const script = plugin(`${ECHO}; echo ---; ${MAKE}`, ECHO);
    expect(names((await build(files("generators: [app.yaml]", script))).text)).toEqual([
      "ConfigMap one",
      "ConfigMap two",
      "Pod made",
    ]);
  });

  test("objects of its own group are not sent and stay", async () => {
    const own = `${OBJECTS}---\napiVersion: ${GROUP}/v1\nkind: Real\nmetadata:\n  name: real\n`;
    const directory = directoryOf(files("transformers: [app.yaml]", plugin(MAKE, EDIT), { "root/objects.yaml": own }));
    const { text } = await build(directory);
    expect(text).toBe(own.replace("key: value", "key: new"));
    expect(seen(directory, "seen.transform.0")).not.toContain("Real");
  });

  test("it may print nothing if all objects are of its own group", async () => {
    const own = `apiVersion: ${GROUP}/v1\nkind: Real\nmetadata:\n  name: real\n`;
    const content = files("transformers: [app.yaml]", plugin(MAKE, ":"), { "root/objects.yaml": own });
    expect((await build(content)).text).toBe(own);
  });

  test("it must print objects of other groups (docs/specification/wire-format.md 3.5)", async () => {
    const { diagnostics } = await build(files("transformers: [app.yaml]", plugin(MAKE, ":")));
    expect(diagnostics).toMatchObject([{ code: "plugin-restricted" }]);
    expect(diagnostics[0]?.message).toContain("removes ConfigMap one");
  });

  test("objects carry the state of the build (docs/specification/wire-format.md 5.1)", async () => {
    const content = files(
      "namePrefix: p-\nconfigMapGenerator: [{name: made, literals: [a=b]}]\ntransformers: [app.yaml]",
      plugin(MAKE, EDIT),
    );
    expect(names((await build(content)).text)).toEqual([
      "ConfigMap p-one",
      "ConfigMap p-two",
      expect.stringMatching(/^ConfigMap p-made-\w{10}$/),
    ]);
  });
});

describe("exit status 127 (docs/specification/legacy-plugins.md 3.2)", () => {
  const NO = "exit 127";
  test.each([
    ["generators", NO, ECHO, "generate", "List its config under `transformers` only"],
    ["transformers", MAKE, NO, "transform", "List its config under `generators`"],
    ["validators", MAKE, NO, "transform", "List its config under `generators`"],
  ])("of %s: generate %s, transform %s is an error", async (field, generate, transform, subcommand, hint) => {
    const { diagnostics } = await build(files(`${field}: [app.yaml]`, plugin(generate, transform)));
    expect(diagnostics).toMatchObject([{ code: "function-failed", file: "root/app.yaml", line: 1 }]);
    expect(diagnostics[0]?.message).toContain(`the plugin ${GROUP} ${subcommand} (`);
    expect(diagnostics[0]?.hint).toContain(hint);
  });

  test.each([
    ["generators", MAKE, NO, ["ConfigMap one", "ConfigMap two", "Pod made"]],
    ["transformers", NO, ECHO, ["ConfigMap one", "ConfigMap two"]],
  ])("of %s: generate %s, transform %s is allowed", async (field, generate, transform, expected) => {
    const { text } = await build(files(`${field}: [app.yaml]`, plugin(generate, transform)));
    expect(names(text)).toEqual(expected);
  });

  test("of transform is an error if the config is listed under both fields", async () => {
    const { diagnostics } = await build(
      files("generators: [app.yaml]\ntransformers: [more.yaml]", plugin(MAKE, NO), {
        "root/more.yaml": `apiVersion: ${GROUP}/v1\nkind: Other\n`,
      }),
    );
    expect(diagnostics).toMatchObject([{ code: "function-failed" }]);
  });

  test.each(["generators", "transformers"])("another status fails %s", async (field) => {
    const { diagnostics } = await build(files(`${field}: [app.yaml]`, plugin("exit 3", "echo no >&2; exit 3")));
    expect(diagnostics).toMatchObject([{ code: "function-failed" }]);
    expect(diagnostics[0]?.message).toContain("exit status 3");
  });

  test("another status fails the implicit transformation", async () => {
    const { diagnostics } = await build(files("generators: [app.yaml]", plugin(MAKE, "exit 1")));
    expect(diagnostics).toMatchObject([{ code: "function-failed" }]);
  });
});

describe("a transformation must only change fields (docs/specification/legacy-plugins.md 3.9)", () => {
  test.each([
    ["adds Pod p", `${ECHO}; echo ---; echo '{apiVersion: v1, kind: Pod, metadata: {name: p}}'`],
    ["removes ConfigMap two", `awk '/name: two/ {exit} {a = a "\\n" $0} /^---/ {b = a} END {print b}' "$seen"`],
    ["removes ConfigMap one and adds ConfigMap p-one", 'sed "s/^  name: one/  name: p-one/" "$seen"'],
    ["removes ConfigMap one and adds ConfigMap n/one", 'sed "s/^  name: one/  namespace: n\\n  name: one/" "$seen"'],
  ])("is an error if it %s", async (message, script) => {
    const { diagnostics, text } = await build(files("transformers: [app.yaml]", plugin(MAKE, script)));
    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "plugin-restricted", file: "root/app.yaml" }]);
    expect(diagnostics[0]?.message).toContain(`${message}, which KEP-993 forbids`);
    expect(diagnostics[0]?.hint).toContain("generate");
  });

  test("a generator must not add objects in its second call (docs/specification/legacy-plugins.md 3.6)", async () => {
    const script = plugin(MAKE, `${ECHO}; echo ---; echo '{apiVersion: v1, kind: Pod, metadata: {name: p}}'`);
    const { diagnostics } = await build(files("generators: [app.yaml]", script));
    expect(diagnostics).toMatchObject([{ code: "plugin-restricted" }]);
  });

  test("an object must not come back twice", async () => {
    const { diagnostics } = await build(files("transformers: [app.yaml]", plugin(MAKE, `${ECHO}; echo ---; ${ECHO}`)));
    expect(diagnostics).toMatchObject([{ code: "function-duplicate" }]);
  });

  test("the namespace `default` may be written out", async () => {
    const { text } = await build(
      files(
        "transformers: [app.yaml]",
        plugin(MAKE, 'sed "s/^  name: one/  namespace: default\\n  name: one/" "$seen"'),
      ),
    );
    expect(text).toContain("namespace: default");
  });

  test("a validator must not change objects (docs/specification/wire-format.md 7)", async () => {
    expect((await build(files("validators: [app.yaml]", plugin(MAKE, ECHO)))).text).toBe(OBJECTS);
    const { diagnostics } = await build(files("validators: [app.yaml]", plugin(MAKE, EDIT)));
    expect(diagnostics).toMatchObject([{ code: "validator-modifies" }]);
  });
});

describe("configs (docs/specification/legacy-plugins.md 3.6, 3.11)", () => {
  test.each([
    ["groupVersion with a version", `groupVersion: ${GROUP}/v1\nkind: A\n`],
    ["groupVersion without one", `groupVersion: ${GROUP}\nkind: A\n`],
    ["apiVersion", `apiVersion: ${GROUP}/v1\nkind: A\n`],
    ["a name, as other configs have", `groupVersion: ${GROUP}\nkind: A\nmetadata: {name: x}\n`],
    ["two without names, of one kind", `groupVersion: ${GROUP}\nkind: A\n---\ngroupVersion: ${GROUP}\nkind: A\n`],
    ["metadata without a name", `groupVersion: ${GROUP}\nkind: A\nmetadata: {labels: {a: b}}\n`],
  ])("%s", async (_, config) => {
    const script = plugin(MAKE, "exit 127");
    const { text } = await build(files("generators: [app.yaml]", script, { "root/app.yaml": config }));
    expect(names(text)).toContain("Pod made");
    const inline = `generators:\n- |\n${config.replace(/^/gm, "  ")}`;
    expect(names((await build(files(inline, script))).text)).toContain("Pod made");
  });

  test("keep their order, with or without names", async () => {
    const of = (kind: string, more = ""): string => `groupVersion: ${GROUP}\nkind: ${kind}\n${more}`;
    const config = [of("A"), of("B", "metadata: {name: b}\n"), of("C"), of("D"), of("E", "metadata: {name: e}\n")].join(
      "---\n",
    );
    const directory = directoryOf(
      files("generators: [app.yaml]", plugin(MAKE, "exit 127"), { "root/app.yaml": config }),
    );
    await build(directory);
    expect(seen(directory, "seen.generate.0").match(/kind: ./g)).toEqual(
      ["A", "B", "C", "D", "E"].map((kind) => `kind: ${kind}`),
    );
  });

  test.each([
    ["of other groups are named after their kind", "apiVersion: other.example.com/v1\nkind: A\n", "plugin-not-found"],
    ["need a kind", `groupVersion: ${GROUP}\n`, "invalid-resource"],
  ])("%s", async (_, config, code) => {
    const { diagnostics } = await build(
      files("generators: [app.yaml]", plugin(MAKE, ECHO), { "root/app.yaml": config }),
    );
    expect(diagnostics).toMatchObject([{ code }]);
  });

  test("resources of the group need a name", async () => {
    const { diagnostics } = await build(
      files("generators: [app.yaml]", plugin(MAKE, ECHO), {
        "root/objects.yaml": `apiVersion: ${GROUP}/v1\nkind: A\n`,
      }),
    );
    expect(diagnostics).toMatchObject([{ code: "invalid-resource", file: "root/objects.yaml" }]);
  });
});

describe("the executable (docs/specification/legacy-plugins.md 3.1, 3.3)", () => {
  test("of generators may be in generators/", async () => {
    const script = plugin(MAKE, "exit 127").replace("/../../..", "/../../../..");
    const content = { ...files("generators: [app.yaml]", script) };
    const place = `config/kustomize/plugins/${GROUP}`;
    const moved: Files = {
      ...Object.fromEntries(Object.entries(content).filter(([path]) => path !== place)),
      [`config/kustomize/plugins/generators/${GROUP}`]: script,
    };
    expect(names((await build(moved)).text)).toContain("Pod made");
    const asTransformer = {
      ...moved,
      "root/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [app.yaml]\n",
    };
    expect((await build(asTransformer)).diagnostics).toMatchObject([{ code: "plugin-not-found" }]);
  });

  test("comes after a plugin of the kind", async () => {
    const directory = directoryOf(
      files("generators: [app.yaml]", plugin("exit 9", "exit 9"), {
        "root/app.yaml": `apiVersion: ${GROUP}/v1\nkind: CommonApp\nmetadata: {name: x}\n`,
        [`config/kustomize/plugin/${GROUP}/v1/commonapp/CommonApp`]: `#!/bin/sh\n${MAKE}\n`,
      }),
    );
    expect(names((await build(directory)).text)).toContain("Pod made");
  });

  test("is missing (docs/specification/legacy-plugins.md 3.7)", async () => {
    const config = "apiVersion: other.example.com/v1\nkind: A\nmetadata: {name: x}\n";
    const { diagnostics } = await build(
      files("generators: [app.yaml]", plugin(MAKE, ECHO), { "root/app.yaml": config }),
    );
    expect(diagnostics).toMatchObject([{ code: "plugin-not-found" }]);
    expect(diagnostics[0]?.message).toContain("/config/kustomize/plugins/other.example.com, nor ");
    expect(diagnostics[0]?.message).toContain("/config/kustomize/plugins/generators/other.example.com");
  });

  test("is not executable", async () => {
    const directory = directoryOf(files("generators: [app.yaml]", plugin(MAKE, ECHO)));
    chmodSync(join(directory, `config/kustomize/plugins/${GROUP}`), 0o644);
    expect((await build(directory)).diagnostics).toMatchObject([{ code: "plugin-not-executable" }]);
  });

  test.each(["..", ".", "a\\b"])("does not exist for the group %j", async (group) => {
    const directory = directoryOf(
      files("generators: [app.yaml]", plugin(MAKE, ECHO), {
        "root/app.yaml": `groupVersion: '${group}'\nkind: A\nmetadata: {name: x}\n`,
      }),
    );
    expect((await build(directory)).diagnostics).toMatchObject([{ code: "plugin-not-found" }]);
  });
});
