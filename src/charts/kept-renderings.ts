/** Renderings that are kept from run to run, so that helm renders a chart once; docs/specification/helm-charts.md 9. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { digestOf, type HelmArgument } from "../sources/index.ts";
import { type ContentStore, digestOfBytes } from "../store/index.ts";

/** The version of what a rendering is kept by, and of what is kept. */
const FORMAT = 1;
const MAX_BYTES = 16 * 1024 * 1024;
/** Twice the limit of what helm prints. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;

export interface KeptRendering {
  /** The output of helm; and that of a second time, for a chart whose output can be another one each time. */
  readonly outputs: readonly [first: string, again?: string];
}

/** The port to kept renderings. Neither method fails: what cannot be read is not there. */
export interface KeptRenderings {
  /** @param key {@link renderingKey} */
  get(key: string): Promise<KeptRendering | undefined>;
  put(key: string, rendering: KeptRendering): Promise<void>;
}

/** The digest of all that decides what helm prints. @param version of helm @param args of helm */
export function renderingKey(version: string, args: readonly HelmArgument[]): string {
  const hash = createHash("sha256").update(JSON.stringify([FORMAT, version]));
  for (const arg of args) {
    if (typeof arg === "string") hash.update(JSON.stringify([arg]));
    else if ("file" in arg) hash.update(JSON.stringify([arg.prefix ?? "", digestOfBytes(arg.file)]));
    else hash.update(JSON.stringify(["", "", digestOf(arg.directory)]));
  }
  return hash.digest("hex");
}

/** Keeps renderings in a content store, whose limits and scope they have. */
export function renderingsInStore(store: Pick<ContentStore, "file" | "keepFile" | "note" | "recall">): KeptRenderings {
  return {
    async get(key) {
      const digest = store.recall(questionOf(key));
      const bytes = digest === undefined ? undefined : store.file(digest, MAX_BYTES);
      return bytes === undefined ? undefined : unpackRendering(key, bytes);
    },
    async put(key, rendering) {
      const bytes = await packRendering(key, rendering);
      if (bytes.length > MAX_BYTES) return;
      const digest = digestOfBytes(bytes);
      store.keepFile(digest, bytes);
      store.note(questionOf(key), digest);
    },
  };
}

/** The question that the store answers with the digest of a kept rendering. */
export function questionOf(key: string): string {
  return `rendering ${key}`;
}

async function packRendering(key: string, { outputs }: KeptRendering): Promise<Buffer> {
  return promisify(gzip)(JSON.stringify({ key, outputs }), { level: 1 });
}

/** The rendering in the bytes of an entry. Undefined if they hold another one, or none. */
export async function unpackRendering(key: string, bytes: Uint8Array): Promise<KeptRendering | undefined> {
  try {
    const text = (await promisify(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })).toString();
    const entry = JSON.parse(text) as { key?: unknown; outputs?: unknown } | null;
    const outputs = entry?.outputs;
    if (entry?.key !== key || !Array.isArray(outputs) || outputs.length < 1 || outputs.length > 2) return undefined;
    if (!outputs.every((output) => typeof output === "string")) return undefined;
    return { outputs: outputs as [string, string?] };
  } catch {
    return undefined;
  }
}
