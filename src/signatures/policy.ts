/** Signature policies: the signer that a trust line demands. */
import { failure, type KrmError } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";

/**
 * Who must have signed: a person or workflow that Sigstore identified (`identity` and its `issuer`), or the holder of the
 * private key of `key`, a public key in PEM.
 */
export type SignaturePolicy = { readonly identity: string; readonly issuer: string } | { readonly key: Uint8Array };

/** The signer of a valid signature: the identity in the certificate, or the holder of the key of the policy. */
export type Signer = { readonly identity: string; readonly issuer: string } | { readonly key: true };

/** The longest identity or issuer, in UTF-16 code units. */
const MAX_NAME = 2048;

/**
 * The only pattern: any branch whose name begins so, or any tag. The refs of pull requests are neither, so no pattern lets a
 * pull request sign.
 */
const PATTERN = /^https:\/\/[^*@]+@refs\/(?:heads|tags)\/[^*]*\*$/;

/**
 * Checks the values of a trust line (docs/specification/signatures.md 2.1 to 2.3).
 *
 * @throws KrmError `invalid-signature-policy`
 */
export function checkIdentity(identity: string, issuer: string): void {
  checkName("identity", identity);
  checkName("issuer", issuer);
  if (issuer.includes("*"))
    throw invalid(`issuer ${issuer} has a \`*\`, but an issuer is compared exactly`, "Write the whole address.");
  if (!identity.includes("*") || PATTERN.test(identity)) return;
  throw invalid(
    `identity ${identity} has a \`*\` where none is allowed, because strangers could then choose an identity that matches`,
    "Put one `*` at the very end, after `@refs/tags/` or `@refs/heads/`, or write the whole identity.",
  );
}

function checkName(field: string, value: string): void {
  const hint = `Write \`${field}=\` as the certificate of the signer has it, without blanks.`;
  if (value === "") throw invalid(`${field} is empty, so nobody could sign`, hint);
  if (value.length > MAX_NAME) throw invalid(`${field} is longer than ${MAX_NAME} characters`, hint);
  if (!/^[\x21-\x7e]+$/.test(value))
    throw invalid(`${field} ${shorten(value)} has a blank, or a character that is not ASCII`, hint);
}

function invalid(message: string, hint: string): KrmError {
  return failure("invalid-signature-policy", message, { hint });
}

/** Tells whether a checked policy names this signer. Case counts (docs/specification/signatures.md 2.2, 2.3). */
export function isDemanded(policy: SignaturePolicy, signer: Signer): boolean {
  if ("key" in policy || "key" in signer) return "key" in policy && "key" in signer;
  if (signer.issuer !== policy.issuer) return false;
  if (!policy.identity.endsWith("*")) return signer.identity === policy.identity;
  return signer.identity.startsWith(policy.identity.slice(0, -1));
}
