/** How references are named, what a recorder collects, and what an enforcer lets pass; docs/specification/lock.md 2, 3.4, 4.1, 4.5. */
import { describe, expect, test } from "@jest/globals";
import {
  chartDigest,
  chartReference,
  fileReference,
  gitReference,
  imageReference,
  LockEnforcer,
  LockRecorder,
  type Use,
} from "../../src/lock/index.ts";

const A = `sha256:${"a".repeat(64)}`;
const B = `sha256:${"b".repeat(64)}`;
const use = (ref: string, digest = A): Use => ({ kind: "https", ref, digest });

describe("names of references", () => {
  test.each([
    ["HTTPS://Example.com:443/Org/repo", "v1", "https://example.com/Org/repo?ref=v1"],
    ["https://user:secret@example.com/org/repo", undefined, "https://example.com/org/repo?ref=HEAD"],
    ["https://ghp_0123456789abcdef@github.com/org/repo", "main", "https://github.com/org/repo?ref=main"],
    ["ssh://git:secret@example.com:22/org/repo", "v1", "ssh://git@example.com/org/repo?ref=v1"],
    ["git@github.com:org/repo", "v1", "git@github.com:org/repo?ref=v1"],
    ["http://127.0.0.1:8080/repo", "v1", "http://127.0.0.1:8080/repo?ref=v1"],
  ])("git %s at %s", (repository, ref, expected) => {
    expect(gitReference({ repository, ref })).toEqual({ kind: "git", ref: expected });
  });

  test.each<[name: string, digest: string | undefined, ref: string]>([
    ["x.example:5000/a/b:v1", undefined, "x.example:5000/a/b:v1"],
    ["x.example:5000/a/b:v1", A, "x.example:5000/a/b:v1"],
    [`x.example:5000/a/b:v1@${A}`, A, "x.example:5000/a/b:v1"],
    [`x.example:5000/a/b@${A}`, A, `x.example:5000/a/b@${A}`],
    ["x.example:5000/a/b", A, `x.example:5000/a/b@${A}`],
    ["b", undefined, "b"],
  ])("image %s, %s", (name, digest, ref) => {
    expect(imageReference(name, digest)).toEqual({ kind: "image", ref });
  });

  test.each([
    ["https://me@example.com/a.yaml?x=1#sha256=abc", "https://example.com/a.yaml?x=1"],
    ["https://example.com:8443/a.yaml", "https://example.com:8443/a.yaml"],
  ])("file %s", (address, expected) => {
    expect(fileReference(address)).toEqual({ kind: "https", ref: expected });
  });

  test.each([
    [
      { repo: "https://charts.example.com/", name: "web", version: "~1.2" },
      "https://charts.example.com/web?version=~1.2",
    ],
    [{ repo: "oci://u:p@r.example.com/c", name: "web" }, "oci://r.example.com/c/web"],
    [{ repo: "https://c.example.com", name: "web", devel: true }, "https://c.example.com/web?devel=true"],
    [
      { repo: "https://c.example.com", name: "web", version: "^1", chosenBy: "source-controller" as const },
      "https://c.example.com/web?version=^1&by=source-controller",
    ],
    [
      { repo: "https://c.example.com", name: "web", version: "1.2.3", chosenBy: "source-controller" as const },
      "https://c.example.com/web?version=1.2.3",
    ],
    [{ repo: "oci://r.example.com/c", name: "web", artifact: {} }, "oci://r.example.com/c/web?tag=latest"],
    [
      { repo: "oci://r.example.com/c", name: "web", artifact: { digest: A, semver: "1.x", tag: "a" } },
      `oci://r.example.com/c/web?digest=${A}`,
    ],
    [
      {
        repo: "oci://r.example.com/c",
        name: "web",
        artifact: {
          semver: ">=1 <2",
          semverFilter: "a&b%",
          tag: "a",
          layer: "text/plain",
          isCopied: true,
          ignore: "x",
        },
      },
      "oci://r.example.com/c/web?semver=>=1 <2&semverFilter=a%26b%25&layer=text/plain&operation=copy",
    ],
    [
      { repo: "oci://r.example.com/c", name: "web", artifact: { tag: "a", ignore: "x" } },
      "oci://r.example.com/c/web?tag=a&ignore=2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
    ],
  ])("chart %j", (chart, expected) => {
    expect(chartReference(chart)).toEqual({ kind: "chart", ref: expected });
  });
});

test("the digest of a chart depends on names and contents, not on the order of files", () => {
  const files = (...entries: [string, string][]): Map<string, Uint8Array> =>
    new Map(entries.map(([name, text]) => [name, Buffer.from(text)]));
  const digest = chartDigest(files(["a", "1"], ["b", "2"]));
  expect(chartDigest(files(["b", "2"], ["a", "1"]))).toBe(digest);
  expect(chartDigest(files(["a", "12"], ["b", ""]))).not.toBe(digest);
  expect(chartDigest(files(["a", "1"], ["c", "2"]))).not.toBe(digest);
});

describe("LockRecorder", () => {
  test("keeps each reference once, with its targets", () => {
    const recorder = new LockRecorder();
    for (const target of ["one", "two", "one"]) recorder.record(use("r"), target);
    expect(recorder.lock).toEqual([{ ...use("r"), usedBy: ["one", "two"] }]);
  });

  test("refuses a second digest", () => {
    const recorder = new LockRecorder();
    recorder.record(use("r"), "one");
    expect(() => recorder.record(use("r", B), "two")).toThrow(
      `https r is used as ${A} and as ${B}, and a lock holds one`,
    );
  });
});

describe("LockEnforcer", () => {
  const enforcer = (): LockEnforcer => new LockEnforcer([{ ...use("r"), usedBy: ["one"] }], "l");

  test("accepts what the lock has", () => {
    const lock = enforcer();
    lock.expect({ kind: "https", ref: "r" });
    lock.check(use("r"));
    expect(lock.unused(new Set(["one"]))).toEqual([]);
  });

  test.each<[what: string, given: Use, message: string]>([
    ["another reference", use("s"), "https s has no entry in l"],
    ["another kind", { ...use("r"), kind: "exec" }, "exec r has no entry in l"],
    ["another digest", use("r", B), `https r is ${B}, and l has ${A}`],
  ])("refuses %s", (_, given, message) => {
    expect(() => enforcer().check(given)).toThrow(message);
  });

  test("refuses before a fetch what it does not have", () => {
    expect(() => enforcer().expect({ kind: "git", ref: "r" })).toThrow("git r has no entry in l");
  });

  test("names unused entries of the targets that were built only", () => {
    expect(enforcer().unused(new Set(["one", "two"]))).toMatchObject([{ code: "lock-unused", severity: "notice" }]);
    expect(enforcer().unused(new Set(["two"]))).toEqual([]);
  });
});
