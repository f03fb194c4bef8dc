/** The recorded pairs of a field before and after a build, where they are at hand: they lie beside the repository. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { parseResources, print } from "../../src/yaml/index.ts";

interface Probe {
  readonly input: string;
  readonly output: string;
}

const path = fileURLToPath(new URL("../../../shared/spec/yaml-emitter-probes.json", import.meta.url));
const present = existsSync(path);
if (!present) process.stdout.write("skipped: the recorded emitter probes are not beside this checkout\n");
const probes: Probe[] = present ? (JSON.parse(readFileSync(path, "utf8")) as Probe[]) : [];

const HEADER = ["apiVersion: example.com/v1\n", "kind: T\n", "metadata:\n  name: x\n"];

/** The printed field alone, or the failure. */
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

const suite = present ? describe : describe.skip;
suite("recorded probes", () => {
  test.each(printed)("%s", (_, input, output) => {
    expect(build(input)).toBe(output);
  });

  test.each(refused)("%s is refused", (_, input) => {
    const built = build(input);
    expect(built).toBeInstanceOf(KrmError);
    expect((built as KrmError).diagnostics[0]).toMatchObject({ severity: "error", file: "a.yaml" });
  });
});
