/** Trust roots: the authorities and logs whose statements count. */
import { TrustedRoot } from "@sigstore/protobuf-specs";
import { toTrustMaterial } from "@sigstore/verify";
import { failure } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";
import { EMBEDDED } from "./embedded-root.ts";
import { MAX_DOCUMENT } from "./untrusted-json.ts";

/** Instances of Sigstore, each with its authorities and logs. One of them must vouch for a signature, entirely. */
export interface TrustRoot {
  readonly instances: readonly TrustedRoot[];
}

/** The number of instances in one file. */
const MAX_INSTANCES = 8;

/** The number of authorities, or logs, of one kind. */
const MAX_AUTHORITIES = 64;

const MEDIA_TYPE = /^application\/vnd\.dev\.sigstore\.trustedroot(?:\+json;version=0\.[12]|\.v0\.[12]\+json)$/;

/** Reads the trust root of Sigstore's public instance, which the build embeds. */
export function readEmbedded(): TrustRoot {
  return { instances: [instanceOf(JSON.parse(EMBEDDED))] };
}

/**
 * Reads a trust root: one document in JSON, or one on each line (docs/specification/signatures.md 6.2, 6.3).
 *
 * @throws KrmError `invalid-trust-root`
 */
export function readRoot(bytes: Uint8Array): TrustRoot {
  try {
    if (bytes.length > MAX_DOCUMENT) throw new Error("it is larger than 1 MiB");
    const instances = documents(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).map(instanceOf);
    if (instances.length === 0) throw new Error("it is empty");
    if (instances.length > MAX_INSTANCES) throw new Error(`it has more than ${MAX_INSTANCES} instances`);
    return { instances };
  } catch (thrown) {
    const reason = thrown instanceof Error ? shorten(thrown.message, 200) : String(thrown);
    const hint =
      "Give the file `trusted_root.json` of your Sigstore instance, or what `gh attestation trusted-root` prints.";
    throw failure("invalid-trust-root", `the trust root cannot be used: ${reason}`, { hint, cause: thrown });
  }
}

function documents(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (thrown) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) throw thrown;
    return lines.map((line) => JSON.parse(line));
  }
}

function instanceOf(document: unknown): TrustedRoot {
  const root = TrustedRoot.fromJSON(document);
  if (!MEDIA_TYPE.test(root.mediaType))
    throw new Error(`mediaType ${root.mediaType || "is missing"} is not that of a trust root`);
  const lists = [root.certificateAuthorities, root.timestampAuthorities, root.tlogs, root.ctlogs];
  if (lists.some((list) => list.length > MAX_AUTHORITIES))
    throw new Error(`it has more than ${MAX_AUTHORITIES} authorities or logs`);
  if (root.certificateAuthorities.length === 0) throw new Error("it has no certificateAuthorities");
  if (root.tlogs.length === 0 && root.timestampAuthorities.length === 0)
    throw new Error("it has neither tlogs nor timestampAuthorities");
  const authorities = [...root.certificateAuthorities, ...root.timestampAuthorities];
  const periods = [
    ...authorities.map((one) => one.validFor),
    ...[...root.tlogs, ...root.ctlogs].map((log) => log.publicKey?.validFor),
  ];
  if (!periods.every((period) => isTime(period?.start) && (period?.end === undefined || isTime(period.end)))) {
    throw new Error("an authority or log does not say since when it is valid");
  }
  // Reads all keys and certificates.
  toTrustMaterial(root);
  return root;
}

function isTime(date: Date | undefined): boolean {
  return date !== undefined && !Number.isNaN(date.getTime());
}
