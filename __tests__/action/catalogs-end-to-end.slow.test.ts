/** The built action with a catalog in a registry that has an image, an executable and a script: what it fetches, and how often it runs. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { describeAnyEngine } from "../functions/container/real-world.ts";
import { NO_SANDBOX } from "../functions/exec/catalog-programs.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { NO_REGISTRY } from "../store/oci/registry.ts";
import { unless } from "../unless.ts";
import { type CacheService, cacheService } from "./cache-service.ts";
import { type Market, openMarket, PASSWORD } from "./catalog-market.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(180_000);

await describeAnyEngine((world) => {
  unless(NO_REGISTRY, describe)("a catalog in a registry", () => {
    let market: Market;
    let repository: TestRepository;
    let commits: { base: string; head: string };
    let server: LoopbackGitHub;
    let tools: string;

    beforeAll(async () => {
      market = await openMarket(world);
      repository = createRepository(market.files);
      const base = repository.commit("main", { "README.md": "words" });
      // Both sides build the same.
      commits = { base, head: repository.commit("topic", { "README.md": "other words" }) };
    });
    afterAll(async () => {
      repository.remove();
      await market.close();
    });
    beforeEach(async () => {
      server = await startGitHub();
      tools = mkdtempSync(join(tmpdir(), "tools-"));
    });
    afterEach(async () => {
      await server.close();
      expect(server.violations).toEqual([]);
      rmSync(tools, { recursive: true, force: true });
    });

    async function run(
      variables: Readonly<Record<string, string>> = {},
      inputs = {},
      of = { branch: "topic", ...commits },
    ) {
      const workspace = repository.checkout(`refs/heads/${of.branch}`, 0);
      server.setHead(of.head);
      market.requests();
      market.engineCalls();
      const result = await runStep({
        workspace,
        event: "pull_request",
        payload: pullRequestEvent(of),
        apiUrl: server.url,
        env: { ...market.env, RUNNER_TOOL_CACHE: tools, ...variables },
        with: {
          "trusted-catalogs": market.trusted,
          remote: "127.0.0.1",
          "container-runtime": world.engine.name,
          "cache-save": "auto",
          // Most runs change nothing.
          "affected-only": "false",
          ...inputs,
        },
      });
      return { ...result, requests: market.requests(), calls: market.engineCalls(), manifests: manifestsOf(result) };
    }

    /** All targets show the same run of each program on both sides, so that each has run once. */
    function expectSuccess({ code, commands, outputs, calls, manifests }: Awaited<ReturnType<typeof run>>): void {
      const said = commands.filter(({ name }) => name !== "add-mask");
      expect([code, said]).toEqual([0, NO_SANDBOX === undefined ? [] : [UNISOLATED]]);
      expect(outputs).toMatchObject({ failed: "false", changed: "false", targets: "3" });
      expect(manifests).toHaveLength(3);
      expect(new Set(manifests)).toEqual(new Set([expect.stringMatching(RESULT)]));
      expect(calls.filter((name) => name === "create" || name === "run")).toHaveLength(1);
    }

    test("a second run fetches nothing, and equal work runs once", async () => {
      const first = await run();
      expectSuccess(first);
      expect(paths(first.requests)).toEqual(FETCHES);
      const second = await run();
      expectSuccess(second);
      expect(second.requests).toEqual([]);
      // Nothing of an earlier run is taken for the result of this one.
      expect(second.manifests[0]).not.toBe(first.manifests[0]);
    });

    describe("attack 9.8: a byte of the store changes between two runs", () => {
      test("each of the files is fetched again, and nothing else", async () => {
        expectSuccess(await run());
        for (const [what, digest] of Object.entries(market.digests)) {
          flip(fileOf(tools, digest));
          const next = await run();
          expectSuccess(next);
          expect([what, paths(next.requests)]).toEqual([what, REFETCH[what]]);
        }
        const last = await run();
        expectSuccess(last);
        expect(last.requests).toEqual([]);
      });
    });

    test("a lock has the catalog and all programs, and refuses others before anything of them is requested", async () => {
      const written = await run({}, { "lock-out": "krm-render-report/krm-render.lock" });
      expectSuccess(written);
      const lock = readFileSync(join(written.outputs["report-dir"] ?? "", "krm-render.lock"), "utf8");
      const { version, entries } = JSON.parse(lock) as Lock;
      expect(entries.map(({ kind }) => kind)).toEqual(["catalog", "exec", "image", "starlark"]);
      for (const { usedBy } of entries) expect(usedBy).toEqual(["composed", "one", "two"]);
      for (const [kind, path] of [
        ["image", "/v2/fn/paint/"],
        ["exec", "/paint.tar.gz"],
        ["starlark", "/v2/fn/script/"],
      ] as const) {
        const others = entries.map((entry) =>
          entry.kind === kind ? { ...entry, digest: `sha256:${"0".repeat(64)}` } : entry,
        );
        const branch = `locked-${kind}`;
        const head = repository.commit(branch, { "krm-render.lock": JSON.stringify({ version, entries: others }) });
        rmSync(tools, { recursive: true });
        // Both sides are the same commit, since the base could request what its lock has.
        const result = await run({}, { locked: "true" }, { branch, base: head, head });
        expect(result.outputs).toMatchObject({ failed: "true", "targets-failed": "3" });
        expect(server.comments[0]?.body).toContain("is sha256:");
        expect(result.requests.filter((request) => request.includes(path))).toEqual([]);
      }
    });

    test("attack 9.25: the log hides the credentials of the registry, and shows them nowhere", async () => {
      const { log, commands, outputs } = await run();
      const masks = commands.filter(({ name }) => name === "add-mask").map(({ message }) => message);
      expect(masks).toContain(PASSWORD);
      const shown = log.split("\n").filter((line) => !line.startsWith("::add-mask::"));
      for (const mask of masks) expect([shown.join("\n"), JSON.stringify(outputs)].join()).not.toContain(mask);
    });

    describe("on a new machine for each run, with the Actions cache", () => {
      let service: CacheService;

      beforeEach(async () => {
        service = await cacheService();
      });
      afterEach(() => service.close());

      /** A run on a machine that has only what the cache gives. */
      function machine(inputs = {}): ReturnType<typeof run> {
        rmSync(tools, { recursive: true });
        mkdirSync(tools);
        return run(service.variables, inputs);
      }

      test("the second run restores everything, and asks no server", async () => {
        const first = await machine();
        expectSuccess(first);
        expect(paths(first.requests)).toEqual(FETCHES);
        expect(service.entries).toHaveLength(4);
        service.requests.length = 0;
        const second = await machine();
        expectSuccess(second);
        expect(second.requests).toEqual([]);
        expect(new Set(service.requests)).toEqual(new Set(["GetCacheEntryDownloadURL", "GET download"]));
      });

      test("attack 9.8: what is poisoned is fetched again, and has no effect", async () => {
        expectSuccess(await machine());
        for (const entry of service.entries) {
          const whole = Buffer.from(entry.content);
          // Behind the first header is the first file. The middle of an image is in its layer.
          const at = whole.length > 65_536 ? whole.length >> 1 : 520;
          entry.content[at] = (entry.content[at] ?? 0) ^ 1;
          const next = await machine();
          expectSuccess(next);
          expect(next.requests).not.toEqual([]);
          entry.content = whole;
        }
        const last = await machine();
        expectSuccess(last);
        expect(last.requests).toEqual([]);
      });

      test.each([
        ["reading", "GetCacheEntryDownloadURL"],
        ["writing", "CreateCacheEntry"],
      ])("attack 9.8: works the same where %s is refused", async (_, method) => {
        service.refusals.set(method, [403, { code: "permission_denied", msg: "not in this run" }]);
        const only = await machine();
        expectSuccess(only);
        expect(paths(only.requests)).toEqual(FETCHES);
        expect(only.log.match(/The Actions cache cannot be used/g)).toHaveLength(1);
      });

      test("a run that may not save leaves no entry", async () => {
        expectSuccess(await machine({ "cache-save": "never" }));
        expect(service.entries).toEqual([]);
      });
    });
  });
});

