/** Pushing artifacts: to docker-registry, read back by oras and crane, and to registries that do not behave. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type ArtifactToPush, parseOciReference, type RegistriesOptions } from "../../../src/store/index.ts";
import { findProgram, lackOf } from "../../programs.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { unless } from "../../unless.ts";
import { problemOf, type TestClient, testClients } from "./client.ts";
import { DOCKER_REGISTRY, NO_REGISTRY, sha256, startRegistry, type TestRegistry, withRegistry } from "./registry.ts";

const directory = temporaryDirectories();
const makeClient = testClients(directory);
const client = (more: Partial<RegistriesOptions> = {}): TestClient => makeClient({ access: "pull,push", ...more });

function artifactOf(content: Uint8Array | string, revision = "v1@sha1:0123"): ArtifactToPush {
  const path = join(mkdtempSync(join(directory(), "layer-")), "shop-v1.tar.gz");
  writeFileSync(path, content);
  return {
    configType: "application/vnd.cncf.flux.config.v1+json",
    config: { architecture: "unknown", os: "unknown", rootfs: { type: "layers", diff_ids: [] } },
    layer: {
      mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
      path,
      sha256: sha256(Buffer.from(content)).slice("sha256:".length),
      size: Buffer.byteLength(content),
      annotations: { "org.opencontainers.image.title": "shop-v1.tar.gz" },
    },
    annotations: { "org.opencontainers.image.revision": revision },
  };
}

/** 3 MiB that cannot be compressed to less, so that the upload takes several writes. */
const LARGE = Buffer.alloc(3 * 1024 * 1024, "0123456789abcdef");

describe("docker-registry", () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
  });
  afterAll(() => registry?.close());

  // docs/specification/oci.md 9.1, 9.2, 9.5
  withRegistry("gets what it lacks, once", async () => {
    const artifact = artifactOf(LARGE);
    const ref = parseOciReference(`${registry.host}/team/shop:v1`);
    const one = client();
    const first = await one.push(ref, artifact);
    expect(first.former).toBeUndefined();
    const found = await client().manifest(ref);
    expect(found.digest).toBe(first.digest);
    const writes = (): readonly string[] => registry.requests.filter((line) => /^(?:POST|PUT)/.test(line));
    const before = writes().length;
    expect(await client().push(ref, artifact)).toEqual({ digest: first.digest, former: first.digest });
    expect(writes()).toHaveLength(before);
    // The layer is there already: only the manifest is new.
    const other = await client().push(ref, { ...artifact, annotations: { a: "b" } });
    expect(other).toEqual({ digest: expect.not.stringMatching(first.digest), former: first.digest });
    expect(
      writes()
        .slice(before)
        .every((line) => line.startsWith("PUT /v2/team/shop/manifests/v1")),
    ).toBe(true);
  });

  const clients: readonly [name: string, variable: string, pull: (bin: string, ref: string, to: string) => void][] = [
    [
      "oras",
      "ORAS_BIN",
      (bin, ref, to) => execFileSync(bin, ["pull", "--plain-http", "--output", to, ref], { stdio: "pipe" }),
    ],
    [
      "crane",
      "CRANE_BIN",
      (bin, ref, to) => {
        const digest = JSON.parse(execFileSync(bin, ["manifest", "--insecure", ref], { encoding: "utf8" })).layers[0]
          .digest as string;
        const blob = `${ref.replace(/:[^:/]*$/, "")}@${digest}`;
        writeFileSync(join(to, "shop-v1.tar.gz"), execFileSync(bin, ["blob", "--insecure", blob], { maxBuffer: 1e9 }));
      },
    ],
  ];
  for (const [name, variable, pull] of clients) {
    const bin = findProgram(variable) ?? "";
    unless(NO_REGISTRY ?? lackOf(variable), test)(`${name} pulls the same bytes`, async () => {
      const reference = `${registry.host}/team/${name}:v1`;
      await client().push(parseOciReference(reference), artifactOf(LARGE));
      const to = directory();
      pull(bin, reference, to);
      expect(readdirSync(to)).toEqual(["shop-v1.tar.gz"]);
      expect(readFileSync(join(to, "shop-v1.tar.gz")).equals(LARGE)).toBe(true);
    });
  }
});

