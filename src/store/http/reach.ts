/** Checks which hosts may be contacted. A pull request must not make a runner explore its own network. */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { failure } from "../../diagnostics.ts";
import { once } from "../once.ts";
import {
  type Endpoint,
  endpointOf,
  type Protocol,
  plainAddress,
  shownAddress,
  withoutCredentials,
} from "./addresses.ts";
import { hostMatcher } from "./host-matcher.ts";
import { type Attempt, type Patience, retrying } from "./retry.ts";

export interface ReachRules {
  readonly protocols: readonly Protocol[];
  /** True if hosts of this machine and of private networks are allowed. */
  readonly privateHosts: boolean;
  /** Hosts that are allowed wherever they are, as {@link hostMatcher} reads them. */
  readonly allowHosts?: readonly string[] | undefined;
  /** True if no other hosts are allowed, public ones included. */
  readonly onlyAllowed?: boolean;
  /** True if a private host is no attack, but lacks the input that lists it. */
  readonly asksForPrivateHosts?: boolean;
}

export interface Reach {
  /** @throws KrmError `remote-refused` for a protocol that is not allowed, and for a private host, for which it may be `remote-unsupported` */
  check(address: string): Promise<Checked>;
}

export interface Checked extends Endpoint {
  /** The addresses of the host, to use instead of resolving the name again. Undefined if this host is allowed anywhere. */
  readonly addresses: readonly string[] | undefined;
  /** The address without credentials, in a form in which every program sees the host that was checked. */
  readonly address: string;
  /** The remedy if the host does not speak TLS, where there is more to do than to check the address. */
  readonly withoutTls?: string | undefined;
}

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Loopback, private, shared, link-local (with metadata services), documentation, multicast and reserved. */
const PRIVATE_NETWORKS: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // The metadata service of Azure, where GitHub runs its runners.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** The only part of IPv6 that is assigned to the public. */
const PUBLIC_IPV6 = ["2000::", 3] as const;
/** Its parts for protocols and documentation. Teredo and 6to4 addresses contain an IPv4 address. */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

/** @throws KrmError `invalid-host` for an entry of `allowHosts` */
export function createReach(rules: ReachRules, resolve: Resolve = resolveName): Reach {
  const isAllowed = hostMatcher(rules.allowHosts ?? []);
  return {
    async check(address) {
      const endpoint = endpointOf(address);
      const shown = shownAddress(address);
      if (endpoint === undefined || !rules.protocols.includes(endpoint.protocol)) {
        const local = " `krm-render build` also reads repositories of this machine.";
        const hint = `Use an allowed protocol.${endpoint?.protocol === "file" ? local : ""}`;
        throw failure("remote-refused", `${shown} may not be read: ${refusedProtocol(endpoint, rules)}`, { hint });
      }
      if (rules.privateHosts || endpoint.protocol === "file") {
        return { ...endpoint, addresses: undefined, address: withoutCredentials(address).address };
      }
      const plain = plainAddress(withoutCredentials(address).address, endpoint);
      if (plain === undefined) {
        const hint = "Write the host as a name of letters, digits, dots and hyphens, with no dot at its end.";
        throw failure("remote-refused", `${shown} may not be read: programs may see different hosts in it`, { hint });
      }
      const { host } = endpoint;
      if (isAllowed(endpoint)) return { ...endpoint, addresses: undefined, address: plain };
      if (rules.onlyAllowed) {
        throw failure("remote-refused", `${shown} may not be read: ${host} is not among the hosts that may be read`, {
          hint: "List the host in the input remote, or `public` for all public hosts.",
        });
      }
      const addresses = isIP(host) === 0 ? await resolved(host, shown, resolve) : [host];
      const inside = addresses.find(isPrivateAddress);
      if (inside !== undefined) {
        const which = inside === host ? "" : ` (${inside})`;
        const code = rules.asksForPrivateHosts ? "remote-unsupported" : "remote-refused";
        throw failure(code, `${shown} may not be read: ${host}${which} is not on the public network`, {
          hint: "List the host in the input remote, or with --allow-hosts on the command line.",
        });
      }
      return { ...endpoint, addresses, address: plain };
    },
  };
}

/** Fails for an unknown name, since it could have a private address a moment later. */
async function resolved(host: string, shown: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    const addresses = await resolve(host);
    if (addresses.length === 0) throw new Error("no address");
    return addresses;
  } catch (cause) {
    const [reason, hint] = isUnresolved(cause)
      ? [`the name ${host} cannot be resolved at the moment`, "Check whether this machine can resolve names."]
      : [`there is no address for the name ${host}`, "Check the spelling of the address."];
    throw failure("remote-failed", `${shown} cannot be reached: ${reason}`, { hint, cause });
  }
}

/** Tells whether no name server has answered. */
function isUnresolved(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EAI_AGAIN";
}

/**
 * Asks again if no name server answers, once per run for each name. Names that are found are asked for each time, since their
 * addresses may change in a long run.
 */
export function patientResolve(resolve: Resolve, patience: Patience): Resolve {
  const known = new Map<string, Promise<readonly string[]>>();
  const attempt = async (host: string): Promise<Attempt<readonly string[]>> => {
    try {
      return { outcome: await resolve(host) };
    } catch (error) {
      return { outcome: error as Error, retryAfter: isUnresolved(error) ? 0 : undefined };
    }
  };
  return (host) =>
    once(known, host, async () => {
      const addresses = await retrying(() => attempt(host), patience);
      known.delete(host);
      return addresses;
    });
}

function refusedProtocol(endpoint: Endpoint | undefined, { protocols }: ReachRules): string {
  const allowed = protocols.join(", ");
  if (endpoint === undefined) return `it is not an address of these protocols: ${allowed}`;
  return `the protocol ${endpoint.protocol} is not allowed, only ${allowed}`;
}

export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/%.*$/s, "");
  if (isIP(bare) === 4) return privateNetworks.check(bare, "ipv4");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return privateNetworks.check(mapped, "ipv4");
  return !publicNetworks.check(bare, "ipv6") || privateNetworks.check(bare, "ipv6");
}

const privateNetworks = new BlockList();
for (const [network, prefix] of PRIVATE_NETWORKS) privateNetworks.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of SPECIAL_IPV6) privateNetworks.addSubnet(network, prefix, "ipv6");
const publicNetworks = new BlockList();
publicNetworks.addSubnet(...PUBLIC_IPV6, "ipv6");

export async function resolveName(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
