/** Sources that cannot be reached, or do not exist: what is said, how often is tried, and what a run remembers. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type Diagnostic, diagnosticsOf } from "../../../src/diagnostics.ts";
import { withoutProgress } from "../../../src/sources/git/remote-failures.ts";
import { parseGitUrl } from "../../../src/sources/remote/git-url.ts";
import { openRemotes, type RemoteOptions } from "../../../src/sources/remote/open-remotes.ts";
import type { OpenRemotes } from "../../../src/sources/remote/remotes.ts";
import { Hosts } from "../../../src/store/http/hosts.ts";
import { retrying } from "../../../src/store/http/retry.ts";
import { httpServer, status } from "../../store/http/http-server.ts";
import { GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "../fixtures.ts";
import { type GitServer, gitServer } from "../git-server.ts";

const temporary = temporaryDirectories();
const opened: OpenRemotes[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((remotes) => remotes.close()));
});

interface Opened {
  readonly remotes: OpenRemotes;
  /** How often a failed attempt was followed by another one. */
  readonly pauses: () => number;
}

function open(more: Partial<RemoteOptions> = {}): Opened {
  let pauses = 0;
  const remotes = openRemotes({
    store: { directory: temporary() },
    rules: { protocols: ["http", "https", "ssh"], privateHosts: true },
    env: GIT_ENV,
    sleep: async () => void pauses++,
    ...more,
  });
  opened.push(remotes);
  return { remotes, pauses: () => pauses };
}

async function problemOf(work: Promise<unknown>): Promise<Diagnostic> {
  const thrown: unknown = await work.then(
    () => new Error("it succeeded"),
    (error: unknown) => error,
  );
  return diagnosticsOf(thrown)[0] as Diagnostic;
}

const repository = ({ remotes }: Opened, address: string): Promise<Diagnostic> =>
  problemOf(remotes.repository(parseGitUrl(address) as never));
const file = ({ remotes }: Opened, address: string): Promise<Diagnostic> => problemOf(remotes.file(address));

/** A git whose fetches fail with these words. */
function failingGit(words: string): { env: NodeJS.ProcessEnv; fetches: () => number } {
  const place = temporary();
  const calls = join(place, "calls");
  writeFileSync(join(place, "words"), words);
  const script = `case " $* " in *" fetch "*|*" ls-remote "*) echo >> ${calls}; cat ${place}/words >&2; exit 128;; esac`;
  writeFileSync(join(place, "git"), `#!/bin/sh\n${script}\nPATH=\${PATH#*:} exec git "$@"\n`);
  chmodSync(join(place, "git"), 0o700);
  return {
    env: { ...GIT_ENV, PATH: `${place}:${GIT_ENV.PATH}` },
    fetches: () => (existsSync(calls) ? readFileSync(calls, "utf8").length : 0),
  };
}

/** A port that refuses connections. */
async function refusingPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const OF_SSH = "fatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\n";

