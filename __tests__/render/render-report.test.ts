import { expect, test } from "@jest/globals";
import { directoryTarget, renderJson, renderReport } from "../../src/render/index.ts";
import { publishedSchema } from "../published-schemas.ts";
import { failed, rendered } from "../review/renderings.ts";

test("the report of render lists every target in path order, and conforms to its schema", () => {
  const written = { file: "apps/a.yaml", sha256: "0".repeat(64) };
  const report = renderReport([
    { target: directoryTarget("b"), rendering: failed("b") },
    {
      target: directoryTarget("a"),
      rendering: rendered("apiVersion: v1\nkind: X\nmetadata:\n  name: s\n", "a"),
      written,
    },
  ]);
  expect(report).toMatchObject({
    version: 1,
    targets: [
      {
        id: "a",
        path: "a",
        status: "rendered",
        file: "apps/a.yaml",
        sha256: "0".repeat(64),
        resources: 1,
        diagnostics: [],
      },
      {
        id: "b",
        path: "b",
        status: "failed",
        file: null,
        sha256: null,
        resources: null,
        diagnostics: [{ severity: "error" }],
      },
    ],
  });
  const validate = publishedSchema("render-report");
  validate(JSON.parse(renderJson(report)));
  expect(validate.errors).toBeNull();
});
