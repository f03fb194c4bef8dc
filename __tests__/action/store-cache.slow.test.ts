/** The real client of the Actions cache against an emulated service; docs/specification/store.md 5.1 to 5.7. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { bundle } from "../../scripts/bundle.mjs";
import { type CacheClient, cacheProcess } from "../../src/action/caching/cache-process.ts";
import { createStoreCache } from "../../src/action/caching/store-cache.ts";
import type { FunctionInputs } from "../../src/action/inputs/index.ts";
import { openStore } from "../../src/store/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { END, type Member, rawMember, sha256, tar, tarGz } from "../store/artifacts/archives.ts";
import { type CacheService, cacheService } from "./cache-service.ts";

const directory = temporaryDirectories();
const FILES = ["a layer", "a program", "a script"].map((text) => Buffer.from(text));
const DIGESTS = FILES.map(sha256);
const KEY = `krm-render-store-v1-${sha256([...DIGESTS].sort().join("\n"))}`;
const FETCHED = { path: process.env["PATH"] };

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

interface RunnerOptions {
  readonly variables?: Record<string, string> | undefined;
  readonly save?: FunctionInputs["cacheSave"];
  readonly isUntrusted?: boolean;
  readonly path?: string;
  readonly maxBytes?: number;
  readonly client?: CacheClient;
}

/** A runner with a store of its own. */
function runner(options: RunnerOptions = {}) {
  const { variables, save = "auto", isUntrusted = false, path = directory(), maxBytes = 1e6 } = options;
  const store = openStore({ directory: path });
  const lines: string[] = [];
  const environment = { ...service.variables, PATH: FETCHED.path, GITHUB_TOKEN: "ghs_0123456789", ...variables };
  const client = options.client ?? cacheProcess({ program, environment, maxBytes });
  const cache = createStoreCache({ store, log: (line) => lines.push(line), environment, save, isUntrusted, client });
  return { store, lines, cache, path };
}

/** What a run does: restores, fetches what is missing, and saves. */
async function run(options: RunnerOptions = {}) {
  const { store, lines, cache, path } = runner(options);
  const restored = await cache.restore(DIGESTS);
  const fetched = DIGESTS.filter((digest) => store.file(digest) === undefined);
  for (const [index, digest] of DIGESTS.entries())
    if (fetched.includes(digest)) store.keepFile(digest, FILES[index] ?? Buffer.alloc(0));
  await cache.save(DIGESTS);
  const files = DIGESTS.map((digest) => store.file(digest));
  expect(files).toEqual(FILES);
  store.close();
  expect(readdirSync(join(path, "v1/tmp"))).toEqual([]);
  expect(readdirSync(join(path, "v1/files"))).toHaveLength(FILES.length);
  return { restored, fetched: fetched.length, lines };
}

const NOTHING = { restored: 0, fetched: 3 };
const ALL = { restored: 3, fetched: 0 };
const notice = (problem: string) =>
  expect.stringMatching(
    new RegExp(
      `^The Actions cache cannot be used: .*${problem}.*(?<!\\.)\\. The result of the run is the same without it\\.$`,
    ),
  );

/** The version that the client gives to entries: the same on every runner, with and without zstd. */
const VERSION = sha256(".|gzip|1.0");

function poison(content: Buffer, key = KEY): void {
  service.entries.push({ key, version: VERSION, content });
}

