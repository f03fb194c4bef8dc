/** Hostile servers and addresses with real git: requests end, secrets stay, and sizes are limited. */
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createBudget } from "../../../src/sources/remote/budget.ts";
import { secondsFor } from "../../../src/sources/remote/fetch-settings.ts";
import { fetchRemoteCommit, type GitFetchOptions, prepareRepository } from "../../../src/sources/remote/git-fetch.ts";
import { type GitUrl, parseGitUrl } from "../../../src/sources/remote/git-url.ts";
import { openRemotes, type RemoteOptions } from "../../../src/sources/remote/open-remotes.ts";
import type { OpenRemotes } from "../../../src/sources/remote/remotes.ts";
import { storeEntries } from "../../../src/store/entries.ts";
import { endpointOf, withoutCredentials } from "../../../src/store/http/addresses.ts";
import { Hosts } from "../../../src/store/http/hosts.ts";
import type { Reach } from "../../../src/store/http/reach.ts";
import { type HttpServer, httpServer, status, text } from "../../store/http/http-server.ts";
import { NO_PROC, unless } from "../../unless.ts";
import { GIT_ENV, initRepository, temporaryDirectories, writeContent } from "../fixtures.ts";
import { type GitServer, gitServer } from "../git-server.ts";

const temporary = temporaryDirectories();
const served = temporary();
const opened: OpenRemotes[] = [];
const fronts: HttpServer[] = [];
let server: GitServer;

beforeAll(async () => {
  server = await gitServer(served);
  for (const name of ["app", "other", "third"]) {
    writeContent(served, { files: { [`${name}/value`]: `${name}\n` } });
    initRepository(join(served, name), { files: {} });
  }
});
beforeEach(() => {
  (server.requests as unknown[]).length = 0;
  server.failures.length = 0;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((remotes) => remotes.close()));
  await Promise.all(fronts.splice(0).map((front) => front.close()));
});
afterAll(() => server.close());

function remotesOf(more: Partial<RemoteOptions> = {}): OpenRemotes {
  const remotes = openRemotes({
    store: { directory: temporary() },
    rules: { protocols: ["http"], privateHosts: true },
    env: GIT_ENV,
    sleep: async () => {},
    untrusted: true,
    ...more,
  });
  opened.push(remotes);
  return remotes;
}

function fetching(remotes: OpenRemotes, address: string): Promise<string> {
  const url = parseGitUrl(address);
  if (url === undefined) throw new Error(`no address: ${address}`);
  return remotes.repository(url).then(
    () => "fetched",
    (error: Error) => error.message,
  );
}

describe("a server that accepts a request and never answers", () => {
  let silent: Server;
  const sockets = new Set<Socket>();
  let url: string;

  beforeAll(async () => {
    silent = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(silent.address() as { port: number }).port}/org/app`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  /** Command lines of running processes that contain the address. Zombies have none. */
  function talking(): string[] {
    const lines = readdirSync("/proc").map((pid) => {
      try {
        return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") : "";
      } catch {
        return "";
      }
    });
    return lines.filter((line) => line.includes(url));
  }

  const whereThereIsProc = unless(NO_PROC, test);

  whereThereIsProc("is left by git and by all that git has started", async () => {
    expect(await fetching(remotesOf(), `${url}?timeout=300ms`)).toContain("gave no result within 0.3 seconds");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(talking()).toEqual([]);
  });

  whereThereIsProc("is left when its build has ended", async () => {
    const remotes = remotesOf();
    const outcome = fetching(remotes, url);
    while (talking().length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await remotes.close();
    expect(await outcome).toContain("the build that needs it has ended");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(talking()).toEqual([]);
  });

  test("gets no more time by the address of a stranger", () => {
    const wanted = { timeoutSeconds: 100_000 };
    expect(secondsFor(wanted, { untrusted: true })).toBe(120);
    expect(secondsFor(wanted, { untrusted: false })).toBe(100_000);
    // Node runs a timer of more than 24 days immediately.
    expect(secondsFor({ timeoutSeconds: 1e12 }, { untrusted: false }) * 1000).toBeLessThan(2 ** 31);
  });

  test("cannot delay a request for a file, nor the pause before the next try", async () => {
    const busy = await httpServer({ "/busy": status(503, { "retry-after": "120" }) });
    fronts.push(busy);
    const remotes = openRemotes({
      store: { directory: temporary() },
      rules: { protocols: ["http"], privateHosts: true },
      env: GIT_ENV,
    });
    const outcomes = [`${url}.yaml`, `${busy.url}/busy`].map((address) => remotes.file(address).catch(() => "ended"));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await remotes.close();
    expect(await Promise.all(outcomes)).toEqual(["ended", "ended"]);
    expect(busy.requests).toEqual(["/busy"]);
  });

  test("cannot gain time by a redirect", async () => {
    const slow = await httpServer({
      "/a": (_, response) => void setTimeout(() => response.writeHead(302, { location: "/a" }).end(), 60),
    });
    fronts.push(slow);
    const { get } = await import("../../../src/store/http/http-client.ts");
    const { createReach } = await import("../../../src/store/http/reach.ts");
    const reach = createReach({ protocols: ["http"], privateHosts: true });
    const options = { reach, sleep: async () => {}, maxBytes: 1000, timeoutSeconds: 0.2 };
    await expect(get(`${slow.url}/a`, options)).rejects.toThrow(/within 0\.2 seconds|aborted/);
    expect(slow.requests.length).toBeLessThan(15);
  });
});

describe("secrets", () => {
  /** A setting as `git config --global` writes it in an earlier step. */
  const configured = (key: string) => ({
    ...GIT_ENV,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: key,
    GIT_CONFIG_VALUE_0: "Authorization: Basic c2VjcmV0",
  });
  const sent = (): (string | undefined)[] => [...new Set(server.requests.map(({ authorization }) => authorization))];

  test("in headers for all hosts are not sent to a host that a stranger chose", async () => {
    await fetching(remotesOf({ env: configured("http.extraHeader") }), `${server.url}/app//`);
    expect(sent()).toEqual([undefined]);
    await fetching(remotesOf({ env: configured("http.extraHeader"), untrusted: false }), `${server.url}/app//`);
    expect(sent()).toEqual([undefined, "Basic c2VjcmV0"]);
  });

  test("in headers for a host are sent to it", async () => {
    await fetching(remotesOf({ env: configured(`http.${server.url}/.extraHeader`) }), `${server.url}/app//`);
    expect(sent()).toEqual(["Basic c2VjcmV0"]);
  });

  test("in an address are not sent to another host after a redirect", async () => {
    const anywhere: Reach = {
      async check(address) {
        const endpoint = endpointOf(address);
        if (endpoint === undefined) throw new Error(address);
        return { ...endpoint, addresses: ["127.0.0.1"], address: withoutCredentials(address).address };
      },
    };
    // It answers krm-render as a repository, and requires credentials from git.
    const greedy = await httpServer({
      "/app/info/refs": [text("here"), status(401, { "www-authenticate": 'Basic realm="yours"' })],
    });
    const location = `${greedy.url}/app/info/refs?service=git-upload-pack`;
    const front = await httpServer({ "/app/info/refs": status(302, { location }) });
    fronts.push(front, greedy);
    const place = temporary();
    prepareRepository(place);
    const options: GitFetchOptions = {
      env: GIT_ENV,
      protocols: ["http"],
      reach: anywhere,
      sleep: async () => {},
      log: () => {},
      budget: createBudget({}),
      hosts: new Hosts(),
      untrusted: true,
    };
    const repository = `${front.url.replace("http://127.0.0.1", "http://me:word@front.example")}/app`;
    await fetchRemoteCommit({ repository, ref: "HEAD", timeoutSeconds: 20 }, place, options).catch(() => undefined);
    expect(greedy.requests.length).toBeGreaterThan(1);
    expect(new Set(greedy.authorizations)).toEqual(new Set([undefined]));
  });
});

