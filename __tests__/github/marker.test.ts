import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { formatMarker, isNewer, readMarker } from "../../src/github/marker.ts";
import { anyText } from "../any-text.ts";

const head = "c".repeat(40);
const stamp = { run: 17, attempt: 2, head };

test("is one readable line", () => {
  expect(formatMarker("Render/preview", stamp)).toBe(`<!-- krm-render id=Render/preview run=17.2 head=${head} -->`);
  expect(formatMarker("a--> b", stamp)).toBe(`<!-- krm-render id=a-%2D%3E%20b run=17.2 head=${head} -->`);
});

test("encodes any key without ending the HTML comment, and no two keys alike", () => {
  const key = anyText({ minLength: 1 });
  fc.assert(
    fc.property(key, key, (one, other) => {
      const marker = formatMarker(one, stamp);
      expect(marker.slice(4, -3)).not.toMatch(/--|>|[\r\n]/);
      expect(readMarker(`${marker}\ntext`, one)).toEqual({ stamp, text: "text" });
      expect(readMarker(marker, other) !== undefined).toBe(one === other);
    }),
  );
});

test.each([
  ["not on the first line", `\n${formatMarker("k", stamp)}`],
  ["quoted", `> ${formatMarker("k", stamp)}`],
  ["of another tool", "<!-- other id=k run=17.2 -->"],
  ["of another key", formatMarker("kk", stamp)],
  ["with something before it", `x${formatMarker("k", stamp)}`],
  ["with a commit that is none", "<!-- krm-render id=k run=17.2 head=main -->"],
  ["empty", ""],
])("a marker that is %s does not count", (_name, body) => {
  expect(readMarker(body, "k")).toBeUndefined();
});

test("is read with CRLF line ends, and as former versions wrote it", () => {
  expect(readMarker(`${formatMarker("k", stamp)}\r\ntext`, "k")).toEqual({ stamp, text: "text" });
  expect(readMarker("<!-- krm-render id=k run=17.2 -->\ntext", "k")).toEqual({
    stamp: { run: 17, attempt: 2 },
    text: "text",
  });
  expect(readMarker("<!-- krm-render id=k -->\ntext", "k")).toEqual({ stamp: { run: 0, attempt: 0 }, text: "text" });
});

describe("of two stamps, the newer is", () => {
  test.each([
    ["that of the later run", { run: 3, attempt: 1 }, { run: 2, attempt: 9 }, true],
    ["that of the later attempt", { run: 3, attempt: 2 }, { run: 3, attempt: 1 }, true],
    ["not the same", stamp, stamp, false],
    ["not that of the earlier run", { run: 2, attempt: 9 }, { run: 3, attempt: 1 }, false],
  ])("%s", (_name, left, right, expected) => {
    expect(isNewer(left, right)).toBe(expected);
  });
});
