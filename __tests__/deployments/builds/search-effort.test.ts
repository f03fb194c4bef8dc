/** How much a search builds of Applications that strangers wrote. */
import { expect, test } from "@jest/globals";
import { SearchEffort } from "../../../src/deployments/builds/search-effort.ts";
import { memoryTree, recordedTree } from "../../../src/sources/index.ts";

const { record } = recordedTree(memoryTree({}));

test.each<[what: string, work: (effort: SearchEffort) => void, message: RegExp]>([
  [
    "charts",
    (effort) => {
      for (let count = 0; count < 100; count++) effort.begin(3);
    },
    /more than 300 charts/,
  ],
  ["objects", (effort) => effort.note(record, 100_001), /more than 100000 objects/],
  [
    "files that are read again and again",
    (effort) => {
      const asked = recordedTree(memoryTree({}));
      for (let count = 0; count < 1000; count++) void asked.lookup(`/${count}`);
      for (let count = 0; count < 501; count++) effort.note(asked.record, 0);
    },
    /render the same files/,
  ],
])("%s are bounded", (_, work, message) => {
  const effort = new SearchEffort();
  work(effort);
  expect(() => effort.begin(1)).toThrow(
    expect.objectContaining({ code: "too-many-deployments", message: expect.stringMatching(message) }),
  );
});
