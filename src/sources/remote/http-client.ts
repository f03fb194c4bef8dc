/** Gets files over HTTP; docs/specification/remote-sources.md 1. */

import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import { gunzipSync } from "node:zlib";
import { failure, KrmError } from "../../diagnostics.ts";
import { parseUrl, shownAddress, withoutCredentials } from "./addresses.ts";
import type { Checked, Reach } from "./reach.ts";
import { type Attempt, isTransientStatus, retryAfterOf, retrying, type Sleep } from "./retry.ts";

export interface HttpOptions {
  readonly reach: Reach;
  readonly sleep: Sleep;
  /** Larger answers are refused. */
  readonly maxBytes: number;
  /** The time limit of an answer, from the first request to its end, redirects included. */
  readonly timeoutSeconds: number;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/** A successful answer. */
export interface HttpAnswer {
  readonly bytes: Buffer;
  /** The address after all redirects. */
  readonly address: string;
}

/** The limit of kustomize. */
const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** @throws KrmError `remote-not-found` for an answer of 404 or 410, `remote-refused`, `remote-failed` */
export function get(address: string, options: HttpOptions): Promise<HttpAnswer> {
  return retrying(() => attempt(address, options), options.sleep, options.signal);
}

/** Errors that another attempt does not change: a wrong request, no such host, the end of the time limit. */
const FINAL: ReadonlySet<string> = new Set(["ERR_INVALID_URL", "ERR_UNESCAPED_CHARACTERS", "ECONNREFUSED", "ETOOLATE"]);

class TooLate extends Error {
  readonly code = "ETOOLATE";
}

async function attempt(address: string, options: HttpOptions): Promise<Attempt<HttpAnswer>> {
  try {
    return await follow(address, options);
  } catch (error) {
    if (error instanceof KrmError) return { outcome: error };
    const { message } = error as Error;
    const final = FINAL.has((error as NodeJS.ErrnoException).code ?? "");
    const hint = "Check the address, and whether this machine can reach its server.";
    const outcome = failure("remote-failed", `${shownAddress(address)} cannot be read: ${message}`, {
      hint,
      cause: error,
    });
    return { outcome, retryAfter: final ? undefined : 0 };
  }
}

async function follow(start: string, options: HttpOptions): Promise<Attempt<HttpAnswer>> {
  const { address: first, credentials } = withoutCredentials(start);
  const origin = parseUrl(first)?.origin;
  const shown = shownAddress(start);
  const timeout = AbortSignal.timeout(options.timeoutSeconds * 1000);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  let address = first;
  // After a redirect to another origin, credentials are not sent again, even if a redirect leads back.
  let secret = credentials;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const checked = await options.reach.check(address);
    if (checked.protocol !== "http" && checked.protocol !== "https") {
      return { outcome: failure("remote-refused", `${shown} leads to ${shownAddress(address)}, which is not HTTP`) };
    }
    if (new URL(address).origin !== origin) secret = undefined;
    const headers = {
      "accept-encoding": "identity",
      "user-agent": "krm-render",
      ...(secret === undefined
        ? undefined
        : { authorization: `Basic ${Buffer.from(`${secret.user}:${secret.password}`).toString("base64")}` }),
    };
    const { status, reason, response, bytes } = await request(address, checked, headers, { ...options, signal });
    const { location } = response.headers;
    if (REDIRECTS.has(status) && location !== undefined) {
      // Credentials in the address of a redirect are not sent.
      address = withoutCredentials(new URL(location, address).href).address;
      continue;
    }
    if (status >= 200 && status < 300) return { outcome: { bytes, address } };
    const code = status === 404 || status === 410 ? "remote-not-found" : "remote-failed";
    const outcome = failure(code, `${shown} cannot be read: the server answers ${status} (${reason})`, {
      hint: hintFor(status),
    });
    const retryAfter = isTransientStatus(status) ? retryAfterOf(response.headers["retry-after"]) : undefined;
    return { outcome, retryAfter };
  }
  return { outcome: failure("remote-failed", `${shown} cannot be read: more than ${MAX_REDIRECTS} redirects`) };
}

function hintFor(status: number): string | undefined {
  if (status === 404 || status === 410) return "Check the address; the file may have been moved.";
  if (status === 401 || status === 403) return "The server needs credentials. Only those in the address are sent.";
  return undefined;
}

interface Exchange {
  readonly status: number;
  readonly reason: string;
  readonly response: IncomingMessage;
  readonly bytes: Buffer;
}

async function request(
  address: string,
  { addresses }: Checked,
  headers: Readonly<Record<string, string>>,
  { maxBytes, timeoutSeconds, signal }: HttpOptions & { readonly signal: AbortSignal },
): Promise<Exchange> {
  const client = address.slice(0, "https:".length).toLowerCase() === "https:" ? https : http;
  const { response, body } = await new Promise<{ response: IncomingMessage; body: Buffer }>((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(signal.aborted ? new TooLate(`no answer within ${timeoutSeconds} seconds`, { cause: error }) : error);
    };
    // Connects to the addresses that were checked, without resolving the name again.
    const pinned = addresses === undefined ? {} : { lookup: answeringWith(addresses) };
    const sent = client.get(address, { headers, signal, ...pinned }, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= maxBytes) return;
        reject(tooLarge(address, maxBytes));
        sent.destroy();
      });
      answer.on("error", fail);
      answer.on("end", () => resolve({ response: answer, body: Buffer.concat(chunks) }));
    });
    sent.on("error", fail);
  });
  const { statusCode: status = 0, statusMessage: reason = "" } = response;
  return { status, reason, response, bytes: decoded(address, response, body, maxBytes) };
}

/** Some servers compress answers although the request forbids it. */
function decoded(address: string, { headers }: IncomingMessage, bytes: Buffer, maxOutputLength: number): Buffer {
  if (headers["content-encoding"] !== "gzip") return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(address, maxOutputLength);
    const message = `${shownAddress(address)} cannot be read: the server declares it as compressed, but it is not`;
    throw failure("remote-failed", message, { cause });
  }
}

function tooLarge(address: string, maxBytes: number): KrmError {
  return failure("remote-failed", `${shownAddress(address)} is larger than ${maxBytes} bytes, the limit of a file`);
}

function answeringWith(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) return callback(null, all);
    const [first] = all;
    if (first === undefined) return callback(new Error("no address"), "");
    return callback(null, first.address, first.family);
  };
}