describe("attack 9.8: the Actions cache", () => {
  test("carries files from one runner to another, in one entry, once", async () => {
    expect(await run()).toEqual({ ...NOTHING, lines: ["Saved 3 files to the Actions cache."] });
    expect(service.entries.map(({ key, version }) => [key, version])).toEqual([[KEY, VERSION]]);
    expect(service.requests).toEqual([
      "GetCacheEntryDownloadURL",
      "CreateCacheEntry",
      "PUT upload",
      "FinalizeCacheEntryUpload",
    ]);
    service.requests.splice(0);
    expect(await run()).toEqual({ ...ALL, lines: ["Restored 3 files from the Actions cache."] });
    expect(service.requests[0]).toBe("GetCacheEntryDownloadURL");
    expect(service.requests).not.toContain("CreateCacheEntry");
  });

  test("contains exactly the files with these digests, in the same bytes from every runner", async () => {
    await run();
    const [first] = service.entries.splice(0);
    await run({ path: join(directory(), "a b 'c") });
    const [second] = service.entries;
    expect(second).toEqual(first);
    const text = first?.content.toString("latin1") ?? "";
    for (const digest of DIGESTS) expect(text.split(digest)).toHaveLength(2);
    expect(text.length).toBe(1024 * DIGESTS.length + 1024);
  });

  test("is not asked where the store has everything", async () => {
    const path = directory();
    await run({ path });
    service.requests.splice(0);
    expect(await run({ path })).toEqual({ restored: 0, fetched: 0, lines: [] });
    expect(service.requests).toEqual([]);
    // With `always`, an entry is made also then.
    service.entries.splice(0);
    expect((await run({ path, save: "always" })).lines).toEqual(["Saved 3 files to the Actions cache."]);
  });

  test("carries entries that are uploaded in blocks", async () => {
    const { store, cache, lines } = runner({ maxBytes: 1e9 });
    const large = Buffer.alloc(140 * 1024 * 1024, "x");
    store.keepFile(sha256(large), large);
    await cache.save([sha256(large)]);
    expect(service.requests.filter((request) => request === "PUT upload").length).toBeGreaterThan(2);
    store.close();
    const other = runner({ maxBytes: 1e9 });
    expect(await other.cache.restore([sha256(large)])).toBe(1);
    expect([...lines, ...other.lines]).toHaveLength(2);
    other.store.close();
  }, 60_000);

  test.each([
    ["never", { save: "never" }, 0],
    ["auto, where strangers may have written the files", { isUntrusted: true }, 0],
    ["always, there too", { isUntrusted: true, save: "always" }, 1],
  ] as const)("saves with cache-save %s", async (_, options, entries) => {
    expect(await run(options)).toMatchObject(NOTHING);
    expect(service.entries).toHaveLength(entries);
  });

  test("gets nothing of an incomplete store", async () => {
    const { store, cache, lines } = runner({ save: "always" });
    store.keepFile(DIGESTS[0] ?? "", FILES[0] ?? Buffer.alloc(0));
    await cache.save(DIGESTS);
    await cache.save([]);
    expect([service.requests, lines]).toEqual([[], []]);
    store.close();
  });

  test("gives the client no variables but those of the cache", async () => {
    const tools = directory();
    const node = join(tools, "program.cjs");
    writeFileSync(
      node,
      `require("fs").writeFileSync("../../../../seen", JSON.stringify(process.env)); process.exitCode = 3;`,
    );
    const { path, store } = runner();
    const environment = {
      ...service.variables,
      PATH: FETCHED.path,
      GITHUB_TOKEN: "t",
      INPUT_KEY: "i",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "o",
    };
    const client = cacheProcess({ program: node, environment, maxBytes: 1 });
    const place = join(path, "v1/tmp/1/2");
    mkdirSync(place, { recursive: true });
    await client.restore("key", join(place, "entry"), place);
    const seen = JSON.parse(readFileSync(join(place, "../../../../seen"), "utf8")) as Record<string, string>;
    expect(Object.keys(seen).sort()).toEqual(
      [...Object.keys(service.variables), "GITHUB_WORKSPACE", "KRM_RENDER_CACHE", "PATH", "RUNNER_TEMP"].sort(),
    );
    store.close();
  });

  // docs/specification/helm-charts.md 9.4
  test("finds the newest entry whose key begins with a text", async () => {
    const { path, store } = runner();
    const client = cacheProcess({ program, environment: { ...service.variables, PATH: FETCHED.path }, maxBytes: 1e6 });
    const place = (): string => {
      const made = store.workplace();
      writeFileSync(join(made, "from"), made);
      return made;
    };
    const places = [place(), place(), place()] as const;
    const done = { isDone: true, problem: undefined };
    expect(await client.save("charts-v1-b", join(places[0], "from"), places[0])).toEqual(done);
    expect(await client.save("charts-v1-a", join(places[1], "from"), places[1])).toEqual(done);
    expect(await client.restoreNewest("charts-v1-", join(places[2], "to"), places[2])).toEqual(done);
    expect(readFileSync(join(places[2], "to"), "utf8")).toBe(places[1]);
    expect(await client.restoreNewest("charts-v2-", join(path, "to"), place())).toMatchObject({ isDone: false });
    store.close();
  });

  test("a client that removes its directories does not end the run", async () => {
    const { path, store } = runner();
    const node = join(path, "program.cjs");
    // The size of the directory is looked up twice a second.
    const script = `require("fs").rmSync(process.env.RUNNER_TEMP, { recursive: true });
setTimeout(() => { process.exitCode = 3; }, 1200);`;
    writeFileSync(node, script);
    const place = join(path, "place");
    mkdirSync(place);
    const client = cacheProcess({ program: node, environment: { PATH: FETCHED.path }, maxBytes: 1e6 });
    expect(await client.restore("key", join(place, "entry"), place)).toEqual({ isDone: false, problem: undefined });
    store.close();
  });
});

