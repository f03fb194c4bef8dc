import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DEFAULT_TIMEOUT_SECONDS, parseGitUrl } from "../../../src/sources/remote/git-url.ts";
import { parseDuration } from "../../../src/text/duration.ts";

// docs/specification/remote-sources.md 2.2 to 2.9
describe("the repository and the directory in an address", () => {
  test.each([
    ["https://github.com/org/repo", "https://github.com/org/repo", ""],
    ["https://github.com/org/repo/p/q?ref=v1", "https://github.com/org/repo", "p/q"],
    ["github.com/org/repo//p", "https://github.com/org/repo", "p"],
    ["github.com:org/repo", "https://github.com/org/repo", ""],
    ["http://github.com/org/repo", "https://github.com/org/repo", ""],
    ["GitHub.com/org/repo/p", "https://github.com/org/repo", "p"],
    ["HTTPS://GITHUB.COM/org/repo", "https://github.com/org/repo", ""],
    ["https://user@github.com/org/repo", "user@github.com:org/repo", ""],
    ["ssh://git@github.com/org/repo", "git@github.com:org/repo", ""],
    ["ssh://github.com/org/repo", "github.com:org/repo", ""],
    ["git@github.com/org/repo", "git@github.com:org/repo", ""],
    ["git@github.com:org/repo.git//p", "git@github.com:org/repo.git", "p"],
    ["https://user:pw@github.com/org/repo", "https://user:pw@github.com/org/repo", ""],
    ["git::https://github.com/org/repo/p", "https://github.com/org/repo", "p"],
    ["GIT::git@example.com:org/repo", "git@example.com:org/repo", ""],
    ["https://example.com/a/b/c", "https://example.com/a/b", "c"],
    ["https://gitlab.com/group/sub/repo", "https://gitlab.com/group/sub", "repo"],
    ["https://gitlab.com/group/sub/repo//p", "https://gitlab.com/group/sub/repo", "p"],
    ["https://example.com/a/b/c.git/d", "https://example.com/a/b/c.git", "d"],
    ["https://example.com/a/b/c.git//d", "https://example.com/a/b/c.git", "d"],
    ["https://example.com/org/repo.github.io/p", "https://example.com/org/repo.git", "hub.io/p"],
    ["https://example.com:8443/a/b", "https://example.com:8443/a/b", ""],
    ["user@example.com:org/repo/path", "user@example.com:org/repo", "path"],
    ["user@example.com/org/repo/path", "user@example.com/org/repo", "path"],
    ["ssh://git@host:2222/org/repo", "ssh://git@host:2222/org/repo", ""],
    [
      "https://org@dev.azure.com/org/proj/_git/repo/p?version=GBmain",
      "https://org@dev.azure.com/org/proj/_git/repo",
      "p",
    ],
    ["https://dev.azure.com/org/proj/_git/repo", "https://dev.azure.com/org/proj/_git/repo", ""],
    ["file:///abs/repo//p", "file:///abs/repo", "p"],
    ["file:///abs/repo", "file:///abs/repo", ""],
    ["file:///abs/repo.git/p", "file:///abs/repo.git", "p"],
    ["FILE://relative", "file://relative", ""],
    ["https://example.com/a/b//", "https://example.com/a/b", ""],
    ["https://example.com/a/b///p", "https://example.com/a/b", "p"],
    ["https://example.com/a/b//p/../q", "https://example.com/a/b", "p/../q"],
  ])("%s", (text, repository, path) => {
    expect(parseGitUrl(text)).toMatchObject({ repository, path });
  });

  // docs/specification/remote-sources.md 2.1, 2.3, 2.8
  test.each([
    "",
    "/abs/repo//p",
    "./x",
    "../base",
    "example.com/org/repo",
    "gh:org/repo",
    "a.git/b",
    "s3::https://example.com/a/b",
    "https://github.com/org",
    "https://github.com",
    "https://",
    "git@",
    "1user@example.com:org/repo",
    "file://",
    "https://example.com///",
    "https://example.com/a/b//../..",
    "https://example.com/a/b//p/../../q",
    "github.com/org/repo//..",
  ])("not a repository: %j", (text) => {
    expect(parseGitUrl(text)).toBeUndefined();
  });
});

// docs/specification/remote-sources.md 2.1
describe("the query", () => {
  const usual = { ref: undefined, timeoutSeconds: DEFAULT_TIMEOUT_SECONDS, submodules: true };
  test.each([
    ["", {}],
    ["?", {}],
    ["?ref=v1", { ref: "v1" }],
    ["?version=v2", { ref: "v2" }],
    ["?version=v2&ref=v1", { ref: "v1" }],
    ["?version=v2&ref=", { ref: "v2" }],
    ["?ref=a&ref=b", { ref: "a" }],
    ["?ref=a%2Fb+c", { ref: "a/b c" }],
    ["?ref=a?b", { ref: "a?b" }],
    ["?ref=v1;timeout=5", {}],
    ["?ref=v1&x=a;b", {}],
    ["?ref=v1&x=%zz", {}],
    ["?ref=v1&x=%4", {}],
    ["?timeout=61", { timeoutSeconds: 61 }],
    ["?timeout=1m30s", { timeoutSeconds: 90 }],
    ["?timeout=0", {}],
    ["?timeout=-5s", {}],
    ["?timeout=soon", {}],
    ["?submodules=false", { submodules: false }],
    ["?submodules=0", { submodules: false }],
    ["?submodules=F", { submodules: false }],
    ["?submodules=1", {}],
    ["?submodules=no", {}],
    ["?submodules=", {}],
  ])("%j", (query, expected) => {
    expect(parseGitUrl(`https://example.com/org/repo//p${query}`)).toMatchObject({ ...usual, ...expected, path: "p" });
  });

  test.each([
    ["1h2m3s", 3723],
    [".5s", 0.5],
    ["1.s", 1],
    ["1500ms", 1.5],
    ["2us", 2e-6],
    ["2µs", 2e-6],
    ["2μs", 2e-6],
    ["3ns", 3e-9],
    ["+1s", 1],
    ["-1m", -60],
    ["0", 0],
    ["", undefined],
    ["s", undefined],
    [".s", undefined],
    ["1", undefined],
    ["1..s", undefined],
    ["1d", undefined],
    ["1 s", undefined],
  ])("the duration %j", (text, seconds) => {
    const parsed = parseDuration(text);
    // Decimal fractions are inexact.
    expect(parsed === undefined ? undefined : Number(parsed.toPrecision(12))).toBe(seconds);
  });
});

test("for any text, the path stays within the repository, and nothing is thrown", () => {
  const piece = fc.constantFrom(
    ..."https:// ssh:// file:// git:: git@ github.com example.com / // : .git _git/ .. . ? ref= & ; %2e %zz org".split(
      " ",
    ),
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(text, (address) => {
      const url = parseGitUrl(address);
      if (url === undefined) return;
      expect(url.repository).not.toBe("");
      expect(url.timeoutSeconds).toBeGreaterThan(0);
      expect(url.path.split("/").reduce((depth, name) => depthAfter(depth, name), 0)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2000, seed: 41 },
  );
});

/** Stays below zero once a path has left its top. */
function depthAfter(depth: number, name: string): number {
  if (depth < 0 || name === ".") return depth;
  if (name === "") return depth;
  return name === ".." ? depth - 1 : depth + 1;
}
