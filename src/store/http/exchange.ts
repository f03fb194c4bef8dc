/** One request over HTTP and its answer, whose body is a stream. Follows no redirects. */
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { hostKey } from "./hosts.ts";
import type { Checked } from "./reach.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT";
export type Body = string | Uint8Array | (() => Readable);

export interface Sending {
  /** Default: GET. */
  readonly method?: Method | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** A function opens it anew for each request. */
  readonly body?: Body | undefined;
  readonly signal: AbortSignal;
  /** Certificates of authorities in PEM, in place of those that Node trusts. */
  readonly ca?: string | undefined;
}

export interface Exchange {
  readonly status: number;
  readonly reason: string;
  readonly headers: IncomingHttpHeaders;
  /** Must be read to its end or destroyed. Destroying it closes the connection. */
  readonly body: IncomingMessage;
}

/** The failure of a request before its answer begins. */
export class Unanswered extends Error {
  readonly host: string;
  /** See {@link Checked.withoutTls}. */
  readonly withoutTls: string | undefined;

  constructor(checked: Checked, cause: Error) {
    super("no answer", { cause });
    this.host = hostKey(checked);
    this.withoutTls = checked.withoutTls;
  }
}

/**
 * Connects to the addresses that were checked, without resolving the name again. A server may close a connection that was kept
 * open at the moment when the next request is on its way. GET and HEAD are then sent again, on a new connection.
 * @throws Unanswered
 */
export function exchange(address: string, checked: Checked, sending: Sending): Promise<Exchange> {
  return send(address, checked, sending, {});
}

function send(address: string, checked: Checked, sending: Sending, connection: { agent?: false }): Promise<Exchange> {
  const { method = "GET", headers, body, signal, ca } = sending;
  const client = address.slice(0, "https:".length).toLowerCase() === "https:" ? https : http;
  const { addresses } = checked;
  const pinned = addresses === undefined ? {} : { lookup: answeringWith(addresses) };
  const trusting = ca === undefined ? {} : { ca };
  return new Promise((resolve, reject) => {
    let hasAnswer = false;
    const options = { method, headers, signal, ...pinned, ...trusting, ...connection };
    const sent = client.request(address, options, (answer) => {
      hasAnswer = true;
      const { statusCode: status = 0, statusMessage: reason = "" } = answer;
      resolve({ status, reason, headers: answer.headers, body: answer });
    });
    sent.on("error", (error) => {
      // Errors after the answer has begun are those of the body.
      if (hasAnswer) return;
      const isRepeatable = sent.reusedSocket && (method === "GET" || method === "HEAD") && !signal.aborted;
      if (isRepeatable) resolve(send(address, checked, sending, { agent: false }));
      else reject(new Unanswered(checked, error));
    });
    if (typeof body !== "function") return void sent.end(body);
    const stream = body();
    stream.on("error", (error) => sent.destroy(error));
    // A server may answer, and close the connection, before it has read everything.
    sent.on("close", () => stream.destroy());
    stream.pipe(sent);
  });
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
