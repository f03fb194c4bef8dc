import { afterAll, describe, expect, test } from "@jest/globals";
import { thirdPartyLicenses } from "../../scripts/licenses.mjs";
import { temporaryRepository } from "./repository.ts";

const repository = temporaryRepository({
  "node_modules/@a/with-notice/package.json":
    '{ "name": "@a/with-notice", "version": "1.0.0", "license": "Apache-2.0" }',
  "node_modules/@a/with-notice/LICENSE": "\r\n  Apache  \r\n\r\n",
  "node_modules/@a/with-notice/NOTICE.txt": "A notice\n",
  "node_modules/b/node_modules/c/package.json":
    '{ "name": "c", "version": "2.0.0", "license": "(MIT AND ISC)", "author": { "name": "C" } }',
  "node_modules/copyleft/package.json": '{ "name": "copyleft", "version": "3.0.0", "license": "GPL-3.0-only" }',
  "node_modules/either/package.json": '{ "name": "either", "version": "4.0.0" }',
});
afterAll(repository.remove);

/** The metafile of a bundle with the given number of bytes from each file. */
function licensesOf(bytes: Readonly<Record<string, number>>): string {
  const inputs = Object.fromEntries(Object.entries(bytes).map(([path, bytesInOutput]) => [path, { bytesInOutput }]));
  const output = { bytes: 0, inputs, imports: [], exports: [] };
  return thirdPartyLicenses(repository.path, { inputs: {}, outputs: { "dist/index.js": output } });
}

describe("THIRD_PARTY_LICENSES", () => {
  test("names the facts about Kubernetes, where they are bundled", () => {
    const facts = "facts about Kubernetes (Apache-2.0)";
    expect(licensesOf({ "src/schemas/table-text.ts": 1 })).toContain(facts);
    expect(licensesOf({ "src/main.ts": 1 })).not.toContain(facts);
  });

  test("lists each bundled package once, sorted by name, with its licence texts", () => {
    const text = licensesOf({
      "src/main.ts": 10,
      "node_modules/b/node_modules/c/index.js": 1,
      "node_modules/@a/with-notice/one.js": 1,
      "node_modules/@a/with-notice/two.js": 1,
    });
    expect(text.replace(/=+/g, "=").split("\n")).toEqual([
      "The files in dist/ contain the packages below, each under its own licence.",
      "",
      "=",
      "@a/with-notice 1.0.0 (Apache-2.0)",
      "=",
      "",
      "  Apache",
      "",
      "A notice",
      "",
      "=",
      "c 2.0.0 (MIT AND ISC)",
      "=",
      "",
      "The package brings no licence text. Its package.json declares MIT AND ISC by C.",
      "",
    ]);
  });

  test("leaves out packages that tree shaking removed", () => {
    expect(licensesOf({ "node_modules/copyleft/index.js": 0 })).not.toContain("copyleft");
  });

  test.each([
    ["copyleft", "copyleft 3.0.0 has the licence GPL-3.0-only, which"],
    ["either", "either 4.0.0 has the licence undefined, which"],
  ])("refuses the licence of %s", (name, message) => {
    expect(() => licensesOf({ [`node_modules/${name}/index.js`]: 1 })).toThrow(message);
  });
});
