/** Executables for one kind; docs/specification/legacy-plugins.md 1, 2. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { pluginHomes } from "../../../src/functions/index.ts";
import { splitWords } from "../../../src/functions/legacy/split-words.ts";
import { unless } from "../../unless.ts";
import { buildIn, directoryOf, endOf, type Files, leaveNothing, NO_KUSTOMIZE, names } from "../workshop.ts";
import { buildWith, exists, kustomizeWith, OBJECTS, pluginConfig, pluginPath, withPlugin } from "./plugin-workshop.ts";

leaveNothing();
const compared = unless(NO_KUSTOMIZE, test);

/** A plugin that writes all of its inputs into a directory beside the kustomization. */
const RECORD = `out="$KUSTOMIZE_PLUGIN_CONFIG_ROOT/../seen"
mkdir -p "$out"
cat > "$out/stdin"
cat "$1" > "$out/config"
printf '%s' "$KUSTOMIZE_PLUGIN_CONFIG_STRING" > "$out/string"
printf '%s' "$KUSTOMIZE_PLUGIN_CONFIG_ROOT" > "$out/root"
pwd > "$out/cwd"
basename "$1" | sed 's/[0-9]*$//' > "$out/argv"
shift
for word in "$@"; do printf '<%s>\\n' "$word" >> "$out/argv"; done
`;
const SEEN = ["stdin", "config", "string", "root", "cwd", "argv"];

function seenIn(directory: string): Record<string, string> {
  const found = SEEN.map((name) => [name, readFileSync(join(directory, "seen", name), "utf8")]);
  rmSync(join(directory, "seen"), { recursive: true });
  return Object.fromEntries(found);
}

const CONFIG = `# dropped
zebra: 1
list: [b, a]
argsOneLiner: one 'two three' "fo\\"ur" fi\\ ve '' six # seven
argsFromFile: args.txt
`;

const RECORDED: readonly (readonly [row: string, files: Files])[] = [
  [
    "a transformer (docs/specification/legacy-plugins.md 2.1, 2.2)",
    withPlugin(
      "transformers",
      `${RECORD}cat "$out/stdin"`,
      {
        "root/args.txt": "  a b  \n\n\tc\n# d\n'e f'\n",
        "root/kustomization.yaml":
          "resources: [base]\nconfigMapGenerator: [{name: made, literals: [a=b]}]\nnamePrefix: p-\ntransformers: [config.yaml]\n",
        "root/base/kustomization.yaml": "resources: [objects.yaml]\nnameSuffix: -s\n",
        "root/base/objects.yaml": OBJECTS,
      },
      CONFIG,
    ),
  ],
  [
    "a generator (docs/specification/legacy-plugins.md 2.1, 2.5)",
    withPlugin("generators", `${RECORD}echo '{apiVersion: v1, kind: Secret, metadata: {name: made}}'`),
  ],
  ["a validator (docs/specification/legacy-plugins.md 2.7)", withPlugin("validators", RECORD)],
  [
    "a transformer of nothing (docs/specification/legacy-plugins.md 2.5)",
    withPlugin("transformers", RECORD, { "root/kustomization.yaml": "transformers: [config.yaml]\n" }),
  ],
  [
    "what origins a plugin sees (docs/specification/wire-format.md 8.6)",
    withPlugin("transformers", `${RECORD}cat "$out/stdin"`, {
      "root/kustomization.yaml":
        "resources: [objects.yaml]\nnamePrefix: p-\ntransformers: [config.yaml]\nbuildMetadata: [originAnnotations, transformerAnnotations]\n",
    }),
  ],
  [
    "a config that came through a directory (docs/specification/legacy-plugins.md 1.1)",
    withPlugin("transformers", `${RECORD}cat "$out/stdin"`, {
      "root/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [configs]\n",
      "root/configs/kustomization.yaml": "resources: [config.yaml]\nnamePrefix: p-\n",
      "root/configs/config.yaml": pluginConfig("Plug", CONFIG.replace("argsFromFile: args.txt\n", "")),
    }),
  ],
];

