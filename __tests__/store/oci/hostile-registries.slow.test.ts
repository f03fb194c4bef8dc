/** The client against servers that do not behave. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import {
  chooseCatalogLayer,
  type OciReference,
  parseOciReference,
  type RegistriesOptions,
} from "../../../src/store/index.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { certificates } from "../http/certificates.ts";
import { type Answer, type HttpServer, httpServer, status } from "../http/http-server.ts";
import { problemOf, type TestClient, testClients } from "./client.ts";
import { TYPES } from "./registry.ts";

const directory = temporaryDirectories();
const makeClient = testClients(directory);
const { ca, key, cert } = certificates();
const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(answers: Readonly<Record<string, Answer | Answer[]>>): Promise<HttpServer> {
  const server = await httpServer(answers, { key, cert });
  servers.push(server);
  return server;
}

/** The test's servers are on 127.0.0.1, which is also reached as localhost. */
const client = (options: Partial<RegistriesOptions> = {}): TestClient =>
  makeClient({
    ca,
    insecureRegistries: [],
    rules: { privateHosts: false, allowHosts: ["127.0.0.1", "localhost"] },
    ...options,
  });

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const BLOB = Buffer.from("apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\n");
const LAYER = { mediaType: TYPES.catalog, digest: sha256(BLOB), size: BLOB.length };
const EMPTY = { mediaType: TYPES.empty, digest: sha256(Buffer.from("{}")), size: 2 };
const MANIFEST = Buffer.from(
  JSON.stringify({ schemaVersion: 2, mediaType: TYPES.manifest, config: EMPTY, layers: [LAYER] }),
);
const DIGEST = sha256(MANIFEST);

