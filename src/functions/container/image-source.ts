/** The port to registries and the content store: images that this process fetches and verifies itself. */

/** In the words of Go, such as `linux` and `amd64`. */
export interface ImagePlatform {
  readonly os: string;
  readonly architecture: string;
}

/** The digests that name an image of one platform: `sha256:` and 64 digits. Each of them names exactly one content. */
export interface ImageDigests {
  /** The digest of a manifest, never of an index. */
  readonly manifest: string;
  readonly config: string;
}

/** An image whose blobs are all in the content store. */
export interface FetchedImage extends ImageDigests {
  /** The digests of the layers after decompression, from the lowest on. */
  readonly diffIds: readonly string[];
  /** The size of the archive without its headers, in bytes. */
  readonly bytes: number;
  /**
   * A tar archive that docker, podman and nerdctl load under the given name. Every blob is verified while it is read.
   * @throws KrmError during the iteration if a blob is not what its digest says
   */
  archive(name: string): AsyncIterable<Uint8Array>;
}

export interface ImageSource {
  /**
   * Finds out what an image consists of, without its layers.
   * @param reference with registry and digest, which may be that of an index. A tag beside it only explains failures
   * @throws KrmError for an image that cannot be fetched, that is not what its digest says, or that lacks the platform
   */
  digests(reference: string, platform: ImagePlatform): Promise<ImageDigests>;
  /** Fetches what the store does not have yet. @throws KrmError as {@link ImageSource.digests} */
  fetch(reference: string, platform: ImagePlatform): Promise<FetchedImage>;
}
