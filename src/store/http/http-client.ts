/** Gets files over HTTP; docs/specification/remote-sources.md 1. */
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { patiently } from "./clock.ts";
import type { Exchange } from "./exchange.ts";
import { refusal, tooLarge, unreadable } from "./failures.ts";
import { discard, type FollowOptions, follow } from "./follow.ts";
import { Hosts } from "./hosts.ts";
import type { Reach } from "./reach.ts";
import type { Attempt, Patience } from "./retry.ts";

export interface HttpOptions extends Patience {
  readonly reach: Reach;
  /** Larger answers are refused. */
  readonly maxBytes: number;
  /** For {@link get}: the time limit from the first request to the end of the answer, redirects included. */
  readonly timeoutSeconds: number;
  /** Default: 10, as kustomize has it. */
  readonly maxRedirects?: number | undefined;
  /** Refuses redirects from https to http, also where the rules of reach allow http. Default: false. */
  readonly neverDowngrade?: boolean | undefined;
  /** Certificates of authorities in PEM, in place of those that Node trusts. */
  readonly ca?: string | undefined;
}

/** A successful answer. */
export interface HttpAnswer {
  readonly bytes: Buffer;
  /** The address after all redirects. */
  readonly address: string;
}

/** The limit of kustomize. */
const MAX_REDIRECTS = 10;

/** @throws KrmError `remote-not-found` for an answer of 404 or 410, `remote-refused`, `remote-failed` */
export function get(address: string, options: HttpOptions): Promise<HttpAnswer> {
  const hosts = options.hosts ?? new Hosts();
  const { maxBytes } = options;
  return patiently({ ...options, hosts }, { name: address }, async ({ signal }): Promise<Attempt<HttpAnswer>> => {
    const answer = await follow(address, followOptions(options, hosts, signal));
    if (answer.status < 200 || answer.status >= 300) {
      discard(answer);
      return refusal(address, answer);
    }
    const bytes = await bodyOf(answer, maxBytes, () => tooLarge(answer.address, maxBytes));
    const found = decoded(answer.address, answer.headers, bytes, maxBytes);
    return { outcome: { bytes: found, address: answer.address } };
  });
}

export function followOptions(options: HttpOptions, hosts: Hosts, signal: AbortSignal): FollowOptions {
  const { reach, timeoutSeconds, maxRedirects = MAX_REDIRECTS, neverDowngrade = false, ca } = options;
  return { reach, hosts, timeoutSeconds, maxRedirects, neverDowngrade, ca, signal };
}

/** Reads a body to its end. Beyond the limit, closes the connection and throws. */
export async function bodyOf({ body }: Exchange, maxBytes: number, excess: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream.
    if (size > maxBytes) throw excess();
  }
  return Buffer.concat(chunks);
}

/** Some servers compress answers although the request forbids it. */
function decoded(address: string, headers: IncomingHttpHeaders, bytes: Buffer, maxOutputLength: number): Buffer {
  if (headers["content-encoding"] !== "gzip") return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(address, maxOutputLength);
    throw unreadable(address, "the server declares it as compressed, but it is not", undefined, cause);
  }
}