const bytes =
  (content: Uint8Array, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(200, headers).end(content);
const manifest = bytes(MANIFEST, { "content-type": TYPES.manifest });
const MANIFEST_PATH = `/v2/a/b/manifests/${DIGEST}`;
const BLOB_PATH = `/v2/a/b/blobs/${LAYER.digest}`;

const refOn = ({ url }: HttpServer, suffix = `@${DIGEST}`): OciReference =>
  parseOciReference(`${new URL(url).host}/a/b${suffix}`);

/** The environment of a user with a password for a host. */
function userOf(host: string): Record<string, string> {
  const home = directory();
  const auth = Buffer.from("me:s3cret-pw").toString("base64");
  writeFileSync(`${home}/config.json`, JSON.stringify({ auths: { [host]: { auth } } }));
  return { DOCKER_CONFIG: home };
}

describe("O3: what does not have its digest", () => {
  // docs/specification/oci.md 5.1
  test("is not taken for a manifest", async () => {
    const altered = Buffer.from(MANIFEST.toString().replace('"size":2', '"size":3'));
    const server = await serve({
      [MANIFEST_PATH]: bytes(altered),
      "/v2/a/b/manifests/v1": bytes(MANIFEST, { "docker-content-digest": `sha256:${"0".repeat(64)}` }),
    });
    const one = client();
    expect(await problemOf(one.manifest(refOn(server)))).toMatch(
      /^digest-mismatch: .*has the digest sha256:.*, not sha256:/,
    );
    expect(await problemOf(one.manifest(refOn(server, ":v1")))).toMatch(/^digest-mismatch: /);
    expect(one.stored()).toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  // docs/specification/oci.md 6.2
  test("is not taken for a blob", async () => {
    const server = await serve({ [MANIFEST_PATH]: manifest, [BLOB_PATH]: bytes(Buffer.alloc(BLOB.length, "x")) });
    const one = client();
    expect(await problemOf(one.artifact(refOn(server), chooseCatalogLayer))).toMatch(
      /^digest-mismatch: .*\/a\/b@sha256:/,
    );
    // The manifest only.
    expect(one.stored()).toHaveLength(1);
  });
});

// docs/specification/oci.md 5.1, 6.2
describe("O4, attack 9.10: what is too long", () => {
  const endless: Answer = (_, response) => {
    response.on("error", () => {});
    const write = (): void => {
      while (!response.destroyed && response.write("x".repeat(100_000)));
    };
    response.on("drain", write);
    write();
  };

  test.each<[string, Answer, RegExp]>([
    ["longer than its descriptor says", endless, /^blob-size: .*is longer than the 56 bytes that its manifest gives/],
    ["announced as longer", bytes(Buffer.alloc(57)), /^blob-size: .*is longer/],
    ["shorter", bytes(BLOB.subarray(1)), /^digest-mismatch: /],
  ])("a blob that is %s is given up, and its connection closed", async (_, answer, message) => {
    const server = await serve({ [MANIFEST_PATH]: manifest, [BLOB_PATH]: answer });
    const one = client();
    expect(await problemOf(one.artifact(refOn(server), chooseCatalogLayer))).toMatch(message);
    expect(one.stored()).toHaveLength(1);
    expect(server.requests).toEqual([MANIFEST_PATH, BLOB_PATH]);
  });

  test("a descriptor with a wrong size is found also for a blob of the store", async () => {
    const wrong = Buffer.from(MANIFEST.toString().replace(`"size":${BLOB.length}`, '"size":7'));
    const server = await serve({ [`/v2/a/b/manifests/${sha256(wrong)}`]: bytes(wrong) });
    const one = client();
    one.store.keepFile(LAYER.digest.slice(7), BLOB);
    expect(await problemOf(one.artifact(refOn(server, `@${sha256(wrong)}`), chooseCatalogLayer))).toMatch(
      /^blob-size: /,
    );
  });

  test("a large file of the store is not read as a manifest", async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1);
    const server = await serve({});
    const one = client();
    one.store.keepFile(sha256(large).slice(7), large);
    expect(await problemOf(one.manifest(refOn(server, `@${sha256(large)}`)))).toMatch(/^registry-not-found: /);
  });

  test("a manifest above 4 MiB, an error and a token without end are given up", async () => {
    const server = await serve({ [MANIFEST_PATH]: endless, "/v2/a/b/manifests/v1": [] });
    expect(await problemOf(client().manifest(refOn(server)))).toMatch(/^invalid-manifest: .*larger than 4 MiB/);
    const denied: Answer = (request, response) => {
      response.writeHead(403);
      endless(request, response);
    };
    const error = await serve({ [MANIFEST_PATH]: denied });
    expect(await problemOf(client().manifest(refOn(error)))).toMatch(/^registry-denied: .*answers 403 \(Forbidden\)/);
    const tokens = await serve({ "/token": endless });
    const asking = await serve({
      [MANIFEST_PATH]: status(401, { "www-authenticate": `Bearer realm="${tokens.url}/token"` }),
    });
    expect(await problemOf(client().manifest(refOn(asking)))).toMatch(/^registry-failed: .*its answer is too long/);
    for (let tries = 0; tries < 100 && (await server.connections()) > 0; tries++) await new Promise(setImmediate);
    expect(await server.connections()).toBe(0);
  });
});

// docs/specification/oci.md 4.4, 6.2
describe("O5, attack 9.11: redirects of blobs", () => {
  const basic = `Basic ${Buffer.from("me:s3cret-pw").toString("base64")}`;
  const guarded =
    (answer: Answer): Answer =>
    (request, response) => {
      if (request.headers.authorization === basic) answer(request, response);
      else response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
    };

  test("take no credentials to another server, and its challenge is not answered", async () => {
    const storage = await serve({ "/blob": bytes(BLOB) });
    const location = { location: `${storage.url}/blob?X-Amz-Signature=s3cret-signature` };
    const server = await serve({ [MANIFEST_PATH]: guarded(manifest), [BLOB_PATH]: guarded(status(307, location)) });
    const env = userOf(new URL(server.url).host);
    const found = await client({ env }).artifact(refOn(server), chooseCatalogLayer);
    expect(found.bytes?.toString()).toBe(BLOB.toString());
    expect(server.authorizations).toEqual([undefined, basic, basic]);
    expect(storage.authorizations).toEqual([undefined]);

    const denying = await serve({ "/blob": status(401, { "www-authenticate": 'Basic realm="x"' }) });
    location.location = `${denying.url}/blob?X-Amz-Signature=s3cret-signature`;
    const problem = await problemOf(client({ env }).artifact(refOn(server), chooseCatalogLayer));
    expect(problem).toMatch(/^registry-denied: .*@sha256:.* may not be read/);
    expect(problem).not.toContain("s3cret");
    expect(denying.authorizations).toEqual([undefined]);
  });

  test.each([
    ["https://127.0.0.2/blob?sig=s3cret-signature", /^remote-refused: .*127\.0\.0\.2 is not on the public network/],
    ["https://169.254.169.254/latest", /^remote-refused: /],
    ["https://inside.example/blob", /^remote-refused: .*inside\.example \(10\.0\.0\.1\) is not on the public network/],
    ["http://127.0.0.1:1/blob?token=s3cret-signature", /^remote-refused: .*which is not encrypted/],
    ["file:///etc/passwd", /^remote-refused: /],
    ["/v2/a/b/blobs/again", /^remote-failed: .*more than 5 redirects/],
  ])("to %s are not followed", async (location, message) => {
    const redirect = status(307, { location });
    const server = await serve({ [MANIFEST_PATH]: manifest, [BLOB_PATH]: redirect, "/v2/a/b/blobs/again": redirect });
    const one = client({ resolve: async () => ["10.0.0.1"] });
    const problem = await problemOf(one.artifact(refOn(server), chooseCatalogLayer));
    expect(problem).toMatch(message);
    expect(problem).not.toContain("s3cret");
    expect(one.stored()).toHaveLength(1);
  });

  test("a registry on a private network is not asked at all", async () => {
    const server = await serve({ [MANIFEST_PATH]: manifest });
    const problem = await problemOf(client({ rules: { privateHosts: false } }).manifest(refOn(server)));
    expect(problem).toMatch(/^remote-refused: .*127\.0\.0\.1 is not on the public network/);
    expect(server.requests).toEqual([]);
    // Only a registry of this machine may be one of http.
    const elsewhere = parseOciReference("169.254.169.254/a/b:v1");
    const other = await problemOf(client({ rules: { privateHosts: false } }).manifest(elsewhere));
    expect(other).toContain("169.254.169.254 is not on the public network\n  hint: List the host");
    expect(other).not.toContain("--insecure-registry");
  });
});

// docs/specification/oci.md 2.5
describe("K24, attack 9.12: a realm", () => {
  const challenge = (realm: string): Answer =>
    status(401, {
      "www-authenticate": `Bearer realm="${realm}",service="s",scope="repository:other/private:pull,push"`,
    });

  /** A registry that accepts the token `anonymous`, and whose token server is at `realm`. */
  async function registryWith(realm: string): Promise<HttpServer> {
    const answer = (request: IncomingMessage, response: ServerResponse): void =>
      (request.headers.authorization === "Bearer anonymous-token" ? manifest : challenge(realm))(request, response);
    return serve({ [MANIFEST_PATH]: answer });
  }
  const token: Answer = (_, response) => void response.end('{"token":"anonymous-token"}');
  const onLocalhost = (url: string): string => url.replace("127.0.0.1", "localhost");

  test("on another host gets no credentials", async () => {
    const tokens = await serve({ "/token": token });
    const server = await registryWith(`${onLocalhost(tokens.url)}/token`);
    const one = client({ env: userOf(new URL(server.url).host) });
    expect((await one.manifest(refOn(server))).digest).toBe(DIGEST);
    expect(tokens.authorizations).toEqual([undefined]);
    expect(server.authorizations).toEqual([undefined, "Bearer anonymous-token"]);
    expect(one.logged.join("\n")).toContain("are not sent to its token server: it has another host");
    // Neither the scope that the registry wishes, nor the user's name.
    expect(tokens.requests).toEqual(["/token?service=s&scope=repository%3Aa%2Fb%3Apull"]);
  });

  test("on the host of the registry, or on a host that is listed for it, gets them", async () => {
    const tokens = await serve({ "/token": token });
    for (const realm of [tokens.url, onLocalhost(tokens.url)]) {
      const server = await registryWith(`${realm}/token`);
      const { host } = new URL(server.url);
      await client({ env: userOf(host), tokenServers: [`${host}=localhost`] }).manifest(refOn(server));
    }
    expect(tokens.authorizations).toEqual([expect.stringMatching(/^Basic /), expect.stringMatching(/^Basic /)]);
  });

  test("gets no credentials that the registry writes into it, either", async () => {
    const tokens = await serve({ "/token": token });
    const server = await registryWith(`${tokens.url.replace("//", "//user:pw@")}/token`);
    await client().manifest(refOn(server));
    expect(tokens.authorizations).toEqual([undefined]);
  });

  test("of a server that the registry redirects to is not asked", async () => {
    const tokens = await serve({ "/token": token });
    const storage = await serve({ "/blob": challenge(`${tokens.url}/token`) });
    const location = { location: `${storage.url}/blob` };
    const server = await serve({ [MANIFEST_PATH]: manifest, [BLOB_PATH]: status(307, location) });
    const one = client({ env: userOf(new URL(server.url).host) });
    expect(await problemOf(one.artifact(refOn(server), chooseCatalogLayer))).toMatch(/^registry-denied: /);
    expect(tokens.requests).toEqual([]);
  });

  test("does not pass credentials on by a redirect", async () => {
    const other = await serve({ "/token": token });
    const tokens = await serve({ "/token": status(302, { location: `${onLocalhost(other.url)}/token` }) });
    const server = await registryWith(`${tokens.url}/token`);
    await client({ env: userOf(new URL(server.url).host) }).manifest(refOn(server));
    expect(other.authorizations).toEqual([undefined]);
  });

  test.each([
    ["http://127.0.0.1:1/token", /^remote-refused: .*the protocol http is not allowed/],
    ["https://169.254.169.254/token", /^remote-refused: .*not on the public network/],
    ["https://user:s3cret-realm@127.0.0.1:1/token", /^remote-failed: /],
    ["file:///etc/passwd", /^remote-refused: /],
    ["", /^registry-failed: .*names no token server/],
    ["token", /^registry-failed: .*names no token server/],
  ])("%s is not asked with credentials", async (realm, message) => {
    const server = await registryWith(realm);
    const problem = await problemOf(client({ env: userOf(new URL(server.url).host) }).manifest(refOn(server)));
    expect(problem).toMatch(message);
    expect(problem).not.toContain("s3cret");
  });

  test("that grants nothing is asked once for each credential, and not again", async () => {
    const tokens = await serve({ "/token": (_, response) => void response.end('{"access_token":"useless-token"}') });
    const server = await registryWith(`${tokens.url}/token`);
    const one = client({ env: userOf(new URL(server.url).host) });
    expect(await problemOf(one.manifest(refOn(server)))).toMatch(/^registry-denied: /);
    expect([tokens.requests.length, server.requests.length]).toEqual([2, 3]);
  });

  test("with an answer that is no token fails", async () => {
    for (const text of ["", "{}", '{"token":"a\\nb"}', "[]"]) {
      const tokens = await serve({ "/token": (_, response) => void response.end(text) });
      const server = await registryWith(`${tokens.url}/token`);
      expect(await problemOf(client().manifest(refOn(server)))).toMatch(/^registry-failed: .*its answer contains none/);
    }
  });
});

describe("attack 9.25: messages", () => {
  test("repeat what the registry says, but no secrets", async () => {
    const echo: Answer = (request, response) => {
      if (request.headers.authorization === undefined) {
        response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
        return;
      }
      const message = `bad\nheader ${request.headers.authorization} of me:s3cret-pw\u001b[31m`;
      response.writeHead(418, "s3cret-pw").end(JSON.stringify({ errors: [{ code: "TEAPOT", message }, { code: 1 }] }));
    };
    const server = await serve({ [MANIFEST_PATH]: echo });
    const problem = await problemOf(client({ env: userOf(new URL(server.url).host) }).manifest(refOn(server)));
    expect(problem).toContain("cannot be fetched: the registry answers 418 (TEAPOT: bad header Basic *** of me:***");
    expect(problem).not.toMatch(/s3cret|bWU6czNjcmV0|\u001b/);
  });
});

// docs/specification/oci.md 2.8
describe("O10: a registry that limits pulls", () => {
  test("is asked again as late as it wishes", async () => {
    const server = await serve({ [MANIFEST_PATH]: [status(429, { "retry-after": "7" }), status(503), manifest] });
    const one = client();
    expect((await one.manifest(refOn(server))).digest).toBe(DIGEST);
    expect(one.waits).toEqual([7000, 2000]);
  });

  test("pauses have a random part", async () => {
    const server = await serve({ [MANIFEST_PATH]: [status(429, { "retry-after": "7" }), manifest] });
    const one = client({ random: () => 0.5 });
    await one.manifest(refOn(server));
    expect(one.waits).toEqual([8750]);
  });

  test("fails with advice, if it goes on", async () => {
    const limited: Answer = (_, response) =>
      void response.writeHead(429).end('{"errors":[{"code":"TOOMANYREQUESTS","message":"slow down"}]}');
    const server = await serve({ [MANIFEST_PATH]: limited });
    expect(await problemOf(client().manifest(refOn(server)))).toMatch(
      /^registry-failed: .*429 \(TOOMANYREQUESTS: slow down\)\n.*limits the number of pulls/,
    );
    expect(server.requests).toHaveLength(3);
  });

  test("is told about once, when few pulls are left", async () => {
    const low = bytes(MANIFEST, { "ratelimit-remaining": "3;w=21600", "content-type": TYPES.manifest });
    const server = await serve({
      [MANIFEST_PATH]: low,
      [BLOB_PATH]: bytes(BLOB, { "ratelimit-remaining": "2;w=21600" }),
    });
    const one = client();
    await one.artifact(refOn(server), chooseCatalogLayer);
    expect(one.logged).toEqual([expect.stringContaining("allows 3 more pulls for now")]);
    const enough = await serve({ [MANIFEST_PATH]: bytes(MANIFEST, { "ratelimit-remaining": "76;w=21600" }) });
    const other = client();
    await other.manifest(refOn(enough));
    expect(other.logged).toEqual([]);
  });

  test("other refusals are final", async () => {
    const server = await serve({ [MANIFEST_PATH]: status(400) });
    expect(await problemOf(client().manifest(refOn(server)))).toMatch(/^registry-failed: .*answers 400/);
    expect(server.requests).toHaveLength(1);
  });
});

// docs/specification/oci.md 4.3
describe("O13: a blob whose connection breaks", () => {
  const breaking: Answer = (_, response) => {
    response.writeHead(200, { "content-length": BLOB.length });
    response.write(BLOB.subarray(0, 10), () => setTimeout(() => response.destroy(), 20));
  };
  const rest: Answer = (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1]);
    const range = `bytes ${start}-${BLOB.length - 1}/${BLOB.length}`;
    response.writeHead(206, { "content-range": range }).end(BLOB.subarray(start));
  };

  test("goes on where it was", async () => {
    const server = await serve({ [MANIFEST_PATH]: manifest, [BLOB_PATH]: [breaking, rest] });
    const { path } = await client().artifact(refOn(server), chooseCatalogLayer);
    expect(readFileSync(path).equals(BLOB)).toBe(true);
    expect(server.ranges).toEqual([undefined, undefined, "bytes=10-"]);
  });

  test("fails and leaves nothing behind, if it breaks each time", async () => {
    const server = await serve({ [MANIFEST_PATH]: manifest, [BLOB_PATH]: breaking });
    const one = client();
    expect(await problemOf(one.artifact(refOn(server), chooseCatalogLayer))).toMatch(/^remote-failed: /);
    expect(one.stored()).toHaveLength(1);
  });
});

