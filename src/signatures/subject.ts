/** The artifact that must be signed: a catalog, or the manifest of an image or artifact. */
export interface SignedSubject {
  /** For messages, such as the reference of a catalog. */
  readonly name: string;
  /** The digest of the document or manifest: 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  /** The document or manifest itself. Without it, bundles over bare bytes cannot be verified. */
  readonly bytes?: Uint8Array;
}
