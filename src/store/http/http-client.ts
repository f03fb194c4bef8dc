/** Gets files over HTTP; docs/specification/remote-sources.md 1. */
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import { gunzipSync } from "node:zlib";
import { failure, KrmError } from "../../diagnostics.ts";
import { sizeText } from "../../text/index.ts";
import { parseUrl, shownAddress, withoutCredentials } from "./addresses.ts";
import { Hosts, hostKey } from "./hosts.ts";
import type { Checked, Reach } from "./reach.ts";
import { type Attempt, isTransientStatus, retryAfterOf, retrying, type Sleep } from "./retry.ts";

export interface HttpOptions {
  readonly reach: Reach;
  readonly sleep: Sleep;
  /** Larger answers are refused. */
  readonly maxBytes: number;
  /** The time limit of an answer, from the first request to its end, redirects included. */
  readonly timeoutSeconds: number;
  /** The hosts that cannot be reached, shared by all requests of a run. */
  readonly hosts?: Hosts | undefined;
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
  const hosts = options.hosts ?? new Hosts();
  return retrying(() => attempt(address, { ...options, hosts }), { ...options, hosts });
}

class TooLate extends Error {
  readonly code = "ETOOLATE";
}

/** The failure of a request before its answer begins. */
class Unanswered extends Error {
  readonly host: string;

  constructor(host: string, cause: Error) {
    super("no answer", { cause });
    this.host = host;
  }
}

/** The meaning of an error of the network. */
interface NetworkFailure {
  readonly hint: string;
  /** Whether another attempt does not change it. */
  readonly isFinal?: true;
  /** Whether the host cannot be reached, if its answer had not begun. */
  readonly isOfHost?: true;
}

const REACHABLE = "Check whether this machine can reach the host: a firewall or a proxy may be in between.";
const UNKNOWN: NetworkFailure = { hint: "Check the address, and whether this machine can reach its server." };
const FAILURES: Readonly<Record<string, NetworkFailure>> = {
  ERR_INVALID_URL: { ...UNKNOWN, isFinal: true },
  ERR_UNESCAPED_CHARACTERS: { ...UNKNOWN, isFinal: true },
  ECONNREFUSED: {
    hint: "Check host and port of the address, and whether the server runs: it refuses connections.",
    isFinal: true,
    isOfHost: true,
  },
  ENOTFOUND: { hint: "Check the spelling of the host: no name server knows it.", isFinal: true, isOfHost: true },
  EAI_AGAIN: { hint: "Check the spelling of the host, and whether this machine can resolve names.", isOfHost: true },
  ETOOLATE: { hint: REACHABLE, isFinal: true, isOfHost: true },
  ETIMEDOUT: { hint: REACHABLE, isOfHost: true },
  EHOSTUNREACH: { hint: REACHABLE, isOfHost: true },
  ENETUNREACH: { hint: REACHABLE, isOfHost: true },
};

async function attempt(
  address: string,
  options: HttpOptions & { readonly hosts: Hosts },
): Promise<Attempt<HttpAnswer>> {
  try {
    return await follow(address, options);
  } catch (error) {
    if (error instanceof KrmError) return { outcome: error };
    const thrown = error instanceof Unanswered ? (error.cause as Error) : (error as Error);
    const { code = "" } = thrown as NodeJS.ErrnoException;
    // An attempt to connect to several addresses fails with an error without words.
    const reason = thrown.message || code;
    const { hint, isFinal, isOfHost } = FAILURES[code] ?? UNKNOWN;
    const seconds = code === "ETOOLATE" ? options.timeoutSeconds : undefined;
    return {
      outcome: unreadable(address, reason, hint, error),
      retryAfter: isFinal ? undefined : 0,
      ...(isOfHost && error instanceof Unanswered && { unreachable: { host: error.host, reason, hint, seconds } }),
    };
  }
}

function unreadable(address: string, reason: string, hint: string, cause?: unknown): KrmError {
  return failure("remote-failed", `${shownAddress(address)} cannot be read: ${reason}`, { hint, cause });
}

async function follow(start: string, options: HttpOptions & { readonly hosts: Hosts }): Promise<Attempt<HttpAnswer>> {
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
    const known = options.hosts.failureOf(hostKey(checked), options.timeoutSeconds);
    if (known !== undefined) return { outcome: unreadable(start, known.reason, known.hint) };
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
  checked: Checked,
  headers: Readonly<Record<string, string>>,
  { maxBytes, timeoutSeconds, signal }: HttpOptions & { readonly signal: AbortSignal },
): Promise<Exchange> {
  const client = address.slice(0, "https:".length).toLowerCase() === "https:" ? https : http;
  const { response, body } = await new Promise<{ response: IncomingMessage; body: Buffer }>((resolve, reject) => {
    let isAnswered = false;
    const fail = (error: Error): void => {
      const late = signal.aborted && new TooLate(`no answer within ${timeoutSeconds} seconds`, { cause: error });
      reject(isAnswered ? late || error : new Unanswered(hostKey(checked), late || error));
    };
    // Connects to the addresses that were checked, without resolving the name again.
    const { addresses } = checked;
    const pinned = addresses === undefined ? {} : { lookup: answeringWith(addresses) };
    const sent = client.get(address, { headers, signal, ...pinned }, (answer) => {
      isAnswered = true;
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
  const message = `${shownAddress(address)} is larger than ${sizeText(maxBytes)}, the limit of a file`;
  return failure("remote-failed", message, { hint: "Vendor what is needed of it into the repository." });
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
