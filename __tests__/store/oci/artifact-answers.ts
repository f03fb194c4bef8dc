/** The answers of a registry about one artifact, for servers of `httpServer`: no program has to be installed. */
import type { Answer } from "../http/http-server.ts";
import { sha256, TYPES } from "./registry.ts";

export interface ServedFile {
  readonly content: string | Uint8Array;
  readonly mediaType: string;
  readonly title?: string;
}

export interface ServedArtifact {
  /** The digest of the manifest. */
  readonly digest: string;
  /** By path. */
  readonly answers: Readonly<Record<string, Answer>>;
}

export function artifactAnswers(repository: string, tag: string, files: readonly ServedFile[]): ServedArtifact {
  const blobs = files.map(({ content }) => Buffer.from(content));
  const empty = Buffer.from("{}");
  const layers = files.map(({ mediaType, title }, index) => ({
    mediaType,
    digest: sha256(blobs[index] as Buffer),
    size: blobs[index]?.length,
    ...(title !== undefined && { annotations: { "org.opencontainers.image.title": title } }),
  }));
  const config = { mediaType: TYPES.empty, digest: sha256(empty), size: empty.length };
  const manifest = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: TYPES.manifest, config, layers }));
  const digest = sha256(manifest);
  const sent =
    (bytes: Buffer, type: string): Answer =>
    (_, response) =>
      void response
        .writeHead(200, {
          "content-type": type,
          "content-length": bytes.length,
          "docker-content-digest": sha256(bytes),
        })
        .end(bytes);
  const place = `/v2/${repository}`;
  const all = [empty, ...blobs].map((bytes) => [
    `${place}/blobs/${sha256(bytes)}`,
    sent(bytes, "application/octet-stream"),
  ]);
  return {
    digest,
    answers: {
      ...Object.fromEntries(all),
      [`${place}/manifests/${tag}`]: sent(manifest, TYPES.manifest),
      [`${place}/manifests/${digest}`]: sent(manifest, TYPES.manifest),
    },
  };
}
