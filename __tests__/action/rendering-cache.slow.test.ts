/** Renderings of charts in the Actions cache, with its real client against an emulated service; docs/specification/store.md 7. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { bundle } from "../../scripts/bundle.mjs";
import { type CacheClient, cacheProcess } from "../../src/action/caching/cache-process.ts";
import { createRenderingCache } from "../../src/action/caching/rendering-cache.ts";
import { lazyStore } from "../../src/store/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { sha256, tar } from "../store/artifacts/archives.ts";
import { type CacheService, cacheService } from "./cache-service.ts";

const directory = temporaryDirectories();
const KEYS = Array.from({ length: 12 }, (_, index) => sha256(`rendering ${index}`));
const outputOf = (key: string): string => `# ${key}\n`;

let program = "";
let service: CacheService;

beforeAll(async () => {
  program = join(directory(), "cache.js");
  writeFileSync(program, (await bundle(join(import.meta.dirname, "../.."))).get("dist/cache.js") ?? "");
}, 60_000);
beforeEach(async () => {
  service = await cacheService();
});
afterEach(() => service.close());

interface RunOptions {
  readonly keys?: readonly string[];
  readonly isSaved?: boolean;
  readonly path?: string;
  readonly client?: CacheClient;
}

/** What a run does on a machine with a store of its own. @returns how many charts helm rendered, and the log */
async function run({ keys = KEYS, isSaved = true, path = directory(), ...options }: RunOptions = {}) {
  const environment = { ...service.variables, PATH: process.env["PATH"] };
  const { client = cacheProcess({ program, environment, maxBytes: 1e6 }) } = options;
  const store = lazyStore({ directory: path });
  const lines: string[] = [];
  const cache = createRenderingCache({ store, log: (line) => lines.push(line), environment, isSaved, client });
  let rendered = 0;
  const outputs: unknown[] = [];
  for (const key of keys) {
    const found = await cache.get(key);
    if (found === undefined) {
      rendered++;
      await cache.put(key, { outputs: [outputOf(key)] });
    }
    outputs.push((await cache.get(key))?.outputs);
  }
  expect(outputs).toEqual(keys.map((key) => [outputOf(key)]));
  await cache.save();
  store.close();
  return { rendered, lines };
}

const SAVED = "Saved 12 renderings to the Actions cache.";

test("restores what another run has saved, once so many charts were rendered that it pays", async () => {
  expect(await run()).toEqual({ rendered: 12, lines: [SAVED] });
  expect(await run()).toEqual({ rendered: 8, lines: ["Restored 12 renderings from the Actions cache."] });
  expect(service.entries).toHaveLength(1);
});

test("does not ask the cache for a few charts, and for none that the machine has", async () => {
  const path = directory();
  expect(await run({ keys: KEYS.slice(0, 8), path })).toEqual({ rendered: 8, lines: [] });
  expect(await run({ keys: KEYS.slice(0, 8), path })).toEqual({ rendered: 0, lines: [] });
  expect(service.requests).toEqual([]);
});

test("takes the newest entry, whose renderings stay in the next one", async () => {
  await run();
  const others = KEYS.map((key) => sha256(key));
  expect(await run({ keys: others })).toEqual({
    rendered: 12,
    lines: ["Restored 12 renderings from the Actions cache.", "Saved 24 renderings to the Actions cache."],
  });
  expect((await run({ keys: [...KEYS, ...others] })).rendered).toBe(8);
});

test("saves nothing where it must not", async () => {
  expect(await run({ isSaved: false })).toEqual({ rendered: 12, lines: [] });
  expect(service.entries).toEqual([]);
});

const [KEY = ""] = KEYS.slice(8);
const DIGEST = sha256("no rendering");

test.each([
  ["bytes with another digest", { [`${KEY}.${sha256("x")}`]: "y" }, [/another digest/, /^Restored 0/]],
  ["another file", { "../poison": "y" }, [/it holds something else/, /^Restored 0/]],
  ["no rendering", { [`${KEY}.${DIGEST}`]: "no rendering" }, [/^Restored 1/]],
])("renders a chart whose entry holds %s", async (_, files, told) => {
  const content = await tar(Object.entries(files).map(([name, text]) => [{ name }, text]));
  const client: CacheClient = {
    restore: () => Promise.reject(new Error("not asked for")),
    async restoreNewest(_prefix, to) {
      writeFileSync(to, content);
      return { isDone: true, problem: undefined };
    },
    save: async () => ({ isDone: true, problem: undefined }),
  };
  const { rendered, lines } = await run({ client });
  expect(rendered).toBe(12);
  expect(lines).toEqual([...told.map((line): unknown => expect.stringMatching(line)), SAVED]);
});

test("works without a cache, and says so once", async () => {
  const client = {
    restore: () => Promise.reject(new Error("not asked for")),
    restoreNewest: () => Promise.reject(new Error("the disk is full")),
    save: () => Promise.reject(new Error("the disk is full")),
  };
  expect(await run({ client })).toEqual({
    rendered: 12,
    lines: ["The Actions cache cannot be used: the disk is full. The result of the run is the same without it."],
  });
});
