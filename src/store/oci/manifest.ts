/** Manifests and indexes: their types, and how they are read; docs/specification/oci.md 5. */

import { failure, type KrmError } from "../../diagnostics.ts";
import { isDigest } from "../../text/index.ts";
import { digestOfBytes } from "../hashed-file.ts";

export interface Platform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string | undefined;
}

/** Names content by its digest. */
export interface Descriptor {
  readonly mediaType: string;
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  readonly annotations: ReadonlyMap<string, string>;
  readonly artifactType?: string | undefined;
  readonly platform?: Platform | undefined;
}

interface ManifestBase {
  readonly digest: string;
  readonly mediaType: string;
  readonly size: number;
  /** The bytes that the registry serves. */
  readonly bytes: Buffer;
  readonly artifactType?: string | undefined;
  readonly annotations: ReadonlyMap<string, string>;
  readonly subject?: Descriptor | undefined;
}

/** The manifest of an image for one platform, or of an artifact. */
export interface ImageManifest extends ManifestBase {
  readonly kind: "image";
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

export interface ImageIndex extends ManifestBase {
  readonly kind: "index";
  readonly manifests: readonly Descriptor[];
}

export type OciManifest = ImageManifest | ImageIndex;

export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** More layers than any engine accepts, and more platforms than there are. */
const MAX_ENTRIES = 1000;

const OCI_INDEX = "application/vnd.oci.image.index.v1+json";
const OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const INDEX_TYPES = new Set([OCI_INDEX, "application/vnd.docker.distribution.manifest.list.v2+json"]);
const MANIFEST_TYPES = new Set([OCI_MANIFEST, "application/vnd.docker.distribution.manifest.v2+json"]);
/** A registry that does not know a type in this list answers that the manifest does not exist. */
export const MANIFEST_ACCEPT = [...INDEX_TYPES, ...MANIFEST_TYPES].join(", ");

export const TITLE = "org.opencontainers.image.title";

export function isIndexType(mediaType: string): boolean {
  return INDEX_TYPES.has(mediaType);
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${digestOfBytes(bytes)}`;
}

/**
 * Reads a manifest or an index; docs/specification/oci.md 5.2, 5.3.
 * @param contentType with which it was sent. Undefined if it comes from the store
 * @param name for messages
 * @throws KrmError `invalid-manifest`
 */
export function parseManifest(bytes: Buffer, contentType: string | undefined, name: string): OciManifest {
  const refuse = (reason: string): KrmError =>
    failure("invalid-manifest", `the manifest of ${name} cannot be read: ${reason}`, {
      hint: "Check what the registry has under this name, or publish it again.",
    });
  const fields = readObject(parseJson(bytes));
  if (fields === undefined) throw refuse("it is not a JSON object");
  const has = (key: string): boolean => Object.hasOwn(fields, key);
  if (fields["schemaVersion"] !== 2) throw refuse("its schemaVersion is not 2");
  const isIndex = has("manifests");
  // A document that is both could be one thing to us, and the other to an engine.
  if (isIndex && (has("layers") || has("config"))) throw refuse("it is both an index and the manifest of an image");
  if (!isIndex && !has("layers")) throw refuse("it lists neither layers nor manifests");
  const sent = contentType?.replace(/;.*/s, "").trim().toLowerCase();
  const known = isIndex ? INDEX_TYPES : MANIFEST_TYPES;
  const sentType = sent !== undefined && sent.startsWith("application/vnd.") ? sent : undefined;
  const mediaType = fields["mediaType"] ?? sentType ?? (isIndex ? OCI_INDEX : OCI_MANIFEST);
  if (typeof mediaType !== "string" || !known.has(mediaType)) throw refuse(`its media type is ${shown(mediaType)}`);
  if (sentType !== undefined && sentType !== mediaType) {
    throw refuse(`its media type is ${shown(mediaType)}, but it was sent as ${shown(sentType)}`);
  }

  const descriptorAt = (value: unknown, place: string): Descriptor => {
    const found = readDescriptor(value);
    if (typeof found === "string") throw refuse(`${place}: ${found}`);
    return found;
  };
  const listAt = (key: string): readonly Descriptor[] => {
    const list = fields[key];
    if (!Array.isArray(list)) throw refuse(`${key} is not a list`);
    if (list.length > MAX_ENTRIES) throw refuse(`${key} has more than ${MAX_ENTRIES} entries`);
    return list.map((entry, index) => descriptorAt(entry, `${key}[${index}]`));
  };
  const base: ManifestBase = {
    digest: digestOf(bytes),
    mediaType,
    size: bytes.length,
    bytes,
    artifactType: optionalText(fields["artifactType"]),
    annotations: readAnnotations(fields["annotations"]),
    subject: fields["subject"] === undefined ? undefined : descriptorAt(fields["subject"], "subject"),
  };
  if (isIndex) return { ...base, kind: "index", manifests: listAt("manifests") };
  return { ...base, kind: "image", config: descriptorAt(fields["config"], "config"), layers: listAt("layers") };
}

/** @returns the descriptor, or what is wrong with it */
function readDescriptor(value: unknown): Descriptor | string {
  const fields = readObject(value);
  if (fields === undefined) return "it is not an object";
  const { mediaType, digest, size } = fields;
  if (typeof mediaType !== "string") return "it has no media type";
  if (!isDigest(digest)) return `its digest is ${shown(digest)}, not sha256: and 64 digits`;
  if (!Number.isSafeInteger(size) || (size as number) < 0) return "its size is not a number of bytes";
  // Blobs of other servers; docs/specification/oci.md 5.7.
  if (fields["urls"] !== undefined && !(Array.isArray(fields["urls"]) && fields["urls"].length === 0)) {
    return "it lies on another server";
  }
  return {
    mediaType,
    digest,
    size: size as number,
    annotations: readAnnotations(fields["annotations"]),
    artifactType: optionalText(fields["artifactType"]),
    platform: readPlatform(fields["platform"]),
  };
}

/** Undefined without an operating system and an architecture. */
export function readPlatform(value: unknown): Platform | undefined {
  const { os, architecture, variant } = readObject(value) ?? {};
  if (typeof os !== "string" || typeof architecture !== "string" || os === "" || architecture === "") return undefined;
  return { os, architecture, ...(typeof variant === "string" && variant !== "" && { variant }) };
}

function readAnnotations(value: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(readObject(value) ?? {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** An object of JSON. Its keys come from others: only those that are named in the code are read. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

/** Undefined if it is no JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, 200);
}
