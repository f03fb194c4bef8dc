/**
 * Files of one long text. Nothing can interrupt what V8 does with a text at once, so the work on it is linear, is charged piece by
 * piece, or is refused before it begins.
 */
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { MemoryPool } from "../../src/budget/index.ts";
import { renderTargets } from "../../src/render/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
const resource = (text: string): Files => ({
  "kustomization.yaml": "resources: [r.yaml]\n",
  "r.yaml": `${HEAD}${text}`,
});
const patched = (patch: string): Files => ({
  "kustomization.yaml": "resources: [r.yaml]\npatches: [{target: {kind: ConfigMap}, path: p}]\n",
  "r.yaml": `${HEAD}data: {a: b}\n`,
  p: patch,
});

/** A pool without any room: a build that asks for more than its first 32 MiB is refused. */
const full = (): MemoryPool => new MemoryPool(() => ({ limit: 1, used: () => 2, inUse: () => 2 }));

async function build(files: Files, pool?: MemoryPool) {
  const tree = memoryTree(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/t/${name}`, text])));
  const [rendering] = await renderTargets(tree, ["t"], pool === undefined ? {} : { pool });
  if (rendering?.status === "rendered") return { yaml: rendering.resources.map(({ yaml }) => yaml).join("") };
  return { problems: rendering?.status === "failed" ? rendering.diagnostics : [] };
}

describe("long numbers", () => {
  afterEach(() => void jest.restoreAllMocks());

  const digits = "1".repeat(100_000);
  test.each([
    ["an integer", digits],
    ["a negative integer", `-${digits}`],
    ["with underscores", digits.replaceAll("1", "1_")],
    ["a tagged integer", `!!int "${digits}"`],
  ])("no digits of %s become a BigInt, which takes the square of their number", async (_, text) => {
    const made = jest.spyOn(globalThis, "BigInt");
    await build(resource(`x: ${text}\n`));
    expect(made.mock.calls.filter(([value]) => String(value).length > 100)).toEqual([]);
  });

  test("an integer of any length is printed as it is written", async () => {
    expect(await build(resource(`x: ${digits}\n`))).toEqual({ yaml: expect.stringContaining(`x: ${digits}\n`) });
  });

  test("underscores after a leading dot do not overflow the stack", async () => {
    const { yaml } = await build(resource(`x: .${"1_".repeat(5_000_000)}1\n`));
    expect(yaml).toContain("x: 0.1111111111111111\n");
  });

  test("a number in a JSON patch that is too large for a float is an error, as in kustomize", async () => {
    const { problems } = await build(patched('[{"op": "add", "path": "/data/x", "value": 1e400}]'));
    expect(problems).toMatchObject([{ code: "not-representable", file: "t/kustomization.yaml", line: 2 }]);
  });
});

const many = 450_000;
test.each([
  ["lines in double quotes", resource(`x: "${"a\n".repeat(many)}"\n`)],
  ["lines in single quotes", resource(`x: '${"a\n".repeat(many)}'\n`)],
  ["quotes", resource(`x: '${"''".repeat(many)}'\n`)],
  ["words in quotes", resource(`x: '${"a b ".repeat(many)}\n  c'\n`)],
  ["escapes", resource(`x: "${"\\x41".repeat(many)}"\n`)],
  ["empty lines", resource(`x: a\n${"\n".repeat(many)}  b\n`)],
  ["escapes of a tag", resource(`x: !${"%41a".repeat(many)} b\n`)],
  ["lines of a block", resource(`x: |\n${"  a\n".repeat(many)}`)],
  ["characters that are printed as escapes", resource(`x: ${"\u{1f600}".repeat(many)}\n`)],
  [
    "lines of variables",
    { "kustomization.yaml": "configMapGenerator: [{name: c, envs: [e]}]\n", e: "#\n".repeat(many) },
  ],
])("are charged: %s", async (_, files) => {
  const { problems } = await build(files, full());
  expect(problems).toMatchObject([{ code: "build-too-large", file: "t" }]);
});

test.each([
  ["a path of a resource", { "kustomization.yaml": `resources: ["${"../".repeat(30_000)}a"]\n` }],
  ["a path of a patch", { "kustomization.yaml": `patches: [{path: "${"../".repeat(30_000)}a"}]\n` }],
  [
    "a path of a file",
    { "kustomization.yaml": `configMapGenerator: [{name: c, files: ["${"../".repeat(30_000)}a"]}]\n` },
  ],
  ["an address", { "kustomization.yaml": `resources: ["https://github.com/a/b?${"ref=a&".repeat(30_000)}"]\n` }],
])("%s of any length is refused before anything is done with it", async (_, files) => {
  const { problems } = await build(files);
  expect(problems).toMatchObject([{ code: "path-too-long", file: "t/kustomization.yaml", line: 1 }]);
});

test("a long pointer is shown in part", async () => {
  const { problems } = await build(patched(`- {op: add, path: '${"/a".repeat(100_000)}', value: 1}\n`));
  expect(problems).toMatchObject([{ code: "json-patch", message: expect.stringMatching(/(?:\/a){490,500}\/…/) }]);
  expect(problems?.[0]?.message.length).toBeLessThan(2000);
});
