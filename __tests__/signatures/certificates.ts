/** Certificates of the tests' own: authorities, servers, and signers as Fulcio names them, with the promise of a certificate log. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  bits,
  type Der,
  explicit,
  implicit,
  integer,
  octets,
  oid,
  sequence,
  setOf,
  truth,
  utcTime,
  utf8,
} from "./der.ts";

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const ec = (namedCurve = "P-256"): KeyPair => generateKeyPairSync("ec", { namedCurve });
export const ed25519 = (): KeyPair => generateKeyPairSync("ed25519");
export const spki = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });
export const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
export const pem = (raw: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(raw)
    .toString("base64")
    .replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;

export const ECDSA_SHA256 = sequence(oid("1.2.840.10045.4.3.2"));

export interface Authority {
  readonly keys: KeyPair;
  readonly name: Der;
  readonly raw: Der;
  readonly serial: number;
}

interface Fields {
  readonly serial: number;
  readonly issuer: Der;
  readonly subject: Der;
  readonly from: Date;
  readonly to: Date;
  readonly key: KeyObject;
  readonly extensions: readonly Der[];
}

function toBeSigned({ serial, issuer, subject, from, to, key, extensions }: Fields): Der {
  const validity = sequence(utcTime(from), utcTime(to));
  const list = explicit(3, sequence(...extensions));
  return sequence(explicit(0, integer(2)), integer(serial), ECDSA_SHA256, issuer, validity, subject, spki(key), list);
}

function signed(tbs: Der, key: KeyObject): Der {
  return sequence(tbs, ECDSA_SHA256, bits(sign("sha256", tbs, key)));
}

export const commonName = (text: string): Der => sequence(setOf(sequence(oid("2.5.4.3"), utf8(text))));
const keyId = (key: KeyObject): Buffer => createHash("sha1").update(spki(key)).digest();
const extension = (id: string, content: Uint8Array, critical = false): Der =>
  sequence(oid(id), ...(critical ? [truth()] : []), octets(content));

const FROM = new Date("2021-01-01T00:00:00Z");
const TO = new Date("2041-01-01T00:00:00Z");

/** A certificate of an authority, or of a timestamp authority's signer if `usage` is given. */
export function authority(text: string, issuer?: Authority, usage?: string, keys = ec()): Authority {
  const name = commonName(text);
  const serial = 1000 + text.length;
  const extensions = [
    usage === undefined ? extension("2.5.29.15", bits(Buffer.from([0x06]), 1), true) : undefined,
    usage === undefined ? extension("2.5.29.19", sequence(truth()), true) : undefined,
    usage === undefined ? undefined : extension("2.5.29.37", sequence(oid(usage)), true),
    extension("2.5.29.14", octets(keyId(keys.publicKey))),
    extension("2.5.29.35", sequence(implicit(0, keyId(issuer?.keys.publicKey ?? keys.publicKey)))),
  ].filter((one) => one !== undefined);
  const fields = {
    serial,
    issuer: issuer?.name ?? name,
    subject: name,
    from: FROM,
    to: TO,
    key: keys.publicKey,
    extensions,
  };
  return { keys, name, serial, raw: signed(toBeSigned(fields), issuer?.keys.privateKey ?? keys.privateKey) };
}

/** The certificate of a server. */
export function serverCertificate(
  by: Authority,
  keys: KeyPair,
  names: readonly string[],
  addresses: readonly string[],
): Der {
  const alternatives = [
    ...names.map((name) => implicit(2, Buffer.from(name))),
    ...addresses.map((address) => implicit(7, addressBytes(address))),
  ];
  const extensions = [
    extension("2.5.29.35", sequence(implicit(0, keyId(by.keys.publicKey)))),
    extension("2.5.29.17", sequence(...alternatives)),
  ];
  const subject = commonName("localhost");
  const fields = { serial: 1, issuer: by.name, subject, from: FROM, to: TO, key: keys.publicKey, extensions };
  return signed(toBeSigned(fields), by.keys.privateKey);
}

