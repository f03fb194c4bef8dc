/** Pairs of a field before and after a build, recorded from kustomize's main branch. */
import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { parseResources, print } from "../../src/yaml/index.ts";
import probes from "./emitter-probes.json" with { type: "json" };

const HEADER = ["apiVersion: example.com/v1\n", "kind: T\n", "metadata:\n  name: x\n"];

/** The printed field, or the failure. */
function build(input: string): string | KrmError {
  try {
    let text = parseResources(HEADER.join("") + input, "a.yaml")
      .map(print)
      .join("---\n");
    for (const line of HEADER) text = text.replace(line, "");
    return text;
  } catch (error) {
    if (error instanceof KrmError) return error;
    throw error;
  }
}

const cases = probes.map(({ input, output }): [string, string, string] => [JSON.stringify(input), input, output]);
const refused = cases.filter(([, , output]) => output.startsWith("ERROR"));
const printed = cases.filter(([, , output]) => !output.startsWith("ERROR"));

// docs/specification/versions.md 1.20
// docs/specification/yaml-writing.md 1.1 to 1.5
describe("recorded probes", () => {
  test.each(printed)("%s", (_, input, output) => {
    expect(build(input)).toBe(output);
  });

  test.each(refused)("%s is rejected", (_, input) => {
    const built = build(input);
    expect(built).toBeInstanceOf(KrmError);
    expect((built as KrmError).diagnostics[0]).toMatchObject({ severity: "error", file: "a.yaml" });
  });
});
