import { chmodSync, copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../../src/diagnostics.ts";
import { type GitUrl, parseGitUrl } from "../../../src/sources/remote/git-url.ts";
import { openRemotes, type RemoteOptions } from "../../../src/sources/remote/open-remotes.ts";
import type { OpenRemotes } from "../../../src/sources/remote/remotes.ts";
import { LOCAL_PROTOCOLS, REMOTE_PROTOCOLS, SAFE_PROTOCOLS } from "../../../src/store/http/addresses.ts";
import { NO_PROC, unless } from "../../unless.ts";
import { commitAll, GIT_ENV, git, gitWith, initRepository, temporaryDirectories, writeContent } from "../fixtures.ts";
import { type GitServer, gitServer } from "../git-server.ts";

const temporary = temporaryDirectories();
const served = temporary();
const made = join(served, "app");
const opened: OpenRemotes[] = [];
let server: GitServer;
let first: string;
let second: string;

beforeAll(async () => {
  server = await gitServer(served);
  writeContent(served, { files: { "app/.keep": "", "library/.keep": "" } });
  initRepository(join(served, "library"), { files: { "base/value": "library\n" } });
  first = initRepository(made, {
    files: { "deploy/value": "one\n", top: "top\n" },
    links: { "deploy/link": "../top" },
  });
  git(made, "tag", "v1");
  git(made, "tag", "-a", "v1-annotated", "-m", "v1");
  git(made, "branch", "feature/main");
  writeContent(made, { files: { "deploy/value": "two\n" } });
  second = commitAll(made, "second");
  for (const name of ["app", "library"]) git(join(served, name), "config", "uploadpack.allowAnySHA1InWant", "true");
});

beforeEach(() => {
  (server.requests as unknown[]).length = 0;
  server.failures.length = 0;
});

afterAll(async () => {
  await Promise.all(opened.map((remotes) => remotes.close()));
  await server.close();
});

function remotesOf(more: Partial<RemoteOptions> & { directory?: string } = {}): OpenRemotes {
  const { directory = temporary(), ...options } = more;
  const remotes = openRemotes({
    store: { directory },
    rules: { protocols: LOCAL_PROTOCOLS, privateHosts: true },
    env: GIT_ENV,
    sleep: async () => {},
    ...options,
  });
  opened.push(remotes);
  return remotes;
}

function url(text: string): GitUrl {
  const parsed = parseGitUrl(text.replace("SERVER", server.url));
  if (parsed === undefined) throw new Error(`no address: ${text}`);
  return parsed;
}

async function read(remotes: OpenRemotes, address: string, path = "/deploy/value"): Promise<string> {
  const { tree } = await remotes.repository(url(address));
  return (await tree.read(path)).toString();
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const [problem] = diagnosticsOf(thrown);
  return `${problem?.code}: ${problem?.message}`;
}

const fetches = (): number => server.requests.filter(({ url: path }) => path.endsWith("git-upload-pack")).length;

// docs/specification/remote-sources.md 3.1
describe("refs", () => {
  test.each([
    ["SERVER/app//deploy", "two\n"],
    ["SERVER/app//deploy?ref=main", "two\n"],
    ["SERVER/app//deploy?ref=v1", "one\n"],
    ["SERVER/app//deploy?version=v1", "one\n"],
    ["SERVER/app//deploy?ref=v1-annotated", "one\n"],
    ["SERVER/app//deploy?ref=feature/main", "one\n"],
    ["SERVER/app//deploy?ref=feature%2Fmain", "one\n"],
    ["SERVER/app//deploy?ref=refs/tags/v1", "one\n"],
    ["SERVER/app//deploy?ref=FIRST", "one\n"],
    ["SERVER/app//deploy?ref=UPPER", "one\n"],
  ])("%s", async (address, content) => {
    const directory = temporary();
    const text = address.replace("FIRST", first).replace("UPPER", first.toUpperCase());
    const sha = content === "one\n" ? first : second;
    // Once fetched, and once found in the store.
    for (let run = 0; run < 2; run++) {
      const remotes = remotesOf({ directory });
      expect((await remotes.repository(url(text))).sha).toBe(sha);
      expect(await read(remotes, text)).toBe(content);
    }
  });

  // docs/specification/argocd-helm-sources.md 1.6
  test("the newest tag in a range, which its files are shown with", async () => {
    const directory = temporary();
    const newest = { range: "1.x", prefix: "" };
    let before = 0;
    for (let run = 0; run < 2; run++) {
      before = fetches();
      const remotes = remotesOf({ directory });
      const { sha, tree } = await remotes.repository({ ...url("SERVER/app//deploy"), ref: "1.x", newest });
      expect(sha).toBe(first);
      expect(tree.display("/top")).toBe(`${server.url}/app//top?ref=v1`);
      const none = { ...url("SERVER/app//deploy"), ref: "2.x", newest: { range: "2.x", prefix: "" } };
      expect(await problemOf(remotes.repository(none))).toMatch(
        /at 2\.x cannot be fetched: no tag is in this range of/,
      );
      const branch = { ...url("SERVER/app//deploy"), ref: "main", newest: { range: "9.x", prefix: "" } };
      expect((await remotes.repository(branch)).sha).toBe(second);
    }
    // What the store has is not fetched again: for each of the three, the server is only asked for its tags, in two requests.
    expect(fetches() - before).toBe(6);
  });

  test.each([
    ["SERVER/app//deploy?ref=gone", /couldn't find remote ref gone/],
    [`SERVER/app//deploy?ref=${"0".repeat(40)}`, /not our ref|no such/],
    ["SERVER/app//deploy?ref=main:refs/heads/x", /"main:refs\/heads\/x" is not a branch, tag or commit/],
    ["SERVER/app//deploy?ref=--upload-pack=date", /is not a branch, tag or commit/],
    ["SERVER/app//deploy?ref=main~1", /is not a branch, tag or commit/],
    ["SERVER/app//deploy?ref=%0aHEAD", /is not a branch, tag or commit/],
    ["SERVER/nothing//deploy", /not found/],
  ])("%s is refused, and only asked for once", async (address, message) => {
    const remotes = remotesOf();
    expect(await problemOf(remotes.repository(url(address)))).toMatch(message);
    const before = server.requests.length;
    expect(await problemOf(remotes.repository(url(address)))).toMatch(/^remote-failed: /);
    expect(server.requests.length).toBe(before);
  });
});

test("files are shown by their URLs, and symbolic links are followed within the repository", async () => {
  const { tree } = await remotesOf().repository(url("SERVER/app//deploy?ref=v1"));
  expect(tree.display("/deploy/value")).toBe(`${server.url}/app//deploy/value?ref=v1`);
  expect(tree.display("/")).toBe(`${server.url}/app?ref=v1`);
  expect(await tree.lookup("/deploy/link")).toMatchObject({ path: "/top", type: "file" });
});

describe("requests", () => {
  test("one per run for a ref, also if many need it at the same time", async () => {
    const remotes = remotesOf();
    const addresses = ["SERVER/app//deploy?ref=main", "SERVER/app//?ref=main", "SERVER/app//deploy?ref=main&timeout=5"];
    const all = await Promise.all([...addresses, ...addresses].map((address) => remotes.repository(url(address))));
    expect(new Set(all.map(({ sha }) => sha))).toEqual(new Set([second]));
    expect(server.requests.filter(({ url: path }) => path.includes("info/refs"))).toHaveLength(1);
  });

  test("none for a commit that is in the store", async () => {
    const directory = temporary();
    await read(remotesOf({ directory }), `SERVER/app//deploy?ref=${first}`);
    (server.requests as unknown[]).length = 0;
    expect(await read(remotesOf({ directory }), `SERVER/app//deploy?ref=${first}`)).toBe("one\n");
    expect(server.requests).toEqual([]);
  });

  test("one per run for a branch, which is fetched only if it has moved", async () => {
    const directory = temporary();
    git(made, "branch", "--force", "moving", first);
    const address = "SERVER/app//deploy?ref=moving";
    expect(await read(remotesOf({ directory }), address)).toBe("one\n");
    const forFetch = fetches();
    expect(await read(remotesOf({ directory }), address)).toBe("one\n");
    // Listing refs is one request, fetching takes more.
    expect(fetches() - forFetch).toBeLessThan(forFetch);
    git(made, "branch", "--force", "moving", second);
    expect(await read(remotesOf({ directory }), address)).toBe("two\n");
  });

  test("another one for a busy server, none after a refusal", async () => {
    server.failures.push(503, 502);
    expect(await read(remotesOf(), "SERVER/app//deploy")).toBe("two\n");
    for (const status of [404, 403]) {
      (server.requests as unknown[]).length = 0;
      server.failures.push(status);
      expect(await problemOf(remotesOf().repository(url("SERVER/app//deploy")))).toMatch(/^remote-failed: /);
      expect(server.requests).toHaveLength(1);
    }
  });
});

describe("credentials", () => {
  test("in an address are sent when the server requires them, and never shown", async () => {
    const remotes = remotesOf();
    server.failures.push(401);
    const address = `${server.url.replace("//", "//me:s%33cret@")}/app//deploy`;
    const { tree } = await remotes.repository(url(address));
    const basic = `Basic ${Buffer.from("me:s3cret").toString("base64")}`;
    expect(server.requests.map(({ authorization }) => authorization).slice(0, 2)).toEqual([undefined, basic]);
    expect(tree.display("/deploy")).toBe(`${server.url}/app//deploy`);
    server.failures.push(401, 401, 401);
    const problem = await problemOf(remotesOf().repository(url(address)));
    expect(problem).toMatch(/^remote-failed: /);
    expect(problem).not.toMatch(/s3cret|s%33cret/);
  });

  test("are never prompted for", async () => {
    server.failures.push(401);
    const env = { ...GIT_ENV, GIT_ASKPASS: "/bin/false", SSH_ASKPASS: "/bin/false" };
    expect(await problemOf(remotesOf({ env }).repository(url("SERVER/app//deploy")))).toMatch(
      /terminal prompts disabled/,
    );
  });
});

describe("limits of time and size", () => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  // docs/specification/remote-sources.md 3.2
  test("a silent server fails after the time in the address", async () => {
    const { port } = silent.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/org/app//deploy?timeout=300ms`;
    expect(await problemOf(remotesOf().repository(url(address)))).toMatch(
      /cannot be fetched: gave no result within 0.3 seconds/,
    );
  });
});

test("a commit above the size limit is not kept", async () => {
  const directory = temporary();
  const remotes = remotesOf({ directory, limits: { commitBytes: 100 } });
  expect(await problemOf(remotes.repository(url("SERVER/app//deploy")))).toMatch(/it is larger than 100 bytes/);
  expect(readdirSync(join(directory, "v1/git"))).toEqual([]);
});

describe("protocols", () => {
  test("a repository of this machine", async () => {
    expect(await read(remotesOf(), `file://${made}//deploy`)).toBe("two\n");
  });

  test.each([
    "git@git.example:PATH//deploy",
    "ssh://git@git.example:2222PATH//deploy",
    "ssh://git@git.example/PATH//deploy",
  ])("by ssh: %s", async (address) => {
    // Replaces ssh: runs the remote command on this machine.
    const script = join(temporary(), "ssh");
    writeFileSync(script, '#!/bin/sh\nfor command; do :; done\nexec sh -c "$command"\n');
    chmodSync(script, 0o700);
    const remotes = remotesOf({ env: { ...GIT_ENV, GIT_SSH_COMMAND: script, GIT_SSH_VARIANT: "ssh" } });
    expect(await read(remotes, address.replace("/PATH", made).replace("PATH", made))).toBe("two\n");
  });

  test.each([
    ["file", REMOTE_PROTOCOLS],
    ["http", SAFE_PROTOCOLS],
  ])("%s where it is not allowed", async (protocol, protocols) => {
    const remotes = remotesOf({ rules: { protocols, privateHosts: true } });
    const address = protocol === "file" ? `file://${made}//deploy` : "SERVER/app//deploy";
    expect(await problemOf(remotes.repository(url(address)))).toMatch(/^remote-refused: .*is not allowed/);
    expect(server.requests).toEqual([]);
  });

  test("private hosts are refused if only the public network is allowed", async () => {
    const remotes = remotesOf({ rules: { protocols: LOCAL_PROTOCOLS, privateHosts: false } });
    expect(await problemOf(remotes.repository(url("SERVER/app//deploy")))).toMatch(/^remote-refused: .*public network/);
    expect(server.requests).toEqual([]);
  });
});

// docs/specification/remote-sources.md 3.1
describe("submodules", () => {
  const addModule = (name: string, address: string): string => {
    const top = join(served, name);
    writeContent(served, { files: { [`${name}/value`]: "outer\n" } });
    git(top, "init", "-q", "-b", "main");
    const sha = git(join(served, "library"), "rev-parse", "HEAD");
    git(top, "update-index", "--add", "--cacheinfo", `160000,${sha},vendor/library`);
    const modules = `[submodule "x"]\n\tpath = vendor/library\n\turl = ${address}\n`;
    writeFileSync(join(top, ".gitmodules"), modules);
    git(top, "add", ".gitmodules", "value");
    git(top, "commit", "-q", "-m", "with a submodule");
    return `SERVER/${name}//`;
  };

  test("are fetched when something in them is read, and not before", async () => {
    const address = addModule("outer", "../library");
    const remotes = remotesOf();
    const { tree } = await remotes.repository(url(address));
    expect((await tree.read("/value")).toString()).toBe("outer\n");
    expect(await tree.lookup("/vendor/library")).toMatchObject({ type: "directory" });
    expect(server.requests.some(({ url: path }) => path.startsWith("/library"))).toBe(false);
    expect((await tree.read("/vendor/library/base/value")).toString()).toBe("library\n");
    expect((await tree.list("/vendor/library")).map(({ name }) => name)).toContain("base");
    expect(server.requests.some(({ url: path }) => path.startsWith("/library"))).toBe(true);
  });

  test("are left out when the address says so", async () => {
    const { tree } = await remotesOf().repository(url(`${addModule("without", "../library")}?submodules=false`));
    expect(await tree.lookup("/vendor/library/base")).toBeUndefined();
  });

  test("of this machine are refused, as git does", async () => {
    const { tree } = await remotesOf().repository(url(addModule("sly", join(served, "library"))));
    expect(await problemOf(tree.lookup("/vendor/library/base"))).toMatch(/^remote-refused: .*protocol file/);
  });

  test("that do not exist fail when they are needed", async () => {
    const { tree } = await remotesOf().repository(url(addModule("lost", "../gone")));
    expect(await tree.lookup("/value")).toMatchObject({ type: "file" });
    expect(await problemOf(tree.read("/vendor/library/base/value"))).toMatch(/^remote-failed: .*\/gone/);
  });
});

describe("the store", () => {
  /** Object databases of commits. */
  const entries = (directory: string): string[] =>
    readdirSync(join(directory, "v1/git")).flatMap((key) =>
      readdirSync(join(directory, "v1/git", key))
        .filter((name) => name.length === 40)
        .map((name) => join(directory, "v1/git", key, name)),
    );

  test("several processes can fetch into it at the same time", async () => {
    const directory = temporary();
    const all = Array.from({ length: 4 }, () => remotesOf({ directory }));
    const contents = await Promise.all(all.map((remotes) => read(remotes, "SERVER/app//deploy?ref=v1")));
    expect(new Set(contents)).toEqual(new Set(["one\n"]));
    expect(entries(directory)).toHaveLength(1);
    await Promise.all(all.map((remotes) => remotes.close()));
    expect(readdirSync(join(directory, "v1/tmp"))).toEqual([]);
  });

  test("an entry that lost its content is fetched again", async () => {
    const directory = temporary();
    const address = `SERVER/app//deploy?ref=${first}`;
    await read(remotesOf({ directory }), address);
    const [entry = ""] = entries(directory);
    for (const name of readdirSync(entry)) rmSync(join(entry, name), { recursive: true });
    const lines: string[] = [];
    expect(await read(remotesOf({ directory, log: (line) => lines.push(line) }), address)).toBe("one\n");
    expect(lines.join("\n")).toContain("is damaged. Fetching it again.");
    expect(await read(remotesOf({ directory }), address)).toBe("one\n");
  });

  test("an object that was exchanged is noticed, and fetched again", async () => {
    const directory = temporary();
    const address = `SERVER/app//deploy?ref=${first}`;
    await read(remotesOf({ directory }), address);
    const [entry = ""] = entries(directory);
    exchangeBlob(entry, git(made, "rev-parse", `${first}:deploy/value`));
    expect(await read(remotesOf({ directory }), address)).toBe("one\n");
  });

  test("configuration next to the objects is ignored", async () => {
    const directory = temporary();
    const address = `SERVER/app//deploy?ref=${first}`;
    await read(remotesOf({ directory }), address);
    const [entry = ""] = entries(directory);
    const witness = join(temporary(), "ran");
    const config = `[core]\n\tfsmonitor = "touch ${witness}"\n[remote "origin"]\n\tpromisor = true\n\turl = "ext::touch ${witness}"\n`;
    for (const place of [entry, join(entry, "..")]) writeFileSync(join(place, "config"), config);
    expect(await read(remotesOf({ directory }), address)).toBe("one\n");
    expect(existsSync(witness)).toBe(false);
  });

  test("one scope cannot read the commits of another", async () => {
    const directory = temporary();
    const address = `SERVER/app//deploy?ref=${first}`;
    await read(remotesOf({ store: { directory, scope: "a/b" } }), address);
    (server.requests as unknown[]).length = 0;
    await read(remotesOf({ store: { directory, scope: "c/d" } }), address);
    expect(server.requests).not.toEqual([]);
  });

  test("the run continues without it if it cannot be written", async () => {
    const blocked = join(temporary(), "file");
    writeFileSync(blocked, "");
    chmodSync(blocked, 0o400);
    expect(await read(remotesOf({ directory: join(blocked, "store") }), "SERVER/app//deploy")).toBe("two\n");
  });

  unless(NO_PROC, test)("below /proc, where nothing can be made, the run goes on without it, too", async () => {
    expect(await read(remotesOf({ directory: "/proc/krm-render/store" }), "SERVER/app//deploy")).toBe("two\n");
  });

  test("names the repositories of its commits, without credentials", async () => {
    const directory = temporary();
    await read(remotesOf({ directory }), `${server.url.replace("//", "//me:s3cret@")}/app//deploy`);
    const [entry = ""] = entries(directory);
    expect(readFileSync(join(entry, "..", "source"), "utf8")).toBe(`${server.url.replace("//", "//***@")}/app\n`);
  });
});

/** Replaces the content of an object. */
function exchangeBlob(objects: string, id: string): void {
  const place = temporary();
  git(place, "init", "-q");
  const packs = join(objects, "pack");
  const pack = readdirSync(packs).find((name) => name.endsWith(".pack")) ?? "";
  gitWith(place, { input: readFileSync(join(packs, pack)) }, "unpack-objects", "-q");
  const tampered = gitWith(place, { input: "tampered\n" }, "hash-object", "-w", "--stdin");
  const fileOf = (name: string): string => join(place, ".git/objects", name.slice(0, 2), name.slice(2));
  rmSync(fileOf(id));
  copyFileSync(fileOf(tampered), fileOf(id));
  rmSync(objects, { recursive: true });
  cpSync(join(place, ".git/objects"), objects, { recursive: true });
}
