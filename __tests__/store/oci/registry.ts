/** Debian's docker-registry on the loopback interface, and helpers that push to it. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { test } from "@jest/globals";
import { findProgram, lackOf } from "../../programs.ts";
import { unless } from "../../unless.ts";
import { certificates } from "../http/certificates.ts";
import { startTokenServer, type TokenRules, type TokenServer } from "./token-server.ts";

/** The program. Undefined if it is not installed. */
export const DOCKER_REGISTRY = findProgram("docker-registry");
export const NO_REGISTRY = lackOf("docker-registry");
export const withRegistry = unless(NO_REGISTRY, test);

export const TYPES = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
  dockerList: "application/vnd.docker.distribution.manifest.list.v2+json",
  dockerManifest: "application/vnd.docker.distribution.manifest.v2+json",
  dockerConfig: "application/vnd.docker.container.image.v1+json",
  dockerLayer: "application/vnd.docker.image.rootfs.diff.tar.gzip",
  empty: "application/vnd.oci.empty.v1+json",
  catalog: "application/vnd.cncf.kubernetes.krm-func-catalog.layer.v1+yaml",
} as const;

export interface Descriptor {
  readonly mediaType: string;
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly platform?: Readonly<Record<string, string>>;
  readonly artifactType?: string;
}

export interface PushedImage extends Descriptor {
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly diffIds: readonly string[];
}

export interface ImageParts {
  /** One uncompressed tar each. Default: one layer with nothing in it. */
  readonly layers?: readonly Uint8Array[];
  /** Fields of the config, such as `{config: {Entrypoint: ["/fn"]}}`. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Default: linux/amd64. */
  readonly platform?: Readonly<Record<string, string>>;
  /** Uses the media types of Docker. */
  readonly docker?: boolean;
}

