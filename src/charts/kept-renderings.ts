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

/** A line of JSON with the key and the lengths of the outputs, and then these: as texts of JSON, they would be copied twice. */
async function packRendering(key: string, { outputs }: KeptRendering): Promise<Buffer> {
  const bytes = outputs.map((output = "") => Buffer.from(output));
  const header = `${JSON.stringify({ key, lengths: bytes.map(({ length }) => length) })}\n`;
  return promisify(gzip)(Buffer.concat([Buffer.from(header), ...bytes]), { level: 1 });
}

/** The rendering in the bytes of an entry. Undefined if they hold another one, or none. */
export async function unpackRendering(key: string, bytes: Uint8Array): Promise<KeptRendering | undefined> {
  try {
    const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
    const start = unpacked.indexOf("\n") + 1;
    const entry = JSON.parse(unpacked.toString("utf8", 0, start)) as { key?: unknown; lengths?: unknown } | null;
    const lengths = entry?.lengths;
    if (entry?.key !== key || !Array.isArray(lengths) || lengths.length < 1 || lengths.length > 2) return undefined;
    const [first, second = 0] = lengths as readonly unknown[];
    if (!isLength(first) || !isLength(second) || start + first + second !== unpacked.length) return undefined;
    const output = unpacked.toString("utf8", start, start + first);
    return { outputs: lengths.length === 1 ? [output] : [output, unpacked.toString("utf8", start + first)] };
  } catch {
    return undefined;
  }
}

function isLength(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