describe("argv, directory, config and input as in kustomize (docs/specification/legacy-plugins.md 2.1)", () => {
  compared.each(RECORDED)("%s", async (_, content) => {
    const directory = directoryOf(content);
    const theirs = kustomizeWith(directory);
    expect(theirs.error).toBe("");
    const expected = seenIn(directory);
    const ours = await buildWith(directory);
    expect(ours.diagnostics).toEqual([]);
    expect(seenIn(directory)).toEqual(expected);
    expect(ours.text).toBe(theirs.text);
  });
});

test("the exact arguments (docs/specification/legacy-plugins.md 2.1)", async () => {
  const [, content] = RECORDED[0] as (typeof RECORDED)[0];
  const directory = directoryOf(content);
  await buildWith(directory);
  expect(seenIn(directory)["argv"]).toBe(
    "kust-plugin-config-\n<one>\n<two three>\n<fo\"ur>\n<fi ve>\n<six>\n<a b  >\n<\tc>\n<# d>\n<'e f'>\n",
  );
});

describe("argsOneLiner (docs/specification/legacy-plugins.md 2.2)", () => {
  test.each([
    ["a b\tc\n d", ["a", "b", "c", "d"]],
    ["'a b' \"c d\" e'f 'g", ["a b", "c d", "ef g"]],
    ['a\\ b \'\\\' "\\""', ["a b", "\\", '"']],
    ["'' \"\" a", ["a"]],
    ["a#b c", ["a"]],
    ["'#' \\# x # y", ["#", "#", "x"]],
    ["a\u00a0b\u0085c\u3000d\ufeffe", ["a", "b", "c", "d\ufeffe"]],
    ["a\\", ["a"]],
    ["", []],
  ])("%j", (line, expected) => {
    expect(splitWords(line)).toEqual(expected);
  });

  test.each(["'a", 'a "b', "\"a'"])("%j has an open quote", (line) => {
    expect(splitWords(line)).toBeUndefined();
  });

  test.each([
    ['argsOneLiner: "\'a"\n', { code: "invalid-value", file: "root/config.yaml", line: 5 }],
    ["argsOneLiner: [a]\n", { code: "wrong-type", file: "root/config.yaml", line: 5 }],
    ["argsFromFile: absent\n", { code: "file-not-found", file: "root/config.yaml", line: 5 }],
    ["argsFromFile: ../secret\n", { code: "outside-root", file: "root/config.yaml", line: 5 }],
  ])("%j is an error at its place", async (config, expected) => {
    const content = withPlugin("transformers", "touch ran", { secret: "x" }, config);
    const directory = directoryOf(content);
    expect((await buildWith(directory)).diagnostics).toMatchObject([expected]);
    expect(exists(directory, "root/ran")).toBe(false);
  });

  test("numbers and booleans are accepted as text", async () => {
    const script = `echo "{apiVersion: v1, kind: Pod, metadata: {name: '$2$3'}}"`;
    const { text } = await buildWith(withPlugin("generators", script, {}, "argsOneLiner: 012\n"));
    expect(names(text)).toContain("Pod 10");
  });
});

