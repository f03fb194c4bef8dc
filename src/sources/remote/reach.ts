/** Which machines may be asked: a pull request must not make a runner look around in its own network. */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { failure } from "../../diagnostics.ts";
import {
  type Endpoint,
  endpointOf,
  type Protocol,
  plainAddress,
  shownAddress,
  withoutCredentials,
} from "./addresses.ts";

export interface ReachRules {
  readonly protocols: readonly Protocol[];
  /** Whether names and addresses of this machine and of private networks may be asked. */
  readonly privateHosts: boolean;
}

export interface Reach {
  /** @throws KrmError `remote-refused` for a protocol that is not allowed, and for a private host */
  check(address: string): Promise<Checked>;
}

export interface Checked extends Endpoint {
  /** What the name stands for, to be used instead of asking again; undefined where everything may be asked. */
  readonly addresses: readonly string[] | undefined;
  /** The same address without credentials, written so that every program reads the same host in it as was checked here. */
  readonly address: string;
}

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Loopback, private, shared, link-local (metadata services among them), documentation, multicast and reserved. */
const PRIVATE_NETWORKS: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Where Azure tells a machine about itself; runners of GitHub are machines of Azure.
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

/** The only part of IPv6 that is handed out to the public. */
const PUBLIC_IPV6 = ["2000::", 3] as const;
/** Parts of it for protocols (Teredo, which carries an IPv4 address inside), for documentation, and for 6to4, which does too. */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

export function createReach(rules: ReachRules, resolve: Resolve = resolveName): Reach {
  return {
    async check(address) {
      const endpoint = endpointOf(address);
      const shown = shownAddress(address);
      if (endpoint === undefined || !rules.protocols.includes(endpoint.protocol)) {
        throw failure("remote-refused", `${shown} may not be read: ${refusedProtocol(endpoint, rules)}`, {
          hint: "Give an address of an allowed kind. `krm-render build` also reads repositories of the machine.",
        });
      }
      if (rules.privateHosts || endpoint.protocol === "file") {
        return { ...endpoint, addresses: undefined, address: withoutCredentials(address).address };
      }
      const plain = plainAddress(withoutCredentials(address).address, endpoint);
      if (plain === undefined) {
        throw failure("remote-refused", `${shown} may not be read: programs may read different hosts in it`, {
          hint: "Write the host as a name of letters, digits, dots and hyphens, with no dot at its end.",
        });
      }
      const { host } = endpoint;
      const addresses = isIP(host) === 0 ? await resolved(host, shown, resolve) : [host];
      const inside = addresses.find(isPrivateAddress);
      if (inside !== undefined) {
        const which = inside === host ? "" : ` (${inside})`;
        throw failure("remote-refused", `${shown} may not be read: ${host}${which} is not on the public network`, {
          hint: "Where private hosts shall be reached, allow them: the action has the input allow-private-hosts.",
        });
      }
      return { ...endpoint, addresses, address: plain };
    },
  };
}

/** A name that is not known now may stand for anything a moment later, so it is not asked for at all. */
async function resolved(host: string, shown: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    const addresses = await resolve(host);
    if (addresses.length === 0) throw new Error("no address");
    return addresses;
  } catch (cause) {
    const message = `${shown} cannot be reached: there is no address for the name ${host}`;
    throw failure("remote-failed", message, { hint: "Check the spelling of the address.", cause });
  }
}

function refusedProtocol(endpoint: Endpoint | undefined, { protocols }: ReachRules): string {
  const allowed = protocols.join(", ");
  if (endpoint === undefined) return `it is no address of the kinds ${allowed}`;
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

async function resolveName(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
