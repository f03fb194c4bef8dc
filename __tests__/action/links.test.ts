import { expect, test } from "@jest/globals";
import { linksOf } from "../../src/action/links.ts";
import type { Context } from "../../src/github/index.ts";

const links = linksOf({ serverUrl: "https://github.com", owner: "o", repository: "r" } as Context);
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