describe("the home (docs/specification/legacy-plugins.md 1.2)", () => {
  const ALL = { KUSTOMIZE_PLUGIN_HOME: "/k", XDG_CONFIG_HOME: "/x", HOME: "/h" };
  test("the places, in order", () => {
    expect(pluginHomes(ALL, "/").places.map(({ path }) => path)).toEqual([
      "/k",
      "/x/kustomize/plugin",
      "/h/.config/kustomize/plugin",
      "/h/kustomize/plugin",
    ]);
    expect(pluginHomes({}, "/").places.map(({ path }) => path)).toEqual([undefined, undefined, undefined, undefined]);
    expect([
      pluginHomes(ALL, "/").groups,
      pluginHomes({ HOME: "/h" }, "/").groups,
      pluginHomes({}, "/").groups,
    ]).toEqual(["/x/kustomize/plugins", "/h/.config/kustomize/plugins", undefined]);
    expect(pluginHomes({ KUSTOMIZE_PLUGIN_HOME: "p" }, "/c").places[0]?.path).toBe("/c/p");
  });

  test.each([
    ["KUSTOMIZE_PLUGIN_HOME", "k", "k"],
    ["XDG_CONFIG_HOME", "x", "x/kustomize/plugin"],
    ["HOME", "h", "h/.config/kustomize/plugin"],
    ["HOME", "h", "h/kustomize/plugin"],
  ])("$%s/… %s %s", async (name, value, home) => {
    const directory = directoryOf({
      ...withPlugin("generators", "exit 9"),
      [pluginPath("Plug", home)]: "#!/bin/sh\necho '{apiVersion: v1, kind: Pod, metadata: {name: made}}'\n",
    });
    const { text } = await buildWith(directory, { env: { [name]: join(directory, value) } });
    expect(names(text)).toEqual(["ConfigMap one", "ConfigMap two", "Pod made"]);
  });

  test("is the first that exists, even if the plugin is in another", async () => {
    const directory = directoryOf(withPlugin("generators", "exit 9"));
    mkdirSync(join(directory, "empty"));
    const env = { KUSTOMIZE_PLUGIN_HOME: join(directory, "empty"), HOME: directory };
    const { diagnostics } = await buildWith(directory, { env });
    expect(diagnostics).toMatchObject([{ code: "plugin-not-found" }]);
    expect(diagnostics[0]?.message).toContain(join(directory, "empty/plugins.example.com/v1/plug/Plug.so"));
  });

  test("if there is none, the message lists the four places (docs/specification/legacy-plugins.md 1.2)", async () => {
    const { diagnostics } = await buildWith(withPlugin("generators", "exit 9"), {
      env: { KUSTOMIZE_PLUGIN_HOME: "/nowhere/k", HOME: "/nowhere" },
    });
    expect(diagnostics).toMatchObject([
      { code: "plugin-not-found", file: "root/config.yaml", object: "Plug notImportantHere" },
    ]);
    expect(diagnostics[0]?.message).toContain(
      "tried: '/nowhere/k' (homed in $KUSTOMIZE_PLUGIN_HOME), <no value> (homed in $XDG_CONFIG_HOME), " +
        "'/nowhere/.config/kustomize/plugin' (homed in default value of $XDG_CONFIG_HOME), " +
        "'/nowhere/kustomize/plugin' (homed in home directory)",
    );
  });
});

describe("files that do not run (docs/specification/legacy-plugins.md 1.3)", () => {
  test("a file without an x bit, also beside a .so (docs/specification/legacy-plugins.md 1.3)", async () => {
    const directory = directoryOf({ ...withPlugin("generators", ":"), [`${pluginPath("Plug")}.so`]: "x" });
    chmodSync(join(directory, pluginPath("Plug")), 0o644);
    const { diagnostics } = await buildWith(directory);
    expect(diagnostics).toMatchObject([{ code: "plugin-not-executable", hint: "Run `chmod +x` on it." }]);
  });

  compared("kustomize says the same (docs/specification/legacy-plugins.md 1.3)", () => {
    const directory = directoryOf({ ...withPlugin("generators", ":"), [`${pluginPath("Plug")}.so`]: "x" });
    chmodSync(join(directory, pluginPath("Plug")), 0o644);
    expect(kustomizeWith(directory).error).toContain("unexecutable plugin at");
  });

  compared.each([
    ["a text without an interpreter", "echo '{apiVersion: v1, kind: Pod, metadata: {name: made}}'\n"],
    ["an empty file", ""],
  ])("%s that is executable, which kustomize does not run either", async (_, content) => {
    const directory = directoryOf({ ...withPlugin("validators", ":"), [pluginPath("Plug")]: content });
    chmodSync(join(directory, pluginPath("Plug")), 0o755);
    expect(kustomizeWith(directory).error).toContain("exec format error");
    const { diagnostics, text } = await buildWith(directory);
    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: "function-failed",
        message: expect.stringContaining("neither a program nor a script"),
        hint: expect.stringContaining("#!/bin/sh"),
      },
    ]);
  });

  test("a directory of that name", async () => {
    const directory = directoryOf(withPlugin("generators", ":"));
    rmSync(join(directory, pluginPath("Plug")));
    mkdirSync(join(directory, pluginPath("Plug")));
    expect((await buildWith(directory)).diagnostics).toMatchObject([{ code: "plugin-not-executable" }]);
  });

  test("no file (docs/specification/legacy-plugins.md 1.3)", async () => {
    const { diagnostics } = await buildWith({
      ...withPlugin("generators", ":"),
      "root/config.yaml": pluginConfig("Other"),
    });
    expect(diagnostics).toMatchObject([{ code: "plugin-not-found", file: "root/config.yaml", line: 1 }]);
    expect(diagnostics[0]?.message).toMatch(/neither .*\/other\/Other nor .*\/other\/Other\.so/);
  });

  test.each([
    ["../../../../evil/v1", "Plug"],
    ["a/../../evil", "Plug"],
    ["a/..", "Plug"],
    ["a/v1", "../../x"],
    ["a/v1", ".."],
  ])("a config of apiVersion %s and kind %s is refused", async (apiVersion, kind) => {
    const directory = directoryOf({
      ...withPlugin("generators", ":"),
      "root/config.yaml": `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`,
      evil: "#!/bin/sh\ntouch ran\n",
      "home/evil/plug/Plug": "#!/bin/sh\ntouch ran\n",
    });
    expect((await buildWith(directory)).diagnostics).toMatchObject([{ code: "plugin-refused" }]);
    expect(exists(directory, "root/ran")).toBe(false);
  });

  test("an annotation comes before the plugin directory", async () => {
    const more = `  annotations: {config.kubernetes.io/function: "exec: {path: ./fn}"}\n`;
    const directory = directoryOf({
      ...withPlugin("transformers", "touch ran; exit 1", { "root/fn": "#!/bin/sh\ncat\n" }, more),
    });
    expect((await buildWith(directory, { functions: { exec: true } })).text).toBeDefined();
    expect(exists(directory, "root/ran")).toBe(false);
  });
});