const GOOD: Member[] = FILES.map((content, index) => [{ name: DIGESTS[index] ?? "" }, content]);
const [FIRST = "", SECOND = ""] = DIGESTS;

/** How many files of each hostile entry are usable. */
const HOSTILE: readonly [title: string, content: () => Promise<Buffer> | Buffer, restored: number, problem: string][] =
  [
    [
      "wrong bytes",
      () => tar([...GOOD.slice(1), [{ name: FIRST }, "another layer"]]),
      2,
      "another digest than its name",
    ],
    ["another file first", () => tar([[{ name: "kustomization.yaml" }, "x"], ...GOOD]), 0, "something else"],
    ["too many files", () => tar([...GOOD, [{ name: "x" }, ""]]), 3, "more files than were asked for"],
    ["a path upward", () => tar([[{ name: "../../../../poison" }, "x"], ...GOOD]), 0, "something else"],
    ["an absolute path", () => tar([[{ name: "/tmp/krm-poison" }, "x"]]), 0, "something else"],
    ["a name that only begins with a digest", () => tar([[{ name: `${FIRST}/../../../x` }, "x"]]), 0, "something else"],
    ["a symlink", () => tar([[{ name: FIRST, type: "symlink", linkname: "/etc/passwd" }]]), 0, "something else"],
    ["a hard link", () => tar([[{ name: FIRST, type: "link", linkname: "/etc/passwd" }]]), 0, "something else"],
    ["a directory", () => tar([[{ name: FIRST, type: "directory" }]]), 0, "something else"],
    ["the same file twice", () => tar([GOOD[0] as Member, GOOD[0] as Member]), 1, "something else"],
    ["a name by PAX", () => tar([[{ name: FIRST, pax: { path: "../x" } }, "a layer"]]), 0, "something else"],
    ["a huge file", () => Buffer.concat([rawMember(FIRST, "0", Buffer.alloc(9), 5 * 1024 ** 3), END]), 0, "too large"],
    ["a truncated file", async () => (await tar(GOOD)).subarray(0, 1030), 1, "Unexpected end of data"],
    ["no archive", () => Buffer.alloc(3000, "x"), 0, "Invalid tar header"],
    ["a compressed archive", () => tarGz(GOOD), 0, "Unexpected end of data"],
    ["nothing", () => Buffer.alloc(0), 0, ""],
  ];

describe("attack 9.8: a poisoned entry", () => {
  test.each(HOSTILE)("with %s changes nothing but a notice", async (_, content, restored, problem) => {
    const bytes = await content();
    const client: CacheClient = {
      restore(_key, to) {
        writeFileSync(to, bytes);
        return Promise.resolve({ isDone: true, problem: undefined });
      },
      save: () => Promise.reject(new Error("the entry cannot be replaced")),
    };
    const outcome = await run({ client });
    expect([outcome.restored, outcome.fetched]).toEqual([restored, FILES.length - restored]);
    const notices = problem === "" ? [] : [notice(problem)];
    expect(outcome.lines).toEqual([
      ...notices,
      `Restored ${restored} ${restored === 1 ? "file" : "files"} from the Actions cache.`,
    ]);
    expect(existsSync("/tmp/krm-poison")).toBe(false);
  });

  test.each([
    ["as it is", tar],
    ["compressed", tarGz],
  ])("that a tar program would unpack beside the store writes nothing there: %s", async (_, packed) => {
    const target = join(directory(), "poison");
    const link: Member = [{ name: "link", type: "symlink", linkname: dirname(target) }];
    poison(await packed([link, [{ name: "link/poison" }, "x"], [{ name: target }, "x"]]));
    const { lines } = await run();
    expect(existsSync(target)).toBe(false);
    expect(lines).toEqual([notice("its entry is damaged"), "Restored 0 files from the Actions cache."]);
    expect(service.requests).not.toContain("CreateCacheEntry");
  });

  test("that is larger than its limit is not read", async () => {
    poison(Buffer.alloc(64 * 1024 * 1024));
    const { lines, ...outcome } = await run({ maxBytes: 1024 * 1024, save: "never" });
    expect([outcome, lines]).toEqual([NOTHING, [notice("the entry is too large")]]);
  });

  test("with a longer key is not read", async () => {
    poison(await tar(GOOD), `${KEY}0`);
    expect(await run({ save: "never" })).toEqual({ ...NOTHING, lines: [] });
  });

  test("of other files is not read for these", async () => {
    poison(await tar([[{ name: SECOND }, "a layer"]]));
    expect(await run()).toMatchObject({
      ...NOTHING,
      lines: [notice("another digest"), expect.stringContaining("Restored 0")],
    });
  });
});

