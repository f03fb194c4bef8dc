import { expect, test } from "@jest/globals";
import { type Origin, originOf, ownAddress } from "../../../src/sources/index.ts";

const OWN = "https://github.com/acme/platform";

test.each<[address: string, own: string | undefined, Origin]>([
  [OWN, OWN, "own"],
  ["https://github.com/acme/platform.git", OWN, "own"],
  ["https://github.com/acme/platform.git/", OWN, "own"],
  ["https://GitHub.com/Acme/Platform", OWN, "own"],
  ["https://www.github.com/acme/platform", OWN, "own"],
  ["https://user:token@github.com:443/acme/platform", OWN, "own"],
  ["ssh://git@github.com/acme/platform", OWN, "own"],
  ["ssh://git@ssh.github.com:443/acme/platform.git", OWN, "own"],
  ["git@github.com:acme/platform.git", OWN, "own"],
  ["git@github.com:platform", OWN, "own"],
  ["https://github.com/acme/platform?ref=v1", OWN, "own"],
  [OWN, "git@github.com:acme/platform.git", "own"],
  [OWN, "acme/platform", "own"],
  // A fork, and a mirror.
  ["https://github.com/somebody/platform", OWN, "own"],
  ["ssh://git@gitea.internal:2222/mirrors/platform.git", OWN, "own"],
  ["https://github.com/acme/platform-apps", OWN, "other"],
  ["https://github.com/platform/apps", OWN, "other"],
  ["git@github.com:acme/my-platform.git", OWN, "other"],
  ["https://github.com/acme/platform.git.git", OWN, "other"],
  ["https://github.com/acme/${name}", OWN, "unknown"],
  ["https://github.com/acme/{{ name }}", OWN, "unknown"],
  ["", OWN, "unknown"],
  ["/", OWN, "unknown"],
  [OWN, undefined, "unknown"],
  [OWN, "", "unknown"],
  [OWN, "/srv/clones/platform", "own"],
  [OWN, "/srv/clones/mirror", "unknown"],
])("%s is for %s: %s", (address, own, origin) => {
  expect(originOf(address, own)).toBe(origin);
});

test.each<[origin: string | undefined, ofRunner: string | undefined, own: string | undefined]>([
  [OWN, undefined, OWN],
  [OWN, "somebody/fork", OWN],
  [undefined, "acme/platform", "acme/platform"],
  [undefined, undefined, undefined],
  // A directory counts only if nothing better is known.
  ["/srv/clones/mirror", "acme/platform", "acme/platform"],
  ["../mirror", "acme/platform", "acme/platform"],
  ["file:///srv/mirror", undefined, "file:///srv/mirror"],
])("with the origin %s in a job of %s, the repository is %s", (origin, ofRunner, own) => {
  expect(ownAddress(origin, { GITHUB_REPOSITORY: ofRunner })).toBe(own);
});
