/** References of images and artifacts in registries; docs/specification/oci.md 1. */
import { isIPv6 } from "node:net";
import { failure, type Location } from "../../diagnostics.ts";
import { shownAddress } from "../http/addresses.ts";

export interface OciReference {
  /** `HOST` or `HOST:PORT` in lower case; `docker.io` for Docker Hub. */
  readonly registry: string;
  readonly repository: string;
  readonly tag?: string | undefined;
  /** `sha256:` and 64 hexadecimal digits in lower case. */
  readonly digest?: string | undefined;
}

export const DOCKER_HUB = "docker.io";
const DEFAULT_TAG = "latest";

const MAX_REPOSITORY = 255;
const PATH = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/;

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
  const [name = "", digest, ...more] = text.slice(hasScheme ? "oci://".length : 0).split("@");
  if (more.length > 0) throw refuse("it contains two @");
  if (digest !== undefined && !isDigest(digest))
    throw refuse("its digest must be sha256: and 64 digits of 0-9 and a-f");
  const slash = name.lastIndexOf("/");
  const colon = name.indexOf(":", slash + 1);
  const tag = colon < 0 ? undefined : name.slice(colon + 1);
  if (tag !== undefined && !TAG.test(tag)) throw refuse("a tag has up to 128 letters, digits, and . _ -");
  const [first = "", ...others] = (colon < 0 ? name : name.slice(0, colon)).split("/");
  const looksLikeHost = /[.:]/.test(first) || first.toLowerCase() === "localhost";
  // Engines would look for it on Docker Hub.
  if (hasScheme && !looksLikeHost) throw refuse("its host has neither a dot nor a port");
  const isHost = hasScheme || (others.length > 0 && looksLikeHost);
  const host = isHost ? first.toLowerCase() : DOCKER_HUB;
  if (!isHostName(host)) throw refuse("the part before the first slash is not a host");
  const registry = host === `index.${DOCKER_HUB}` ? DOCKER_HUB : host;
  const path = isHost ? others : [first, ...others];
  if (path.join("") === "") throw refuse("it names no repository");
  if (path.some((component) => component !== component.toLowerCase())) throw refuse("a repository has no upper case");
  if (!path.every((component) => PATH.test(component)) || path.join("/").length > MAX_REPOSITORY) {
    throw refuse("a repository consists of letters, digits, and . _ - between them");
  }
  const repository = registry === DOCKER_HUB && path.length === 1 ? `library/${path[0]}` : path.join("/");
  return { registry, repository, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
}

function isHostName(host: string): boolean {
  if (!HOST.test(host) || Number(/:(\d+)$/.exec(host.replace(/^.*\]/, ""))?.[1] ?? 1) > 65_535) return false;
  const inBrackets = /^\[(.*)\]/.exec(host)?.[1];
  return inBrackets === undefined || isIPv6(inBrackets);
}

export function isDigest(text: unknown): text is string {
  return typeof text === "string" && /^sha256:[0-9a-f]{64}$/.test(text);
}

/** The hexadecimal digits of a digest. */
export function hexOf(digest: string): string {
  return digest.slice("sha256:".length);
}

/** The whole reference as text, for messages and as a key. */
export function referenceText({ registry, repository, tag, digest }: OciReference): string {
  return `${registry}/${repository}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;
}

/** What a registry is asked for: the digest, or else the tag. */
export function wantedOf({ tag = DEFAULT_TAG, digest }: OciReference): string {
  return digest ?? tag;
}
