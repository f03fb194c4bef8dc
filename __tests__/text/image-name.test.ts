import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type ImageName, type ImageNameFault, parseImageName } from "../../src/text/index.ts";

const DIGEST = `sha256:${"0a".repeat(32)}`;

test.each<[string, [host: string | undefined, path: string, tag?: string | undefined, digest?: string]]>([
  ["web", [undefined, "web"]],
  ["team/web:1.2", [undefined, "team/web", "1.2"]],
  [`web@${DIGEST}`, [undefined, "web", undefined, DIGEST]],
  [`Registry.test:5000/a/b__c:v1@${DIGEST}`, ["Registry.test:5000", "a/b__c", "v1", DIGEST]],
  ["localhost/a", ["localhost", "a"]],
  ["[::1]:5000/a", ["[::1]:5000", "a"]],
])("the name %s", (text, [host, path, tag, digest]) => {
  const expected: ImageName = { host, path, tag, digest };
  expect(parseImageName(text)).toEqual(expected);
});

test.each<[string, ImageNameFault]>([
  ["", "no path"],
  ["registry.test/", "no path"],
  ["Web", "upper case"],
  ["--privileged", "path"],
  ["a//b", "path"],
  ["a/../b", "path"],
  ["a:", "tag"],
  [`a:${"t".repeat(129)}`, "tag"],
  ["a@sha256:00", "digest"],
  [`a@${DIGEST.toUpperCase()}`, "digest"],
  [`a@${DIGEST}@${DIGEST}`, "second @"],
  ["registry.test:99999/a", "host"],
  ["[::zz]/a", "host"],
  ["-r.test/a", "host"],
  [`${"a/".repeat(200)}a`, "path"],
  ["a".repeat(4097), "length"],
])("%s is no name: %s", (text, fault) => {
  expect(parseImageName(text)).toBe(fault);
});

test("the first part is the registry if the caller knows that", () => {
  expect(parseImageName("registry/a", true)).toMatchObject({ host: "registry", path: "a" });
});

test("no name begins like an option, and its parts make up the text", () => {
  const part = fc.stringMatching(/^[a-z0-9A-Z._:@/-]{0,12}$/);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const text = parts.join("/");
      const name = parseImageName(text);
      if (typeof name === "string") return;
      expect(text.startsWith("-")).toBe(false);
      const { host, path, tag, digest } = name;
      const joined = `${host === undefined ? "" : `${host}/`}${path}${tag === undefined ? "" : `:${tag}`}`;
      expect(digest === undefined ? joined : `${joined}@${digest}`).toBe(text);
    }),
  );
});
