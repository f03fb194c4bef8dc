/** JSON texts that are too large for the memory of a build. */
import { expect, test } from "@jest/globals";
import { type Memory, MemoryPool, openBudget } from "../../src/budget/index.ts";
import { parseOperations } from "../../src/builtins/patching/content.ts";
import { parseOpenApi } from "../../src/resource/openapi-document.ts";
import { commentSchema } from "../../src/resource/strategic-merge/comment-schema.ts";
import { scalar } from "../../src/yaml/nodes/node.ts";

const MIB = 1024 ** 2;
const JSON_TEXT = `{"type": "array", "x": [${"0,".repeat(MIB)}0]}`;

test.each<[title: string, read: () => unknown]>([
  ["types in a comment", () => commentSchema(Object.assign(scalar("a"), { comment: `# ${JSON_TEXT}` }))],
  ["a JSON patch", () => parseOperations(`[${JSON_TEXT}]`, "patch.json")],
  ["an OpenAPI document", () => parseOpenApi(JSON_TEXT, "types.json")],
])("%s", (_title, read) => {
  const memory: Memory = { limit: 64 * MIB, used: () => 63 * MIB, inUse: () => 63 * MIB };
  const tooLarge = (): Error => new Error("too large");
  const budget = openBudget({ memory: new MemoryPool(() => memory).share(1), tooLarge, late: tooLarge });
  budget.claim();
  expect(read).toThrow("too large");
  budget.close();
});
