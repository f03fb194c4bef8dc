/** Names of images and artifacts in registries: `[HOST[:PORT]/]PATH[:TAG][@DIGEST]`. */

export interface ImageName {
  /** The registry as written; undefined if the name has none, which means Docker Hub. */
  readonly host: string | undefined;
  /** The path within the registry. */
  readonly path: string;
  readonly tag: string | undefined;
  /** `sha256:` and 64 hexadecimal digits in lower case. */
  readonly digest: string | undefined;
}

/** The part of a text that keeps it from being a name. Each caller has its own words for it. */
export type ImageNameFault = "length" | "second @" | "digest" | "tag" | "host" | "no path" | "upper case" | "path";

/** Registries refuse longer ones. */
const MAX_NAME = 4096;
const MAX_PATH = 255;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/**
 * Parses a name. The part before the first slash is a registry if it has a dot or a colon or is `localhost`, as for container
 * engines. A valid name cannot be mistaken for an option on a command line.
 * @param hasHost whether the first part is a registry in any case
 */
export function parseImageName(text: string, hasHost = false): ImageName | ImageNameFault {
  if (text.length > MAX_NAME) return "length";
  const [name = "", digest, ...more] = text.split("@");
  if (more.length > 0) return "second @";
  if (digest !== undefined && !isDigest(digest)) return "digest";
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const tag = colon < 0 ? undefined : name.slice(colon + 1);
  if (tag !== undefined && !TAG.test(tag)) return "tag";
  const components = (colon < 0 ? name : name.slice(0, colon)).split("/");
  const host =
    hasHost || (components.length > 1 && looksLikeHost(components[0] ?? "")) ? components.shift() : undefined;
  if (host !== undefined && !isHost(host)) return "host";
  if (components.join("") === "") return "no path";
  if (components.some((component) => component !== component.toLowerCase())) return "upper case";
  const path = components.join("/");
  if (path.length > MAX_PATH || !components.every((component) => COMPONENT.test(component))) return "path";
  return { host, path, tag, digest };
}

function looksLikeHost(first: string): boolean {
  return /[.:]/.test(first) || first.toLowerCase() === "localhost";
}

function isHost(host: string): boolean {
  if (!HOST.test(host) || Number(/:(\d+)$/.exec(host.replace(/^.*\]/, ""))?.[1] ?? 1) > 65_535) return false;
  return URL.canParse(`https://${host}/`);
}

/** Tells whether a value is `sha256:` and 64 hexadecimal digits in lower case. */
export function isDigest(text: unknown): text is string {
  return typeof text === "string" && DIGEST.test(text);
}

/** The path in a registry; on Docker Hub, names of one part are those of its library. */
export function pathInRegistry(host: string, path: string): string {
  return host === DOCKER_HUB && !path.includes("/") ? `library/${path}` : path;
}

export const DOCKER_HUB = "docker.io";