/** The warning on a machine without a sandbox. */
const UNISOLATED = expect.objectContaining({ name: "warning", properties: { title: "function-not-isolated" } });

interface Lock {
  readonly version: number;
  readonly entries: readonly { readonly kind: string; readonly digest: string; readonly usedBy: readonly string[] }[];
}

const RESULT =
  /^apiVersion: v1\ndata:\n {2}executable: run by executable as [-0-9a-f]{36}\n {2}image: run by image as [-0-9a-f]{36}\n {2}script: has run\nkind: ConfigMap\nmetadata:\n {2}name: web\n$/;
/** What is fetched, without repeated requests and tokens. */
const FETCH_OF = {
  catalog: "GET /v2/fn/catalog/blobs",
  manifest: "GET /v2/fn/paint/manifests",
  layer: "GET /v2/fn/paint/blobs",
  script: "GET /v2/fn/script/manifests",
  executable: "/paint.tar.gz",
};
/** What is fetched again if a file is damaged. A tag is asked for what it means now. */
const REFETCH: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(FETCH_OF).map(([what, path]) => [what, [path]])),
  script: ["GET /v2/fn/script/blobs", FETCH_OF.script],
};
const FETCHES = [...Object.values(FETCH_OF), "GET /v2/fn/catalog/manifests", "GET /v2/fn/script/blobs"].sort();

function paths(requests: readonly string[]): string[] {
  const named = requests
    .filter((request) => !request.startsWith("token "))
    .map((request) => request.replace(/\/(?:sha256:\w+|v1)$/, ""));
  return [...new Set(named)].sort();
}

/** The file with a digest in the store of a runner. */
function fileOf(tools: string, digest: string): string {
  const files = join(tools, "krm-render/v1/files");
  const names = readdirSync(files).filter((name) => name.endsWith(digest));
  expect([digest, names]).toEqual([digest, [expect.any(String)]]);
  return join(files, names[0] ?? "");
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  chmodSync(file, 0o600);
  writeFileSync(file, bytes);
}

function manifestsOf({ outputs }: StepResult): string[] {
  const directory = outputs["manifests-dir"] ?? "";
  if (directory === "") return [];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(join(directory, name), "utf8"));
}