// What git 2.39 and 2.47 print, over https with two releases of curl, and over ssh.
test.each<[words: string, fetches: number, hint: RegExp]>([
  [
    "fatal: unable to access 'http://h/a/': Failed to connect to h port 1 after 0 ms: Couldn't connect to server",
    1,
    /refuses connections/,
  ],
  [
    "fatal: unable to access 'http://h/a/': Failed to connect to h port 1: Connection refused",
    1,
    /refuses connections/,
  ],
  [`ssh: connect to host h port 1: Connection refused\r\n${OF_SSH}`, 1, /refuses connections/],
  ["fatal: unable to access 'http://h/a/': Failed to connect to h port 1: Connection timed out", 3, /firewall/],
  [`ssh: connect to host h port 22: No route to host\r\n${OF_SSH}`, 3, /firewall/],
  ["fatal: unable to access 'http://h/a/': Could not resolve host: h", 3, /resolve names/],
  [`ssh: Could not resolve hostname h: Temporary failure in name resolution\r\n${OF_SSH}`, 3, /resolve names/],
  [`ssh: Could not resolve hostname h: Name or service not known\r\n${OF_SSH}`, 1, /no name server knows it/],
  ["remote: Repository not found.\nfatal: repository 'https://h/a/' not found", 1, /address of the repository/],
  [`ERROR: Repository not found.\n${OF_SSH}`, 1, /address of the repository/],
  ["fatal: couldn't find remote ref gone", 1, /Check the ref/],
  ["fatal: remote error: upload-pack: not our ref 0\nfatal: the remote end hung up unexpectedly", 1, /Check the ref/],
  ["error: Server does not allow request for unadvertised object 0", 1, /Check the ref/],
  ["fatal: Authentication failed for 'http://h/a/'", 1, /credentials/],
  ["fatal: could not read Username for 'https://h': terminal prompts disabled", 1, /credentials/],
  [`git@h: Permission denied (publickey).\r\n${OF_SSH}`, 1, /credentials/],
  [`Host key verification failed.\r\n${OF_SSH}`, 1, /known_hosts/],
  ["fatal: unable to access 'https://h/a/': SSL certificate problem: self-signed certificate", 1, /certificate/],
  ["fatal: unable to access 'https://h/a/': The requested URL returned error: 503", 3, /Try again later/],
  ["fetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF", 3, /Try again later/],
])("git says %s", async (words, fetches, hint) => {
  const failing = failingGit(words);
  const problem = await repository(open({ env: failing.env }), "http://host.example/org/app//base?ref=v1");
  expect(problem.message).toContain(words.split(/[\r\n]/)[0]?.replace(/^fatal: unable to access '.*': /, ""));
  expect(problem).toMatchObject({ code: "remote-failed", hint: expect.stringMatching(hint) });
  expect(failing.fetches()).toBe(fetches);
});

describe("a host that cannot be reached", () => {
  const DEAD = "fatal: unable to access 'http://dead.example/org/a/': Could not resolve host: dead.example\n";

  test("costs its tries once in a run", async () => {
    const failing = failingGit(DEAD);
    const run = open({ env: failing.env });
    const [first, second] = [
      await repository(run, "http://dead.example/org/a//base"),
      await repository(run, "http://dead.example/org/b//base?ref=v2"),
    ];
    expect([failing.fetches(), run.pauses()]).toEqual([3, 2]);
    expect(first?.message).toMatch(
      /^http:\/\/dead.example\/org\/a at HEAD cannot be fetched: .*Could not resolve host/,
    );
    expect(second?.message).toMatch(/^http:\/\/dead.example\/org\/b at v2 cannot be fetched: .*Could not resolve host/);
    expect(second?.message).not.toContain("org/a");
    expect(second?.hint).toBe(first?.hint);
  });

  test("costs them once for targets that are built at the same time, too", async () => {
    const failing = failingGit(DEAD);
    const run = open({ env: failing.env });
    const names = ["a", "b", "c", "d", "e"];
    await Promise.all(names.map((name) => repository(run, `http://dead.example/org/${name}//base`)));
    // A source that begins late may find that the host is known to fail.
    expect(failing.fetches()).toBeLessThanOrEqual(names.length + 2);
    expect(run.pauses()).toBe(2);
  });

  test("is not tried again by a source that fails after the tries of another one", async () => {
    const hosts = new Hosts();
    const attempt = { outcome: new Error("dead"), retryAfter: 0, unreachable: { host: "h:1", reason: "", hint: "" } };
    let sleeps = 0;
    const patience = { hosts, sleep: async () => void sleeps++ };
    let attempts = 0;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const late = retrying(async () => {
      attempts++;
      await released;
      return attempt;
    }, patience);
    await expect(retrying(async () => attempt, patience)).rejects.toThrow("dead");
    release();
    await expect(late).rejects.toThrow("dead");
    expect([attempts, sleeps]).toEqual([1, 2]);
  });

  test("does not affect other hosts, ports and runs", async () => {
    const failing = failingGit(DEAD);
    const run = open({ env: failing.env });
    await repository(run, "http://dead.example/org/a//base");
    await repository(run, "http://dead.example:8080/org/a//base");
    await repository(run, "http://other.example/org/a//base");
    await repository(open({ env: failing.env }), "http://dead.example/org/a//base");
    expect(failing.fetches()).toBe(4 * 3);
  });

  test("is no other than one that is busy, or lacks something", async () => {
    for (const words of ["fatal: repository 'http://h/a/' not found", "error: RPC failed; curl 56 reset\n"]) {
      const failing = failingGit(words);
      const run = open({ env: failing.env });
      await repository(run, "http://host.example/org/a//base");
      const before = failing.fetches();
      await repository(run, "http://host.example/org/b//base");
      expect(failing.fetches()).toBe(2 * before);
    }
  });

  test("is the same for files and repositories", async () => {
    const port = await refusingPort();
    const run = open();
    const [first, second] = [
      await file(run, `http://127.0.0.1:${port}/a.yaml`),
      await repository(run, `http://127.0.0.1:${port}/org/app//base`),
    ];
    expect(first).toMatchObject({
      code: "remote-failed",
      message: expect.stringMatching(/a\.yaml cannot be read: connect ECONNREFUSED/),
      hint: "Check host and port of the address, and whether the server runs: it refuses connections.",
    });
    expect(second.message).toMatch(/org\/app at HEAD cannot be fetched: connect ECONNREFUSED/);
    expect(run.pauses()).toBe(0);
  });

  test("by real git: refused connections are not tried again", async () => {
    const run = open();
    const problem = await repository(run, `http://127.0.0.1:${await refusingPort()}/org/app//base`);
    expect(problem.hint).toBe(
      "Check host and port of the address, and whether the server runs: it refuses connections.",
    );
    expect(run.pauses()).toBe(0);
  });

  test("under a name with several addresses has a message, too", async () => {
    const problem = await file(open(), `http://localhost:${await refusingPort()}/a.yaml`);
    expect(problem.message).toMatch(/cannot be read: .*ECONNREFUSED/);
  });
});