// docs/specification/oci.md 2.9
test("a registry, a token server and a blob that fall silent are given up", async () => {
  const silent: Answer = () => {};
  const partial: Answer = (_, response) => void response.writeHead(200).write("a");
  const server = await serve({ [MANIFEST_PATH]: silent, "/token": silent });
  const asking = status(401, { "www-authenticate": `Bearer realm="${server.url}/token"` });
  const other = await serve({ [MANIFEST_PATH]: [manifest, asking], [BLOB_PATH]: partial });
  const impatient = (): TestClient => client({ timeoutSeconds: 0.2 });
  const late = /^remote-failed: .*no answer within 0.2 seconds/;
  expect(await problemOf(impatient().manifest(refOn(server)))).toMatch(late);
  const one = impatient();
  expect(await problemOf(one.artifact(refOn(other), chooseCatalogLayer))).toMatch(late);
  expect(one.stored()).toHaveLength(1);
  expect(await problemOf(impatient().manifest(refOn(other)))).toMatch(late);
});

// docs/specification/oci.md 6.3, 6.4
describe("what several need at once", () => {
  test("is fetched once, and three blobs at a time", async () => {
    const blobs = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100, String(index)));
    let now = 0;
    let most = 0;
    const slow =
      (content: Buffer): Answer =>
      (_, response) => {
        now++;
        most = Math.max(most, now);
        setTimeout(() => {
          now--;
          response.end(content);
        }, 20);
      };
    const settings = Buffer.from(
      JSON.stringify({ os: "linux", architecture: "amd64", rootfs: { diff_ids: blobs.map(sha256) } }),
    );
    const content = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: TYPES.manifest,
        config: { mediaType: TYPES.config, digest: sha256(settings), size: settings.length },
        layers: blobs.map((blob) => ({ mediaType: TYPES.layer, digest: sha256(blob), size: blob.length })),
      }),
    );
    const server = await serve({
      [`/v2/a/b/manifests/${sha256(content)}`]: bytes(content),
      ...Object.fromEntries([settings, ...blobs].map((blob) => [`/v2/a/b/blobs/${sha256(blob)}`, slow(blob)])),
    });
    const one = client();
    const ref = refOn(server, `@${sha256(content)}`);
    const platform = { os: "linux", architecture: "amd64" };
    const [first, second] = await Promise.all([one.image(ref, platform), one.image(ref, platform)]);
    expect(first).toEqual(second);
    expect(server.requests).toHaveLength(10);
    expect(most).toBe(3);
  });
});

