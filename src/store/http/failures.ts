/** Explains the errors of a request: whether another attempt may help, and what the user can do. */
import { FREE_SPACE, failure, KrmError } from "../../diagnostics.ts";
import { sizeText } from "../../text/index.ts";
import { shownAddress } from "./addresses.ts";
import { type Exchange, Unanswered } from "./exchange.ts";
import { type Attempt, isTransientStatus, retryAfterOf } from "./retry.ts";

/** The reason with which a clock aborts a request. */
export class TooLate extends Error {
  readonly code = "ETOOLATE";
  /** The time limit. */
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** The meaning of an error of the network. */
interface NetworkFailure {
  readonly hint: string;
  /** Set if another attempt does not help. */
  readonly isFinal?: true;
  /** Set if the host cannot be reached, provided that its answer had not begun. */
  readonly isOfHost?: true;
}

const REACHABLE = "Check whether this machine can reach the host: a firewall or a proxy may be in between.";
const UNKNOWN: NetworkFailure = { hint: "Check the address, and whether this machine can reach its server." };
const CERTIFICATE: NetworkFailure = {
  hint: "The server's certificate is not trusted. NODE_EXTRA_CA_CERTS can name a file with its authority.",
  isFinal: true,
};
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
  ENOSPC: { hint: FREE_SPACE, isFinal: true },
  EDQUOT: { hint: FREE_SPACE, isFinal: true },
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  CERT_HAS_EXPIRED: CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID: CERTIFICATE,
};

/**
 * Makes one attempt: its error becomes an outcome that says whether another attempt may help.
 * @param address for the message
 * @param signal its reason is the error if it is a {@link TooLate}
 * @param verb for messages
 */
export async function attempted<T>(
  address: string,
  signal: AbortSignal,
  work: () => Promise<Attempt<T>>,
  verb = "read",
): Promise<Attempt<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KrmError) return { outcome: error };
    const late = signal.reason instanceof TooLate ? signal.reason : undefined;
    const thrown = late ?? (error instanceof Unanswered ? (error.cause as Error) : (error as Error));
    const { reason, hint, isFinal, isOfHost } = failureOf(thrown, error instanceof Unanswered ? error : undefined);
    return {
      outcome: unreadable(address, reason, hint, error, verb),
      retryAfter: isFinal || signal.aborted ? undefined : 0,
      ...(isOfHost &&
        error instanceof Unanswered && { unreachable: { host: error.host, reason, hint, seconds: late?.seconds } }),
    };
  }
}

function failureOf(
  { code = "", message }: NodeJS.ErrnoException,
  unanswered: Unanswered | undefined,
): NetworkFailure & { readonly reason: string } {
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return tlsFailure(message, unanswered);
  // An attempt to connect to several addresses fails with an error without words.
  return { ...(FAILURES[code] ?? UNKNOWN), reason: message || code };
}

/** The words of OpenSSL in an error of Node: `error:0A00010B:SSL routines:FUNCTION:wrong version number:FILE:LINE:`. */
const OPENSSL = /\berror:[0-9A-F]+:[^:]*:[^:]*:([^:\n]+):/;
/** The words for an answer in another protocol. */
const NOT_TLS: ReadonlySet<string> = new Set(["wrong version number", "packet length too long", "http request"]);

/** @param unanswered undefined if the connection was there */
function tlsFailure(message: string, unanswered: Unanswered | undefined): NetworkFailure & { readonly reason: string } {
  const problem = OPENSSL.exec(message)?.[1] ?? message;
  if (unanswered !== undefined && NOT_TLS.has(problem)) {
    const hint = `Check the port, and whether the server serves https. ${unanswered.withoutTls ?? ""}`.trimEnd();
    return { reason: "the server does not speak TLS", hint, isFinal: true };
  }
  return {
    reason: `TLS failed: ${problem}`,
    hint: "Check what the server demands: a version of TLS, the name of the host, or a certificate of the client, which is not sent.",
    ...(unanswered !== undefined && { isFinal: true }),
  };
}

export function unreadable(address: string, reason: string, hint?: string, cause?: unknown, verb = "read"): KrmError {
  return failure("remote-failed", `${shownAddress(address)} cannot be ${verb}: ${reason}`, { hint, cause });
}

/** The outcome of an answer with a status that is no success. @param address for the message */
export function refusal(address: string, { status, reason, headers }: Omit<Exchange, "body">): Attempt<never> {
  const code = status === 404 || status === 410 ? "remote-not-found" : "remote-failed";
  const outcome = failure(code, `${shownAddress(address)} cannot be read: the server answers ${status} (${reason})`, {
    hint: hintFor(status),
  });
  return { outcome, retryAfter: retryAfterStatus(status, headers["retry-after"]) };
}

/** Milliseconds to wait before another attempt after an answer with this status. Undefined if it is of no use. */
export function retryAfterStatus(status: number, header: string | undefined): number | undefined {
  return isTransientStatus(status) ? retryAfterOf(header) : undefined;
}

function hintFor(status: number): string | undefined {
  if (status === 404 || status === 410) return "Check the address; the file may have been moved.";
  if (status === 401 || status === 403) return "The server needs credentials. Only those in the address are sent.";
  return undefined;
}

export function tooLarge(address: string, maxBytes: number): KrmError {
  const message = `${shownAddress(address)} is larger than ${sizeText(maxBytes)}, the limit of a file`;
  return failure("remote-failed", message, { hint: "Vendor what is needed of it into the repository." });
}