const DENIED = { code: "permission_denied", msg: "cache write denied: the token is read-only" };

describe("attack 9.8: works the same", () => {
  const SAVED = "Saved 3 files to the Actions cache.";

  test.each<[title: string, method: string, status: number, body: object, lines: unknown[]]>([
    ["if the token is read-only", "CreateCacheEntry", 403, DENIED, [notice("Unable to reserve cache")]],
    [
      "if that is an answer",
      "CreateCacheEntry",
      200,
      { ok: false, message: DENIED.msg },
      [notice("cache write denied")],
    ],
    ["if reading is refused", "GetCacheEntryDownloadURL", 403, DENIED, [notice("cache write denied"), SAVED]],
    ["if there are too many entries", "CreateCacheEntry", 429, { msg: "no" }, [notice("Unable to reserve cache")]],
    ["if the end is refused", "FinalizeCacheEntryUpload", 400, { msg: "no" }, [notice("Bad Request: no")]],
  ])("%s", async (_, method, status, body, lines) => {
    service.refusals.set(method, [status, body]);
    const outcome = await run();
    expect(outcome).toEqual({ ...NOTHING, lines });
    expect(outcome.lines.join("\n")).not.toMatch(/secret|token-of/);
  });

  test.each<[title: string, variables: Record<string, string>, problem: string]>([
    ["in cache mode none", { ACTIONS_CACHE_MODE: "none" }, "it takes no entries in this run"],
    ["in cache mode read, with nothing to read", { ACTIONS_CACHE_MODE: "read" }, "it takes no entries in this run"],
    ["with a wrong token", { ACTIONS_RUNTIME_TOKEN: "wrong" }, "Unauthorized"],
    ["without a token", { ACTIONS_RUNTIME_TOKEN: "" }, "ACTIONS_RUNTIME_TOKEN"],
    ["on a server with version 1 of the service", { GITHUB_SERVER_URL: "https://github.corp.test" }, "Cache not found"],
    ["where nothing answers", { ACTIONS_RESULTS_URL: "http://127.0.0.1:9/" }, "ECONNREFUSED"],
  ])(
    "%s",
    async (_, variables, problem) => {
      expect(await run({ variables })).toEqual({ ...NOTHING, lines: [notice(problem)] });
      expect(service.entries).toEqual([]);
    },
    120_000,
  );

  test("reads in cache mode read", async () => {
    await run();
    expect(await run({ variables: { ACTIONS_CACHE_MODE: "read" } })).toMatchObject(ALL);
  });

  test("without a service", async () => {
    const store = openStore({ directory: directory() });
    const lines: string[] = [];
    const environment = { PATH: FETCHED.path };
    const cache = createStoreCache({
      store,
      log: (line) => lines.push(line),
      environment,
      save: "always",
      isUntrusted: false,
    });
    expect(await cache.restore(DIGESTS)).toBe(0);
    await cache.save(DIGESTS);
    expect(lines).toEqual([]);
    store.close();
  });

  test("if the client fails", async () => {
    const store = openStore({ directory: directory() });
    const lines: string[] = [];
    const client = {
      restore: () => Promise.reject(new Error("the disk is full")),
      save: () => Promise.reject(new Error("the disk is full")),
    };
    const cache = createStoreCache({
      store,
      log: (line) => lines.push(line),
      environment: {},
      save: "always",
      isUntrusted: false,
      client,
    });
    expect(await cache.restore(DIGESTS)).toBe(0);
    for (const [index, digest] of DIGESTS.entries()) store.keepFile(digest, FILES[index] ?? Buffer.alloc(0));
    await cache.save(DIGESTS);
    expect(lines).toEqual([notice("the disk is full")]);
    store.close();
  });
});

afterAll(() => {
  expect(process.env["PATH"]).toBe(FETCHED.path);
});