describe("a registry that asks for tokens", () => {
  const user = (host: string, password: string): Record<string, string> => {
    const home = directory();
    const auth = Buffer.from(`me:${password}`).toString("base64");
    writeFileSync(join(home, "config.json"), JSON.stringify({ auths: { [host]: { auth } } }));
    return { DOCKER_CONFIG: home };
  };

  // docs/specification/oci.md 9.3
  withRegistry("gives one for pushing", async () => {
    const guarded = await startRegistry({ auth: { user: "me", password: "s3cret-pw" } });
    try {
      const ref = parseOciReference(`${guarded.host}/team/shop:v1`);
      const one = client({ env: user(guarded.host, "s3cret-pw") });
      const { digest } = await one.push(ref, artifactOf("x"));
      expect((await client({ env: user(guarded.host, "s3cret-pw") }).manifest(ref)).digest).toBe(digest);
      const scopes = guarded.tokens?.requests.map(({ parameters }) => parameters.get("scope"));
      expect(scopes?.[0]).toBe("repository:team/shop:pull,push");
      for (const env of [{}, user(guarded.host, "stale-pw")]) {
        expect(await problemOf(client({ env }).push(ref, artifactOf("y")))).toMatch(
          /^registry-denied: 127\.0\.0\.1:\d+\/team\/shop:v1 may not be pushed: the registry answers 401 \(UNAUTHORIZED: authentication required\)/,
        );
      }
    } finally {
      await guarded.close();
    }
  });

  withRegistry("may give one that is for reading only", async () => {
    const guarded = await startRegistry({ auth: { user: "me", password: "s3cret-pw", mayOnlyPull: true } });
    try {
      const ref = parseOciReference(`${guarded.host}/team/shop:v1`);
      expect(await problemOf(client({ env: user(guarded.host, "s3cret-pw") }).push(ref, artifactOf("y")))).toMatch(
        /^registry-denied: 127\.0\.0\.1:\d+\/team\/shop@sha256:\S+ may not be pushed: the registry answers 401/,
      );
    } finally {
      await guarded.close();
    }
  });
});

/** A step of a push, in which a registry misbehaves. */
type Step = "tag" | "head" | "post" | "put" | "manifest" | "back";
type Behaviour = Partial<Record<Step, (request: IncomingMessage, response: ServerResponse, times: number) => void>>;

