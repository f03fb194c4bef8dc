/**
 * Which runs of programs are the same, and are done once for all targets and revisions;
 * docs/specification/function-limits.md 3.3.
 */
import { expect, test } from "@jest/globals";
import { DEFAULT_LIMITS } from "../../../src/functions/limits.ts";
import { scriptRunnable } from "../../../src/functions/script/index.ts";
import { readSpecification } from "../../../src/functions/specification/read-specification.ts";
import type { FunctionRequest } from "../../../src/functions/step.ts";
import { Resource } from "../../../src/resource/resource.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { type MapNode, parseResources } from "../../../src/yaml/index.ts";
import { configOf } from "./scripts.ts";

async function identityOf(source: string, starlark = "{path: fn.star}", inherited: string[] = []): Promise<string> {
  const [node] = parseResources(configOf(starlark), "config.yaml") as MapNode[];
  const warn = (): void => {};
  const specification = readSpecification(node as MapNode, "config.yaml", warn);
  if (specification?.type !== "starlark") throw new Error("this is no function in Starlark");
  const root = { tree: memoryTree({ "fn.star": source, "other.star": source }), path: "/" };
  const config = new Resource(node as MapNode, { file: "config.yaml" });
  const request = { config, root, warn, restricted: true } as unknown as FunctionRequest;
  const environment = { host: { A: "b" }, inherited, given: [] };
  const { identity } = await scriptRunnable(specification, request, {
    enabled: true,
    environment,
    limits: DEFAULT_LIMITS,
  });
  return JSON.stringify(identity);
}

test("one program in two trees is the same (docs/specification/function-limits.md 3.3)", async () => {
  expect(await identityOf("x = 1")).toBe(await identityOf("x = 1"));
});

test.each([
  ["another program", ["x = 2"]],
  ["another file", ["x = 1", "{path: other.star}"]],
  ["another dialect", ["x = 1", "{path: fn.star, dialect: kpt}"]],
  ["other variables", ["x = 1", "{path: fn.star}", ["A"]]],
] as [string, [string, string?, string[]?]][])("%s is not", async (_, other) => {
  expect(await identityOf(...other)).not.toBe(await identityOf("x = 1"));
});
