/** Decides whether a reference to a catalog is trusted; docs/specification/catalogs.md 3. */
import { failure } from "../diagnostics.ts";
import { type CatalogReference, isPinned, shownReference } from "./reference.ts";
import type { TrustLine } from "./trust-lines.ts";

/** The trust that a line gives to a reference. */
export interface Grant {
  readonly line: TrustLine;
  /** `reference` if the line names the reference, `content` if it names the digest of its content, wherever it lies. */
  readonly by: "reference" | "content";
  /** The digest that the content must have; undefined: any. */
  readonly sha256: string | undefined;
}

/**
 * Returns the grants of the lines for a reference, the most specific one first; none if it is not trusted. A reference is trusted by its
 * normal form, and content by its digest, never by the name of a catalog.
 * @param sha256 the digest of the content, if it is known: trust by a digest alone needs it, or the pin of the reference
 */
export function trustOf(
  reference: CatalogReference,
  sha256: string | undefined,
  lines: readonly TrustLine[],
): readonly Grant[] {
  const known = sha256 ?? reference.sha256;
  const ranked: (readonly [rank: number, grant: Grant])[] = [];
  const isSpelledOtherwise = lines.some((line) => line.isPrefix) && lines.some((line) => isMeantBy(line, reference));
  for (const line of lines) {
    if (line.isPrefix && isSpelledOtherwise) continue;
    const pin = line.reference.sha256;
    if (names(line, reference)) {
      if (pin !== undefined && reference.sha256 !== undefined && pin !== reference.sha256) continue;
      const rank = line.isPrefix ? 3 : pin === undefined ? 1 : 0;
      ranked.push([rank, { line, by: "reference", sha256: pin ?? reference.sha256 }]);
    } else if (pin !== undefined && pin === known && !line.isPrefix) {
      ranked.push([2, { line, by: "content", sha256: pin }]);
    }
  }
  return ranked.sort(([a], [b]) => a - b).map(([, grant]) => grant);
}

/**
 * The digest that all grants demand and a line has: content with it is trusted wherever it comes from, so nobody is asked for
 * it. A digest that only the reference has is not like that: whoever wrote it may know content that the trusted address does
 * not have.
 */
export function trustedDigest(grants: readonly Grant[]): string | undefined {
  const sha256 = grants.find(({ line }) => line.reference.sha256 !== undefined)?.sha256;
  return grants.every((grant) => grant.sha256 === sha256) ? sha256 : undefined;
}

/**
 * Tells whether a line names a reference. A wildcard covers no address with a query or an escape: servers disagree on what these mean,
 * so that a path could leave its directory, or be another spelling of one with a line of its own.
 */
function names(line: TrustLine, reference: CatalogReference): boolean {
  if (!line.isPrefix) return line.reference.kind === reference.kind && line.reference.normal === reference.normal;
  if (reference.kind !== "https" || !reference.normal.startsWith(line.reference.normal)) return false;
  const rest = reference.normal.slice(line.reference.normal.length);
  return rest !== "" && !/[?%]/.test(rest);
}

/** Tells whether a line is for an address that many servers take for that of a reference: in another case, or with other escapes. */
function isMeantBy({ isPrefix, reference: { kind, normal } }: TrustLine, reference: CatalogReference): boolean {
  return (
    !isPrefix && kind === reference.kind && normal !== reference.normal && loose(normal) === loose(reference.normal)
  );
}

function loose(address: string): string {
  const byte = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
  return address.replace(/%([0-9A-F]{2})/g, byte).toLowerCase();
}

/** The first grant for content with a digest. @returns undefined if none allows it */
export function grantFor(grants: readonly Grant[], sha256: string): Grant | undefined {
  return grants.find((grant) => grant.sha256 === undefined || grant.sha256 === sha256);
}

/**
 * The error for content that has another digest than its reference or the line that trusts it.
 * @param grants at least one
 */
export function digestDiffers(reference: CatalogReference, grants: readonly Grant[], sha256: string): Error {
  const wanted = [...new Set(grants.map((grant) => grant.sha256))].join(" or ");
  const message = `the digest of ${shownReference(reference)} differs: it is ${sha256}, not ${wanted}`;
  const hint =
    "Look at what has changed. If it may run, put the new digest into the reference or the line that trusts it.";
  return failure("catalog-digest", message, { ...reference.location, hint });
}

/** Tells whether the content that a line trusts cannot change. */
export function isFixed(line: TrustLine): boolean {
  return !line.isPrefix && isPinned(line.reference);
}
