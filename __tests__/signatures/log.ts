/** A transparency log of the tests' own, with the answers of both versions of Rekor; and a timestamp authority. */
import { sign } from "node:crypto";
import { type Authority, ECDSA_SHA256, ec, ed25519, type KeyPair, sha256, spki } from "./certificates.ts";
import { explicit, generalizedTime, integer, octets, oid, sequence, setOf } from "./der.ts";

export type Json = Record<string, unknown>;
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** Entries of other people, before and after. */
const OTHERS = ["one", "two", "three", "four", "five"].map((text) => leafHash(Buffer.from(text)));
const INDEX = 3;

export class Log {
  readonly keys: KeyPair;
  readonly host: string;

  constructor(host: string, keys = ec()) {
    this.host = host;
    this.keys = keys;
  }

  get id(): Buffer {
    return sha256(spki(this.keys.publicKey));
  }

  /** The entry of a body, with both proofs: the promise (version 1 only), and the place in the tree. */
  entry(body: Json, time: Date, version: 1 | 2 = 1): Json {
    const canonical = Buffer.from(canonicalJson(body));
    const integratedTime = Math.floor(time.getTime() / 1000);
    const common = {
      logIndex: String(INDEX),
      logId: { keyId: base64(this.id) },
      kindVersion: { kind: body["kind"], version: body["apiVersion"] },
      inclusionProof: this.#proof(canonical),
      canonicalizedBody: base64(canonical),
    };
    if (version === 2) return common;
    const promise = this.promise(canonical, integratedTime);
    return {
      ...common,
      integratedTime: String(integratedTime),
      inclusionPromise: { signedEntryTimestamp: base64(promise) },
    };
  }

  promise(canonical: Buffer, integratedTime: number): Buffer {
    const logID = this.id.toString("hex");
    const payload = { body: base64(canonical), integratedTime, logID, logIndex: INDEX };
    return sign("sha256", Buffer.from(canonicalJson(payload)), this.keys.privateKey);
  }

  /** The annotation of cosign with an entry. */
  cosignEntry(body: Json, time: Date): Json {
    const canonical = Buffer.from(canonicalJson(body));
    const integratedTime = Math.floor(time.getTime() / 1000);
    return {
      SignedEntryTimestamp: base64(this.promise(canonical, integratedTime)),
      Payload: { body: base64(canonical), integratedTime, logIndex: INDEX, logID: this.id.toString("hex") },
    };
  }

  #proof(canonical: Buffer): Json {
    const leaves = [...OTHERS.slice(0, INDEX), leafHash(canonical), ...OTHERS.slice(INDEX)];
    const root = treeHash(leaves);
    const note = `${this.host} - 1\n${leaves.length}\n${base64(root)}\n`;
    const algorithm = this.keys.publicKey.asymmetricKeyType === "ed25519" ? null : "sha256";
    const signature = Buffer.concat([this.id.subarray(0, 4), sign(algorithm, Buffer.from(note), this.keys.privateKey)]);
    return {
      logIndex: String(INDEX),
      treeSize: String(leaves.length),
      rootHash: base64(root),
      hashes: path(INDEX, leaves).map(base64),
      checkpoint: { envelope: `${note}\n\u2014 ${this.host} ${base64(signature)}\n` },
    };
  }
}

export const newLog = (): Log => new Log("log2025.test", ed25519());

/** JSON with sorted keys, as logs sign it. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
}

function leafHash(leaf: Buffer): Buffer {
  return sha256(Buffer.concat([Buffer.from([0]), leaf]));
}

/** The largest power of two below a number. */
function split(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer;
  const half = split(leaves.length);
  return sha256(Buffer.concat([Buffer.from([1]), treeHash(leaves.slice(0, half)), treeHash(leaves.slice(half))]));
}

function path(index: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const half = split(leaves.length);
  return index < half
    ? [...path(index, leaves.slice(0, half)), treeHash(leaves.slice(half))]
    : [...path(index - half, leaves.slice(half)), treeHash(leaves.slice(0, half))];
}

const SHA256 = sequence(oid("2.16.840.1.101.3.4.2.1"));
const TIMESTAMP_INFO = "1.2.840.113549.1.9.16.1.4";

/** The response of a timestamp authority about some bytes. */
export function timestamp(by: Authority, issuer: Authority, about: Uint8Array, time: Date): Buffer {
  const imprint = sequence(SHA256, octets(sha256(about)));
  const info = sequence(integer(1), oid("1.2.3.4"), imprint, integer(99), generalizedTime(time));
  const attributes = [
    sequence(oid("1.2.840.113549.1.9.3"), setOf(oid(TIMESTAMP_INFO))),
    sequence(oid("1.2.840.113549.1.9.4"), setOf(octets(sha256(info)))),
  ];
  const signature = sign("sha256", setOf(...attributes), by.keys.privateKey);
  const signer = sequence(
    integer(1),
    sequence(issuer.name, integer(by.serial)),
    SHA256,
    explicit(0, ...attributes),
    ECDSA_SHA256,
    octets(signature),
  );
  const content = sequence(oid(TIMESTAMP_INFO), explicit(0, octets(info)));
  const data = sequence(integer(3), setOf(SHA256), content, setOf(signer));
  return sequence(sequence(integer(0)), sequence(oid("1.2.840.113549.1.7.2"), explicit(0, data)));
}
