import { expect, test } from "@jest/globals";
import { maskSecrets } from "../../src/text/index.ts";

const DIGEST = `sha256:${"1".repeat(64)}`;

test.each([
  ["https://user:secret@example.com/a.git", "https://***@example.com/a.git"],
  ["unable to access 'https://ghs_0123456789abc@github.com/o/r/'", "unable to access 'https://***@github.com/o/r/'"],
  ["AUTHORIZATION: basic c2VjcmV0", "AUTHORIZATION: basic ***"],
  ["token ghp_0123456789abcdef and github_pat_0123456789_ab", "token *** and ***"],
  ["ssh://git@example.com/a and https://example.com/@scope", "ssh://***@example.com/a and https://example.com/@scope"],
  [`docker://alpine@${DIGEST}: denied`, `docker://alpine@${DIGEST}: denied`],
  [`https://me:secret@mirror/alpine@${DIGEST}`, `https://***@mirror/alpine@${DIGEST}`],
])("%s is shown as %s", (text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});
