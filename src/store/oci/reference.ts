/** References of images and artifacts in registries; docs/specification/oci.md 1. */
import { failure, type Location } from "../../diagnostics.ts";
import { DOCKER_HUB, type ImageNameFault, parseImageName, pathInRegistry } from "../../text/index.ts";
import { shownAddress } from "../http/addresses.ts";

export interface OciReference {
  /** `HOST` or `HOST:PORT` in lower case; `docker.io` for Docker Hub. */
  readonly registry: string;
  readonly repository: string;
  readonly tag?: string | undefined;
  /** `sha256:` and 64 hexadecimal digits in lower case. */
  readonly digest?: string | undefined;
}

const DEFAULT_TAG = "latest";

const REASONS: Readonly<Record<ImageNameFault, string>> = {
  length: "it is too long",
  "second @": "it contains two @",
  digest: "its digest must be sha256: and 64 digits of 0-9 and a-f",
  tag: "a tag has up to 128 letters, digits, and . _ -",
  host: "the part before the first slash is not a host",
  "no path": "it names no repository",
  "upper case": "a repository has no upper case",
  path: "a repository consists of letters, digits, and . _ - between them",
};

/**
 * Parses `[HOST[:PORT]/]PATH[:TAG][@DIGEST]`, also behind `oci://`, where there must be a host.
 * docs/specification/oci.md 1.1 to 1.4.
 * @throws KrmError `invalid-oci-reference`
 */
export function parseOciReference(text: string, location?: Location): OciReference {
  const refuse = (reason: string): Error =>
    failure("invalid-oci-reference", `${JSON.stringify(shownAddress(text))} is not a reference: ${reason}`, {
      ...location,
      hint: "A reference has the form REGISTRY/REPOSITORY:TAG@sha256:HEX, with a tag, a digest or both.",
    });
  const hasScheme = /^oci:\/\//i.test(text);
  const name = text.slice(hasScheme ? "oci://".length : 0);
  // Engines would look for it on Docker Hub.
  if (hasScheme && !/^(?:[^/]*[.:]|localhost(?:\/|$))/i.test(name))
    throw refuse("its host has neither a dot nor a port");
  const parsed = parseImageName(name, hasScheme);
  if (typeof parsed === "string") throw refuse(REASONS[parsed]);
  const { host = DOCKER_HUB, path, tag, digest } = parsed;
  const registry = host.toLowerCase().replace(/^index\.docker\.io$/, DOCKER_HUB);
  const repository = pathInRegistry(registry, path);
  return { registry, repository, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
}

/** The hexadecimal digits of a digest. */
export function hexOf(digest: string): string {
  return digest.slice("sha256:".length);
}

/** The whole reference as text, for messages and as a key. */
export function referenceText({ registry, repository, tag, digest }: OciReference): string {
  return `${registry}/${repository}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;
}

/** The name of a manifest in requests: the digest, or else the tag. */
export function wantedOf({ tag = DEFAULT_TAG, digest }: OciReference): string {
  return digest ?? tag;
}