describe("one run", () => {
  test("fetches a limited number of sources", async () => {
    const remotes = remotesOf({ limits: { sources: 2 } });
    const outcomes = [];
    for (const name of ["app", "other", "app", "third"])
      outcomes.push(await fetching(remotes, `${server.url}/${name}//`));
    expect(outcomes).toEqual([
      "fetched",
      "fetched",
      "fetched",
      expect.stringContaining("is not read: more than 2 repositories, charts and files are requested"),
    ]);
  });

  test("keeps files of a limited total size", async () => {
    const files = await httpServer({ "/a": text("x".repeat(60)), "/b": text("x".repeat(60)) });
    fronts.push(files);
    const remotes = remotesOf({ limits: { allFileBytes: 100 } });
    expect((await remotes.file(`${files.url}/a`)).bytes.length).toBe(60);
    await expect(remotes.file(`${files.url}/b`)).rejects.toThrow("all files together are larger than 100 bytes");
  });

  test("keeps commits of a limited total size", async () => {
    const remotes = remotesOf({ limits: { allCommitBytes: 3000 } });
    const outcomes = [];
    for (const name of ["app", "other", "third"]) outcomes.push(await fetching(remotes, `${server.url}/${name}//`));
    expect(outcomes[0]).toBe("fetched");
    expect(outcomes[2]).toMatch(/it is larger than \d+ bytes/);
  });
});

test("an unattended store keeps its size limit, and removes unused entries", async () => {
  const directory = temporary();
  const names = (): string[] => storeEntries(directory).map(({ source = "" }) => source.replace(/.*\//, ""));
  const fetchAll = async (keep: { days: number; bytes: number }): Promise<void> => {
    const remotes = remotesOf({ store: { directory, keep } });
    for (const name of ["app", "other", "third"]) await fetching(remotes, `${server.url}/${name}//`);
    await remotes.close();
  };
  await fetchAll({ days: 1, bytes: 1e9 });
  expect(names().sort()).toEqual(["app", "other", "third"]);
  const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  const [, other] = storeEntries(directory);
  utimesSync(other?.path ?? "", longAgo, longAgo);
  const idle = remotesOf({ store: { directory, keep: { days: 1, bytes: 1e9 } } });
  await idle.repository(parseGitUrl(`${server.url}/app//`) as GitUrl);
  await idle.close();
  expect(names().length).toBe(2);
  const [entry] = storeEntries(directory);
  const small = remotesOf({ store: { directory, keep: { days: 1, bytes: entry?.bytes ?? 0 } } });
  await small.repository(parseGitUrl(`${server.url}/app//`) as GitUrl);
  await small.close();
  expect(names()).toEqual(["app"]);
});

test("an address with a control character is refused, and not passed to a program", async () => {
  const outcome = await fetching(
    remotesOf({ rules: { protocols: ["ssh"], privateHosts: true } }),
    "git@127.0.0.1:a\0b/c",
  );
  expect(outcome).toContain("it is not an address of these protocols: ssh");
});

test("files of killed runs are removed after some time", async () => {
  const directory = temporary();
  const [old, young] = ["old", "young"].map((name) => join(directory, "v1/tmp", name)) as [string, string];
  for (const path of [old, young]) mkdirSync(join(path, "objects"), { recursive: true });
  const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  utimesSync(old, longAgo, longAgo);
  expect(await fetching(remotesOf({ store: { directory } }), `${server.url}/app//`)).toBe("fetched");
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});