describe("switches (docs/specification/legacy-plugins.md 1.4)", () => {
  const content = withPlugin("generators", "touch ran");
  test("without --enable-alpha-plugins, the message names it", async () => {
    const directory = directoryOf(content);
    const { diagnostics } = await buildWith(directory, { functions: { alphaPlugins: false } });
    expect(diagnostics).toMatchObject([{ code: "functions-disabled", file: "root/config.yaml" }]);
    expect(diagnostics[0]?.hint).toContain("--enable-alpha-plugins");
    expect(exists(directory, "root/ran")).toBe(false);
  });

  test("plugins are disabled without homes, as in the action", async () => {
    const directory = directoryOf(content);
    const { diagnostics } = await buildIn(directory, { target: "root" });
    expect(diagnostics).toMatchObject([{ code: "plugins-disabled", file: "root/config.yaml" }]);
    expect(exists(directory, "root/ran")).toBe(false);
  });

  test("--enable-exec is not needed", async () => {
    expect((await buildWith(content, { functions: { exec: false } })).text).toBeDefined();
  });
});

describe("the environment (docs/specification/executables.md 2.1)", () => {
  const TELL = `{ echo 'apiVersion: v1'; echo 'kind: ConfigMap'; echo 'metadata: {name: env}'; echo 'data:'
env | sed -n 's/^\\([A-Z_]*\\)=\\(.*\\)$/  \\1: "\\2"/p' | grep -v 'CONFIG_STRING\\|^  _:\\|PWD:\\|SHLVL:' | sort; }`;
  const host = { PATH: "/evil", HOME: "/root", GITHUB_TOKEN: "secret", SOPS_KEY: "k" };

  test("has only the variables of the host that are allowed", async () => {
    const { text } = await buildWith(withPlugin("generators", TELL), {
      functions: { environment: { host, inherited: ["SOPS_KEY"], given: ["A=b"] } },
    });
    const data = (text as string).split("---\n").find((each) => each.includes("name: env")) as string;
    const lines = data.split("\n").filter((line) => /^ {2}[A-Z_]+:/.test(line));
    expect(lines.map((line) => line.trim().split(":")[0])).toEqual([
      "A",
      "HOME",
      "KUSTOMIZE_PLUGIN_CONFIG_ROOT",
      "LANG",
      "PATH",
      "SOPS_KEY",
      "TMPDIR",
    ]);
    expect(text).not.toContain("secret");
    expect(text).not.toContain("/evil");
  });

  test("lacks a config that is too long (docs/specification/legacy-plugins.md 2.4)", async () => {
    const script = `[ -z "\${KUSTOMIZE_PLUGIN_CONFIG_STRING+x}" ] || exit 4
echo "{apiVersion: v1, kind: Pod, metadata: {name: size-$(wc -c < "$1" | tr -d ' ')}}"`;
    const pad = `pad: ${"x".repeat(131_071)}\n`;
    const { text, diagnostics } = await buildWith(withPlugin("generators", script, {}, pad));
    expect(diagnostics).toMatchObject([
      { code: "plugin-variable-too-long", severity: "notice", file: "root/config.yaml" },
    ]);
    expect(names(text)).toContain(`Pod size-${pluginConfig("Plug", pad).length}`);
  });

  compared.each([0, 1])(
    "the longest that is not too long, and %i more (docs/specification/legacy-plugins.md 2.4)",
    async (more) => {
      const script = `[ -z "\${KUSTOMIZE_PLUGIN_CONFIG_STRING+x}" ] && name=unset || name=set
echo "{apiVersion: v1, kind: Pod, metadata: {name: $name}}"`;
      const room = 131_071 - "KUSTOMIZE_PLUGIN_CONFIG_STRING=".length - pluginConfig("Plug", "pad: \n").length;
      const content = withPlugin("generators", script, {}, `pad: ${"x".repeat(room + more)}\n`);
      const directory = directoryOf(content);
      const { text } = await buildWith(directory);
      expect(names(text)).toContain(more === 0 ? "Pod set" : "Pod unset");
      expect(kustomizeWith(directory).text).toBe(text);
    },
  );
});

