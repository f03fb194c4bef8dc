/**
 * Other bytes than promised: something that is fetched, or a program beside a file, is not what its digest, its entry in the lock or
 * its signature says. Usually both sides fail then, although neither changed.
 */
import type { Rendering } from "./rendering.ts";

/** The codes that say so; docs/reference/diagnostics.md lists them. */
export const WRONG_BYTES: ReadonlySet<string> = new Set([
  "blob-size",
  "catalog-digest",
  "digest-mismatch",
  "image-mismatch",
  "lock-mismatch",
  "signature-identity",
  "signature-invalid",
  "signature-missing",
]);

/** Tells whether a side failed because of them: no failure of the other side counts as known then. */
export function hasWrongBytes(side: Rendering): boolean {
  return side.status === "failed" && side.diagnostics.some(({ code }) => WRONG_BYTES.has(code));
}