export interface ArtifactFile {
  readonly content: string | Uint8Array;
  readonly mediaType: string;
  readonly title?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface TestRegistry {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  readonly url: string;
  readonly tokens: TokenServer | undefined;
  /** The requests so far, such as `GET /v2/NAME/manifests/TAG`. */
  readonly requests: readonly string[];
  blob(repository: string, bytes: Uint8Array): Promise<string>;
  /** @param reference a tag. Default: by the digest only */
  manifest(repository: string, content: unknown, mediaType: string, reference?: string): Promise<Descriptor>;
  image(repository: string, tag: string | undefined, parts?: ImageParts): Promise<PushedImage>;
  index(repository: string, tag: string | undefined, manifests: readonly Descriptor[]): Promise<Descriptor>;
  artifact(
    repository: string,
    tag: string | undefined,
    files: readonly ArtifactFile[],
    more?: Readonly<Record<string, unknown>>,
  ): Promise<Descriptor & { readonly layers: readonly Descriptor[] }>;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** Serves https, with the certificate of `certificates()`. Default: http. */
  readonly tls?: boolean;
  /** Asks for tokens. */
  readonly auth?: TokenRules;
}

/** An empty tar. */
export const EMPTY_TAR: Buffer = Buffer.alloc(1024);

export function sha256(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** @throws Error if {@link DOCKER_REGISTRY} is undefined */
export async function startRegistry(options: RegistryOptions = {}): Promise<TestRegistry> {
  if (DOCKER_REGISTRY === undefined) throw new Error("docker-registry is not installed");
  const home = mkdtempSync(join(tmpdir(), "krm-registry-"));
  const { ca, key, cert } = options.tls ? certificates() : { ca: undefined, key: "", cert: "" };
  const tokens =
    options.auth === undefined
      ? undefined
      : await startTokenServer(options.auth, options.tls ? { key, cert } : undefined);
  mkdirSync(join(home, "data"));
  for (const [name, content] of Object.entries({ key, cert, tokens: tokens?.certificate ?? "" })) {
    writeFileSync(join(home, `${name}.pem`), content);
  }
  const settings = {
    version: "0.1",
    log: { level: "info" },
    storage: { filesystem: { rootdirectory: join(home, "data") }, delete: { enabled: true } },
    http: {
      addr: "127.0.0.1:0",
      ...(options.tls && { tls: { certificate: join(home, "cert.pem"), key: join(home, "key.pem") } }),
    },
    ...(tokens && {
      auth: {
        token: {
          realm: tokens.url,
          service: tokens.service,
          issuer: tokens.issuer,
          rootcertbundle: join(home, "tokens.pem"),
        },
      },
    }),
  };
  // YAML contains JSON.
  writeFileSync(join(home, "config.yml"), JSON.stringify(settings));
  const child = spawn(DOCKER_REGISTRY, ["serve", join(home, "config.yml")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], OTEL_TRACES_EXPORTER: "none" },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const requests: string[] = [];
  let line = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (line + chunk.toString()).split("\n");
    line = lines.pop() ?? "";
    for (const each of lines) {
      const request = /"((?:GET|HEAD|POST|PUT|PATCH|DELETE) \S+) HTTP/.exec(each)?.[1];
      if (request !== undefined) requests.push(request);
    }
  });
  const port = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`docker-registry has ended: ${output}`)));
  });
  const host = `127.0.0.1:${port}`;
  const url = `${options.tls ? "https" : "http"}://${host}`;

  async function call(
    method: string,
    repository: string,
    address: string,
    body?: Uint8Array,
    type = "application/octet-stream",
  ): Promise<{ readonly status: number; readonly location: string | undefined }> {
    const token = tokens?.tokenFor(repository, ["pull", "push"]);
    const headers = {
      "content-type": type,
      "content-length": body?.length ?? 0,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return new Promise((resolve, reject) => {
      const client = options.tls ? https : http;
      const sent = client.request(new URL(address, url), { method, headers, ca }, (answer) => {
        answer.resume().on("end", () => {
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
        });
      });
      sent.on("error", reject).end(body);
    });
  }

  const registry: TestRegistry = {
    host,
    url,
    tokens,
    requests,
    async blob(repository, bytes) {
      const digest = sha256(bytes);
      const { location = "" } = await call("POST", repository, `/v2/${repository}/blobs/uploads/`);
      const place = new URL(location, url);
      place.searchParams.set("digest", digest);
      const { status } = await call("PUT", repository, place.href, bytes);
      if (status !== 201) throw new Error(`the registry answers a blob with ${status}`);
      return digest;
    },
    async manifest(repository, content, mediaType, reference) {
      const bytes = Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
      const digest = sha256(bytes);
      const address = `/v2/${repository}/manifests/${reference ?? digest}`;
      const { status } = await call("PUT", repository, address, bytes, mediaType);
      if (status !== 201) throw new Error(`the registry answers a manifest with ${status}`);
      return { mediaType, digest, size: bytes.length };
    },
    async image(repository, tag, parts = {}) {
      const { layers: tars = [EMPTY_TAR], platform = { os: "linux", architecture: "amd64" }, docker = false } = parts;
      const layers: Descriptor[] = [];
      for (const tar of tars) {
        const bytes = gzipSync(tar);
        const mediaType = docker ? TYPES.dockerLayer : TYPES.layer;
        layers.push({ mediaType, digest: await registry.blob(repository, bytes), size: bytes.length });
      }
      const diffIds = tars.map(sha256);
      const written = Buffer.from(
        JSON.stringify({ ...platform, rootfs: { type: "layers", diff_ids: diffIds }, ...parts.config }),
      );
      const config: Descriptor = {
        mediaType: docker ? TYPES.dockerConfig : TYPES.config,
        digest: await registry.blob(repository, written),
        size: written.length,
      };
      const mediaType = docker ? TYPES.dockerManifest : TYPES.manifest;
      const content = { schemaVersion: 2, mediaType, config, layers };
      const pushed = await registry.manifest(repository, content, mediaType, tag);
      return { ...pushed, platform, config, layers, diffIds };
    },
    index(repository, tag, manifests) {
      const listed = manifests.map(({ mediaType, digest, size, annotations, platform, artifactType }) => ({
        mediaType,
        digest,
        size,
        annotations,
        platform,
        artifactType,
      }));
      const content = { schemaVersion: 2, mediaType: TYPES.index, manifests: listed };
      return registry.manifest(repository, content, TYPES.index, tag);
    },
    async artifact(repository, tag, files, more = {}) {
      const empty = Buffer.from("{}");
      const config = { mediaType: TYPES.empty, digest: await registry.blob(repository, empty), size: empty.length };
      const layers: Descriptor[] = [];
      for (const { content, mediaType, title, annotations } of files) {
        const bytes = Buffer.from(content);
        const noted = title === undefined ? annotations : { "org.opencontainers.image.title": title, ...annotations };
        const digest = await registry.blob(repository, bytes);
        layers.push({ mediaType, digest, size: bytes.length, ...(noted && { annotations: noted }) });
      }
      const content = {
        schemaVersion: 2,
        mediaType: TYPES.manifest,
        artifactType: TYPES.catalog,
        config,
        layers,
        ...more,
      };
      return { ...(await registry.manifest(repository, content, TYPES.manifest, tag)), layers };
    },
    async close() {
      child.kill("SIGKILL");
      await ended;
      await tokens?.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return registry;
}
