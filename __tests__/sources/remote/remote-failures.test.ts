/** The meaning of git's messages for the user. */
import { expect, test } from "@jest/globals";
import { FREE_SPACE } from "../../../src/diagnostics.ts";
import { remoteFailure } from "../../../src/sources/git/remote-failures.ts";

test.each<[message: string, isOurs: boolean]>([
  ["fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output", true],
  ["error: file write error: Disk quota exceeded\nfatal: early EOF", true],
  ["remote: fatal: unable to create temporary file: No space left on device\nfatal: early EOF", false],
])("a disk that is full is ours or that of the server: %j", (message, isOurs) => {
  expect(remoteFailure(message).hint === FREE_SPACE).toBe(isOurs);
});
