/** The rules, limits and retries of all requests to registries and token servers; docs/specification/oci.md 2.1, 2.2. */
import { isIPv6 } from "node:net";
import { failure, KrmError } from "../../diagnostics.ts";
import { type Endpoint, endpointOf } from "../http/addresses.ts";
import type { Body, Method } from "../http/exchange.ts";
import { type Followed, follow } from "../http/follow.ts";
import { hostMatcher } from "../http/host-matcher.ts";
import type { Hosts } from "../http/hosts.ts";
import { createReach, type Reach, type ReachRules, type Resolve } from "../http/reach.ts";
import type { Patience } from "../http/retry.ts";
import type { Secrets } from "./secrets.ts";

export interface Connection extends Patience {
  readonly reach: Reach;
  readonly hosts: Hosts;
  readonly ca: string | undefined;
  readonly secrets: Secrets;
  readonly log: (line: string) => void;
  /** For an answer from its request to its end; for a blob, the time without a byte. */
  readonly timeoutSeconds: number;
  /** Tells whether a registry is asked over http. */
  readonly isInsecure: (registry: string) => boolean;
}

export interface Call {
  readonly method?: Method | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly authorization?: string | undefined;
  readonly body?: Body | undefined;
}

const MAX_REDIRECTS = 5;

/** Sends a request. Only a GET or HEAD follows redirects: what is posted can contain credentials. */
export function send(connection: Connection, address: string, call: Call, signal: AbortSignal): Promise<Followed> {
  const maxRedirects = call.method === "POST" || call.method === "PUT" ? 0 : MAX_REDIRECTS;
  return follow(address, { ...connection, ...call, signal, maxRedirects, neverDowngrade: true });
}

/**
 * Rules that allow https, and http only to the insecure registries.
 * @throws KrmError `invalid-host` for an insecure registry that is not on this machine
 */
export function registryReach(rules: ReachRules, insecure: readonly string[], resolve: Resolve): Reach {
  for (const entry of insecure) {
    if (MAY_BE_INSECURE.test(entry)) continue;
    const message = `${JSON.stringify(entry)} may not be an insecure registry: it is not on this machine`;
    const hint = "Serve the registry over https. http is only for tests on localhost, 127.0.0.1 or [::1].";
    throw failure("invalid-host", message, { hint });
  }
  const isInsecure = hostMatcher(insecure);
  const secureOnly = createReach({ ...rules, protocols: ["https"] }, resolve);
  const local = createReach({ protocols: ["http"], privateHosts: false, allowHosts: insecure }, resolve);
  return {
    async check(address) {
      const endpoint = endpointOf(address);
      if (endpoint === undefined || !MAY_BE_INSECURE.test(authorityOf(endpoint))) return secureOnly.check(address);
      if (isInsecure(endpoint)) return (endpoint.protocol === "http" ? local : secureOnly).check(address);
      const withoutTls = `For a registry of yours on this machine that serves http, use --insecure-registry ${authorityOf(endpoint)} on the command line.`;
      try {
        return { ...(await secureOnly.check(address)), withoutTls };
      } catch (thrown) {
        throw hintedBy(thrown, endpoint.protocol === "http" ? withoutTls : `${withoutTls} ${ALLOW_HOSTS}`);
      }
    },
  };
}

/** An authority that may stand for an insecure registry: one of this machine. */
const MAY_BE_INSECURE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const ALLOW_HOSTS = "If it serves https, list the host in the input remote, or with --allow-hosts on the command line.";

/** `HOST`, or `HOST:PORT` if the port is not the one of the protocol. */
function authorityOf({ protocol, host, port }: Endpoint): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === (protocol === "http" ? 80 : 443) ? name : `${name}:${port}`;
}

function hintedBy(thrown: unknown, hint: string): unknown {
  if (!(thrown instanceof KrmError) || thrown.code !== "remote-refused") return thrown;
  return new KrmError(
    thrown.diagnostics.map((one) => ({ ...one, hint })),
    { cause: thrown },
  );
}

/** Tells whether a registry, `HOST` or `HOST:PORT`, is listed as insecure. */
export function insecureMatcher(insecure: readonly string[]): (registry: string) => boolean {
  const matches = hostMatcher(insecure);
  return (registry) => {
    const endpoint = endpointOf(`http://${registry}/`);
    return endpoint !== undefined && matches(endpoint);
  };
}
