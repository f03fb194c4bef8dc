import { describe, expect, test } from "@jest/globals";
import { clone, get, locateOffset, map, overwrite, scalar, seq } from "../../src/yaml/nodes/node.ts";

describe("nodes", () => {
  test("a clone shares no children", () => {
    const original = map([{ key: scalar("a"), value: seq([scalar("1")]) }]);
    const copy = clone(original);
    overwrite(get(copy, "a") as never, scalar("changed"));
    expect(get(original, "a")?.kind).toBe("seq");
  });

  test("overwrite changes the kind and keeps the place", () => {
    const parent = map([{ key: scalar("a"), value: scalar("1") }]);
    overwrite(get(parent, "a") as never, seq([scalar("2")]));
    expect(get(parent, "a")).toMatchObject({ kind: "seq", items: [{ value: "2" }] });
  });

  test.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [6, 4, 1],
  ])("offset %i is at %i:%i", (offset, line, column) => {
    expect(locateOffset({ file: "f", text: "ab\nc\n\nd" }, offset)).toEqual({ file: "f", line, column });
  });
});
