/** IP addresses and networks. */
import { CelFailure } from "../failure.ts";
import type { Definition } from "./definition.ts";

/** An address, as a number of 32 or 128 bits. */
export class Address {
  readonly bits: bigint;
  readonly width: 32 | 128;

  constructor(bits: bigint, width: 32 | 128) {
    this.bits = bits;
    this.width = width;
  }

  equals(other: unknown): boolean {
    return other instanceof Address && other.bits === this.bits && other.width === this.width;
  }

  /** The canonical form. */
  get text(): string {
    return this.width === 32 ? dotted(this.bits) : colons(this.bits);
  }

  /** The first bits, as a number. */
  prefix(length: number): bigint {
    return this.bits >> BigInt(this.width - length);
  }
}

export class Network {
  readonly address: Address;
  readonly length: number;

  constructor(address: Address, length: number) {
    this.address = address;
    this.length = length;
  }

  equals(other: unknown): boolean {
    return other instanceof Network && other.length === this.length && other.address.equals(this.address);
  }

  get text(): string {
    return `${this.address.text}/${this.length}`;
  }

  masked(): Network {
    const rest = BigInt(this.address.width - this.length);
    return new Network(new Address((this.address.bits >> rest) << rest, this.address.width), this.length);
  }

  contains(other: Address): boolean {
    return other.width === this.address.width && other.prefix(this.length) === this.address.prefix(this.length);
  }
}

function dotted(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 0xffn)).join(".");
}

function colons(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  const runs = [...groups.join(":").matchAll(/(?:^|(?<=:))0(?::0)+(?=:|$)/g)];
  const [longest] = runs.sort((one, other) => other[0].length - one[0].length);
  if (longest === undefined) return groups.join(":");
  const text = groups.join(":");
  const [before, after] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)];
  return `${before.replace(/:$/, "")}::${after.replace(/^:/, "")}`;
}

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const DOTTED = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const TRAILING = new RegExp(`${BYTE}(?:\\.${BYTE}){3}$`);

/** Reads an address. Zones, and IPv4 written as IPv6, are refused. Undefined if it is none. */
export function parseAddress(text: string): Address | undefined {
  if (DOTTED.test(text)) return new Address(fromDotted(text), 32);
  const plain = text.replace(TRAILING, (part) => {
    const bits = fromDotted(part);
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
  });
  const [head = "", tail, ...more] = plain.split("::");
  const groupsOf = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? "")];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  if (more.length > 0 || (tail !== undefined && missing < 1)) return undefined;
  const groups = [...first, ...Array.from({ length: missing }, () => "0"), ...last];
  if (groups.length !== 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const bits = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  return bits >> 32n === 0xffffn ? undefined : new Address(bits, 128);
}

function fromDotted(text: string): bigint {
  return text.split(".").reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

/** Reads a network such as `10.0.0.0/8`. Undefined if it is none. */
export function parseNetwork(text: string): Network | undefined {
  const match = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  const address = match === null ? undefined : parseAddress(match[1] as string);
  const length = Number(match?.[2]);
  return address === undefined || length > address.width ? undefined : new Network(address, length);
}

function addressOf(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new CelFailure("a text is no IP address");
  return parsed;
}

function network(text: string): Network {
  const parsed = parseNetwork(text);
  if (parsed === undefined) throw new CelFailure("a text is no network");
  return parsed;
}

function holds(outer: Network, inner: Network): boolean {
  return outer.length <= inner.length && outer.contains(inner.address);
}

const IS: Readonly<Record<string, (address: Address) => boolean>> = {
  isUnspecified: ({ bits }) => bits === 0n,
  isLoopback: (each) => (each.width === 32 ? each.prefix(8) === 127n : each.bits === 1n),
  isLinkLocalMulticast: (each) =>
    each.width === 32 ? each.prefix(24) === 0xe00000n : (each.prefix(16) & 0xff0fn) === 0xff02n,
  isLinkLocalUnicast: (each) => (each.width === 32 ? each.prefix(16) === 0xa9fen : each.prefix(10) === 0x3fan),
  isGlobalUnicast: (each) => !isSpecial(each),
};

function isSpecial(each: Address): boolean {
  const isMulticast = each.width === 32 ? each.prefix(4) === 0xen : each.prefix(8) === 0xffn;
  const isBroadcast = each.width === 32 && each.bits === 0xffffffffn;
  const others = ["isUnspecified", "isLoopback", "isLinkLocalUnicast"].some((name) => IS[name]?.(each));
  return isMulticast || isBroadcast || others;
}

const [IP, CIDR] = ["kubernetes.IP", "kubernetes.CIDR"];

export const ADDRESSES: readonly Definition[] = [
  [`ip(string): ${IP}`, addressOf],
  ["isIP(string): bool", (text: string) => parseAddress(text) !== undefined],
  ["Ip.isCanonical(string): bool", (_: unknown, text: string) => addressOf(text).text === text],
  [`${IP}.family(): int`, ({ width }: Address) => (width === 32 ? 4n : 6n)],
  ...Object.entries(IS).map(([name, is]): Definition => [`${IP}.${name}(): bool`, is]),
  [`cidr(string): ${CIDR}`, network],
  ["isCIDR(string): bool", (text: string) => parseNetwork(text) !== undefined],
  [`${CIDR}.containsIP(string): bool`, (net: Network, text: string) => net.contains(addressOf(text))],
  [`${CIDR}.containsIP(${IP}): bool`, (net: Network, other: Address) => net.contains(other)],
  [`${CIDR}.containsCIDR(string): bool`, (net: Network, text: string) => holds(net, network(text))],
  [`${CIDR}.containsCIDR(${CIDR}): bool`, holds],
  [`${CIDR}.ip(): ${IP}`, (net: Network) => net.address],
  [`${CIDR}.prefixLength(): int`, (net: Network) => BigInt(net.length)],
  [`${CIDR}.masked(): ${CIDR}`, (net: Network) => net.masked()],
];
