/** The file krm-render.lock: what is read, what is refused where, and that writing is stable; docs/specification/lock.md 1. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../src/diagnostics.ts";
import { type LockEntry, parseLock, parseWholeLock, printLock } from "../../src/lock/index.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;
const COMMIT = "b".repeat(40);

const entry = (fields: object): string => JSON.stringify({ version: 1, entries: [fields] }, null, 2);
const valid = { kind: "https", ref: "https://example.com/a.yaml", digest: DIGEST, usedBy: ["apps/web"] };

const kinds = fc.constantFrom("image", "exec", "starlark", "catalog", "chart", "https") as fc.Arbitrary<
  LockEntry["kind"]
>;
const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef".split("")), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));
const ref = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text === Buffer.from(text).toString());
const entries: fc.Arbitrary<LockEntry[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({ kind: kinds, ref, digest: hex(64).map((text) => `sha256:${text}`), usedBy: fc.array(ref) }),
    fc.record({ kind: fc.constant("git" as const), ref, digest: hex(40), usedBy: fc.array(ref) }),
  ),
  { selector: (one) => `${one.kind}\0${one.ref}` },
);

describe("printLock", () => {
  test("sorts by kind and reference, and ends in a newline", () => {
    const one = (kind: LockEntry["kind"], name: string, digest: string): LockEntry => ({
      kind,
      ref: name,
      digest,
      usedBy: ["b", "a", "b"],
    });
    const text = printLock([one("https", "b", DIGEST), one("https", "B", DIGEST), one("git", "z", COMMIT)]);
    expect(JSON.parse(text)).toEqual({
      version: 1,
      entries: [
        { kind: "git", ref: "z", digest: COMMIT, usedBy: ["a", "b"] },
        { kind: "https", ref: "B", digest: DIGEST, usedBy: ["a", "b"] },
        { kind: "https", ref: "b", digest: DIGEST, usedBy: ["a", "b"] },
      ],
    });
    expect(text.endsWith("}\n")).toBe(true);
  });

  test("is read as it was written, in any order of entries", () => {
    fc.assert(
      fc.property(entries, (lock) => {
        const text = printLock(lock);
        expect(printLock(parseLock(text, "l"))).toBe(text);
        expect(printLock(lock.toReversed())).toBe(text);
      }),
    );
  });
});

// docs/specification/lock.md 1.5
describe("the commits of a release", () => {
  const commits = [{ repository: "https://example.com/shop", commit: COMMIT }];
  const text = printLock([], commits);

  test("are read back, and do not count as entries", () => {
    expect(parseWholeLock(text, "l")).toEqual({ entries: [], lines: [], commits });
    expect(parseLock(text, "l")).toEqual([]);
    expect(parseWholeLock(printLock([]), "l").commits).toEqual([]);
    expect(printLock([])).toBe('{\n  "version": 1,\n  "entries": []\n}\n');
  });

  test.each<[string, (text: string) => string, string]>([
    ["no list", (all) => all.replace(/"commits": \[[\s\S]*?\]/, '"commits": {}'), "l:3:14: `commits` is not a list"],
    ["no object", (all) => all.replace(/\{\n {6}[\s\S]*?\}/, "1"), "l:4:5: a commit of the lock is not an object"],
    ["a name in place of an id", (all) => all.replace(COMMIT, "main"), 'l:6:17: "main" is not the full id of a commit'],
    [
      "no repository",
      (all) => all.replace(/ {6}"repository".*\n/, ""),
      "l:4:5: a commit of the lock lacks the field `repository`",
    ],
    ["an empty repository", (all) => all.replace("https://example.com/shop", ""), "l:5:21: `repository` is not a text"],
    [
      "an unknown field",
      (all) => all.replace('"commit":', '"tag": "v1", "commit":'),
      'l:6:7: a commit of the lock has no field "tag"',
    ],
    [
      "too many",
      (all) =>
        all.replace(
          /(\{\n {6}[\s\S]*?\})/,
          Array.from({ length: 101 }, () => '{"repository":"r","commit":"c"}').join(","),
        ),
      "l:3:14: the lock has more than 100 commits",
    ],
  ])("%s", (_, edit, message) => {
    expect(edit(text)).not.toBe(text);
    expect(() => parseLock(edit(text), "l")).toThrow(message);
  });
});

describe("parseLock refuses", () => {
  test.each<[what: string, text: string, message: string]>([
    ["what is not JSON", '{"version": 1,\n "entries": nothing}', "l: the lock is not JSON"],
    ["YAML", "version: 1\nentries: []\n", "l: the lock is not JSON"],
    ["what ends early", '{"version": 1,\n "entries": [}', "l:2:14: the lock is not JSON: "],
    ["a list", "[]", "l:1:1: the lock is not an object"],
    [
      "another version",
      '{"version": 2, "entries": []}',
      'the version of the lock is "2", and this krm-render reads version 1',
    ],
    ["a missing field", '{"version": 1}', "the lock lacks the field `entries`"],
    [
      "a field that it does not know",
      '{"version": 1, "entries": [], "more": 1}',
      'l:1:31: the lock has no field "more"',
    ],
    ["a key twice", '{"version": 1, "version": 1, "entries": []}', "the lock is not JSON: "],
    ["entries that are no list", '{"version": 1, "entries": {}}', "`entries` is not a list"],
    ["an entry that is no object", '{"version": 1, "entries": [1]}', "an entry of the lock is not an object"],
    ["an entry with another field", entry({ ...valid, trusted: true }), 'an entry of the lock has no field "trusted"'],
    ["another kind", entry({ ...valid, kind: "files" }), 'l:5:15: "files" is not one of catalog, chart, exec'],
    ["an empty reference", entry({ ...valid, ref: "" }), "`ref` is not a text"],
    ["a number as a digest", entry({ ...valid, digest: 1 }), "`digest` is not a text"],
    [
      "a short digest",
      entry({ ...valid, digest: `sha256:${"a".repeat(63)}` }),
      "is not sha256: and 64 hexadecimal digits",
    ],
    [
      "a commit that is a branch",
      entry({ ...valid, kind: "git", digest: "main" }),
      '"main" is not the full id of a commit',
    ],
    ["targets that are no list", entry({ ...valid, usedBy: "a" }), "`usedBy` is not a list"],
    ["a target that is no text", entry({ ...valid, usedBy: [1] }), "a target in `usedBy` is not a text"],
    ["an entry twice", JSON.stringify({ version: 1, entries: [valid, valid] }), "is listed twice"],
    ["more than it may hold", " ".repeat(8 * 1024 * 1024 + 1), "the lock is larger than 8 MiB"],
  ])("%s", (_, text, message) => {
    const error = thrownBy(() => parseLock(text, "l"));
    expect(error.message).toContain(message);
    expect(error.code).toBe("lock-invalid");
  });
});

const USED: LockEntry = { ...valid, kind: "https" };

// docs/specification/lock.md 3.5
test.each<[string, readonly LockEntry[], string]>([
  [
    "entries",
    Array.from({ length: 20_001 }, (_, index) => ({ ...USED, ref: `https://example.com/${index}`, usedBy: [] })),
    "the lock would have 20001 entries, and at most 20000 are read again",
  ],
  [
    "bytes",
    [{ ...USED, usedBy: Array.from({ length: 100_000 }, (_, index) => `${"größe/".repeat(10)}${index}`) }],
    "the lock would have 9.3 MiB, and at most 8 MiB are read again",
  ],
])("a lock with more %s than are read is not written", (_, lock, message) => {
  const { code, message: text } = thrownBy(() => printLock(lock)).diagnostics[0] ?? {};
  expect([code, text]).toEqual(["lock-too-large", message]);
});

function thrownBy(work: () => unknown): KrmError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof KrmError) return thrown;
    throw thrown;
  }
  throw new Error("nothing was thrown");
}
