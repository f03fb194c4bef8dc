/** `krm-render view composition`, by the files that it prints and what they build to. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { krmRender, temporaryDirectory } from "./terminal.ts";

const FILES = {
  "base/composition.yaml": `kind: Composition
transformers:
- {kind: ResourceAccumulator, paths: [web.yaml]}
- apiVersion: builtin
  kind: ConfigMapGenerator
  metadata: {name: settings}
  files: [a.txt]
- apiVersion: example.com/v1
  kind: Where
  metadata: {name: where}
  runtime: {exec: {path: ./where.sh}}
- kind: Kustomization
  metadata: {name: more}
  generators: [more.yaml]
`,
  "base/more.yaml": "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: more}\nfiles: [a.txt]\n",
  "base/web.yaml":
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, envFrom: [{configMapRef: {name: settings}}]}]}\n",
  "base/a.txt": "text\n",
  "base/where.sh": `#!/bin/sh
cat > /dev/null
printf 'kind: ResourceList\\nitems:\\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: where}, data: {here: "%s"}}\\n' "$(basename "$(pwd)")"
`,
  "prod/composition.yaml": `kind: Composition
transformersFrom: [{path: ../base}]
transformerOverrides:
- {kind: ConfigMapGenerator, metadata: {name: settings}, literals: ["level=info"]}
transformers:
- {kind: PrefixTransformer, prefix: p-}
- apiVersion: kustomize.config.k8s.io/v1beta1
  kind: Kustomization
  labels: [{pairs: {app: shop}, includeSelectors: true}]
  patches: [{path: patch.yaml, target: {kind: Pod}}]
transformerOrder: [{name: where}, {name: resource-accumulator}, {name: settings}, {name: prefix-transformer}, {name: more}, {name: kustomization}]
`,
  "prod/patch.yaml": "- {op: add, path: /spec/nodeName, value: a}\n",
  "plain/kustomization.yaml": "namePrefix: a-\nresources: [../base]\n",
};

const EXEC = ["--enable-alpha-plugins", "--enable-exec"];

describe("view composition", () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());
  const run = (...args: string[]) => krmRender(args, { cwd: directory.path });
  beforeEach(() => {
    directory.write(FILES);
    chmodSync(join(directory.path, "base/where.sh"), 0o755);
  });

  // T34
  test.each([[[]], [["originAnnotations", "transformerAnnotations"]]])(
    "prints a composition that builds to the same bytes, with %j",
    async (buildMetadata) => {
      const written = `${FILES["prod/composition.yaml"]}buildMetadata: ${JSON.stringify(buildMetadata)}\n`;
      directory.write({ "prod/composition.yaml": written });
      const before = await run("build", "prod", ...EXEC);
      expect(before).toMatchObject({ status: 0, stderr: "" });
      expect(before.stdout).toMatch(/here: base\n[^]*envFrom[^]*name: p-settings-\w{10}\n/);
      const view = await run("view", "composition", "prod");
      expect(view).toMatchObject({ status: 0, stderr: "" });
      expect(view.stdout).toContain("# imported by prod/composition.yaml:2:20\n# runtime: inline\n");
      directory.write({ "prod/composition.yaml": view.stdout });
      expect(await run("build", "prod", ...EXEC)).toEqual(before);
      const again = await run("view", "composition", "prod");
      const withoutComments = (text: string) => text.replaceAll(/^# .*\n/gm, "");
      expect(withoutComments(again.stdout)).toBe(withoutComments(view.stdout));
    },
  );

  test("prints JSON", async () => {
    const { stdout } = await run("view", "composition", "prod", "-o", "json");
    const { entries } = JSON.parse(stdout) as { entries: { name: string; runtime: string }[] };
    expect(entries.map(({ name, runtime }) => `${name} ${runtime}`)).toEqual([
      "where inline",
      "resource-accumulator built-in",
      "settings built-in",
      "prefix-transformer built-in",
      "more built-in",
      "kustomization built-in",
    ]);
  });

  test.each([
    [["view"], 2, "error: view needs the word composition or catalog: view composition [DIR], or view catalog REF\n"],
    [
      ["view", "prod"],
      2,
      'error: view needs the word composition or catalog, not "prod": view composition [DIR], or view catalog REF\n',
    ],
    [["view", "composition", "prod", "-o", "xml"], 2, "error: "],
    [["view", "composition", "plain"], 1, "holds a Kustomization, not a Composition"],
    [["view", "composition", "absent"], 1, "absent"],
  ])("%j is wrong", async (args, status, message) => {
    const result = await run(...args);
    expect([result.status, result.stdout]).toEqual([status, ""]);
    expect(result.stderr).toContain(message);
  });
});
