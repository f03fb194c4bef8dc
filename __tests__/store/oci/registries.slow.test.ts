/** The client against Debian's docker-registry. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { chooseCatalogLayer, parseOciReference } from "../../../src/store/index.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { certificates } from "../http/certificates.ts";
import { problemOf, testClients } from "./client.ts";
import { DOCKER_REGISTRY, startRegistry, type TestRegistry, TYPES, withRegistry } from "./registry.ts";

const directory = temporaryDirectories();
const client = testClients(directory);
const AMD64 = { os: "linux", architecture: "amd64" };

let registry: TestRegistry;
beforeAll(async () => {
  if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
});
afterAll(() => registry?.close());

const refOf = (name: string, digest?: string) =>
  parseOciReference(`${registry.host}/${name}${digest === undefined ? "" : `@${digest}`}`);
const sha256OfFile = (path: string): string =>
  `sha256:${createHash("sha256").update(readFileSync(path)).digest("hex")}`;

describe("images of a registry", () => {
  // docs/specification/oci.md 6.1 to 6.4
  withRegistry("lie in the store with all of their blobs, and are not fetched again", async () => {
    const layers = [Buffer.alloc(1024), Buffer.alloc(2048, "x"), Buffer.alloc(1024)];
    const pushed = await registry.image("app", "v1", { layers });
    const one = client();
    const { digest, mediaType } = await one.manifest(refOf("app:v1"));
    expect([digest, mediaType]).toEqual([pushed.digest, TYPES.manifest]);
    const image = await one.image(refOf("app", digest), AMD64);
    expect(image.manifest).toMatchObject({ digest, size: pushed.size, mediaType: TYPES.manifest });
    expect(image.index).toBeUndefined();
    expect(image.config).toMatchObject({ digest: pushed.config.digest, size: pushed.config.size });
    expect(image.layers.map((layer) => layer.digest)).toEqual(pushed.layers.map((layer) => layer.digest));
    expect([image.diffIds, image.platform]).toEqual([pushed.diffIds, AMD64]);
    for (const blob of [image.manifest, image.config, ...image.layers]) {
      expect(sha256OfFile(blob.path)).toBe(blob.digest);
      expect(readFileSync(blob.path)).toHaveLength(blob.size);
    }
    // Two layers are equal, and are one file.
    expect(one.stored()).toHaveLength(4);

    // Another run with the same store reaches no registry.
    const other = client({ store: () => one.store, insecureRegistries: [], rules: { privateHosts: false } });
    expect(await other.image(refOf("app", digest), AMD64)).toEqual(image);
  });

  withRegistry("a damaged blob of the store is fetched again", async () => {
    const pushed = await registry.image("app", "v2");
    const one = client();
    const ref = refOf("app", pushed.digest);
    const image = await one.image(ref, AMD64);
    const { writeFileSync } = await import("node:fs");
    for (const { path } of [image.manifest, image.config, ...image.layers]) writeFileSync(path, "damaged");
    const again = await client({ store: () => one.store }).image(ref, AMD64);
    for (const blob of [again.manifest, again.config, ...again.layers])
      expect(sha256OfFile(blob.path)).toBe(blob.digest);
  });

  // docs/specification/oci.md 5.1
  withRegistry("O2: every type of manifest is asked for, since a registry hides the others", async () => {
    const docker = await registry.image("types", "docker", { docker: true });
    const oci = await registry.image("types", "oci");
    const index = await registry.index("types", "index", [oci]);
    const list = { schemaVersion: 2, mediaType: TYPES.dockerList, manifests: [docker] };
    const { digest } = await registry.manifest("types", list, TYPES.dockerList, "list");
    for (const [tag, expected] of Object.entries({ docker, oci, index, list: { digest } })) {
      expect((await client().manifest(refOf(`types:${tag}`))).digest).toBe(expected.digest);
      expect((await client().manifest(refOf("types", expected.digest))).digest).toBe(expected.digest);
    }
    // What the registry does otherwise.
    const asked = async (accept: string): Promise<string> => {
      const answer = await fetch(`${registry.url}/v2/types/manifests/oci`, { headers: { accept } });
      return `${answer.status} ${(await answer.text()).includes("MANIFEST_UNKNOWN")}`;
    };
    expect(await asked(TYPES.dockerManifest)).toBe("404 true");
    expect(await asked(TYPES.manifest)).toBe("200 false");
  });

  // docs/specification/oci.md 5.4, 5.5
  withRegistry("O6: an index, with an attestation and an index in it", async () => {
    const amd64 = await registry.image("multi", undefined);
    const arm64 = await registry.image("multi", undefined, { platform: { os: "linux", architecture: "arm64" } });
    const unknown = { os: "unknown", architecture: "unknown" };
    const attestation = {
      ...amd64,
      platform: unknown,
      annotations: { "vnd.docker.reference.type": "attestation-manifest" },
    };
    const inner = await registry.index("multi", undefined, [arm64]);
    const outer = await registry.index("multi", "v1", [attestation, amd64, inner]);
    const ref = refOf("multi", outer.digest);
    expect((await client().image(ref, AMD64)).manifest.digest).toBe(amd64.digest);
    const found = await client().image(ref, { os: "linux", architecture: "arm64", variant: "v8" });
    expect([found.manifest.digest, found.index]).toEqual([arm64.digest, outer.digest]);
    const problem = await problemOf(client().image(ref, { os: "linux", architecture: "s390x" }));
    expect(problem).toContain("image-platform: ");
    expect(problem).toContain("has no image for linux/s390x: it has linux/amd64, linux/arm64");
    const single = problemOf(client().image(refOf("multi", arm64.digest), AMD64));
    expect(await single).toContain("has no image for linux/amd64: it has linux/arm64");
    // Three levels below an index is one too many.
    const deep = await registry.index("multi", undefined, [inner]);
    const deeper = await registry.index("multi", undefined, [deep]);
    expect((await client().image(refOf("multi", deep.digest), found.platform)).manifest.digest).toBe(arm64.digest);
    expect((await client().image(refOf("multi", deeper.digest), found.platform)).manifest.digest).toBe(arm64.digest);
    const deepest = await registry.index("multi", undefined, [deeper]);
    expect(await problemOf(client().image(refOf("multi", deepest.digest), found.platform))).toContain(
      "it names no platforms",
    );
  });

  // docs/specification/oci.md 5.6
  withRegistry("K8: the digest of an index or a manifest is found, and that of a config is explained", async () => {
    const image = await registry.image("pinned", "v1");
    const index = await registry.index("pinned", "multi", [image]);
    for (const digest of [image.digest, index.digest]) {
      expect((await client().image(refOf("pinned:v1", digest), AMD64)).manifest.digest).toBe(image.digest);
    }
    for (const [tag, top] of [
      ["v1", image],
      ["multi", index],
    ] as const) {
      const problem = await problemOf(client().image(refOf(`pinned:${tag}`, image.config.digest), AMD64));
      expect(problem).toContain(
        `${image.config.digest} is the digest of the image's config, which engines show as the image ID`,
      );
      expect(problem).toContain(`Use the digest of the manifest: ${top.digest}`);
    }
    const wrong = `sha256:${"1".repeat(64)}`;
    expect(await problemOf(client().image(refOf("pinned:v1", wrong), AMD64))).toMatch(
      /^registry-not-found: .* does not exist: the registry answers 404 \(MANIFEST_UNKNOWN: manifest unknown\)/,
    );
    expect(await problemOf(client().image(refOf("pinned", image.config.digest), AMD64))).toMatch(/answers 500/);
    // Also if the config is in the store.
    const one = client();
    await one.image(refOf("pinned:v1"), AMD64);
    const cached = problemOf(one.image(refOf("pinned:v1", image.config.digest), AMD64));
    expect(await cached).toContain("is the digest of the image's config");
  });

  withRegistry("an artifact is not an image", async () => {
    const artifact = await registry.artifact("not-an-image", undefined, [{ content: "a", mediaType: TYPES.catalog }]);
    const problem = await problemOf(client().image(refOf("not-an-image", artifact.digest), AMD64));
    expect(problem).toContain("it is an artifact with the config application/vnd.oci.empty.v1+json");
  });

  // docs/specification/oci.md 5.7
  withRegistry(
    "attack 9.10: an image with layers of more than 4 GiB, or with foreign ones, is not fetched",
    async () => {
      const { config, layers } = await registry.image("large", undefined);
      const content = { schemaVersion: 2, mediaType: TYPES.manifest, config };
      // The registry checks the layers of images, so these manifests are in the store only.
      const imageWith = async (entries: readonly unknown[]): Promise<string> => {
        const one = client();
        const bytes = Buffer.from(JSON.stringify({ ...content, layers: entries }));
        const hex = createHash("sha256").update(bytes).digest("hex");
        one.store.keepFile(hex, bytes);
        const problem = await problemOf(one.image(refOf("large", `sha256:${hex}`), AMD64));
        expect(one.stored()).toHaveLength(1);
        return problem;
      };
      expect(await imageWith([{ ...layers[0], size: 4 * 1024 ** 3 + 1 }])).toMatch(
        /^image-too-large: .* the limit is 4096 MiB/,
      );
      expect(
        await imageWith([{ ...layers[0], mediaType: "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip" }]),
      ).toMatch(/^invalid-image: .*which cannot be fetched/);
      expect(
        await imageWith([{ ...layers[0], mediaType: "application/vnd.oci.image.layer.nondistributable.v1.tar" }]),
      ).toMatch(/^invalid-image: /);
    },
  );
});

describe("artifacts of a registry", () => {
  // docs/specification/oci.md 7.1, 7.2
  withRegistry("O7, K15: a catalog by tag and by digest", async () => {
    const text = "apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\n";
    const pushed = await registry.artifact("catalog", "v1", [
      { content: "read me", mediaType: "text/plain", title: "README" },
      { content: text, mediaType: TYPES.catalog, title: "catalog.yaml" },
    ]);
    for (const ref of [refOf("catalog:v1"), refOf("catalog", pushed.digest)]) {
      const { bytes, path, ...found } = await client().artifact(ref, chooseCatalogLayer);
      expect(bytes?.toString()).toBe(text);
      expect(readFileSync(path, "utf8")).toBe(text);
      expect(found).toEqual({
        digest: pushed.layers[1]?.digest,
        size: text.length,
        mediaType: TYPES.catalog,
        manifestDigest: pushed.digest,
      });
    }
  });

  withRegistry("K15: a wrong type, two documents, an index, and one that is too large are refused", async () => {
    const yaml = { content: "a: 1", mediaType: "text/plain", title: "a.yaml" };
    await registry.artifact("wrong", "type", [{ content: "a", mediaType: "text/plain" }]);
    await registry.artifact("wrong", "two", [yaml, { ...yaml, title: "b.yaml" }]);
    await registry.index("wrong", "index", [await registry.artifact("wrong", undefined, [yaml])]);
    await registry.artifact("wrong", "large", [yaml]);
    const problem = (tag: string, limit?: number): Promise<string> =>
      problemOf(client().artifact(refOf(`wrong:${tag}`), chooseCatalogLayer, limit));
    expect(await problem("type")).toMatch(/^artifact-layer: .*none of its layers is a catalog: text\/plain/);
    expect(await problem("two")).toMatch(/^artifact-layer: .*several of its layers could be a catalog: a.yaml, b.yaml/);
    expect(await problem("index")).toMatch(/^artifact-layer: .*an index of several images/);
    expect(await problem("large", 3)).toMatch(/^artifact-layer: .*its layer has 4 bytes, and the limit is 3 bytes/);
  });

  // docs/specification/oci.md 7.4
  withRegistry("referrers by the tag that stands for them, where the registry has no list", async () => {
    const subject = await registry.image("signed", "v1");
    const one = refOf("signed", subject.digest);
    expect(await client().referrers(one)).toEqual([]);
    const type = "application/vnd.dev.sigstore.bundle.v0.3+json";
    const bundle = await registry.artifact("signed", undefined, [{ content: "{}", mediaType: type }], {
      artifactType: type,
    });
    const other = await registry.artifact("signed", undefined, [{ content: "{}", mediaType: "text/plain" }]);
    const listed = [
      { ...bundle, artifactType: type },
      { ...other, artifactType: "text/plain" },
    ];
    await registry.index("signed", subject.digest.replace(":", "-"), listed);
    expect((await client().referrers(one)).map(({ digest }) => digest)).toEqual([bundle.digest, other.digest]);
    expect(await problemOf(client().manifest(refOf(`signed:${subject.digest.replace(":", "-")}.sig`)))).toMatch(
      /^registry-not-found: /,
    );
  });
});

// docs/specification/oci.md 2.3 to 2.7
describe("O1: a registry that asks for tokens", () => {
  let guarded: TestRegistry;
  beforeAll(async () => {
    if (DOCKER_REGISTRY === undefined) return;
    const auth = { user: "me", password: "s3cret-pw", identityToken: "s3cret-id", publicRepositories: ["public"] };
    guarded = await startRegistry({ auth });
    await guarded.image("public", "v1");
    await guarded.image("private", "v1");
  });
  afterAll(() => guarded?.close());

  /** The environment of a user whose configuration has these entries. */
  const userWith = async (entry: object): Promise<Record<string, string>> => {
    const home = directory();
    const { writeFileSync } = await import("node:fs");
    writeFileSync(`${home}/config.json`, JSON.stringify({ auths: { [guarded.host]: entry } }));
    return { DOCKER_CONFIG: home };
  };
  const basic = Buffer.from("me:s3cret-pw").toString("base64");
  const authorizations = (): (string | undefined)[] =>
    guarded.tokens?.requests.splice(0).map(({ authorization }) => authorization) ?? [];
  const refTo = (name: string) => parseOciReference(`${guarded.host}/${name}`);

  withRegistry("a public repository is read without credentials, with one token for all of its blobs", async () => {
    authorizations();
    const one = client();
    await one.image(refTo("public:v1"), AMD64);
    expect(guarded.tokens?.requests.map(({ parameters }) => parameters.getAll("scope"))).toEqual([
      ["repository:public:pull"],
    ]);
    expect(authorizations()).toEqual([undefined]);
  });

  withRegistry("a private repository is denied without credentials", async () => {
    authorizations();
    const problem = await problemOf(client().manifest(refTo("private:v1")));
    expect(problem).toMatch(
      /^registry-denied: .*may not be read, or does not exist: the registry answers 401 \(UNAUTHORIZED/,
    );
    expect(problem).toContain(`docker login ${guarded.host}`);
    // No loop: the token that grants nothing is not asked for again.
    expect(authorizations()).toEqual([undefined]);
  });

  withRegistry("a private repository is read with user and password, which no log shows", async () => {
    authorizations();
    const one = client({ env: await userWith({ auth: basic }) });
    await one.image(refTo("private:v1"), AMD64);
    expect(guarded.tokens?.requests[0]?.parameters.get("account")).toBe("me");
    expect(authorizations()).toEqual([`Basic ${basic}`]);
    expect(one.secrets).toEqual(expect.arrayContaining(["s3cret-pw", basic]));
    expect(one.secrets).toHaveLength(3);
  });

  withRegistry("a private repository is read with an identity token", async () => {
    authorizations();
    const one = client({ env: await userWith({ identitytoken: "s3cret-id" }) });
    await one.image(refTo("private:v1"), AMD64);
    const [request] = guarded.tokens?.requests.splice(0) ?? [];
    expect(request?.method).toBe("POST");
    expect(Object.fromEntries(request?.parameters ?? [])).toMatchObject({
      grant_type: "refresh_token",
      service: guarded.tokens?.service,
      scope: "repository:private:pull",
      refresh_token: "s3cret-id",
    });
  });

  withRegistry("a wrong credential does not hide what is public", async () => {
    authorizations();
    const env = await userWith({ auth: Buffer.from("me:stale-password").toString("base64") });
    await client({ env }).manifest(refTo("public:v1"));
    expect(authorizations()).toEqual([expect.stringMatching(/^Basic /), undefined]);
    const problem = await problemOf(client({ env }).manifest(refTo("private:v1")));
    expect(problem).toMatch(/^registry-denied: /);
    expect(problem).not.toContain("stale-password");
  });
});

