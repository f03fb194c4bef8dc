/** What a release is called; docs/specification/releases.md 1.2, 2.6. */
import { describe, expect, test } from "@jest/globals";
import { isReleaseName } from "../../src/release/format.ts";
import { defaultName, defaultVersion, repositoryAddress } from "../../src/release/index.ts";

// docs/specification/releases.md 2.6
describe("the address of a repository is the same for each way to clone it", () => {
  test.each([
    "https://github.com/Example/Shop",
    "https://github.com/Example/Shop.git",
    "https://github.com/Example/Shop/",
    "https://GitHub.com:443/Example/Shop.git",
    "https://user:s3cret@github.com/Example/Shop.git",
    "https://x-access-token:ghs_0123456789@github.com/Example/Shop",
    "git@github.com:Example/Shop.git",
    "github.com:Example/Shop.git",
    "git@github.com:/Example/Shop",
    "ssh://git@github.com/Example/Shop.git",
    "ssh://git@github.com:22/Example/Shop",
    "https://github.com/Example/Shop.git?token=s3cret#x",
  ])("%s", (origin) => expect(repositoryAddress(origin)).toBe("https://github.com/Example/Shop"));

  test.each<[string, string | undefined]>([
    ["http://git.example.com:8080/a/b.git", "http://git.example.com:8080/a/b"],
    ["git@git.example.com:2222/a/b", "https://git.example.com/2222/a/b"],
    ["ssh://git@git.example.com:2222/a/b", "https://git.example.com/a/b"],
    ["/srv/git/shop.git", undefined],
    ["../shop", undefined],
    ["file:///srv/git/shop", undefined],
    ["C:/Users/ada/shop", undefined],
    ["https://", undefined],
    ["", undefined],
  ])("%s", (origin, address) => expect(repositoryAddress(origin)).toBe(address));

  test("nothing has no address", () => expect(repositoryAddress(undefined)).toBeUndefined());
});

describe("names", () => {
  test.each<[string | undefined, string, string | undefined]>([
    ["https://github.com/Example/Shop", "work", "Shop"],
    [undefined, "my shop", "my-shop"],
    [undefined, ".dotfiles", "dotfiles"],
    [undefined, "größe", "gr-e"],
    [undefined, "日本", undefined],
    [undefined, "x".repeat(300), "x".repeat(100)],
  ])("of %s in %s", (repository, directory, name) => expect(defaultName(repository, directory)).toBe(name));

  test.each<[string | undefined, string]>([
    ["refs/tags/v1.2.3", "v1.2.3"],
    ["refs/tags/shop/v1.2.3", "shop-v1.2.3"],
    ["refs/tags/../../x", "x"],
    ["refs/tags/日本", "0123456789ab"],
    ["refs/heads/main", "0123456789ab"],
    [undefined, "0123456789ab"],
  ])("a version of %s", (ref, version) => expect(defaultVersion(ref, "0123456789abcdef")).toBe(version));

  // docs/specification/releases.md 1.2
  test.each<[string, boolean]>([
    ["shop", true],
    ["v1.2.3-rc.1+build_5", true],
    ["x".repeat(100), true],
    ["x".repeat(101), false],
    ["", false],
    [".hidden", false],
    ["-option", false],
    ["a/b", false],
    ["a b", false],
    ["a\n", false],
  ])("%j", (text, isOne) => expect(isReleaseName(text)).toBe(isOne));
});
