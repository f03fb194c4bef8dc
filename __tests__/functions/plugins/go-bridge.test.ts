/** Go plugins, which krm-render cannot load itself; docs/specification/legacy-plugins.md 4. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { unless } from "../../unless.ts";
import { directoryOf, type Files, leaveNothing, names } from "../workshop.ts";
import { type BuiltPlugin, buildPlugin, cgoBinary, NO_GO_PLUGINS } from "./go-plugin.ts";
import { buildWith, exists, kustomizeWith, OBJECTS, pluginConfig, pluginPath } from "./plugin-workshop.ts";

leaveNothing();

function files(role: "generators" | "transformers" | "validators", config: string, more: Files = {}): Files {
  return {
    "root/kustomization.yaml": `resources: [objects.yaml]\n${role}: [config.yaml]\n`,
    "root/objects.yaml": OBJECTS,
    "root/config.yaml": pluginConfig("Plug", config),
    [`${dirname(pluginPath("Plug"))}/keep`]: "",
    ...more,
  };
}

const SO = `${pluginPath("Plug")}.so`;

describe("without --kustomize-binary (docs/specification/legacy-plugins.md 4.3, 4.4)", () => {
  test("the message names the plugin, the reason and two solutions", async () => {
    const { diagnostics, text } = await buildWith(files("generators", "", { [SO]: "\x7fELF" }));
    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "go-plugin", file: "root/config.yaml", line: 1, object: "Plug notImportantHere" },
    ]);
    expect(diagnostics[0]?.message).toMatch(
      /^krm-render cannot load the Go plugin of Plug\.v1\.plugins\.example\.com, .*Plug\.so: .*the same versions of Go/,
    );
    expect(diagnostics[0]?.hint).toMatch(/--kustomize-binary PROGRAM.*KRM function/);
  });
});

/** A kustomize that records its call and then runs the script. */
function shim(script: string): Files {
  return {
    kustomize: `#!/bin/sh
seen="$(dirname "$0")"
printf '%s\\n' "$@" > "$seen/argv"
env > "$seen/env"
cat "$2/kustomization.yaml" "$2/krm-render-config.yaml" > "$seen/config"
cat "$2/krm-render-resources.yaml" > "$seen/objects"
${script}
`,
    [SO]: "",
  };
}

const ECHO = 'cat "$seen/objects"';

