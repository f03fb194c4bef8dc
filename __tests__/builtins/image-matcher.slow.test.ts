import { expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { ImageNames, imageMatcher } from "../../src/builtins/image-names.ts";
import { compileRegex } from "../../src/resource/re2.ts";

const TAG_AND_DIGEST = "(:[a-zA-Z0-9_.{}-]*)?(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?$";

// docs/specification/images.md 2.1
test.each([
  ["nginx", "nginx", true],
  ["nginx", "nginx:1.2", true],
  ["nginx", "nginx:1@sha256:ab", true],
  ["nginx", "nginx@sha256+b64u:ab", true],
  ["nginx", "nginx-x", false],
  ["nginx", "docker.io/nginx", false],
  ["a.b/c", "a.b/c:1", true],
  ["a.b/c", "axb/c:1", true],
  ["a.b/c", "a\nb/c:1", false],
  ["ng.*", "nginx:1", true],
  ["(", "(", false],
])("%j and the image %j", (name, image, expected) => {
  expect(imageMatcher(name)?.(image) ?? false).toBe(expected);
});

test("plain names match the same images as the equal patterns", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", ".", "/", ":", "@", "1", "-", "_", "+", "\n", "\u{1f600}"),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, text, text, (name, tail, other) => {
      const pattern = compileRegex(`^${name}${TAG_AND_DIGEST}`);
      for (const image of [name + tail, other + tail, name.replaceAll(".", "x") + tail]) {
        expect(imageMatcher(name)?.(image)).toBe(pattern?.(image));
      }
    }),
    { numRuns: 2_000 },
  );
});

test("the entries of a list that match an image are those whose names match it, in order", () => {
  const unit = fc.constantFrom("a", "b", ".", "/", ":", "@", "1", "+", "\n", "*", "(");
  const name = fc.string({ unit, maxLength: 4 });
  const tail = fc.constantFrom("", ":1", "@a:1", ":1@a:1", ":1:1", "@a+a:1", "/a", ":");
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), name, tail, (names, start, end) => {
      const list = new ImageNames(names);
      for (const image of [start + end, ...names.map((one) => one.replaceAll(".", "b") + end)]) {
        const found: number[] = [];
        for (let at = list.next(image, 0); at !== undefined; at = list.next(image, at + 1)) found.push(at);
        expect(found).toEqual([...names.keys()].filter((at) => imageMatcher(names[at] as string)?.(image)));
      }
    }),
    { numRuns: 500 },
  );
});

test("an image is not compared with thousands of names that it does not have", () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `registry.example.com/team/app${at}`);
  const list = new ImageNames(names);
  const lookUps = jest.spyOn(Map.prototype, "get");
  const found = names.map((name) => list.next(`${name}:1@sha256:0`, 0));
  const count = lookUps.mock.calls.length;
  lookUps.mockRestore();
  expect(found).toEqual([...names.keys()]);
  expect(count).toBeLessThan(names.length * 10);
});
