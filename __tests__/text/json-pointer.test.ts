import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { pointerSteps, toPointer } from "../../src/text/index.ts";

// RFC 6901, section 5.
test.each([
  ["", []],
  ["/foo", ["foo"]],
  ["/foo/0", ["foo", "0"]],
  ["/", [""]],
  ["/a~1b", ["a/b"]],
  ["/m~0n", ["m~n"]],
  ["/~01", ["~1"]],
])("%j leads through %j", (pointer, steps) => {
  expect(pointerSteps(pointer)).toEqual(steps);
  expect(toPointer(steps)).toBe(pointer);
});

test("every list of steps has a pointer that leads through them", () => {
  fc.assert(fc.property(fc.array(fc.string()), (steps) => expect(pointerSteps(toPointer(steps))).toEqual(steps)));
});
