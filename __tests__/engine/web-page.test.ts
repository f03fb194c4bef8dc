/** Addresses of web pages about a file instead of the file itself. */
import { expect, test } from "@jest/globals";
import { renderTargets } from "../../src/render/index.ts";
import { memoryTree, type Remotes } from "../../src/sources/index.ts";

const serving = (text: string): Remotes => ({
  repository: () => Promise.reject(new Error("nobody asks for a repository")),
  chart: () => Promise.reject(new Error("nobody asks for a chart")),
  file: async () => ({ bytes: Buffer.from(text), digest: "0" }),
});

test.each([
  ["<!DOCTYPE html>\n<html><body>hello: x</body></html>", "this is a web page, not YAML"],
  ["\n <html>\n<head>\n", "this is a web page, not YAML"],
  ["<htmlish", expect.not.stringContaining("web page")],
  ["a: [", expect.not.stringContaining("web page")],
])("%j", async (text, message) => {
  const tree = memoryTree({ "/kustomization.yaml": "resources: ['https://example.com/a.yaml']\n" });
  const [rendering] = await renderTargets(tree, ["."], { remotes: serving(text) });
  const problems = rendering?.status === "failed" ? rendering.diagnostics : [];
  expect(problems).toEqual([expect.objectContaining({ file: "https://example.com/a.yaml", message })]);
});
