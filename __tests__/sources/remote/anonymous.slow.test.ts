/** Fetches of `remote: auto` use nothing that the machine or its user is logged in to. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { globalAgent } from "node:https";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createBudget } from "../../../src/sources/remote/budget.ts";
import { fetchRemoteCommit, type GitFetchOptions, prepareRepository } from "../../../src/sources/remote/git-fetch.ts";
import { parseGitUrl } from "../../../src/sources/remote/git-url.ts";
import { permittedRemotes, type RemotePermission } from "../../../src/sources/remote/permitted-remotes.ts";
import type { OpenRemotes } from "../../../src/sources/remote/remotes.ts";
import { endpointOf, withoutCredentials } from "../../../src/store/http/addresses.ts";
import { Hosts } from "../../../src/store/http/hosts.ts";
import { createReach, type Reach } from "../../../src/store/http/reach.ts";
import { certificates } from "../../store/http/certificates.ts";
import { type HttpServer, httpServer, status } from "../../store/http/http-server.ts";
import { GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "../fixtures.ts";
import { type GitServer, gitServer } from "../git-server.ts";

const temporary = temporaryDirectories();
const served = temporary();
const home = temporary();
const authority = join(temporary(), "ca.pem");
const asked = join(home, "asked");
const { ca, ...tls } = certificates();
const servers: HttpServer[] = [];
let server: GitServer;
let other: GitServer;
let sha: string;

beforeAll(async () => {
  globalAgent.options.ca = ca;
  server = await gitServer(served, tls);
  other = await gitServer(served);
  writeContent(served, { files: { "app/value": "one\n" } });
  sha = initRepository(join(served, "app"), { files: {} });
  writeFileSync(authority, ca);
});
beforeEach(() => {
  (server.requests as unknown[]).length = 0;
  (other.requests as unknown[]).length = 0;
  server.failures.length = 0;
});
afterEach(() => Promise.all(servers.splice(0).map((one) => one.close())));
afterAll(async () => {
  // Other files run in the same process.
  delete globalAgent.options.ca;
  await Promise.all([server.close(), other.close()]);
});

/** Resolves names that end in `.example` to this machine, as if it were a public address; only https, as for `auto`. */
const reach: Reach = {
  async check(address) {
    const endpoint = endpointOf(address);
    const strict = createReach({ protocols: ["https"], privateHosts: false });
    if (endpoint?.protocol !== "https" || !endpoint.host.endsWith(".example")) return strict.check(address);
    return { ...endpoint, addresses: ["127.0.0.1"], address: withoutCredentials(address).address };
  },
};

const named = (url: string): string => url.replace("127.0.0.1", "git.corp.example");

async function fetching(
  env: NodeJS.ProcessEnv,
  { anonymous = true, repository = `${named(server.url)}/app` } = {},
): Promise<string> {
  const place = temporary();
  prepareRepository(place);
  const options: GitFetchOptions = {
    env: { ...GIT_ENV, GIT_SSL_CAINFO: authority, ...env },
    protocols: ["https"],
    reach,
    sleep: async () => {},
    log: () => {},
    budget: createBudget({}),
    hosts: new Hosts(),
    untrusted: true,
    anonymous,
  };
  return fetchRemoteCommit({ repository, ref: "HEAD", timeoutSeconds: 20 }, place, options).catch(
    ({ code, message }) => `${code}: ${message}`,
  );
}

