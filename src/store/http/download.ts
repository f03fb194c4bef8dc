/** Downloads to a file, hashed on its way, and resumed where a connection breaks; docs/specification/oci.md 4. */
import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "./addresses.ts";
import { type Clock, patiently, startWatch } from "./clock.ts";
import { refusal, tooLarge, unreadable } from "./failures.ts";
import { discard, type Followed, follow } from "./follow.ts";
import { Hosts } from "./hosts.ts";
import { followOptions, type HttpOptions } from "./http-client.ts";
import type { Attempt, Patience } from "./retry.ts";

interface SaveOptions extends Patience {
  /** The path of a file that does not exist yet. */
  readonly to: string;
  /** Larger answers are refused. */
  readonly maxBytes: number;
  /** The error for larger answers. Default: one of `remote-failed`. */
  readonly excess?: (() => Error) | undefined;
  /** The time without any byte after which the server is given up. */
  readonly timeoutSeconds: number;
  /** The SHA-256 digest that the file must have, in hexadecimal digits. With it, any server may resume. */
  readonly sha256?: string | undefined;
  /** Gets the number of bytes so far, and of all if that is known. */
  readonly onProgress?: ((bytes: number, total: number | undefined) => void) | undefined;
}

export type DownloadOptions = HttpOptions & SaveOptions;

export interface Downloaded {
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
  /** The address after all redirects. */
  readonly address: string;
}

const MAX_REDIRECTS = 5;

/**
 * Downloads a file as the server sends it, without decoding a content encoding. A failure leaves no file behind.
 * @throws KrmError `remote-not-found` for an answer of 404 or 410, `remote-refused`, `remote-failed`, `digest-mismatch`
 */
export function download(address: string, options: DownloadOptions): Promise<Downloaded> {
  const hosts = options.hosts ?? new Hosts();
  const { maxRedirects = MAX_REDIRECTS, neverDowngrade = true } = options;
  const following = { ...options, maxRedirects, neverDowngrade };
  return save(
    address,
    (headers, signal) => follow(address, { ...followOptions(following, hosts, signal), headers }),
    async (answer) => {
      discard(answer);
      return refusal(address, answer);
    },
    { ...options, hosts },
  );
}

/**
 * Downloads the answer of `request`.
 * @param name for messages
 * @param refused the outcome of an answer that is no success; it ends the answer
 */
export async function save(
  name: string,
  request: (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Followed>,
  refused: (answer: Followed) => Promise<Attempt<never>>,
  options: SaveOptions,
): Promise<Downloaded> {
  const file = await open(options.to, "wx", 0o600);
  const part = new Part(file);
  try {
    const address = await patiently(options, { name, start: startWatch }, async (clock) => {
      const answer = await request(part.headers(options.sha256 !== undefined), clock.signal);
      return receive(name, answer, part, refused, clock, options);
    });
    const sha256 = part.digest();
    if (options.sha256 !== undefined && options.sha256 !== sha256) throw mismatch(name, options.sha256, sha256);
    await file.close();
    return { sha256, bytes: part.bytes, address };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(options.to, { force: true });
    throw error;
  }
}

/** The part of a file that has arrived. */
class Part {
  readonly #file: FileHandle;
  #hash: Hash = createHash("sha256");
  /** The strong entity tag of the answer that the bytes come from. */
  #tag: string | undefined;
  #bytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The headers that ask for the rest, if it is safe to put it behind what has arrived. */
  headers(hasDigest: boolean): Readonly<Record<string, string>> {
    if (this.#bytes === 0 || (this.#tag === undefined && !hasDigest)) return {};
    const range = { range: `bytes=${this.#bytes}-` };
    return this.#tag === undefined ? range : { ...range, "if-range": this.#tag };
  }

  /** Tells whether a partial answer is the one that {@link Part.headers} has asked for. */
  continuesWith({ headers }: Followed): boolean {
    const start = /^bytes (\d{1,15})-/.exec(headers["content-range"] ?? "")?.[1];
    return Number(start) === this.#bytes && (this.#tag === undefined || (headers.etag ?? this.#tag) === this.#tag);
  }

  async restart(tag: string | undefined): Promise<void> {
    await this.#file.truncate(0);
    this.#hash = createHash("sha256");
    this.#bytes = 0;
    this.#tag = tag !== undefined && /^"[\x21\x23-\x7e]*"$/.test(tag) ? tag : undefined;
  }

  async add(chunk: Buffer): Promise<void> {
    let written = 0;
    // One call may write less than it is given.
    while (written < chunk.length) {
      const at = this.#bytes + written;
      written += (await this.#file.write(chunk, written, chunk.length - written, at)).bytesWritten;
    }
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

async function receive(
  name: string,
  answer: Followed,
  part: Part,
  refused: (answer: Followed) => Promise<Attempt<never>>,
  clock: Clock,
  { maxBytes, excess = () => tooLarge(name, maxBytes), onProgress }: SaveOptions,
): Promise<Attempt<string>> {
  const { status, headers, body, address } = answer;
  if (status === 206 && part.bytes > 0) {
    if (!part.continuesWith(answer)) return restartLater(name, answer, part);
  } else if (status === 416 && part.bytes > 0) {
    return restartLater(name, answer, part);
  } else if (status === 200) {
    await part.restart(headers.etag);
  } else {
    return refused(answer);
  }
  const length = /^\d{1,15}$/.test(headers["content-length"] ?? "") ? Number(headers["content-length"]) : undefined;
  const total = length === undefined ? undefined : part.bytes + length;
  if (total !== undefined && total > maxBytes) {
    discard(answer);
    return { outcome: excess() };
  }
  for await (const chunk of body as AsyncIterable<Buffer>) {
    // Leaving the loop destroys the stream, and closes the connection.
    if (part.bytes + chunk.length > maxBytes) return { outcome: excess() };
    clock.received(chunk.length);
    await part.add(chunk);
    onProgress?.(part.bytes, total);
  }
  return { outcome: address };
}

/** The server does not continue what it has begun: another file may be in its place. */
async function restartLater(name: string, answer: Followed, part: Part): Promise<Attempt<never>> {
  discard(answer);
  await part.restart(undefined);
  return { outcome: unreadable(name, "the server does not continue a download that was interrupted"), retryAfter: 0 };
}

function mismatch(name: string, wanted: string, found: string): Error {
  return failure("digest-mismatch", `${shownAddress(name)} has the digest sha256:${found}, not sha256:${wanted}`, {
    hint: "Check what has changed before you correct the digest.",
  });
}
