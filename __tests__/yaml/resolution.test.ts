import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { decodeText, isYaml11NonString, resolveTag } from "../../src/yaml/index.ts";

// docs/specification/yaml-reading.md 3.1 to 3.6
describe("resolveTag", () => {
  test.each<[string, string[]]>([
    ["!!null", ["", "~", "null", "Null", "NULL"]],
    ["!!bool", ["true", "True", "TRUE", "false", "False", "FALSE"]],
    [
      "!!int",
      [
        "0",
        "-1",
        "+1",
        "017",
        "0o17",
        "0O17",
        "0x1F",
        "-0X1f",
        "0b11",
        "1_000",
        "0o-7",
        "9".repeat(19),
        "18446744073709551615",
      ],
    ],
    [
      "!!float",
      ["1.5", "1.", "1e3", "08", ".5", ".5_0", "+.inf", ".NaN", "18446744073709551616", "-9223372036854775809", "-.5"],
    ],
    ["!!timestamp", ["2001-01-01", "2001-1-1", "2001-01-01T00:00:00Z", "2001-01-01 1:2:3.5"]],
    [
      "!!str",
      [
        "a",
        "yes",
        "on",
        "n",
        "tRUE",
        "nULL",
        "0x",
        "0b2",
        "1e",
        "1e400",
        "--1",
        "1.2.3",
        "10Gi",
        "12:30",
        ".",
        "+",
        "-",
        "_1",
        "1-2-3",
      ].concat([
        "2001-13-01",
        "2001-02-30",
        "2001-01-01T24:00:00Z",
        "2001-01-01T00:00:00",
        "+18446744073709551615x",
        "<<",
        "=",
        "é",
        "0x10000000000000000",
      ]),
    ],
  ])("%s", (tag, texts) => {
    for (const text of texts) expect([text, resolveTag(text)]).toEqual([text, tag]);
  });
});

describe("isYaml11NonString", () => {
  test.each<[boolean, string[]]>([
    [
      true,
      [
        "yes",
        "n",
        "OFF",
        "true",
        "1",
        "0o17",
        "1e3",
        "~",
        "null",
        ".inf",
        "[a]",
        "{a: b}",
        "a: b",
        "- a",
        "-",
        "# a",
        "!!int 3",
        "&a",
        "---",
        " ",
      ],
    ],
    [
      false,
      [
        "",
        "a",
        "2001-01-01",
        "1.2.3",
        "a\nb: c",
        "'1'",
        '"1"',
        "*a",
        "@a",
        "a: b: c",
        "[a",
        "foo # bar",
        "a b",
        "-a",
        "é",
        "<<",
        "12:30",
        "a/b:c",
      ],
    ],
  ])("%s", (expected, texts) => {
    for (const text of texts) expect([text, isYaml11NonString(text)]).toEqual([text, expected]);
  });
});

// docs/specification/yaml-reading.md 1.1
describe("decodeText", () => {
  test.each<[string, number[], string]>([
    ["UTF-8", [0x61, 0xc3, 0xa9], "aé"],
    ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, 0x61], "a"],
    ["UTF-16, little end first", [0xff, 0xfe, 0x61, 0x00, 0xe9, 0x00], "aé"],
    ["UTF-16, big end first", [0xfe, 0xff, 0x00, 0x61, 0x00, 0xe9], "aé"],
    ["nothing", [], ""],
  ])("%s", (_, bytes, text) => {
    expect(decodeText(Uint8Array.from(bytes))).toBe(text);
  });

  test.each<[string, number[], RegExp]>([
    ["a lone continuation byte", [0x61, 0x80], /not valid UTF-8/],
    ["a cut sequence", [0xe2, 0x82], /not valid UTF-8/],
    ["a lone surrogate", [0xfe, 0xff, 0xd8, 0x00], /not valid UTF-16/],
  ])("refuses %s", (_, bytes, message) => {
    let thrown: unknown;
    try {
      decodeText(Uint8Array.from(bytes), "a.yaml");
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(KrmError);
    expect((thrown as KrmError).diagnostics[0]).toMatchObject({ code: "invalid-yaml", file: "a.yaml" });
    expect((thrown as KrmError).message).toMatch(message);
  });

  test.each<[string, number[], [line: number, column: number]]>([
    ["at once", [0x80], [1, 1]],
    ["behind a mark of what was replaced earlier", [0x61, 0x0a, 0xef, 0xbf, 0xbd, 0x62, 0x80], [2, 3]],
    ["behind a mark of the encoding", [0xef, 0xbb, 0xbf, 0x61, 0xe2, 0x82, 0x61], [1, 2]],
  ])("tells where it is %s", (_, bytes, [line, column]) => {
    expect(() => decodeText(Uint8Array.from(bytes), "a.yaml")).toThrow(
      expect.objectContaining({ diagnostics: [expect.objectContaining({ line, column })] }),
    );
  });
});
