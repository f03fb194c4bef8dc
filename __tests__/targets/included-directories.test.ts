import { posix } from "node:path";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { resolvedFrom } from "../../src/targets/index.ts";

describe("resolvedFrom", () => {
  const cases: readonly [directory: string, path: string, resolved: string | undefined][] = [
    ["/", ".", "/"],
    ["/", "a/", "/a"],
    ["/a", "..", "/"],
    ["/a", "../", "/"],
    ["/a", "../..", undefined],
    ["/a", "../../a", undefined],
    ["/a", "..b", "/a/..b"],
    ["/a", "/../b/", "/b"],
    ["/a", "", "/a"],
    ["/a", "https://example.org/a.yaml", undefined],
    ["/a", "github.com/org/repository", undefined],
  ];
  it.each(cases)("%s and %s", (directory, path, resolved) => {
    expect(resolvedFrom(directory, path)).toBe(resolved);
  });

  it("does not climb above the top, and is what a file system finds otherwise", () => {
    const names = (most: number) => fc.array(fc.constantFrom("a", "b", "..", ".", ""), { maxLength: most });
    const directories = fc.array(fc.constantFrom("a", "b"), { maxLength: 3 }).map((list) => `/${list.join("/")}`);
    fc.assert(
      fc.property(directories, names(5), (directory, parts) => {
        const path = parts.join("/");
        const isAbove = !path.startsWith("/") && /^\.\.(?:\/|$)/.test(posix.join(directory.slice(1), path));
        expect(resolvedFrom(directory, path)).toBe(isAbove ? undefined : posix.resolve(directory, path));
      }),
    );
  });
});
