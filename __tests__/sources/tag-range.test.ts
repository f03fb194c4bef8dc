/** Which tag a range of versions stands for, compared with what util/versions of argo-cd does. docs/specification/argocd-helm-sources.md 1.6 */
import { describe, expect, test } from "@jest/globals";
import { isVersionRange, newestTag } from "../../src/sources/git/tag-range.ts";
import { remoteRef } from "../../src/sources/remote/remote-refs.ts";

describe("a revision is a range of versions", () => {
  test.each(["*", "1.x", "1.2.*", "v1.*", ">=1.2 <2", ">= 1.2, < 2", "^1.2", "~1.2.3", "1 - 2", "x", "1.x || 3.x"])(
    "%s",
    (text) => expect(isVersionRange(text)).toBe(true),
  );
  test.each(["", "HEAD", "main", "1.2.3", "v1.2", "1", "release-1.x", "refs/tags/v1", "feature/x", "xyz", "^main"])(
    "unless it is %j",
    (text) => expect(isVersionRange(text)).toBe(false),
  );
});

const TAGS = "v1.0.0 v1.2.0 1.10.0 v1.11.0-rc.1 v2.0 v3 latest v02.x web/1.0.0 web/1.5.0 web/2.0.0 api/9.0.0".split(
  " ",
);

test.each([
  ["*", "", "v3"],
  ["1.x", "", "1.10.0"],
  ["v1.*", "", "1.10.0"],
  ["~1.2", "", "v1.2.0"],
  [">=1 <3", "", "v2.0"],
  [">=1.11.0-0 <1.12", "", "v1.11.0-rc.1"],
  [">=1.11.0-0 <2", "", "v1.11.0-rc.1"],
  ["4.x", "", undefined],
  ["1.x", "web/", "web/1.5.0"],
  ["*", "web/", "web/2.0.0"],
  ["*", "none/", undefined],
])("the newest tag in %j with the prefix %j is %s", (range, prefix, tag) => {
  expect(newestTag(TAGS, { range, prefix })).toBe(tag);
});

test.each([
  ["*", "1.10.0"],
  ["~1.2", "v1.2.0"],
  ["1.0.0", "v1.0.0"],
  [">=1.11.0-0", "v1.11.0-rc.1"],
  ["2.x", undefined],
  ["none", undefined],
])("for Flux, whose tags have three numbers, the newest tag in %j is %s", (range, tag) => {
  expect(newestTag(TAGS, { range, prefix: "", chosenBy: "source-controller" })).toBe(tag);
});

test("of tags with equal versions, the first one by name counts", () => {
  expect(newestTag(["v1.0.0", "1.0.0+b", "1.0.0"], { range: "1.x", prefix: "" })).toBe("1.0.0");
});

describe("of the refs of a server", () => {
  const [a, b, c, d] = ["a", "b", "c", "d"].map((digit) => digit.repeat(40));
  const printed = [
    `${a}\trefs/heads/1.x`,
    `${b}\trefs/heads/main`,
    `${c}\trefs/tags/v1.0.0`,
    `${d}\trefs/tags/v1.0.0^{}`,
  ].join("\n");
  test.each([
    ["main", undefined, { name: "refs/heads/main", sha: b }],
    ["v1.0.0", undefined, { name: "refs/tags/v1.0.0", sha: d }],
    ["1.x", undefined, { name: "refs/heads/1.x", sha: a }],
    ["1.x", "1.x", { name: "refs/tags/v1.0.0", sha: d }],
    ["1.x", "2.x", { name: "refs/heads/1.x", sha: a }],
    ["2.x", "2.x", undefined],
    ["gone", undefined, undefined],
  ])("%s, as the range %s, is the right one", (name, range, ref) => {
    expect(remoteRef(printed, name, range === undefined ? undefined : { range, prefix: "" })).toEqual(ref);
  });

  test("none counts for Flux where no tag is in the range", () => {
    const of = (range: string) => remoteRef(printed, range, { range, prefix: "", chosenBy: "source-controller" });
    expect([of("1.x")?.sha, of("v1.x.x")?.sha, of("2.x")]).toEqual([d, d, undefined]);
    expect(remoteRef(`${a}\trefs/heads/2.x`, "2.x", { range: "2.x", prefix: "", chosenBy: "source-controller" })).toBe(
      undefined,
    );
  });
});