const LONG = `pad: ${"x".repeat(131_072)}\n`;

/** Builds that kustomize prints the same. */
const SAME: readonly (readonly [row: string, files: Files])[] = [
  [
    "asks for a hash (docs/specification/legacy-plugins.md 2.5 and docs/specification/wire-format.md 6.1)",
    withPlugin(
      "generators",
      `cat <<'X'
apiVersion: v1
kind: ConfigMap
metadata: {name: made, annotations: {kustomize.config.k8s.io/needs-hash: "true"}}
data: {a: b}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: one, annotations: {kustomize.config.k8s.io/behavior: merge}}
data: {more: x}
X`,
    ),
  ],
  [
    "asks for hashes of objects of another kind (docs/specification/hashes.md 1.7)",
    withPlugin(
      "generators",
      `cat <<'X'
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: made
  annotations:
    z: "1"
    kustomize.config.k8s.io/needs-hash: "true"
    b: x # why
  labels: {l: x}
spec:
  # about a
  a: {}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: bare, annotations: {kustomize.config.k8s.io/needs-hash: "true"}}
X`,
    ),
  ],
  [
    "prints nothing (docs/specification/legacy-plugins.md 2.5 and docs/specification/wire-format.md 3.5)",
    withPlugin("generators", ":"),
  ],
  [
    "empty objects, which would be an error of a function (docs/specification/wire-format.md 3.6)",
    withPlugin("generators", "printf '{}\\n---\\n[]\\n---\\n{apiVersion: v1, kind: Pod, metadata: {name: made}}\\n'"),
  ],
  [
    "drops one (docs/specification/legacy-plugins.md 2.5 and docs/specification/wire-format.md 4.1)",
    withPlugin("transformers", "awk '/^---/ {exit} {print}'"),
  ],
  [
    "renames one (docs/specification/legacy-plugins.md 2.5 and docs/specification/wire-format.md 4.1)",
    withPlugin("transformers", "sed 's/name: one$/name: three/'"),
  ],
  [
    "a transformer that adds one (docs/specification/legacy-plugins.md 2.5)",
    withPlugin("transformers", "cat; echo ---; echo '{apiVersion: v1, kind: Pod, metadata: {name: p}}'"),
  ],
  [
    "a transformer that returns a list (docs/specification/wire-format.md 3.3)",
    withPlugin(
      "transformers",
      "echo '{apiVersion: v1, kind: List, items: ['; echo '{apiVersion: v1, kind: Pod, metadata: {name: p}}]}'",
    ),
  ],
  [
    "a renamed object that was renamed before keeps its references (docs/specification/wire-format.md 5.1)",
    withPlugin("transformers", "sed 's/name: p-one$/name: q-one/'", {
      "root/kustomization.yaml": "resources: [objects.yaml, pod.yaml]\nnamePrefix: p-\ntransformers: [config.yaml]\n",
      "root/pod.yaml":
        "apiVersion: v1\nkind: Pod\nmetadata: {name: pod}\nspec: {containers: [{name: c, envFrom: [{configMapRef: {name: one}}]}]}\n",
    }),
  ],
  [
    "a plugin tells no paths to a function after it (docs/specification/legacy-plugins.md 2.5)",
    withPlugin("transformers", `cat`, {
      "root/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml, again.yaml]\n",
      "root/again.yaml": pluginConfig("Again"),
      [pluginPath("Again")]: "#!/bin/sh\nsed 's/internal.config/seen.config/; s/config.kubernetes.io.path/seen/'\n",
    }),
  ],
  [
    "two configs of one plugin (docs/specification/legacy-plugins.md 2.5 and docs/specification/wire-format.md 8.8)",
    withPlugin("generators", `echo "{apiVersion: v1, kind: Pod, metadata: {name: $2}}"`, {
      "root/config.yaml": `${pluginConfig("Plug", "argsOneLiner: a\n", "x")}---\n${pluginConfig("Plug", "argsOneLiner: b\n", "y")}`,
    }),
  ],
  [
    "two configs that differ in their names alone (docs/specification/function-limits.md 3.3)",
    withPlugin("generators", `echo "{apiVersion: v1, kind: Pod, metadata: {name: $(sed -n 's/^  name: //p' "$1")}}"`, {
      "root/config.yaml": `${pluginConfig("Plug", "", "x")}---\n${pluginConfig("Plug", "", "y")}`,
    }),
  ],
  [
    "two configs that are too long for a variable (docs/specification/function-limits.md 3.3)",
    withPlugin("generators", `echo "{apiVersion: v1, kind: Pod, metadata: {name: $(sed -n 's/^  name: //p' "$1")}}"`, {
      "root/config.yaml": ["x", "y"].map((name) => pluginConfig("Plug", LONG, name)).join("---\n"),
    }),
  ],
  [
    "one config in two directories (docs/specification/function-limits.md 3.3)",
    {
      ...withPlugin("generators", `echo "{apiVersion: v1, kind: Pod, metadata: {name: $(basename "$PWD")}}"`),
      "root/kustomization.yaml": "resources: [a, b]\n",
      "root/a/kustomization.yaml": "generators: [config.yaml]\n",
      "root/a/config.yaml": pluginConfig("Plug"),
      "root/b/kustomization.yaml": "generators: [config.yaml]\n",
      "root/b/config.yaml": pluginConfig("Plug"),
    },
  ],
  [
    "one plugin in two roles (docs/specification/legacy-plugins.md 2.8)",
    withPlugin(
      "generators",
      `if [ -n "$(cat)" ]; then exit 5; fi; echo '{apiVersion: v1, kind: Pod, metadata: {name: p}}'`,
    ),
  ],
];

