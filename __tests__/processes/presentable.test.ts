import { expect, test } from "@jest/globals";
import { presentable } from "../../src/processes/index.ts";

test("output loses its control characters, and keeps its end", () => {
  expect(presentable("\x1b[31mred\x1b[0m\r\n\tdone\n")).toBe("[31mred[0m\n\tdone");
  const long = presentable(`start ${"x".repeat(100_000)} end`);
  expect([long.length, long.endsWith(" end")]).toEqual([2001, true]);
});
