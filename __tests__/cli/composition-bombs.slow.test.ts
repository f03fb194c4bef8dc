/**
 * Small compositions that multiply, in one `render` beside a good target, as users start it and without a time limit. Each
 * ends by a bound of its own, and the good target is rendered.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { NODES } from "../nodes.ts";
import { temporaryDirectory } from "./terminal.ts";

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("");
const composition = (fields: string): string => `kind: Composition\n${fields}`;
const imports = (...paths: readonly string[]): string =>
  `transformersFrom:\n${paths.map((path) => `- path: ${path}\n`).join("")}`;
const labels = (name: string): string => `- {kind: LabelTransformer, metadata: {name: ${name}}, labels: {a: b}}\n`;
const without = (name: string): string => `- {kind: LabelTransformer, metadata: {name: ${name}}, $patch: delete}\n`;
const MIB = 1024 ** 2;

/** Two imports share the level below, and each keeps one of its two entries. */
function sharedBases(levels: number): Record<string, string> {
  const files: Record<string, string> = {
    "l0/composition.yaml": composition(`transformers:\n${labels("a")}${labels("b")}`),
    "composition.yaml": composition(imports(`l${levels}`)),
  };
  for (let level = 1; level <= levels; level++) {
    for (const name of ["a", "b"]) {
      files[`l${level}${name}/composition.yaml`] = composition(
        `${imports(`../l${level - 1}`)}transformerOverrides:\n${without(name)}`,
      );
    }
    files[`l${level}/composition.yaml`] = composition(imports(`../l${level}a`, `../l${level}b`));
  }
  return files;
}

/** Many compositions override one large entry, and then remove it. */
function copies(count: number): Record<string, string> {
  const head = `apiVersion: example.com/v1, kind: Fn`;
  const files: Record<string, string> = {
    "huge/composition.yaml": composition(`transformers:\n- {${head}, spec: {a: [${"1,".repeat(400_000)}1]}}\n`),
    "composition.yaml": composition(imports(...Array.from({ length: count }, (_, index) => `y${index}`))),
  };
  for (let index = 0; index < count; index++) {
    files[`x${index}/composition.yaml`] = composition(
      `${imports("../huge")}transformerOverrides:\n- {${head}, spec: {b: 1}}\n`,
    );
    files[`y${index}/composition.yaml`] = composition(
      `${imports(`../x${index}`)}transformerOverrides:\n- {${head}, $patch: delete}\ntransformers:\n${labels(`n${index}`)}`,
    );
  }
  return files;
}

/** Each with the start of its problem; undefined for one that builds. */
const BOMBS: Readonly<Record<string, readonly [files: Record<string, string>, problem: string | undefined]>> = {
  "shared-bases": [sharedBases(30), undefined],
  "shared-bases-on-many-levels": [
    sharedBases(40),
    "shared-bases-on-many-levels/l9/composition.yaml:3:3: shared-bases-on-many-levels/composition.yaml has imports on more than 64 levels",
  ],
  "copies-of-an-entry": [copies(400), undefined],
  "wrong-entries": [
    { "composition.yaml": composition(`transformers:\n${"- {}\n".repeat(150_000)}`) },
    "wrong-entries/composition.yaml:3:3: `transformers[0]` has no `kind`",
  ],
  aliases: [
    {
      "composition.yaml": composition(
        `transformers:\n- apiVersion: v1\n  kind: Fn\n  x0: &x0 [a]\n${many(40, (at) => `  x${at + 1}: &x${at + 1} [*x${at}, *x${at}]\n`)}`,
      ),
    },
    "aliases/composition.yaml:17:20: malformed YAML: document contains excessive aliasing",
  ],
  "empty-files": [
    { "composition.yaml": composition(`transformers:\n${"- e.yaml\n".repeat(2000)}`), "e.yaml": "" },
    "empty-files/composition.yaml:1003:3: empty-files/composition.yaml has more than 1000 transformers, with its imports",
  ],
  "large-files": [
    {
      "composition.yaml": composition(`transformers:\n${"- e.yaml\n".repeat(900)}`),
      "e.yaml": `#${"x".repeat(4 * MIB)}\n`,
    },
    "large-files/e.yaml: large-files/composition.yaml has more than 5 MiB of text, with its imports",
  ],
  "roots-of-a-view": [
    {
      "composition.yaml": composition(
        `metadata:\n  annotations:\n    krm-render.dev/roots: |\n${"      .\n".repeat(2000)}transformers:\n${labels("a")}`,
      ),
    },
    "roots-of-a-view/composition.yaml:4:27: roots-of-a-view/composition.yaml has more than 1000 imported compositions",
  ],
  "files-of-compositions": [
    {
      "composition.yaml": composition(
        `transformers:\n- kind: ResourceAccumulator\n  paths: [${"b/composition.yaml,".repeat(10_000)}b]\n`,
      ),
      "b/composition.yaml": composition(
        `#${"x".repeat(4 * MIB)}\ntransformers:\n- {kind: ResourceAccumulator, paths: [e.yaml]}\n`,
      ),
      "b/e.yaml": "",
    },
    undefined,
  ],
  runs: [
    {
      "composition.yaml": composition(`transformers:\n- {kind: Kustomization, transformers: [${"b,".repeat(101)}b]}\n`),
      "b/composition.yaml": composition(`transformers:\n${many(1000, (index) => labels(`n${index}`))}`),
    },
    "runs/b/composition.yaml: the compositions of a build run more than 100000 transformers",
  ],
  consolidations: [
    {
      "composition.yaml": composition(`transformers:\n- {kind: Kustomization, transformers: [${"b,".repeat(30)}b]}\n`),
      "b/composition.yaml": composition(`#${"x".repeat(4 * MIB)}\ntransformers: [configs]\n`),
      "b/configs/kustomization.yaml": "resources: [labels.yaml]\n",
      "b/configs/labels.yaml": "apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: a}\nlabels: {a: b}\n",
    },
    "consolidations/b/composition.yaml: the compositions of a build are consolidated from more than 100 MiB of text",
  ],
};

const directory = temporaryDirectory({
  "good/kustomization.yaml":
    "configMapGenerator: [{name: a, literals: [a=b], options: {disableNameSuffixHash: true}}]\n",
});

beforeAll(() => {
  for (const [name, [files]] of Object.entries(BOMBS)) {
    directory.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
  }
});
afterAll(() => directory.remove());

describe.each(NODES)("on %s", (node) => {
  test("compositions that multiply end, and the good target is rendered", () => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const result = spawnSync(
      node,
      [distFile("cli.js"), "render", "--output-dir", "out", "good", ...Object.keys(BOMBS)],
      { cwd: directory.path, env, encoding: "utf8", timeout: 240_000 },
    );
    expect(result.signal).toBeNull();
    expect(result.status).toBe(1);
    const problems = Object.values(BOMBS).flatMap(([, problem]) => problem ?? []);
    const all = Object.keys(BOMBS).length + 1;
    expect(problems.filter((problem) => !result.stderr.includes(problem))).toEqual([]);
    expect(result.stderr).toContain(`${all - problems.length} of ${all} targets were rendered; failed: `);
    expect(readFileSync(join(directory.path, "out/good.yaml"), "utf8")).toContain("name: a\n");
  }, 300_000);
});
