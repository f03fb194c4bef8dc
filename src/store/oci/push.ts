/** Writes artifacts to registries; docs/specification/oci.md 9. */
import { createReadStream } from "node:fs";
import { failure } from "../../diagnostics.ts";
import { parseUrl } from "../http/addresses.ts";
import { type Clock, patiently, startWatch } from "../http/clock.ts";
import type { Body } from "../http/exchange.ts";
import { discard } from "../http/follow.ts";
import { bodyOf } from "../http/http-client.ts";
import { withProgress } from "../http/progress.ts";
import type { Attempt } from "../http/retry.ts";
import type { Connection } from "./connection.ts";
import { digestOf, MANIFEST_ACCEPT, MAX_MANIFEST_BYTES } from "./manifest.ts";
import { type OciReference, referenceText, wantedOf } from "./reference.ts";
import type { RegistryClient } from "./registry-client.ts";
import { refusedBy } from "./registry-errors.ts";

/** An artifact with one layer, which is a file. */
export interface ArtifactToPush {
  /** The media type of the config. */
  readonly configType: string;
  readonly config: object;
  readonly layer: {
    readonly mediaType: string;
    /** Absolute. */
    readonly path: string;
    /** In lower-case hexadecimal. */
    readonly sha256: string;
    readonly size: number;
    readonly annotations: Readonly<Record<string, string>>;
  };
  /** The annotations of the manifest. */
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Pushed {
  /** The digest of the manifest. */
  readonly digest: string;
  /** The digest that the tag named before; undefined if it named none. */
  readonly former: string | undefined;
}

/** The connection of a push. */
interface Pushing {
  readonly connection: Connection;
  readonly client: RegistryClient;
}

interface Blob {
  readonly digest: string;
  readonly size: number;
  readonly body: (clock: Clock) => Body;
}

const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";
const VERB = "pushed";

/**
 * Pushes the blobs that the registry lacks, then the manifest, and reads the manifest back. Does nothing if the tag names this
 * artifact already: registries with tags that cannot change refuse a second push.
 * @throws KrmError see `Registries.push`
 */
export async function pushArtifact(ref: OciReference, artifact: ArtifactToPush, pushing: Pushing): Promise<Pushed> {
  const { configType, config, layer, annotations } = artifact;
  const name = referenceText(ref);
  const configBytes = Buffer.from(JSON.stringify(config));
  const configDigest = digestOf(configBytes);
  const layerDigest = `sha256:${layer.sha256}`;
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST_TYPE,
      config: { mediaType: configType, digest: configDigest, size: configBytes.length },
      layers: [{ mediaType: layer.mediaType, digest: layerDigest, size: layer.size, annotations: layer.annotations }],
      annotations,
    }),
  );
  const digest = digestOf(manifest);
  const former = await digestOfTag(ref, pushing);
  if (former === digest) return { digest, former };
  await withProgress(pushing.connection.log, `Pushing ${name}`, async () => {
    await pushBlob(ref, { digest: configDigest, size: configBytes.length, body: () => configBytes }, pushing);
    await pushBlob(ref, { digest: layerDigest, size: layer.size, body: fileBody(layer) }, pushing);
    await pushManifest(ref, manifest, pushing);
  });
  const found = await digestOfTag(ref, pushing);
  if (found === digest) return { digest, former };
  const now = found === undefined ? "has nothing under that tag" : `has ${found} under that tag`;
  throw failure("digest-mismatch", `${name} was pushed as ${digest}, but the registry ${now}`, {
    hint: "Somebody else pushed the tag at the same time, or the registry changes what it gets. Use the digest, or push again.",
  });
}

/** The digest of the manifest that a tag names, computed from its bytes. Undefined if there is none. */
function digestOfTag(ref: OciReference, { connection, client }: Pushing): Promise<string | undefined> {
  const name = referenceText(ref);
  const attempt = async ({ signal }: Clock): Promise<Attempt<string | undefined>> => {
    const call = { headers: { accept: MANIFEST_ACCEPT } };
    const answer = await client.request(ref, `manifests/${wantedOf(ref)}`, call, signal);
    if (answer.status === 404) {
      discard(answer);
      return { outcome: undefined };
    }
    if (answer.status !== 200) return refusedBy(ref, name, answer, connection.secrets, "write");
    const bytes = await bodyOf(answer, MAX_MANIFEST_BYTES, () =>
      failure("registry-failed", `${name} cannot be pushed: the registry has too long a manifest under that tag`),
    );
    return { outcome: digestOf(bytes) };
  };
  return patiently(connection, { name, verb: VERB }, attempt);
}

/** Pushes a blob in one piece, unless the registry has it. */
async function pushBlob(ref: OciReference, blob: Blob, { connection, client }: Pushing): Promise<void> {
  const { digest, size, body } = blob;
  const name = `${ref.registry}/${ref.repository}@${digest}`;
  const attempt = async (clock: Clock): Promise<Attempt<undefined>> => {
    const { signal } = clock;
    const there = await client.request(ref, `blobs/${digest}`, { method: "HEAD" }, signal);
    discard(there);
    if (there.status === 200) return { outcome: undefined };
    const empty = { "content-length": "0" };
    const begun = await client.request(ref, "blobs/uploads/", { method: "POST", headers: empty }, signal);
    const { location } = begun.headers;
    if (begun.status !== 202) return refusedBy(ref, name, begun, connection.secrets, "write");
    discard(begun);
    const place = location === undefined ? undefined : withDigest(location, begun.address, digest);
    if (place === undefined) {
      return { outcome: failure("registry-failed", `${name} cannot be pushed: the registry names no place for it`) };
    }
    const headers = { "content-type": "application/octet-stream", "content-length": String(size) };
    const done = await client.request(ref, place, { method: "PUT", headers, body: body(clock) }, signal);
    if (done.status !== 201) return refusedBy(ref, name, done, connection.secrets, "write");
    discard(done);
    return { outcome: undefined };
  };
  await patiently(connection, { name, verb: VERB, start: startWatch }, attempt);
}

async function pushManifest(ref: OciReference, bytes: Buffer, { connection, client }: Pushing): Promise<void> {
  const name = referenceText(ref);
  const headers = { "content-type": MANIFEST_TYPE, "content-length": String(bytes.length) };
  const attempt = async ({ signal }: Clock): Promise<Attempt<undefined>> => {
    const path = `manifests/${wantedOf(ref)}`;
    const answer = await client.request(ref, path, { method: "PUT", headers, body: bytes }, signal);
    if (answer.status !== 201) return refusedBy(ref, name, answer, connection.secrets, "write");
    discard(answer);
    return { outcome: undefined };
  };
  await patiently(connection, { name, verb: VERB }, attempt);
}

/** The place of an upload, which keeps its own parameters. Undefined if it is no address. */
function withDigest(location: string, base: string, digest: string): string | undefined {
  const place = parseUrl(location, base);
  if (place === undefined || !/^https?:$/.test(place.protocol)) return undefined;
  // As a text: reading and writing the other parameters could change them.
  place.search += `${place.search === "" ? "?" : "&"}digest=${encodeURIComponent(digest)}`;
  return place.href;
}

/** Opens the file anew for each attempt. What is read of it shows that the upload goes on. */
function fileBody({ path, size }: ArtifactToPush["layer"]): (clock: Clock) => Body {
  return (clock) => () => {
    // Not more than was announced, if the file has grown.
    const stream = createReadStream(path, { start: 0, end: Math.max(0, size - 1) });
    stream.on("data", (chunk) => clock.received(chunk.length));
    return stream;
  };
}
