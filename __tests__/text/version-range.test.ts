/** Versions and ranges, as Masterminds/semver 3.5.0 reads them: each row was taken from a program that calls it. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { compareVersions, parseRange, parseStrictVersion, parseVersion } from "../../src/text/index.ts";

const VERSIONS = [
  "0.0.0",
  "0.0.3",
  "0.2.9",
  "1.0.0",
  "1.2.3-rc.1",
  "1.2.3",
  "1.2.9",
  "1.3.0-0",
  "1.3.0",
  "2.0.0-alpha",
  "2.0.0",
  "10.1.0",
];

// docs/specification/helm-charts.md 5.2
test.each<[range: string, accepted: string]>([
  ["*", "0.0.0 0.0.3 0.2.9 1.0.0 1.2.3 1.2.9 1.3.0 2.0.0 10.1.0"],
  ["x", "0.0.0 0.0.3 0.2.9 1.0.0 1.2.3 1.2.9 1.3.0 2.0.0 10.1.0"],
  // As that program has it, although its documentation says that any version is accepted.
  ["^*", "0.0.0"],
  [">0.0.0-0", "0.0.0 0.0.3 0.2.9 1.0.0 1.2.3-rc.1 1.2.3 1.2.9 1.3.0-0 1.3.0 2.0.0-alpha 2.0.0 10.1.0"],
  ["1.2.3", "1.2.3"],
  ["v1.2.3+build", "1.2.3"],
  ["=1.2.3", "1.2.3"],
  ["1.2", "1.2.3 1.2.9"],
  ["1.2.x", "1.2.3 1.2.9"],
  ["1", "1.0.0 1.2.3 1.2.9 1.3.0"],
  ["1-0", "1.0.0 1.2.3-rc.1 1.2.3 1.2.9 1.3.0-0 1.3.0"],
  ["~1.2.5", "1.2.9"],
  ["~1", "1.0.0 1.2.3 1.2.9 1.3.0"],
  ["~>1.2", "1.2.3 1.2.9"],
  ["^1.2.3", "1.2.3 1.2.9 1.3.0"],
  ["^1.2.3-0", "1.2.3-rc.1 1.2.3 1.2.9 1.3.0-0 1.3.0"],
  ["^0.2.3", "0.2.9"],
  ["^0.0.3", "0.0.3"],
  ["^0.0", "0.0.0 0.0.3"],
  ["^0", "0.0.0 0.0.3 0.2.9"],
  [">1", "2.0.0 10.1.0"],
  [">1.2", "1.3.0 2.0.0 10.1.0"],
  [">=1.3", "1.3.0 2.0.0 10.1.0"],
  ["=>1.3", "1.3.0 2.0.0 10.1.0"],
  ["<1.2", "0.0.0 0.0.3 0.2.9 1.0.0"],
  ["<=1.2", "0.0.0 0.0.3 0.2.9 1.0.0 1.2.3 1.2.9"],
  ["=<1", "0.0.0 0.0.3 0.2.9 1.0.0 1.2.3 1.2.9 1.3.0"],
  ["!=1.2", "0.0.0 0.0.3 0.2.9 1.0.0 1.3.0 2.0.0 10.1.0"],
  ["!=1", "0.0.0 0.0.3 0.2.9 2.0.0 10.1.0"],
  [">=1.2 <2", "1.2.3 1.2.9 1.3.0"],
  [">= 1.2 , < 1.3.0", "1.2.3 1.2.9"],
  [">=1.2,<1.3 || 10.x", "1.2.3 1.2.9 10.1.0"],
  ["1.2 - 1.2.5", "1.2.3"],
  ["1.0 - 1.2 || ^2", "1.0.0 1.2.3 1.2.9 2.0.0"],
  ["<2.0.0-beta >=1.3", "1.3.0 2.0.0-alpha"],
  ["9.9", ""],
])("%s", (range, accepted) => {
  const check = parseRange(range);
  expect(check).toBeDefined();
  const found = VERSIONS.filter((version) =>
    check?.(parseVersion(version) as NonNullable<ReturnType<typeof parseVersion>>),
  );
  expect(found.join(" ")).toBe(accepted);
});

test.each([
  "",
  " ",
  "latest",
  "V1",
  "1.2.3.4",
  "==1",
  "><1",
  "1,,2",
  "1,",
  ">=1<2",
  "1||",
  "1 | 2",
  "01x",
  "1.2-",
  "18446744073709551616",
  "1".repeat(513),
  Array.from({ length: 33 }, () => "1").join("||"),
  "1\u00a02",
])("%j is no range", (range) => {
  expect(parseRange(range)).toBeUndefined();
});

test("versions are ordered by their numbers, then by their prerelease, part by part", () => {
  const ordered = [
    "0.9.9",
    "1.0.0-0",
    "1.0.0-2",
    "1.0.0-10",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.b",
    "1.0.0-b",
    "1.0.0",
    "1.0.1",
    "1.2",
    "2",
    "v10.0.0",
  ];
  const shuffled = ordered.toReversed().map((text) => ({ text, version: parseVersion(text) as never }));
  expect(shuffled.sort((a, b) => compareVersions(a.version, b.version)).map(({ text }) => text)).toEqual(ordered);
  expect(compareVersions(parseVersion("1.0.0+a") as never, parseVersion("v1+b") as never)).toBe(0);
});

test.each<[text: string, isLoose: boolean, isStrict: boolean]>([
  ["1.2.3", true, true],
  ["1.2.3-rc.1+b.2", true, true],
  ["v1.2.3", true, false],
  ["1.2", true, false],
  ["01.2.3", true, false],
  ["1.2.3-01", false, false],
  ["1.2.3-", false, false],
  ["1.2.3+", false, false],
  ["", false, false],
  [`1.2.3-${"a".repeat(256)}`, false, false],
])("%s is a version: %s; one of a tag: %s", (text, isLoose, isStrict) => {
  expect([parseVersion(text) !== undefined, parseStrictVersion(text) !== undefined]).toEqual([isLoose, isStrict]);
});

test("a version is within a range that names it", () => {
  const part = fc.nat(1000);
  fc.assert(
    fc.property(part, part, part, fc.constantFrom("", "=", "~", "^", ">=", "<="), (major, minor, patch, operator) => {
      const version = `${major}.${minor}.${patch}`;
      expect(parseRange(`${operator}${version}`)?.(parseVersion(version) as never)).toBe(true);
    }),
  );
});

test("any text is read at once", () => {
  // A regular expression for the whole would take years for the blanks.
  for (const text of [`${"1  ".repeat(170)}!`, `1${" ".repeat(500)}-`, `${"x".repeat(250)} - ${"x".repeat(250)}`]) {
    expect(parseRange(text)).toBeUndefined();
  }
});
