/** git with access to the public network only: it connects to checked addresses, and krm-render follows redirects. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { failure } from "../../../src/diagnostics.ts";
import { createBudget } from "../../../src/sources/remote/budget.ts";
import { fetchRemoteCommit, type GitFetchOptions, prepareRepository } from "../../../src/sources/remote/git-fetch.ts";
import { endpointOf, withoutCredentials } from "../../../src/store/http/addresses.ts";
import { Hosts } from "../../../src/store/http/hosts.ts";
import type { Reach } from "../../../src/store/http/reach.ts";
import { type HttpServer, httpServer, status } from "../../store/http/http-server.ts";
import { GIT_ENV, initRepository, temporaryDirectories, writeContent } from "../fixtures.ts";
import { type GitServer, gitServer } from "../git-server.ts";

const temporary = temporaryDirectories();
const served = temporary();
const servers: HttpServer[] = [];
let server: GitServer;
let sha: string;

beforeAll(async () => {
  server = await gitServer(served);
  writeContent(served, { files: { "app/value": "one\n" } });
  sha = initRepository(join(served, "app"), { files: {} });
});

afterEach(() => Promise.all(servers.splice(0).map((one) => one.close())));
afterAll(() => server.close());

/** Resolves every name that ends in `.example` to this machine, as if it were a public address. */
function reachOf(checked: string[] = []): Reach {
  return {
    async check(address) {
      checked.push(address);
      const endpoint = endpointOf(address);
      if (!endpoint?.host.endsWith(".example")) throw failure("remote-refused", `${address} is inside`);
      return { ...endpoint, addresses: ["127.0.0.1"], address: withoutCredentials(address).address };
    },
  };
}

function fetching(repository: string, reach: Reach, env: NodeJS.ProcessEnv = GIT_ENV): Promise<string> {
  const place = temporary();
  prepareRepository(place);
  const options: GitFetchOptions = {
    env,
    protocols: ["http"],
    reach,
    sleep: async () => {},
    log: () => {},
    budget: createBudget({}),
    hosts: new Hosts(),
    untrusted: true,
  };
  return fetchRemoteCommit({ repository, ref: "HEAD", timeoutSeconds: 20 }, place, options);
}

const named = (url: string): string => url.replace("127.0.0.1", "git.example");

test("git connects to the checked address, without resolving the name again", async () => {
  expect(await fetching(`${named(server.url)}/app`, reachOf())).toBe(sha);
});

test.each([
  ["git version 2.34.1", true],
  ["git version 1.99.0", true],
  ["", true],
  ["git version 2.37.0 (Apple Git-1)", false],
  ["git version 2.100.0", false],
  ["git version 3.0.0", false],
])("%j is too old to be told the address: %j", async (version, refused) => {
  const place = temporary();
  writeFileSync(
    join(place, "git"),
    `#!/bin/sh\ncase "$*" in *" version") echo "${version}";; *) touch "${place}/asked"; exit 1;; esac\n`,
    {
      mode: 0o755,
    },
  );
  const outcome = await fetching(`${named(server.url)}/app`, reachOf(), {
    ...GIT_ENV,
    PATH: `${place}:${GIT_ENV.PATH}`,
  }).catch((error) => error.code);
  expect([outcome, existsSync(join(place, "asked"))]).toEqual(
    refused ? ["remote-refused", false] : ["remote-failed", true],
  );
});

test("a redirect is followed after it was checked", async () => {
  const moved = await httpServer({
    "/old/info/refs": status(301, { location: `${named(server.url)}/app/info/refs?service=git-upload-pack` }),
  });
  servers.push(moved);
  const checked: string[] = [];
  expect(await fetching(`${named(moved.url)}/old`, reachOf(checked))).toBe(sha);
  expect(checked).toContain(`${named(server.url)}/app`);
});

test("a redirect to a private address is refused, and nothing is requested there", async () => {
  const moved = await httpServer({
    "/old/info/refs": status(302, { location: `${server.url}/app/info/refs?service=git-upload-pack` }),
  });
  servers.push(moved);
  const before = server.requests.length;
  await expect(fetching(`${named(moved.url)}/old`, reachOf())).rejects.toMatchObject({ code: "remote-refused" });
  expect(server.requests.length).toBe(before);
});

test("a redirect to a web page is an error", async () => {
  const moved = await httpServer({
    "/old/info/refs": status(302, { location: "/login" }),
    "/login": status(200),
  });
  servers.push(moved);
  await expect(fetching(`${named(moved.url)}/old`, reachOf())).rejects.toMatchObject({
    code: "remote-failed",
    message: expect.stringMatching(/redirects to .*\/login, which is not a repository/),
  });
});