describe("a server that never answers", () => {
  let silent: Server;
  let port: number;
  let connections = 0;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    silent = createServer((socket) => {
      connections++;
      sockets.add(socket);
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    ({ port } = silent.address() as { port: number });
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test("is waited for once, unless a later source may wait longer", async () => {
    const run = open();
    const address = (name: string, timeout: string) => `http://127.0.0.1:${port}/org/${name}//base?timeout=${timeout}`;
    const first = await repository(run, address("a", "400ms"));
    expect(first.message).toContain("gave no result within 0.4 seconds");
    expect(first.hint).toContain("?timeout=120");
    const before = connections;
    expect((await repository(run, address("b", "300ms"))).message).toContain("/b at HEAD cannot be fetched: gave no");
    expect(connections).toBe(before);
    await repository(run, address("c", "3s"));
    expect(connections).toBeGreaterThan(before);
  });
});

describe("names", () => {
  const rules = { protocols: ["https", "http"], privateHosts: false } as const;
  const failing = (code: string) => {
    let asked = 0;
    const resolve = async (): Promise<string[]> => {
      asked++;
      throw Object.assign(new Error(`getaddrinfo ${code}`), { code });
    };
    return { resolve, asked: () => asked };
  };

  test("that nobody knows are asked for once", async () => {
    const { resolve, asked } = failing("ENOTFOUND");
    const run = open({ rules, resolve });
    const problem = await file(run, "https://name.example/a.yaml");
    await repository(run, "https://name.example/org/app//base");
    expect(problem).toMatchObject({
      message: "https://name.example/a.yaml cannot be reached: there is no address for the name name.example",
      hint: "Check the spelling of the address.",
    });
    expect([asked(), run.pauses()]).toEqual([1, 0]);
  });

  test("that no server answers for are asked for again, once in a run", async () => {
    const { resolve, asked } = failing("EAI_AGAIN");
    const run = open({ rules, resolve });
    const problem = await file(run, "https://name.example/a.yaml");
    await repository(run, "https://name.example/org/app//base");
    expect(problem).toMatchObject({
      message: "https://name.example/a.yaml cannot be reached: the name name.example cannot be resolved at the moment",
      hint: "Check whether this machine can resolve names.",
    });
    expect([asked(), run.pauses()]).toEqual([3, 2]);
  });
});

test("a busy web server is tried again for each file, and is not taken for dead", async () => {
  const server = await httpServer({ "/a.yaml": status(503), "/b.yaml": status(503) });
  const run = open();
  await file(run, `${server.url}/a.yaml`);
  await file(run, `${server.url}/b.yaml`);
  await server.close();
  expect(server.requests).toEqual([...Array(3).fill("/a.yaml"), ...Array(3).fill("/b.yaml")]);
});

describe("progress", () => {
  const LINES = [
    "remote: Enumerating objects: 1064, done.        ",
    "remote: Counting objects:   0% (1/1064)        \rremote: Counting objects: 100% (1064/1064), done.        ",
    "remote: Compressing objects:  40% (5/12)        \r",
    "remote: Total 1064 (delta 31), reused 10 (delta 0), pack-reused 0 (from 0)        ",
    "Receiving objects:  40% (426/1064), 2.11 MiB | 4.83 MiB/s\rReceiving objects:  41% (430/1064)",
    "Resolving deltas: 100% (31/31), done.",
    "Delta compression using up to 2 threads",
    "From http://host.example/org/app",
    " * branch            main       -> FETCH_HEAD",
  ].join("\n");

  test("is not part of a message", async () => {
    const { env } = failingGit(`${LINES}\nerror: 1042 bytes of body are still expected\nfatal: early EOF\n`);
    const problem = await repository(open({ env }), "http://host.example/org/app//base");
    expect(problem.message).toBe(
      "http://host.example/org/app at HEAD cannot be fetched: error: 1042 bytes of body are still expected\nfatal: early EOF",
    );
  });

  test("alone is not a message", async () => {
    const { env } = failingGit(LINES);
    const problem = await repository(open({ env }), "http://host.example/org/app//base");
    expect(problem.message).toBe("http://host.example/org/app at HEAD cannot be fetched: git ended with status 128");
  });

  test.each([
    "fatal: couldn't find remote ref gone",
    "remote: Repository not found.",
    "remote: error: 5 objects are lost",
    "error: RPC failed; HTTP 503 curl 22 The requested URL returned error: 503",
    "warning: redirecting to https://host.example/",
    "Permission denied (publickey).",
  ])("is not %s", (line) => {
    expect(withoutProgress(`${line}\n`)).toBe(`${line}\n`);
  });
});

describe("submodules", () => {
  const served = temporary();
  let server: GitServer;
  beforeAll(async () => {
    server = await gitServer(served);
    writeContent(served, { files: { "library/.keep": "" } });
    initRepository(join(served, "library"), { files: { value: "library\n" } });
  });
  afterAll(() => server.close());

  function outer(name: string, modules: string, sha = "1".repeat(40)): string {
    const top = join(served, name);
    writeContent(served, { files: { [`${name}/value`]: "outer\n", [`${name}/.gitmodules`]: modules } });
    git(top, "init", "-q", "-b", "main");
    git(top, "update-index", "--add", "--cacheinfo", `160000,${sha},vendor/library`);
    git(top, "add", ".gitmodules", "value");
    git(top, "commit", "-q", "-m", "with a submodule");
    return `${server.url}/${name}`;
  }

  const reading = async (address: string): Promise<Diagnostic> => {
    const { tree } = await open().remotes.repository(parseGitUrl(`${address}//`) as never);
    return problemOf(tree.read("/vendor/library/value"));
  };
  const entry = (url: string): string => `[submodule "x"]\n\tpath = vendor/library\n\turl = ${url}\n`;

  test.each([
    ["a repository that does not exist", "../gone", "gone", /not found/],
    ["a commit that does not exist", "../library", "library", /not our ref/],
  ])("with %s", async (what, url, path, reason) => {
    const address = outer(what.replaceAll(" ", "-"), entry(url));
    const problem = await reading(address);
    const start = `the submodule vendor/library of ${address} cannot be read: ${server.url}/${path} at 1{40} cannot be fetched: `;
    expect(problem.message).toMatch(new RegExp(`^${start}`));
    expect(problem.message).toMatch(reason);
    expect(problem).toMatchObject({
      code: "remote-failed",
      hint: expect.stringMatching(/^Correct its entry in \.gitmodules .*\?submodules=false\.$/),
    });
  });

  test("on a host that refuses connections", async () => {
    const port = await refusingPort();
    const problem = await reading(outer("elsewhere", entry(`http://127.0.0.1:${port}/library`)));
    expect(problem.message).toContain("the submodule vendor/library of ");
    expect(problem.hint).toContain("refuses connections");
  });

  test("in a file that git cannot parse", async () => {
    const address = outer("broken", "[submodule\n");
    expect(await reading(address)).toMatchObject({
      code: "remote-failed",
      message: expect.stringContaining(`.gitmodules of ${address} cannot be read: `),
      hint: expect.stringContaining("?submodules=false"),
    });
  });
});
