/** Patterns and texts of strangers that would take too long. */
import { expect, test } from "@jest/globals";
import { expand } from "../../../src/deployments/argocd/build-environment.ts";
import { glob } from "../../../src/deployments/argocd/patterns/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { read, webApplication } from "./fixtures.ts";

const place = { file: "app.yaml", line: 4 };

// docs/specification/argocd-helm-sources.md 5.6
test.each([
  ["links that lead in a circle", "/**"],
  ["alternatives of alternatives", `/*${"{a,b}".repeat(11)}`],
])("%s end", async (_, pattern) => {
  const tree = memoryTree({ "a/x.yaml": "" }, { "a/up": ".." });
  await expect(glob(tree, pattern, place)).rejects.toMatchObject({
    code: "argocd-invalid",
    diagnostics: [{ ...place, message: expect.stringMatching(/^the pattern .* stands for too many files$/) }],
  });
});

test("many names under many stars end", async () => {
  const files = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`d/${"a".repeat(40)}${index}`, ""]));
  expect(await glob(memoryTree(files), `/d/${"*a".repeat(20)}*b`, place)).toEqual([]);
  const deep = memoryTree({ [`${"d/".repeat(60)}x`]: "" });
  await expect(glob(deep, `/${"**/".repeat(8)}y`, place)).rejects.toMatchObject({ code: "argocd-invalid" });
});

test("all patterns of an Application share the steps", async () => {
  const files = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`web/${index}.yaml`, ""]));
  const tree = memoryTree({ ...files, "web/Chart.yaml": "name: web\nversion: 1.0.0\n" });
  const entries = (count: number): string => Array.from({ length: count }, (_, index) => `no-${index}-*.yaml`).join();
  const problems = async (count: number): Promise<readonly unknown[]> =>
    (await read(tree, webApplication(`ignoreMissingValueFiles: true, valueFiles: [${entries(count)}]`))).sources;
  expect(await problems(10)).toMatchObject([{ recipe: { values: [] } }]);
  expect(await problems(30)).toMatchObject([{ problem: { message: expect.stringContaining("too many files") } }]);
});

test("variables without an end take linear time", () => {
  expect(expand("${".repeat(200_000), new Map())).toBe("");
  expect(expand(`${"${".repeat(200_000)}}`, new Map())).toBe("");
});

test("too many entries and too long texts are refused", async () => {
  const tree = memoryTree({ "web/Chart.yaml": "name: web\nversion: 1.0.0\n" });
  const problem = async (helm: string) => (await read(tree, webApplication(helm))).sources;
  const message = (text: string) => [{ problem: { code: "argocd-invalid", message: text } }];
  expect(await problem(`valueFiles: [${"a,".repeat(1_001)}]`)).toMatchObject(
    message("`valueFiles` has too many entries"),
  );
  expect(await problem(`valueFiles: [${"a".repeat(5_000)}]`)).toMatchObject(message("the path of a file is too long"));
  const long = "a".repeat((1 << 20) + 1);
  expect(await problem(`values: ${long}`)).toMatchObject(message("`values` is too long"));
  expect(await problem(`parameters: [{name: a, value: ${long}}]`)).toMatchObject(message("the value is too long"));
});

test("names of prototypes are ordinary keys", async () => {
  const tree = memoryTree({
    "web/Chart.yaml": "name: web\nversion: 1.0.0\n",
    "web/.argocd-source.yaml": "helm: {valuesObject: {__proto__: {a: 1}}, __proto__: {skipCrds: true}}\n",
  });
  const [source] = (await read(tree, webApplication("valuesObject: {b: 1}"))).sources;
  expect(source).toMatchObject({ recipe: { includesCrds: true } });
  expect(JSON.stringify(source)).toContain('"valuesObject"');
  expect(({} as { a?: unknown }).a).toBeUndefined();
});
