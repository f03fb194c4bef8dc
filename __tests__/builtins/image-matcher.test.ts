import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { imageMatcher } from "../../src/builtins/image-tag-transformer.ts";
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
