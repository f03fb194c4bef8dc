/** The lines of the input `redact` and of the option `--redact`. */
import { describe, expect, test } from "@jest/globals";
import { parseRedactionLines } from "../../src/configuration/index.ts";
import { diagnosticsOf } from "../../src/diagnostics.ts";

describe("a line names values", () => {
  test.each([
    ["/data/key", undefined, undefined, "/data/key"],
    ["ConfigMap:/data/*", ["ConfigMap"], undefined, "/data/*"],
    ["ConfigMap/license-*:/data/key", ["ConfigMap"], ["license-*"], "/data/key"],
    ["Role/system:node:/rules/**", ["Role"], ["system:node"], "/rules/**"],
    ["/metadata/annotations/example.com~1a:/b", undefined, undefined, "/metadata/annotations/example.com~1a:/b"],
    ["*/web:/spec", ["*"], ["web"], "/spec"],
  ])("%s", (line, kinds, names, path) => {
    const [rule] = parseRedactionLines([line]);
    expect([rule?.kinds, rule?.names, rule?.paths.map(({ text }) => text)]).toEqual([kinds, names, [path]]);
  });
});

describe("other lines are refused", () => {
  test.each([
    "data/key",
    "ConfigMap",
    "ConfigMap:",
    "ConfigMap:data",
    ":/data",
    "a/b/c:/data",
    "Config Map:/data",
    "/",
    "/a~b",
    "ConfigMap/:/a",
    "",
  ])("%j", (line) => {
    let thrown: unknown;
    try {
      parseRedactionLines(["/a", line]);
    } catch (error) {
      thrown = error;
    }
    expect(diagnosticsOf(thrown)).toMatchObject([
      {
        code: "invalid-value",
        message: `${JSON.stringify(line)} is not a pattern of values`,
        hint: "Write /PATH, KIND:/PATH or KIND/NAME:/PATH, such as ConfigMap/license-*:/data/key.",
      },
    ]);
  });

  test("more than 1,000", () => {
    expect(() => parseRedactionLines(Array<string>(1001).fill("/a"))).toThrow("there are more than 1000 patterns");
  });
});
