import { describe, expect, test } from "@jest/globals";
import { nearest } from "../../src/text/spelling.ts";

const known = ["resources", "namePrefix", "nameSuffix", "images", "patches", "env"];

describe("nearest", () => {
  test.each([
    ["resource", "resources"],
    ["reosurces", "resources"],
    ["RESOURCE", "resources"],
    ["name_prefix", "namePrefix"],
    ["image", "images"],
    ["patchs", "patches"],
    ["en", "env"],
    ["foo", undefined],
    ["", undefined],
    ["x".repeat(100_000), undefined],
  ])("%.20s → %s", (name, expected) => {
    expect(nearest(name, known)).toBe(expected);
  });
});