describe("attack 9.33: a registry that does not behave", () => {
  let server: Server;
  let behaviour: Behaviour;
  let stored: Map<string, Buffer>;
  let steps: string[];
  let tag: Buffer | undefined;
  let authorizations: (string | undefined)[];

  beforeEach(async () => {
    behaviour = {};
    stored = new Map();
    steps = [];
    authorizations = [];
    tag = undefined;
    server = createServer((request, response) => void answer(request, response).catch(() => {}));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function stepOf({ method = "", url = "" }: IncomingMessage): Step {
    if (method === "HEAD") return "head";
    if (method === "POST") return "post";
    if (method === "PUT") return url.includes("/manifests/") ? "manifest" : "put";
    return steps.includes("manifest") ? "back" : "tag";
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const step = stepOf(request);
    steps.push(step);
    authorizations.push(request.headers.authorization);
    const special = behaviour[step];
    if (special !== undefined) return special(request, response, steps.filter((one) => one === step).length);
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts);
    const url = new URL(request.url ?? "", "http://x");
    switch (step) {
      case "head":
        return void response.writeHead(stored.has(url.pathname.split("/").at(-1) ?? "") ? 200 : 404).end();
      case "post":
        return void response.writeHead(202, { location: "/v2/a/b/blobs/uploads/1?_state=a%2Fb+c" }).end();
      case "put": {
        const digest = url.searchParams.get("digest") ?? "";
        if (url.search !== `?_state=a%2Fb+c&digest=${encodeURIComponent(digest)}` || sha256(body) !== digest) {
          return void response.writeHead(400).end('{"errors":[{"code":"DIGEST_INVALID"}]}');
        }
        stored.set(digest, body);
        return void response.writeHead(201).end();
      }
      case "manifest":
        tag = body;
        return void response.writeHead(201).end();
      default:
        if (tag === undefined) response.writeHead(404).end();
        else response.writeHead(200, { "content-type": "application/vnd.oci.image.manifest.v1+json" }).end(tag);
    }
  }

  const host = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const push = (more: Partial<RegistriesOptions> = {}): Promise<unknown> =>
    client(more).push(parseOciReference(`${host()}/a/b:v1`), artifactOf("content"));
  const problem = async (more: Partial<RegistriesOptions> = {}): Promise<string> =>
    (await problemOf(push(more)))
      .replace(/\n {2}hint: .*$/, "")
      .replaceAll(host(), "HOST")
      .replace(/sha256:[0-9a-f]{64}/g, "DIGEST");

  const refuse =
    (status: number, body = "", headers: Record<string, string> = {}) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      request.resume().on("end", () => response.writeHead(status, headers).end(body));
    };
  const denied = '{"errors":[{"code":"DENIED","message":"you may\\nnot"}]}';
  const drop = (request: IncomingMessage): void => void request.socket.destroy();

  test("the one that does gets everything", async () => {
    expect(await push()).toEqual({ digest: sha256(tag as Buffer), former: undefined });
    expect([...stored.values()].map(String)).toContain("content");
    expect(steps).toEqual(["tag", "head", "post", "put", "head", "post", "put", "manifest", "back"]);
  });

  test.each<[string, Behaviour, string]>([
    [
      "refuses at once",
      { tag: refuse(403, denied) },
      "registry-denied: HOST/a/b:v1 may not be pushed: the registry answers 403 (DENIED: you may not)",
    ],
    [
      "refuses the upload",
      { post: refuse(401, denied) },
      "registry-denied: HOST/a/b@DIGEST may not be pushed: the registry answers 401 (DENIED: you may not)",
    ],
    [
      "knows no such repository",
      { post: refuse(404, '{"errors":[{"code":"NAME_UNKNOWN"}]}') },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry answers 404 (NAME_UNKNOWN)",
    ],
    [
      "finds the blob too large",
      { put: refuse(413) },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry answers 413 (Payload Too Large)",
    ],
    [
      "refuses the type of the manifest",
      { manifest: refuse(400, '{"errors":[{"code":"MANIFEST_INVALID"}]}') },
      "registry-failed: HOST/a/b:v1 cannot be pushed: the registry answers 400 (MANIFEST_INVALID)",
    ],
    [
      "has tags that cannot change",
      { manifest: refuse(409, '{"errors":[{"code":"TAG_IMMUTABLE"}]}') },
      "registry-failed: HOST/a/b:v1 cannot be pushed: the registry answers 409 (TAG_IMMUTABLE)",
    ],
    [
      "names no place",
      { post: refuse(202) },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry names no place for it",
    ],
    [
      "names a place that is none",
      { post: refuse(202, "", { location: "http://[" }) },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry names no place for it",
    ],
    [
      "names a place in a private network",
      { post: refuse(202, "", { location: "https://10.0.0.1/secret" }) },
      "remote-refused: ",
    ],
    [
      "names a place on this machine",
      { post: refuse(202, "", { location: "file:///etc/passwd" }) },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry names no place for it",
    ],
    [
      "redirects the content elsewhere",
      { put: refuse(307, "", { location: "/elsewhere" }) },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry answers 307 (Temporary Redirect)",
    ],
    ["drops the connection each time", { put: drop }, "remote-failed: HOST/a/b@DIGEST cannot be pushed: "],
    [
      "wants the content in chunks of another size",
      { put: refuse(416, '{"errors":[{"code":"BLOB_UPLOAD_INVALID"}]}') },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry answers 416 (BLOB_UPLOAD_INVALID)",
    ],
    [
      "is down",
      { put: refuse(503) },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry answers 503 (Service Unavailable)",
    ],
    [
      "is broken",
      { manifest: refuse(500, '{"errors":[{"code":"UNKNOWN","message":"disk full"}]}') },
      "registry-failed: HOST/a/b:v1 cannot be pushed: the registry answers 500 (UNKNOWN: disk full)",
    ],
    [
      "gets too many requests",
      { post: refuse(429, '{"errors":[{"code":"TOOMANYREQUESTS"}]}', { "retry-after": "1" }) },
      "registry-failed: HOST/a/b@DIGEST cannot be pushed: the registry answers 429 (TOOMANYREQUESTS)",
    ],
    [
      "has another manifest afterwards",
      { back: refuse(200, '{"schemaVersion":2}') },
      "digest-mismatch: HOST/a/b:v1 was pushed as DIGEST, but the registry has DIGEST under that tag",
    ],
    [
      "has no manifest afterwards",
      { back: refuse(404) },
      "digest-mismatch: HOST/a/b:v1 was pushed as DIGEST, but the registry has nothing under that tag",
    ],
    [
      "sends a manifest without an end",
      { back: (_, response) => void response.end("x".repeat(5_000_000)) },
      "registry-failed: HOST/a/b:v1 cannot be pushed: the registry has too long a manifest under that tag",
    ],
  ])("one that %s is one problem", async (_, given, message) => {
    behaviour = given;
    const found = await problem();
    expect(found.slice(0, message.length)).toBe(message);
    expect(found).not.toContain("\n");
  });

  test.each<[string, Behaviour, string]>([
    [
      "307",
      { post: refuse(307, "", { location: "https://example.com/" }) },
      "It redirects to another address, and what is pushed is not sent on.",
    ],
    ["403", { post: refuse(403) }, "Log in as somebody who may write there: `docker login HOST` writes"],
    ["404", { post: refuse(404) }, "Create the repository a/b there first"],
    ["409", { manifest: refuse(409) }, "If the registry does not let tags change, push under another one."],
    ["413", { put: refuse(413) }, "The registry, or a proxy in front of it, limits the size of an upload."],
    ["429", { post: refuse(429) }, "The registry limits the number of requests. Push again later."],
  ])("what to do about %s", async (_, given, hint) => {
    behaviour = given;
    const found = (await problemOf(push())).replaceAll(host(), "HOST");
    expect(found.split("\n  hint: ")[1]?.slice(0, hint.length)).toBe(hint);
  });

  test("one that is busy at first is asked again", async () => {
    behaviour = {
      post: (request, response, times) => {
        if (times < 2) return refuse(429, "", { "retry-after": "1" })(request, response);
        delete behaviour.post;
        steps.pop();
        void answer(request, response);
      },
    };
    await push();
    expect([...stored.values()].map(String)).toContain("content");
  });

  test.each<[string, Behaviour]>([
    ["the place for an upload", { post: () => {} }],
    ["an upload", { put: () => {} }],
    ["a manifest", { manifest: () => {} }],
    ["the tag", { back: () => {} }],
  ])("one that never answers about %s is given up", async (_, given) => {
    behaviour = given;
    expect(await problem({ timeoutSeconds: 0.3 })).toMatch(/cannot be pushed: no answer within 0\.3 seconds$/);
  });

  // docs/specification/oci.md 9.4
  test("one that fails twice is asked a third time, with the whole content", async () => {
    behaviour = {
      put: (request, response, times) => {
        if (times <= 2) return drop(request);
        delete behaviour.put;
        steps.pop();
        void answer(request, response);
      },
    };
    await push();
    expect([...stored.values()].map(String)).toContain("content");
  });

  // docs/specification/oci.md 9.2
  test("attack 9.33: another server gets the content, but no credentials", async () => {
    const others: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      others.push(request.headers.authorization);
      request.resume().on("end", () => response.writeHead(201).end());
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const home = directory();
      const auth = Buffer.from("me:s3cret-pw").toString("base64");
      writeFileSync(join(home, "config.json"), JSON.stringify({ auths: { [host()]: { auth } } }));
      behaviour = {
        // From here on, the client knows credentials that this registry takes.
        post: (request, response) => {
          const isKnown = request.headers.authorization === `Basic ${auth}`;
          if (!isKnown) return refuse(401, "", { "www-authenticate": 'Basic realm="x"' })(request, response);
          const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/up`;
          refuse(202, "", { location })(request, response);
        },
      };
      await push({ env: { DOCKER_CONFIG: home } });
      expect(others).toEqual([undefined, undefined]);
      expect(authorizations).toContain(`Basic ${auth}`);
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });

  test("a file that changes while it is pushed is refused by its digest", async () => {
    const artifact = artifactOf("content");
    writeFileSync(artifact.layer.path, "changed");
    const ref = parseOciReference(`${host()}/a/b:v1`);
    expect(await problemOf(client().push(ref, artifact))).toMatch(
      /cannot be pushed: the registry answers 400 \(DIGEST_INVALID\)/,
    );
    writeFileSync(artifact.layer.path, "short");
    expect(await problemOf(client({ timeoutSeconds: 0.5 }).push(ref, artifact))).toMatch(/cannot be pushed/);
  });
});