// docs/specification/oci.md 2.2
describe("O12: http", () => {
  withRegistry("is refused unless the registry is listed", async () => {
    await registry.image("plain", "v1");
    const ref = refOf("plain:v1");
    const problem = await problemOf(client({ insecureRegistries: [] }).manifest(ref));
    const advice = `For a registry of yours on this machine that serves http, use --insecure-registry ${registry.host} on the command line.`;
    expect(problem).toMatch(/^remote-failed: .*the server does not speak TLS/s);
    expect(problem).toContain(advice);
    const refused = await problemOf(client({ insecureRegistries: [], rules: { privateHosts: false } }).manifest(ref));
    expect(refused).toMatch(/^remote-refused: .*127\.0\.0\.1 is not on the public network/);
    expect(refused).toContain(`${advice} If it serves https, list the host`);
    expect(
      (await client({ insecureRegistries: [registry.host], rules: { privateHosts: false } }).manifest(ref)).kind,
    ).toBe("image");
    const other = client({ insecureRegistries: ["127.0.0.1:1"], rules: { privateHosts: false } });
    expect(await problemOf(other.manifest(ref))).toMatch(/^remote-refused: .*not on the public network/);
  });

  withRegistry("is not needed for a registry with TLS", async () => {
    const secure = await startRegistry({ tls: true });
    try {
      await secure.image("app", "v1");
      const using = { insecureRegistries: [], ca: certificates().ca };
      const ref = parseOciReference(`${secure.host}/app:v1`);
      expect((await client(using).image(ref, AMD64)).layers).toHaveLength(1);
      expect(await problemOf(client({ insecureRegistries: [] }).manifest(ref))).toMatch(/certificate is not trusted/);
    } finally {
      await secure.close();
    }
  });

  test.each(["ghcr.io", "10.0.0.1:5000", "*.example.com", "127.0.0.1.evil.example", "0.0.0.0"])(
    "%s cannot be listed",
    (host) => {
      expect(() => client({ insecureRegistries: [host] })).toThrow(
        /may not be an insecure registry: it is not on this machine/,
      );
    },
  );
});