/** A home directory, and variables, with everything that may hold credentials. */
function machineOf(what: string, url: string): NodeJS.ProcessEnv {
  const helper = `!f() { touch ${asked}; echo username=me; echo password=word; }; f`;
  const configured = (...settings: readonly (readonly [string, string])[]): NodeJS.ProcessEnv => ({
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  });
  const program = join(home, "program");
  writeFileSync(program, `#!/bin/sh\ntouch ${asked}\necho word\n`, { mode: 0o755 });
  const file = join(home, ".gitconfig");
  const xdg = join(home, "xdg");
  mkdirSync(join(xdg, "git"), { recursive: true });
  const machines: Readonly<Record<string, () => NodeJS.ProcessEnv>> = {
    "a header in the configuration of the user": () => {
      writeFileSync(file, `[http "${url}/"]\n\textraHeader = Authorization: Basic c2VjcmV0\n`);
      return { HOME: home, GIT_CONFIG_GLOBAL: file };
    },
    "a header in the configuration of the system": () => {
      writeFileSync(file, `[http "${url}/"]\n\textraHeader = Authorization: Basic c2VjcmV0\n`);
      return { GIT_CONFIG_NOSYSTEM: "0", GIT_CONFIG_SYSTEM: file };
    },
    "a header below XDG_CONFIG_HOME": () => {
      writeFileSync(join(xdg, "git/config"), `[http "${url}/"]\n\textraHeader = Authorization: Basic c2VjcmV0\n`);
      return { XDG_CONFIG_HOME: xdg, GIT_CONFIG_GLOBAL: undefined, HOME: "/nonexistent" };
    },
    "a header in variables": () => configured([`http.${url}/.extraHeader`, "Authorization: Basic c2VjcmV0"]),
    "a header in GIT_CONFIG_PARAMETERS": () => ({
      GIT_CONFIG_PARAMETERS: `'http.${url}/.extraHeader'='Authorization: Basic c2VjcmV0'`,
    }),
    "a credential helper": () => configured(["credential.helper", helper]),
    "a credential helper of the host": () => configured([`credential.${url}.helper`, helper]),
    ".netrc": () => {
      writeFileSync(join(home, ".netrc"), "machine git.corp.example login me password word\n", { mode: 0o600 });
      return { HOME: home, GIT_CONFIG_GLOBAL: "/dev/null" };
    },
    "insteadOf with credentials": () =>
      configured([`url.${url.replace("https://", "https://me:word@")}/.insteadOf`, `${url}/`]),
  };
  return machines[what]?.() ?? {};
}

describe("attack 9.35: a server that asks for credentials gets none", () => {
  test.each([
    "a header in the configuration of the user",
    "a header in the configuration of the system",
    "a header below XDG_CONFIG_HOME",
    "a header in variables",
    "a header in GIT_CONFIG_PARAMETERS",
    "a credential helper",
    "a credential helper of the host",
    ".netrc",
    "insteadOf with credentials",
  ])("of %s", async (what) => {
    const env = machineOf(what, named(server.url));
    const sent = () => server.requests.filter(({ authorization }) => authorization !== undefined).length;
    // The attack works where the workflow allows credentials.
    server.failures.push(401);
    await fetching(env, { anonymous: false });
    expect(sent()).toBeGreaterThan(0);
    (server.requests as unknown[]).length = 0;
    server.failures.length = 0;
    const before = existsSync(asked);
    server.failures.push(401);
    expect(await fetching(env)).toMatch(/^remote-unsupported: .* it does not exist, or needs credentials/);
    expect([server.requests.length > 0, sent(), existsSync(asked)]).toEqual([true, 0, before]);
    // Without the question, it is fetched.
    expect(await fetching(env)).toBe(sha);
    expect(sent()).toBe(0);
  });

  test("and is not replaced by another", async () => {
    const env = {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `url.${server.url}/.insteadOf`,
      GIT_CONFIG_VALUE_0: "https://elsewhere.corp.example/",
    };
    const repository = "https://elsewhere.corp.example/app";
    await fetching(env, { anonymous: false, repository });
    expect(server.requests.length).toBeGreaterThan(0);
    (server.requests as unknown[]).length = 0;
    await fetching(env, { repository });
    expect(server.requests).toEqual([]);
  });

  test("nor is a proxy used, or a program for passwords or for ssh", async () => {
    const program = join(home, "program");
    const env = {
      http_proxy: other.url,
      https_proxy: other.url,
      GIT_ASKPASS: program,
      SSH_ASKPASS: program,
      GIT_SSH_COMMAND: program,
      GIT_SSH: program,
      GIT_PROXY_COMMAND: program,
    };
    const before = existsSync(asked);
    expect(await fetching(env)).toBe(sha);
    expect([other.requests, existsSync(asked)]).toEqual([[], before]);
  });
});

test("a git that cannot be told the address fetches nothing, and says so", async () => {
  const place = temporary();
  writeFileSync(join(place, "git"), `#!/bin/sh\ncase "$*" in *" version") echo "git version 2.34.1";; esac\n`, {
    mode: 0o755,
  });
  expect(await fetching({ PATH: `${place}:${GIT_ENV.PATH}` })).toMatch(
    /^remote-unsupported: `remote: auto` is off for repositories: git version 2\.34\.1 cannot connect to a given address/,
  );
  expect(server.requests).toEqual([]);
});

