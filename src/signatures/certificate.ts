/** The certificate of a signer: its form, and whom it names. */
import { X509Certificate } from "@sigstore/core";
import { boundDer } from "./der-bounds.ts";
import { Rejected } from "./rejected.ts";

/** The largest certificate, in bytes. Those of Fulcio have less than 2,000. */
const MAX_CERTIFICATE = 16 * 1024;

const ALTERNATIVE_NAME = "2.5.29.17";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
/** The issuer as bare text, and since 2022 as a string of ASN.1. */
const ISSUER_TEXT = "1.3.6.1.4.1.57264.1.1";
const ISSUER_STRING = "1.3.6.1.4.1.57264.1.8";

/** Tags of the names that identify a signer: an email address, a URI. */
const NAME_TAGS = [1, 6];

const UTF8_STRING = 0x0c;

/**
 * Reads the certificate of a signer. Nothing is known of its origin yet (docs/specification/signatures.md 4.3).
 *
 * @throws Rejected if it is not one that may sign
 */
export function readCertificate(raw: Buffer): X509Certificate {
  if (raw.length > MAX_CERTIFICATE) throw new Rejected("its certificate is too large");
  boundDer(raw);
  const certificate = X509Certificate.parse(Buffer.from(raw));
  // The package verifies what it would write, and reads what was written. Both must be the same.
  if (!certificate.root.toDER().equals(raw) || certificate.root.subs.length !== 3)
    throw new Rejected("its certificate is not in DER");
  const oids = certificate.extensions.map((extension) => extension.subs[0]?.toOID());
  if (new Set(oids).size < oids.length) throw new Rejected("its certificate has an extension twice");
  if (certificate.isCA) throw new Rejected("it is signed with the certificate of an authority");
  const usages = certificate.extension(EXTENDED_KEY_USAGE)?.valueObj.subs[0]?.subs ?? [];
  if (!usages.some((usage) => usage.toOID() === CODE_SIGNING)) {
    throw new Rejected("its certificate is not for signing code");
  }
  return certificate;
}

/**
 * Whom a certificate names. The package would decode characters outside of ASCII to others, and let the first of several
 * names count.
 *
 * @throws Rejected if that is not exactly one identity and one issuer
 */
export function identityOf(certificate: X509Certificate): { identity: string; issuer: string } {
  const names = certificate.extension(ALTERNATIVE_NAME)?.valueObj.subs[0]?.subs ?? [];
  const [name] = names;
  if (name === undefined || names.length > 1 || !NAME_TAGS.some((tag) => name.tag.isContextSpecific(tag))) {
    throw new Rejected("its certificate names not exactly one email address or URI");
  }
  const text = certificate.extension(ISSUER_TEXT)?.value;
  const issuers = [text === undefined ? [] : ascii(text), issuerString(certificate)].flat();
  const [issuer] = issuers;
  if (issuer === undefined) throw new Rejected("its certificate does not say who identified the signer");
  if (issuers.some((other) => other !== issuer)) throw new Rejected("its certificate names two issuers");
  return { identity: ascii(name.value), issuer };
}

function issuerString(certificate: X509Certificate): string | readonly [] {
  const extension = certificate.extension(ISSUER_STRING);
  if (extension === undefined) return [];
  const [text, ...more] = extension.valueObj.subs;
  if (text?.tag.toDER() !== UTF8_STRING || more.length > 0)
    throw new Rejected("the issuer in its certificate is no text");
  return ascii(text.value);
}

function ascii(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Rejected("a name in its certificate is empty or not printable ASCII");
  return text;
}