describe("how kustomize is called (docs/specification/legacy-plugins.md 4.5, 4.6)", () => {
  const run = async (directory: string, restricted = true) =>
    buildWith(directory, {
      kustomizeBinary: join(directory, "kustomize"),
      build: restricted ? {} : { loadRestrictor: "none" },
      functions: { environment: { host: { SECRET: "x", SHOWN: "y" }, inherited: ["SHOWN"], given: [] } },
    });

  test("with one plugin, its home, and objects with a number in place of build annotations", async () => {
    const directory = directoryOf(
      files("transformers", "field: 1\n", {
        ...shim(ECHO),
        "root/kustomization.yaml": "resources: [objects.yaml]\nnamePrefix: p-\ntransformers: [config.yaml]\n",
        "root/objects.yaml": `${OBJECTS}---
apiVersion: v1
kind: ConfigMap
metadata: {name: local, annotations: {config.kubernetes.io/local-config: "true", mine: "1"}}
`,
      }),
    );
    const { text, diagnostics } = await run(directory);
    expect(diagnostics).toEqual([]);
    expect(names(text)).toEqual(["ConfigMap p-one", "ConfigMap p-two"]);
    expect(readFileSync(join(directory, "argv"), "utf8")).toMatch(
      /^build\n\/.*\/root\n--enable-alpha-plugins\n--load-restrictor=LoadRestrictionsRootOnly\n$/,
    );
    expect(readFileSync(join(directory, "config"), "utf8")).toBe(
      `resources: [krm-render-resources.yaml]\ntransformers: [krm-render-config.yaml]\nsortOptions: {order: fifo}\n${pluginConfig(
        "Plug",
      ).replace("kind", "field: 1\nkind")}`,
    );
    const objects = readFileSync(join(directory, "objects"), "utf8");
    expect(objects.match(/krm-render\.dev\/id: .*/g)).toEqual([
      'krm-render.dev/id: "0"',
      'krm-render.dev/id: "1"',
      'krm-render.dev/id: "2"',
    ]);
    expect(objects).not.toMatch(/internal\.config|local-config|kustomize\.config/);
    expect(objects).toContain('mine: "1"');
    const env = readFileSync(join(directory, "env"), "utf8");
    expect(env).toContain(`KUSTOMIZE_PLUGIN_HOME=${join(directory, "home")}\n`);
    expect(env).toContain("SHOWN=y\n");
    expect(env).not.toContain("SECRET");
  });

  test("and keeps an existing annotation of that name", async () => {
    const objects = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  annotations:\n    krm-render.dev/id: mine\n  name: one\n`;
    const directory = directoryOf(files("transformers", "", { ...shim(ECHO), "root/objects.yaml": objects }));
    expect(await run(directory)).toMatchObject({ text: objects, diagnostics: [] });
  });

  test("without the load restrictor if the user disables it", async () => {
    const directory = directoryOf(files("transformers", "", shim(ECHO)));
    await run(directory, false);
    expect(readFileSync(join(directory, "argv"), "utf8")).toContain("--load-restrictor=LoadRestrictionsNone\n");
  });

  test("in a copy of the directory without .git, other kustomizations and targets of links", async () => {
    const directory = directoryOf(
      files("transformers", "", {
        ...shim(`(cd "$2" && find . | LC_ALL=C sort) > "$seen/tree"; ${ECHO}`),
        "root/kustomization.yaml": "",
        "root/.git/config": "",
        "root/charts/a.yaml": "",
        "root/Kustomization": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
        outside: "",
      }),
    );
    rmSync(join(directory, "root/kustomization.yaml"));
    symlinkSync("../outside", join(directory, "root/link"));
    await run(directory);
    expect(readFileSync(join(directory, "tree"), "utf8").split("\n")).toEqual([
      ".",
      "./charts",
      "./charts/a.yaml",
      "./config.yaml",
      "./krm-render-config.yaml",
      "./krm-render-resources.yaml",
      "./kustomization.yaml",
      "./link",
      "./objects.yaml",
      "",
    ]);
    expect(exists(directory, "root/krm-render-config.yaml")).toBe(false);
  });

  test("even if directories have the names of kustomization files", async () => {
    const directory = directoryOf(
      files("transformers", "", {
        ...shim(ECHO),
        "root/Kustomization/file": "",
        "root/kustomization.yml/file": "",
        "root/krm-render-config.yaml/file": "",
      }),
    );
    expect(await run(directory)).toMatchObject({ text: OBJECTS, diagnostics: [] });
  });

  test("not if the directory cannot be copied", async () => {
    const directory = directoryOf(files("transformers", "", shim(ECHO)));
    let deep = join(directory, "root");
    // The path has the maximal length and is too long in the copy.
    while (deep.length + 241 < 4090) deep = join(deep, "d".repeat(240));
    mkdirSync(join(deep, "d".repeat(4090 - deep.length - 1)), { recursive: true });
    expect((await run(directory)).diagnostics).toMatchObject([
      { code: "unwritable-copy", message: expect.stringContaining("ENAMETOOLONG") },
    ]);
  });

  test.each([
    ["plugin was built with a different version of package internal/abi", "Build the plugin with the version of Go"],
    ["plugin: not implemented", "built without cgo"],
    ["something else", "none"],
  ])("and fails with %j", async (stderr, hint) => {
    const directory = directoryOf(files("transformers", "", shim(`echo 'Error: ${stderr}' >&2; exit 1`)));
    const { diagnostics } = await run(directory);
    expect(diagnostics).toMatchObject([{ code: "function-failed", file: "root/config.yaml" }]);
    expect(diagnostics[0]?.message).toMatch(
      /^the Go plugin Plug notImportantHere \(.*Plug\.so\), a transformer of root, failed: exit status 1/,
    );
    expect(diagnostics[0]?.message).toContain(stderr);
    expect(diagnostics[0]?.hint ?? "none").toContain(hint);
  });

  test("and cannot be started", async () => {
    const directory = directoryOf(files("transformers", "", { [SO]: "" }));
    const { diagnostics } = await run(directory);
    const hint = `It is run by ${join(directory, "kustomize")}. Name another kustomize by its path with --kustomize-binary.`;
    expect(diagnostics).toMatchObject([{ code: "function-failed", hint }]);
  });
});

const REFERRED: Files = {
  "root/kustomization.yaml": `resources: [objects.yaml]
configMapGenerator: [{name: made, literals: [a=b]}]
namePrefix: p-
transformers: [config.yaml]
`,
  "root/objects.yaml": `${OBJECTS}---
apiVersion: v1
kind: Pod
metadata:
  name: pod
spec:
  containers:
  - envFrom:
    - configMapRef:
        name: one
    - configMapRef:
        name: made
    image: i
    name: c
`,
};

/** Compared with kustomize, which loads the plugin into its own process. */
const SAME: readonly (readonly [row: string, files: Files])[] = [
  ["a transformer that changes all objects", files("transformers", "label: me\n")],
  ["a transformer that renames an object, which keeps its place", files("transformers", "rename: {one: uno}\n")],
  [
    "one that renames what was renamed before: references follow, hashes too",
    files("transformers", "rename: {p-one: q-one, p-made: q-made}\nlabel: me\n", REFERRED),
  ],
  [
    "one that removes and adds",
    files("transformers", "remove: one\nadd: '{apiVersion: v1, kind: Secret, metadata: {name: s}}'\n"),
  ],
  [
    "a transformer of nothing",
    files("transformers", "add: '{apiVersion: v1, kind: Secret, metadata: {name: s}}'\n", {
      "root/kustomization.yaml": "transformers: [config.yaml]\n",
    }),
  ],
  [
    "an object that is local",
    files("transformers", "label: me\nrename: {local: moved}\n", {
      "root/kustomization.yaml": `resources: [objects.yaml, local.yaml]
transformers: [config.yaml]
replacements:
- source: {kind: ConfigMap, name: local, fieldPath: metadata.name}
  targets: [{select: {name: two}, fieldPaths: [data.from], options: {create: true}}]
`,
      "root/local.yaml":
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: local, annotations: {config.kubernetes.io/local-config: "true"}}\n',
    }),
  ],
  [
    "a generator that loads a file",
    files("generators", "file: sub/made.yaml\nlabel: me\n", {
      "root/sub/made.yaml": "apiVersion: v1\nkind: Secret\nmetadata:\n  name: made\n",
    }),
  ],
  [
    "a layer around it",
    {
      ...files("transformers", "rename: {p-one: q-one}\n"),
      "root/kustomization.yaml":
        "resources: [base]\nnameSuffix: -s\nbuildMetadata: [originAnnotations, transformerAnnotations]\n",
      "root/base/kustomization.yaml": REFERRED["root/kustomization.yaml"] as string,
      "root/base/objects.yaml": REFERRED["root/objects.yaml"] as string,
      "root/base/config.yaml": pluginConfig("Plug", "rename: {p-one: q-one}\nlabel: me\n"),
    },
  ],
];

unless(NO_GO_PLUGINS, describe)(
  "a real plugin in a real kustomize (docs/specification/legacy-plugins.md 4.2, 4.5)",
  () => {
    let plugin: BuiltPlugin;
    beforeAll(() => {
      plugin = buildPlugin();
    }, 600_000);
    afterAll(() => plugin?.remove());

    const directoryWith = (content: Files): string => {
      const directory = directoryOf(content);
      symlinkSync(plugin.file, join(directory, SO));
      return directory;
    };
    const build = (directory: string) => buildWith(directory, { kustomizeBinary: cgoBinary as string });

    test.each(SAME)("%s", async (_, content) => {
      const directory = directoryWith(content);
      const theirs = kustomizeWith(directory, cgoBinary);
      expect(theirs).toMatchObject({ text: expect.any(String) });
      const ours = await build(directory);
      expect(ours).toMatchObject({ text: theirs.text, diagnostics: [], log: [] });
    });

    test("a plugin that drops all annotations does not lose the state of objects", async () => {
      const directory = directoryWith(files("transformers", "strip: true\n", REFERRED));
      const { text } = await build(directory);
      expect(names(text)).toEqual([
        "ConfigMap p-one",
        "ConfigMap p-two",
        "Pod p-pod",
        expect.stringMatching(/^ConfigMap p-made-\w{10}$/),
      ]);
      expect(text).toMatch(/name: p-one\n {4}- configMapRef:\n {8}name: p-made-/);
    });

    test("a validator passes if it changes nothing (docs/specification/wire-format.md 7)", async () => {
      expect((await build(directoryWith(files("validators", "")))).text).toBe(OBJECTS);
      const { diagnostics } = await build(directoryWith(files("validators", "label: me\n")));
      expect(diagnostics).toMatchObject([{ code: "validator-modifies" }]);
      expect(diagnostics[0]?.message).toContain("metadata.labels of ConfigMap one");
    });

    test("a plugin cannot read a file outside of the kustomization", async () => {
      const content = files("generators", "file: ../secret.yaml\n", {
        "secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: secret}\n",
      });
      const directory = directoryWith(content);
      expect((await build(directory)).diagnostics).toMatchObject([{ code: "function-failed" }]);
      const linked = directoryWith({ ...content, "root/config.yaml": pluginConfig("Plug", "file: link.yaml\n") });
      symlinkSync(join(linked, "secret.yaml"), join(linked, "root/link.yaml"));
      const { diagnostics } = await build(linked);
      expect(diagnostics).toMatchObject([{ code: "function-failed" }]);
      expect(diagnostics[0]?.message).toContain("is not in or below");
    });
  },
);
