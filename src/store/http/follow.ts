/** Follows redirects. Each hop is checked, and credentials stay with the first origin. */
import { failure } from "../../diagnostics.ts";
import { parseUrl, shownAddress, withoutCredentials } from "./addresses.ts";
import { type Exchange, exchange, type Sending } from "./exchange.ts";
import { unreadable } from "./failures.ts";
import { type Hosts, hostKey } from "./hosts.ts";
import type { Reach } from "./reach.ts";

export interface FollowOptions extends Omit<Sending, "headers"> {
  readonly reach: Reach;
  readonly hosts: Hosts;
  /** A host that is known not to answer within this time is not asked. */
  readonly timeoutSeconds: number;
  /** 0 returns the answer that redirects. */
  readonly maxRedirects: number;
  /** Refuses redirects from https to http, also where the rules of reach allow http. */
  readonly neverDowngrade: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The value of the header, in place of the credentials of the address. */
  readonly authorization?: string | undefined;
}

/** An answer that is no redirect, unless none is followed. */
export interface Followed extends Exchange {
  /** The address after all redirects, without credentials. */
  readonly address: string;
  /** True if it comes from the origin of the first address. */
  readonly isSameOrigin: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** @throws KrmError `remote-refused`, `remote-failed`; Unanswered */
export async function follow(start: string, options: FollowOptions): Promise<Followed> {
  const { address: first, credentials } = withoutCredentials(start);
  const origin = parseUrl(first)?.origin;
  const shown = shownAddress(start);
  let address = first;
  // After a redirect to another origin, credentials are not sent again, even if a redirect leads back.
  let secret = options.authorization;
  if (credentials !== undefined) {
    secret ??= `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString("base64")}`;
  }
  for (let hops = 0; hops <= options.maxRedirects; hops++) {
    const checked = await options.reach.check(address);
    if (checked.protocol !== "http" && checked.protocol !== "https") {
      throw failure("remote-refused", `${shown} leads to ${shownAddress(address)}, which is not HTTP`);
    }
    const known = options.hosts.failureOf(hostKey(checked), options.timeoutSeconds);
    if (known !== undefined) throw unreadable(start, known.reason, known.hint);
    const isSameOrigin = new URL(address).origin === origin;
    if (!isSameOrigin) secret = undefined;
    const headers = {
      "accept-encoding": "identity",
      "user-agent": "krm-render",
      ...options.headers,
      ...(secret === undefined ? undefined : { authorization: secret }),
    };
    const answer = await exchange(address, checked, { ...options, headers });
    const { location } = answer.headers;
    const isLast = !REDIRECTS.has(answer.status) || location === undefined;
    if (isLast || options.maxRedirects === 0) return { ...answer, address, isSameOrigin };
    discard(answer);
    const next = parseUrl(location, address);
    if (next === undefined) throw unreadable(start, "it redirects to something that is not an address");
    if (options.neverDowngrade && checked.protocol === "https" && next.protocol === "http:") {
      throw failure("remote-refused", `${shown} leads to ${shownAddress(next.href)}, which is not encrypted`);
    }
    // Credentials in the address of a redirect are not sent.
    address = withoutCredentials(next.href).address;
  }
  throw unreadable(start, `more than ${options.maxRedirects} redirects`);
}

/** Ends an answer whose body is of no interest. */
export function discard({ body }: Exchange): void {
  // A connection that breaks now is no problem.
  body.on("error", () => {});
  body.destroy();
}