describe("kustomize does the same with", () => {
  compared.each(SAME)("%s", async (_, content) => {
    const directory = directoryOf(content);
    const theirs = kustomizeWith(directory);
    expect(theirs).toMatchObject({ text: expect.any(String) });
    const ours = await buildWith(directory);
    expect(ours.text).toBe(theirs.text);
  });

  compared.each([
    [
      "an object twice (docs/specification/legacy-plugins.md 2.5 and docs/specification/wire-format.md 4.2)",
      withPlugin("transformers", "cat > a; cat a; echo ---; cat a; rm a"),
      "function-duplicate",
    ],
    [
      "a hash that is no boolean (docs/specification/wire-format.md 6.1)",
      withPlugin(
        "generators",
        `echo '{apiVersion: v1, kind: Pod, metadata: {name: p, annotations: {kustomize.config.k8s.io/needs-hash: "yes"}}}'`,
      ),
      "function-output",
    ],
    [
      "text that is no YAML (docs/specification/legacy-plugins.md 2.5 and docs/specification/wire-format.md 3.6)",
      withPlugin("transformers", "echo hello"),
      "function-output",
    ],
  ])("%s, which is an error", async (_, content, code) => {
    const directory = directoryOf(content);
    expect(kustomizeWith(directory).error).not.toBe("");
    expect((await buildWith(directory)).diagnostics).toMatchObject([{ code, file: "root/config.yaml" }]);
  });
});

