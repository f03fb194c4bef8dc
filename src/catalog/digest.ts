/** Digests as files and people write them; docs/specification/catalogs.md 5.1. */

/**
 * The 64 hexadecimal digits of a sha256 digest in lower case. `sha256:` may precede them, in any case.
 * @returns undefined if the text is not a digest
 */
export function digitsOf(text: string): string | undefined {
  const digits = text.replace(/^sha256:/i, "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}

/** The digest after `#sha256=` of an address, as {@link digitsOf}. */
export function pinOf(uri: string): string | undefined {
  const text = /#sha256=([^#]*)$/i.exec(uri)?.[1];
  return text === undefined ? undefined : digitsOf(text);
}