describe("attack 9.35: a redirect", () => {
  const moved = async (location: string): Promise<string> => {
    const front = await httpServer(
      { "/old/info/refs": status(302, { location: `${location}/info/refs?service=git-upload-pack` }) },
      tls,
    );
    servers.push(front);
    return `${named(front.url)}/old`;
  };

  test("to a public server of https is followed, without the user in its address", async () => {
    const location = named(server.url).replace("https://", "https://me:word@");
    expect(await fetching({}, { repository: await moved(`${location}/app`) })).toBe(sha);
    expect(server.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  });

  test.each([
    ["http", () => named(other.url), "the protocol http is not allowed, only https"],
    ["a private address", () => server.url, "127.0.0.1 is not on the public network"],
    ["the metadata service", () => "https://169.254.169.254/app", "is not on the public network"],
    ["a file of this machine", () => "file:///srv", "the protocol file is not allowed, only https"],
  ])("to %s is refused", async (_, locationOf, message) => {
    const outcome = await fetching({}, { repository: await moved(`${locationOf()}/app`) });
    expect(outcome).toContain(message);
    expect([server.requests, other.requests]).toEqual([[], []]);
  });
});

describe("attack 9.35: what is not permitted", () => {
  const opened: OpenRemotes[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((remotes) => remotes.close())));

  function remotesOf(permission: RemotePermission): OpenRemotes {
    const remotes = permittedRemotes(
      {
        store: { directory: temporary() },
        rules: { protocols: ["https"], privateHosts: false, allowHosts: ["127.0.0.1"] },
        env: { ...GIT_ENV, GIT_SSL_CAINFO: authority },
        untrusted: true,
      },
      permission,
    );
    opened.push(remotes);
    return remotes;
  }

  test("is not requested", async () => {
    const seen: string[] = [];
    const remotes = remotesOf({
      refusalOf: async ([unit = ""]) => {
        seen.push(unit);
        return { why: "it is new", hint: "Do it." };
      },
    });
    const url = parseGitUrl(`${server.url}/app//`);
    if (url === undefined) throw new Error("no address");
    await expect(remotes.repository(url)).rejects.toMatchObject({
      code: "remote-unsupported",
      message: expect.stringContaining(`${server.url}/app is not fetched: it is new`),
    });
    await expect(remotes.file(`${server.url}/crds/a.yaml`)).rejects.toMatchObject({ code: "remote-unsupported" });
    expect(seen).toEqual([`the repository ${server.url}/app`, `the directory ${server.url}/crds/`]);
    expect(server.requests).toEqual([]);
  });

  test.each([
    "git@github.com:org/app",
    "ssh://git@git.example/a/b",
    "http://git.example/a/b",
    "https://me@git.example/a/b",
  ])("has no unit: %s", async (address) => {
    const remotes = remotesOf({ refusalOf: async () => undefined });
    const url = parseGitUrl(address);
    if (url === undefined) throw new Error("no address");
    await expect(remotes.repository(url)).rejects.toMatchObject({
      code: "remote-unsupported",
      message: expect.stringContaining("`remote: auto` fetches plain https addresses only, and none with a user"),
    });
  });

  test("a submodule of a repository that is", async () => {
    const top = join(served, "outer");
    mkdirSync(top);
    initRepository(top, { files: { ".gitmodules": `[submodule "in"]\n\tpath = in\n\turl = ../app\n` } });
    git(top, "update-index", "--add", "--cacheinfo", `160000,${sha},in`);
    git(top, "commit", "-q", "-m", "with a submodule");
    const remotes = remotesOf({
      refusalOf: async ([unit]) =>
        unit?.endsWith("/outer") ? undefined : { why: "it is another repository", hint: "Do it." },
    });
    const url = parseGitUrl(`${server.url}/outer//`);
    if (url === undefined) throw new Error("no address");
    const { tree } = await remotes.repository(url);
    await expect(tree.lookup("/in/value")).rejects.toMatchObject({
      code: "remote-unsupported",
      message: expect.stringContaining("the submodule in of"),
    });
    expect(server.requests.filter(({ url: path }) => path.startsWith("/app"))).toEqual([]);
  });
});
