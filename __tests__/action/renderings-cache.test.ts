/** Renderings of charts in the Actions cache; docs/specification/helm-charts.md 9.4 to 9.7. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { NewestEntries } from "../../src/action/caching/cache-process.ts";
import { createRenderingsCache, type RenderingsCacheOptions } from "../../src/action/caching/renderings-cache.ts";
import { openStore } from "../../src/store/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { type Member, sha256, tar } from "../store/artifacts/archives.ts";

const directory = temporaryDirectories();
const KEYS = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
const [A, B, C] = KEYS;
const rendering = (text: string) => ({ outputs: [text] as const });

/** A service with the entries of one branch. */
function service() {
  const entries = new Map<string, Buffer>();
  const requests: string[] = [];
  const client: NewestEntries = {
    async restoreNewest(beginning, to) {
      requests.push("restore");
      const key = [...entries.keys()].findLast((one) => one.startsWith(beginning));
      if (key !== undefined) writeFileSync(to, entries.get(key) as Buffer);
      return { isDone: key !== undefined, problem: undefined };
    },
    async save(key, from, place) {
      requests.push("save");
      copyFileSync(from, join(place, "sent"));
      entries.set(key, readFileSync(from));
      return { isDone: true, problem: undefined };
    },
  };
  return { client, entries, requests };
}

function run(client: NewestEntries, more: Partial<RenderingsCacheOptions> = {}) {
  const lines: string[] = [];
  const store = openStore({ directory: directory() });
  const options = { store, log: (line: string) => void lines.push(line), environment: {}, save: "auto" as const };
  return {
    lines,
    store,
    ...createRenderingsCache({ ...options, isUntrusted: false, isPrivileged: false, client, ...more }),
  };
}

test("a run has what the one before it has used", async () => {
  const { client, requests, entries } = service();
  const first = run(client);
  expect(await first.kept?.get(A)).toBeUndefined();
  await first.kept?.put(A, rendering("a"));
  await first.kept?.put(B, { outputs: ["b", "again"] });
  await first.save();
  expect(first.lines).toEqual(["Saved 2 renderings of charts to the Actions cache."]);
  const second = run(client);
  expect(await Promise.all([second.kept?.get(A), second.kept?.get(B), second.kept?.get(C)])).toEqual([
    { outputs: ["a"] },
    { outputs: ["b", "again"] },
    undefined,
  ]);
  await second.save();
  expect(second.lines).toEqual(["Restored 2 renderings of charts from the Actions cache."]);
  expect(requests).toEqual(["restore", "save", "restore"]);
  // The next entry holds what was used only.
  const third = run(client);
  await third.kept?.get(B);
  await third.kept?.put(C, rendering("c"));
  await third.save();
  const names = [...entries.values()].at(-1)?.toString("latin1") ?? "";
  expect(KEYS.map((key) => names.includes(key))).toEqual([false, true, true]);
});

test("a run that renders no chart asks for nothing", async () => {
  const { client, requests } = service();
  await run(client).save();
  expect(requests).toEqual([]);
});

describe("consent", () => {
  test("runs on privileged events read and keep nothing", async () => {
    const { client, requests } = service();
    const privileged = run(client, { isPrivileged: true });
    expect(privileged.kept).toBeUndefined();
    await privileged.save();
    expect(requests).toEqual([]);
  });

  test("runs that strangers cause read, and keep nothing, not even on this machine", async () => {
    const { client, requests } = service();
    const first = run(client);
    await first.kept?.put(A, rendering("a"));
    await first.save();
    const stranger = run(client, { isUntrusted: true, save: "always" });
    expect(await stranger.kept?.get(A)).toEqual(rendering("a"));
    await stranger.kept?.put(B, rendering("b"));
    expect(await stranger.kept?.get(B)).toBeUndefined();
    await stranger.save();
    expect(requests).toEqual(["save", "restore"]);
  });

  test("`cache-save: never` only reads", async () => {
    const { client, requests } = service();
    const { kept, save } = run(client, { save: "never" });
    await kept?.put(A, rendering("a"));
    await save();
    expect(requests).toEqual([]);
  });
});

describe("a poisoned entry", () => {
  const bytes = Buffer.from("x");
  const name = `${A}-${sha256(bytes)}`;
  test.each<[title: string, members: readonly Member[], problem: string, restored: number]>([
    [
      "with another digest",
      [[{ name: `${A}-${sha256(Buffer.from("y"))}` }, bytes]],
      "a file in it has another digest than its name",
      0,
    ],
    ["with a path", [[{ name: "../../x" }, bytes]], "it holds something else", 0],
    ["with a link", [[{ name, type: "symlink", linkname: "/etc/passwd" }, ""]], "it holds something else", 0],
    [
      "with a file too many",
      [
        [{ name }, bytes],
        [{ name: "x" }, bytes],
      ],
      "it holds something else",
      1,
    ],
  ])("%s is a line of the log", async (_, members, problem, restored) => {
    const content = await tar([...members]);
    const client: NewestEntries = {
      async restoreNewest(_beginning, to) {
        writeFileSync(to, content);
        return { isDone: true, problem: undefined };
      },
      save: () => Promise.reject(new Error("the disk is full")),
    };
    const { kept, save, lines } = run(client);
    // What has the digest of its name is no rendering either.
    expect(await kept?.get(A)).toBeUndefined();
    await kept?.put(B, rendering("b"));
    await save();
    const says = "The Actions cache cannot be used for charts: ";
    expect(lines).toEqual([
      `${says}its entry is damaged, because ${problem}. The result of the run is the same without it.`,
      `Restored ${restored} ${restored === 1 ? "rendering" : "renderings"} of charts from the Actions cache.`,
      `${says}the disk is full. The result of the run is the same without it.`,
    ]);
  });
});

test("what this machine has rendered counts more than an entry", async () => {
  const { client } = service();
  const first = run(client);
  await first.kept?.put(A, rendering("theirs"));
  await first.save();
  const second = run(client);
  await second.kept?.put(A, rendering("own"));
  expect(await second.kept?.get(B)).toBeUndefined();
  expect(await second.kept?.get(A)).toEqual(rendering("own"));
});
