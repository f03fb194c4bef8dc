/** Builds that take turns: what a limit ends is told as a limit, and of the build whose limit it is. */
import { expect, test } from "@jest/globals";
import { MemoryPool, openBudget } from "../../src/budget/index.ts";
import { parsePatch } from "../../src/builtins/patching/content.ts";
import { LimitError } from "../../src/diagnostics.ts";
import { renderTargets } from "../../src/render/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { isYaml11NonString } from "../../src/yaml/reading/yaml11.ts";

const tooLarge = new LimitError("build-too-large", "no room");
const HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
const LONG = `x: [${"a,".repeat(20_000)}]\n`;

/** Does work for which there is no room. */
function withoutRoom(work: () => unknown): unknown {
  const budget = openBudget({
    memory: { first: 0, more: () => 0, has: () => false },
    late: () => tooLarge,
    tooLarge: () => tooLarge,
  });
  try {
    budget.claim();
    return work();
  } finally {
    budget.close();
  }
}

const location = { file: "kustomization.yaml" };
test.each<[string, () => unknown]>([
  ["a merge patch", () => parsePatch({ text: HEAD + LONG, file: "p.yaml", location })],
  [
    "a JSON patch",
    () => parsePatch({ text: `- {op: add, path: /x, value: [${"a,".repeat(20_000)}]}`, file: "p", location }),
  ],
  ["an inline patch", () => parsePatch({ text: HEAD + LONG, file: undefined, location })],
  ["a text that may need quotes", () => isYaml11NonString(`[${"a,".repeat(20_000)}]`)],
])("no code takes the limit for a mistake in %s", (_, work) => {
  expect(() => withoutRoom(work)).toThrow(tooLarge);
});

/** Sources that take more than the first 32 MiB, which a build gets without asking. */
const large = `${HEAD}${`x: [${"a,".repeat(250_000)}]\n`}`;
const small = `${HEAD}data: {k: v}\n`;
const sources: Readonly<Record<string, (file: string) => string>> = {
  patches: (file) => `resources: [r.yaml]\npatches: [{path: ${file}}]\n`,
  patchesJson6902: (file) =>
    `resources: [r.yaml]\npatchesJson6902: [{target: {version: v1, kind: ConfigMap, name: c}, path: ${file}}]\n`,
  patchesStrategicMerge: (file) => `resources: [r.yaml]\npatchesStrategicMerge: [${file}]\n`,
  configurations: (file) => `resources: [r.yaml]\nconfigurations: [${file}]\n`,
  crds: (file) => `resources: [r.yaml]\ncrds: [${file}]\n`,
  replacements: (file) => `resources: [r.yaml]\nreplacements: [{path: ${file}}]\n`,
};

test.each(Object.entries(sources))(
  "the file of %s is charged to the build that names it",
  async (field, kustomization) => {
    const isJson = field === "patchesJson6902";
    const targets = ["a", "b", "c", "d"];
    const files = targets.flatMap((target) => [
      [`/${target}/kustomization.yaml`, kustomization("p.yaml")],
      [`/${target}/r.yaml`, small],
      // Only the first one is large. The others wait for the same reads, and go on at the same moments.
      [
        `/${target}/p.yaml`,
        target === "a"
          ? isJson
            ? `- {op: add, path: /x, value: [${"a,".repeat(250_000)}]}\n`
            : large
          : isJson
            ? "- {op: add, path: /x, value: 1}\n"
            : field.startsWith("patches")
              ? small
              : "{}\n",
      ],
    ]);
    const told: string[] = [];
    const pool = new MemoryPool(() => ({ limit: 1, used: () => 2, inUse: () => 2 }));
    const tree = memoryTree(Object.fromEntries(files));
    const renderings = await renderTargets(tree, targets, {
      pool,
      onWork: (event, target) => void (event === "start" && told.push(target)),
    });
    const [first, ...others] = renderings;
    expect(first).toMatchObject({ status: "failed", diagnostics: [{ code: "build-too-large", file: "a" }] });
    // Nobody else was short of memory, so nobody else needed another turn.
    expect(told.filter((target) => target !== "a")).toEqual(["b", "c", "d"]);
    // An empty mapping is no replacement: those builds fail, each with its own mistake.
    const status = field === "replacements" ? "failed" : "rendered";
    expect(others.map((other) => other.status)).toEqual([status, status, status]);
  },
);
