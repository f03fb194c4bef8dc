/** The addresses of remote sources: their parts, and their form in messages. */
import { isIPv6 } from "node:net";
import { maskSecrets, shorten } from "../../text/index.ts";

/** Ways to reach another machine. `file` is a repository of this machine. */
export type Protocol = "https" | "http" | "ssh" | "git" | "file";

/** The protocols of the network. */
export const REMOTE_PROTOCOLS: readonly Protocol[] = ["https", "http", "ssh", "git"];
/** Also repositories of this machine, as kustomize allows by default. */
export const LOCAL_PROTOCOLS: readonly Protocol[] = [...REMOTE_PROTOCOLS, "file"];
/** The protocols that a pull request may use: not to this machine, and encrypted only. */
export const SAFE_PROTOCOLS: readonly Protocol[] = ["https", "ssh"];

export interface Endpoint {
  readonly protocol: Protocol;
  /** Without brackets. Empty for `file`. */
  readonly host: string;
  readonly port: number;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

const DEFAULT_PORTS: Readonly<Record<Protocol, number>> = { https: 443, http: 80, ssh: 22, git: 9418, file: 0 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: no address contains these, and programs disagree on them
const CONTROL = /[\x00-\x1f\x7f]/;
const PARAMETER = /([?&;])([^=&;#?\s]*)=[^&;#\s]*/g;
/** Names of parameters that grant access, such as those of presigned addresses. */
const SECRET_NAME = /token|secret|passw|signature|credential|auth|jwt|key|^sig$|^code$/i;
/** The limit of an address in messages. */
const MAX_SHOWN = 2000;

/** The host to which git connects for a repository, or a client for a file. Undefined if that is not clear. */
export function endpointOf(address: string): Endpoint | undefined {
  if (CONTROL.test(address)) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined) return scpEndpoint(address);
  if (scheme === "file") return { protocol: "file", host: "", port: 0 };
  if (scheme !== "https" && scheme !== "http" && scheme !== "ssh" && scheme !== "git") return undefined;
  const url = parseUrl(address);
  if (url === undefined || url.hostname === "") return undefined;
  const port = url.port === "" ? DEFAULT_PORTS[scheme] : Number(url.port);
  return { protocol: scheme, host: url.hostname.replace(/^\[|\]$/g, ""), port };
}

/** Follows git: with a colon before any slash, the address is `[user@]host:path`, otherwise a path of this machine. */
function scpEndpoint(address: string): Endpoint | undefined {
  // `helper::address` starts a program.
  if (/^[a-z0-9+.-]*::/i.test(address)) return undefined;
  const host = /^(?:[^@/:]*@)?(\[[^\]/]*\]|[^:/]*):/.exec(address)?.[1];
  if (host === undefined) return { protocol: "file", host: "", port: 0 };
  return host === "" ? undefined : { protocol: "ssh", host: host.replace(/^\[|\]$/g, ""), port: 22 };
}

const HOST = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])";
const USER = "(?:[a-z0-9._~][a-z0-9._~+-]*@)?";
const SSH_URL = new RegExp(`^ssh://${USER}${HOST}(?::[0-9]*)?/`, "i");
const SCP = new RegExp(`^${USER}${HOST}:(?!:)`, "i");
const PLAIN_HOST = new RegExp(`^${HOST}$`, "i");

/**
 * The address in a form in which all programs see the same host. Programs split addresses by different rules, so that an
 * address could pass a check with one host and lead git to another. Undefined if there is no such form.
 */
export function plainAddress(address: string, { protocol, host }: Endpoint): string | undefined {
  // Git also reads a port in brackets.
  if (host.includes(":") && !isIPv6(host)) return undefined;
  // Git decodes `%` before it looks for the host. ssh can read more than a name from a host.
  if (protocol === "ssh") return (/^ssh:\/\//i.test(address) ? SSH_URL : SCP).test(address) ? address : undefined;
  const url = parseUrl(address);
  if (url === undefined || !PLAIN_HOST.test(url.hostname) || url.username !== "" || url.password !== "")
    return undefined;
  url.hash = "";
  return url.href;
}

/** Separates user and password from an HTTP address, so that they are never an argument of a program. */
export function withoutCredentials(address: string): { address: string; credentials: Credentials | undefined } {
  const [, scheme, userInfo, rest] = /^(https?:\/\/)([^/?#]*)@(.*)$/is.exec(address) ?? [];
  if (scheme === undefined || userInfo === undefined || rest === undefined) return { address, credentials: undefined };
  const colon = userInfo.indexOf(":");
  const user = colon < 0 ? userInfo : userInfo.slice(0, colon);
  const password = colon < 0 ? "" : userInfo.slice(colon + 1);
  return { address: scheme + rest, credentials: { user: unescapeText(user), password: unescapeText(password) } };
}

export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** The address as messages show it: without credentials in its user info or its query, on one line, and shortened. */
export function shownAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  const shown = maskSecrets(address.replace(PARAMETER, withoutSecret)).replace(/[\x00-\x1f\x7f]/g, "");
  return shorten(shown, MAX_SHOWN);
}

function withoutSecret(parameter: string, separator: string, name: string): string {
  return SECRET_NAME.test(name) ? `${separator}${name}=***` : parameter;
}

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
