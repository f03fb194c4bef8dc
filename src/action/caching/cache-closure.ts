/**
 * The files that one digest leads to: an image or artifact consists of an index or manifest, and of what that names;
 * docs/specification/store.md 5.1.
 */
import { readFileSync, statSync } from "node:fs";

/** A larger file is no manifest. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** The most digests in one manifest that are followed. */
const MAX_CHILDREN = 1000;

/** The configs of images. Every other manifest is an artifact. */
const IMAGE_CONFIGS: readonly unknown[] = [
  "application/vnd.oci.image.config.v1+json",
  "application/vnd.docker.container.image.v1+json",
];

/** The digests that a file names, each of 64 hexadecimal digits. */
export interface Children {
  /** The config and the layers of an image: without them it is incomplete. */
  readonly required: readonly string[];
  /** The manifests of an index, one for each platform, and the parts of an artifact. A run needs one of them. */
  readonly choices: readonly string[];
}

/** Empty for a file that is neither a manifest nor an index. */
export function childrenOf(path: string): Children {
  if (statSync(path).size > MAX_MANIFEST_BYTES) return NONE;
  const document = parsed(readFileSync(path));
  if (document?.["schemaVersion"] !== 2) return NONE;
  const { config, layers, manifests } = document;
  const parts = digestsIn([config, ...listOf(layers)]);
  const choices = digestsIn(listOf(manifests));
  const isImage = IMAGE_CONFIGS.includes(objectOf(config)?.["mediaType"]);
  return isImage ? { required: parts, choices } : { required: [], choices: [...parts, ...choices] };
}

const NONE: Children = { required: [], choices: [] };

/**
 * All files that digests lead to, parents first.
 * @param find the verified file with a digest; undefined if there is none
 * @returns undefined if a file is missing: one that was asked for, a part of an image, or all parts of an artifact or index
 */
export async function closureOf(
  digests: readonly string[],
  find: (digest: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const files = new Map<string, string>();
  const pending = [...digests];
  for (let digest = pending.shift(); digest !== undefined; digest = pending.shift()) {
    if (files.has(digest)) continue;
    const path = await find(digest);
    if (path === undefined) return undefined;
    files.set(digest, path);
    const { required, choices } = childrenOf(path);
    pending.push(...required);
    const present: string[] = [];
    for (const choice of choices) if ((await find(choice)) !== undefined) present.push(choice);
    if (choices.length > 0 && present.length === 0) return undefined;
    pending.push(...present);
  }
  return files;
}

function digestsIn(descriptors: readonly unknown[]): readonly string[] {
  return descriptors.slice(0, MAX_CHILDREN).flatMap((descriptor) => {
    const digest = objectOf(descriptor)?.["digest"];
    const digits = typeof digest === "string" ? /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1] : undefined;
    return digits === undefined ? [] : [digits];
  });
}

function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  // Programs and layers are not read as text.
  if (bytes[0] !== 0x7b) return undefined;
  try {
    return objectOf(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
