/** Fetching to a disk of this machine that is full: the message is about the disk, and not about the server. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { smallDisk } from "../../small-disk.ts";
import { commitAll, git, writeContent } from "../../sources/fixtures.ts";
import { unless } from "../../unless.ts";
import { CONFIG_MAP, catalog, place, webServer } from "./world.ts";

const { place: disk, lack } = smallDisk(256);
// Not of a pattern that git could compress.
const LARGE = Array.from({ length: 60_000 }, (_, index) => Math.imul(index, 0x9e3779b1).toString(36)).join("");

unless(lack, test).each([
  ["a program, in a temporary directory", "TMPDIR", ["catalog", "add", "c.yaml", "URL/tool", "FUNCTION"]],
  ["a program, in the store", "XDG_CACHE_HOME", ["catalog", "add", "c.yaml", "URL/tool", "FUNCTION"]],
  ["the program of a catalog", "TMPDIR", ["view", "catalog", "programs.yaml", "--pin"]],
  ["a repository", "XDG_CACHE_HOME", ["build", "app"]],
  ["a repository that is pinned", "XDG_CACHE_HOME", ["pin", "app"]],
])("%s: %s", async (_, variable, args) => {
  const server = await webServer({ "/tool": (_request, response) => void response.end(LARGE) });
  const here = place({
    "app/kustomization.yaml": "resources: []\n",
    "c.yaml": catalog().replace("krmFunctions:\n", "krmFunctions: []\n"),
    "programs.yaml": catalog(
      `{group: a.test, names: {kind: A}, versions: [{name: v1, runtime: {exec: {platforms: [{bin: a, uri: "${server.url}/tool"}]}}}]}`,
    ),
  });
  const base = join(here.path, "..", "base");
  git(".", "init", "--quiet", "--initial-branch=main", base);
  writeContent(base, {
    files: { "kustomization.yaml": "resources: [cm.yaml]\n", "cm.yaml": CONFIG_MAP, large: LARGE },
  });
  commitAll(base, "first");
  here.write({ "app/kustomization.yaml": `resources: ["file://${base}//.?ref=main"]\n` });
  const directory = mkdtempSync(join(disk, "d"));
  const words = args.flatMap((word) =>
    word === "FUNCTION" ? ["--group", "a.test", "--kind", "A", "--version", "v1"] : [word.replace("URL", server.url)],
  );
  const fetching = words[0] === "build" ? [] : ["--allow-hosts", server.host];
  const { status, stderr } = await here.runIn(".", { [variable]: directory }, ...words, ...fetching);
  expect(status).toBe(1);
  expect(stderr).toMatch(/no space left on device/i);
  expect(stderr).toContain("\n  hint: Free some space on this machine.");
  expect(stderr).not.toMatch(/Check the address|defect/);
});