// docs/specification/oci.md 7.4
test("referrers of a registry that lists them, on several pages", async () => {
  const entry = (digit: string): object => ({
    ...LAYER,
    digest: `sha256:${digit.repeat(64)}`,
    artifactType: `type/${digit}`,
  });
  const page = (digit: string, next?: string): Answer =>
    bytes(Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: TYPES.index, manifests: [entry(digit)] })), {
      ...(next !== undefined && { link: `<${next}>; rel="next"` }),
    });
  const path = `/v2/a/b/referrers/${DIGEST}`;
  const server = await serve({
    [path]: [page("1", `${path}?page=2`), page("2", "https://evil.example/v2/x/y/referrers/z")],
  });
  const found = await client().referrers(refOn(server));
  expect(found.map(({ artifactType }) => artifactType)).toEqual(["type/1", "type/2"]);
  expect(server.requests).toEqual([path, `${path}?page=2`]);
  const endless = await serve({ [path]: page("1", `${path}?page=2`) });
  expect(await client().referrers(refOn(endless))).toHaveLength(8);
  expect(await problemOf(client().referrers(refOn(server, ":v1")))).toMatch(/^invalid-oci-reference: /);
});

// docs/specification/oci.md 7.5
test("tags on several pages", async () => {
  const page = (tags: unknown, next?: string): Answer =>
    bytes(Buffer.from(JSON.stringify({ name: "a/b", tags })), {
      ...(next !== undefined && { link: `<${next}>; rel="next"` }),
    });
  const path = "/v2/a/b/tags/list";
  const server = await serve({
    [path]: [page(["1.0.0", 2], `${path}?last=1.0.0`), page(["2.0.0"], "https://evil.example/v2/x/y/tags/list")],
  });
  expect(await client().tags(refOn(server))).toEqual(["1.0.0", "2.0.0"]);
  expect(server.requests).toEqual([`${path}?n=1000`, `${path}?last=1.0.0`]);
  expect(await client().tags(refOn(await serve({ [path]: page(null) })))).toEqual([]);
  const endless = await serve({ [path]: page(["1.0.0"], `${path}?page=2`) });
  expect(await problemOf(client().tags(refOn(endless)))).toMatch(
    /^registry-failed: the list of tags of .*\/a\/b .*too long/,
  );
  expect(endless.requests).toHaveLength(100);
  const wrong = await serve({ [path]: page("1.0.0") });
  expect(await problemOf(client().tags(refOn(wrong)))).toMatch(/^registry-failed: .*it is not a list/);
});

test("nothing is opened before the first use", async () => {
  const store = (): never => {
    throw new Error("opened");
  };
  const one = makeClient({ store });
  await one.close();
  await expect(makeClient({ store }).manifest(parseOciReference(`127.0.0.1:1/a@${DIGEST}`))).rejects.toThrow("opened");
});
