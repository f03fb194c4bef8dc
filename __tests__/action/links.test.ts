import { expect, test } from "@jest/globals";
import { linksOf } from "../../src/action/links.ts";
import type { Context } from "../../src/github/index.ts";

const REPOSITORY = { serverUrl: "https://github.com", owner: "o", repository: "r" };
const links = linksOf({ ...REPOSITORY, comparison: { kind: "nothing", notes: [] } } as unknown as Context);
const HOME = "https://github.com/o/r/blob/abc";

test.each<[file: string, address: string | undefined]>([
  ["apps/a.yaml", `${HOME}/apps/a.yaml`],
  ["apps/..a/ü #?.yaml", `${HOME}/apps/..a/%C3%BC%20%23%3F.yaml`],
  ["https://host.example/a.yaml", undefined],
  // Browsers follow these to another repository.
  ["../../../../stranger/fork/blob/main/a.yaml", undefined],
  ["apps/../../../../stranger", undefined],
  ["./a.yaml", undefined],
  ["/a.yaml", undefined],
  // JSON can hold a half of a character, which has no place in an address.
  ["apps/\ud800.yaml", `${HOME}/apps/%EF%BF%BD.yaml`],
])("the address of %j is %j", (file, address) => {
  expect(links.blob("abc", file)).toBe(address);
});

test("the repository is named, and the pull request where there is one", () => {
  expect([links.repository, links.pullRequest]).toEqual([
    { name: "o/r", address: "https://github.com/o/r" },
    undefined,
  ]);
  const ofPull = linksOf({ ...REPOSITORY, comparison: { kind: "pull-request", number: 7 } } as Context);
  expect(ofPull.pullRequest).toEqual({ name: "#7", address: "https://github.com/o/r/pull/7" });
});
