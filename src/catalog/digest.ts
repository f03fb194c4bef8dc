/** Digests as files and people write them; docs/specification/catalogs.md 6.1. */

/**
 * The 64 hexadecimal digits of a sha256 digest in lower case. `sha256:` may precede them, in any case.
 * @returns undefined if the text is not a digest
 */
export function digitsOf(text: string): string | undefined {
  const digits = text.replace(/^sha256:/i, "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}