/** The bytes of an IPv4 address, or of `::1`. */
function addressBytes(address: string): Buffer {
  return address === "::1" ? Buffer.from([...Buffer.alloc(15), 1]) : Buffer.from(address.split(".").map(Number));
}

export interface SignerOptions {
  /** A URI, or an email address if it has no scheme. */
  readonly identity?: string;
  readonly issuer?: string;
  /** Which of the two extensions name the issuer. */
  readonly issuerIn?: "text" | "string" | "both" | "none";
  readonly keys?: KeyPair;
  readonly from?: Date;
  /** Seconds. */
  readonly lifetime?: number;
  readonly usage?: string;
  /** True if the certificate log promises to include it. */
  readonly promised?: boolean;
  /** Further general names, and further extensions. */
  readonly moreNames?: readonly Der[];
  readonly moreExtensions?: readonly Der[];
}

export const IDENTITY = "https://github.com/acme/functions/.github/workflows/release.yml@refs/tags/v1.2.3";
export const ISSUER = "https://token.actions.githubusercontent.com";
export const SIGNED_AT = new Date("2024-05-01T12:00:00Z");

const ISSUER_TEXT = "1.3.6.1.4.1.57264.1.1";
const ISSUER_STRING = "1.3.6.1.4.1.57264.1.8";

export { extension, ISSUER_STRING, ISSUER_TEXT };

/** The certificate of a signer. */
export function signerCertificate(by: Authority, log: KeyPair, keys: KeyPair, options: SignerOptions = {}): Der {
  const { identity = IDENTITY, issuer = ISSUER, issuerIn = "both", from = SIGNED_AT, lifetime = 600 } = options;
  const name = implicit(identity.includes("://") ? 6 : 1, Buffer.from(identity, "latin1"));
  const extensions = [
    extension("2.5.29.15", bits(Buffer.from([0x80]), 7), true),
    extension("2.5.29.37", sequence(oid(options.usage ?? "1.3.6.1.5.5.7.3.3"))),
    extension("2.5.29.35", sequence(implicit(0, keyId(by.keys.publicKey)))),
    extension("2.5.29.17", sequence(name, ...(options.moreNames ?? [])), true),
    ...(issuerIn === "string" || issuerIn === "none" ? [] : [extension(ISSUER_TEXT, Buffer.from(issuer))]),
    ...(issuerIn === "text" || issuerIn === "none" ? [] : [extension(ISSUER_STRING, utf8(issuer))]),
    ...(options.moreExtensions ?? []),
  ];
  const to = new Date(from.getTime() + lifetime * 1000);
  const fields = { serial: 4711, issuer: by.name, subject: sequence(), from, to, key: keys.publicKey, extensions };
  if (options.promised !== false) {
    const list = certificateTimestamp(toBeSigned(fields), by, log, from);
    fields.extensions = [...extensions, extension("1.3.6.1.4.1.11129.2.4.2", octets(list))];
  }
  return signed(toBeSigned(fields), by.keys.privateKey);
}

/** The list with the one promise of a certificate log about a certificate that does not have it yet. */
function certificateTimestamp(tbs: Der, by: Authority, log: KeyPair, at: Date): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(at.getTime()));
  const head = Buffer.concat([Buffer.from([0, 0]), time, Buffer.from([0, 1]), sha256(spki(by.keys.publicKey))]);
  const length = Buffer.from([tbs.length >> 16, (tbs.length >> 8) & 255, tbs.length & 255]);
  const signature = sign("sha256", Buffer.concat([head, length, tbs, Buffer.from([0, 0])]), log.privateKey);
  const id = sha256(spki(log.publicKey));
  const entry = Buffer.concat([Buffer.from([0]), id, time, Buffer.from([0, 0, 4, 3]), prefixed(signature)]);
  return prefixed(prefixed(entry));
}

function prefixed(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}