describe("a plugin that fails (docs/specification/legacy-plugins.md 2.6)", () => {
  test.each(["generators", "transformers", "validators"] as const)("among %s", async (role) => {
    const { diagnostics, text } = await buildWith(withPlugin(role, "echo it is the moon >&2; exit 3"));
    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "function-failed", file: "root/config.yaml", object: "Plug notImportantHere" },
    ]);
    expect(diagnostics[0]?.message).toMatch(
      new RegExp(
        `^the plugin Plug notImportantHere \\(.*/Plug\\), a ${role.slice(0, -1)} of root, failed: exit status 3\\n {2}\\| it is the moon$`,
      ),
    );
  });

  test("a plugin that hangs (docs/specification/function-limits.md 2.1)", async () => {
    const { diagnostics } = await buildWith(withPlugin("generators", "sleep 60"), { functions: { timeoutMs: 300 } });
    expect(diagnostics[0]?.message).toContain("timed out");
    expect(diagnostics[0]?.hint).toContain("--function-timeout");
  });

  test("a plugin that prints nothing, which would delete everything (docs/specification/wire-format.md 3.5)", async () => {
    const { diagnostics } = await buildWith(withPlugin("transformers", "cat > /dev/null"));
    expect(diagnostics).toMatchObject([{ code: "function-output" }]);
  });

  test("standard error of a plugin that succeeds is printed with its path", async () => {
    const { log } = await buildWith(withPlugin("transformers", "echo '##[error] ::x::' >&2; cat"));
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/\/Plug: ## \[error\]/);
  });
});

describe("validators (docs/specification/legacy-plugins.md 2.7 and docs/specification/wire-format.md 7)", () => {
  test("a validator that echoes or prints nothing passes", async () => {
    const content = { "root/objects.yaml": OBJECTS.replace("key: value", 'key:   "value" # said twice') };
    const directory = directoryOf(withPlugin("validators", "cat", content));
    const { text, diagnostics } = await buildWith(directory);
    expect(diagnostics).toEqual([]);
    expect(names(text)).toEqual(["ConfigMap one", "ConfigMap two"]);
    writeFileSync(join(directory, pluginPath("Plug")), "#!/bin/sh\ncat > /dev/null\n");
    expect((await buildWith(directory)).text).toBe(text);
  });

  test.each([
    ["sed s/value/other/", "changes data.key of ConfigMap one"],
    ["awk '/^---/ {exit} {print}'", "leaves out ConfigMap two"],
    ["cat; echo ---; echo '{apiVersion: v1, kind: Pod, metadata: {name: p}}'", "adds Pod p"],
  ])("%s does not", async (script, message) => {
    const { diagnostics } = await buildWith(withPlugin("validators", script));
    expect(diagnostics).toMatchObject([{ code: "validator-modifies" }]);
    expect(diagnostics[0]?.message).toContain(message);
  });
});

test("a build that exceeds its time ends its plugins at once (docs/specification/function-limits.md 2.6)", async () => {
  const script = 'echo $$ >> "$KUSTOMIZE_PLUGIN_CONFIG_ROOT/pids"; sleep 60';
  for (const role of ["generators", "transformers", "validators"] as const) {
    const directory = directoryOf(withPlugin(role, script));
    const { diagnostics } = await buildWith(directory, {
      build: { timeoutSeconds: 0.5 },
      whileOpen: () => endOf(join(directory, "root/pids")),
    });
    expect(diagnostics).toMatchObject([{ code: "build-timeout" }]);
  }
});
