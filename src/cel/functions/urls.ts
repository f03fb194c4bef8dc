/** Addresses of the web, as Go's `url.ParseRequestURI` and `url.Parse` read them. */
import { CelFailure } from "../failure.ts";
import { meter } from "../meter.ts";
import type { Definition } from "./definition.ts";

export class WebAddress {
  readonly scheme: string;
  readonly host: string;
  /** With its escapes. */
  readonly path: string;
  readonly query: string;
  readonly #text: string;

  constructor(text: string, [scheme, host, path, query]: readonly [string, string, string, string]) {
    this.#text = text;
    this.scheme = scheme;
    this.host = host;
    this.path = path;
    this.query = query;
  }

  get source(): string {
    return this.#text;
  }

  equals(other: unknown): boolean {
    return other instanceof WebAddress && other.source === this.#text;
  }

  get hostname(): string {
    return this.host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
  }

  get port(): string {
    return /:(\d*)$/.exec(this.host)?.[1] ?? "";
  }
}

const MAX_LENGTH = 10_000;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
/** The scheme, the authority, the path and the query. */
const FORM = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s;

/** Reads an absolute address, or a path that begins with a slash. Undefined if it is none. */
export function parseAddressOfWeb(text: string): WebAddress | undefined {
  meter().pay(text.length);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Go refuses
  if (text === "" || text.length > MAX_LENGTH || /[\x00-\x1f\x7f]/.test(text)) return undefined;
  // What follows a number sign is the fragment, but no authority has one.
  const [, , whole] = FORM.exec(text) ?? [];
  const match = whole?.includes("#") === true ? null : FORM.exec(text.split("#")[0] ?? "");
  if (match === null) return undefined;
  const [, scheme = "", authority, path = "", query = ""] = match;
  const isRooted = scheme === "" ? text.startsWith("/") : authority !== undefined || path.startsWith("/");
  // What follows another scheme is opaque.
  if (!isRooted && scheme === "") return undefined;
  const rooted = scheme === "" && authority !== undefined ? `//${authority}${path}` : path;
  const host = scheme === "" ? "" : (authority ?? "").replace(/^.*@/, "");
  const isOdd = /[ <>"`{}|\\^]/.test(host) || BAD_ESCAPE.test(isRooted ? rooted : "") || !isHost(host);
  return isOdd ? undefined : new WebAddress(text, [scheme.toLowerCase(), host, isRooted ? escaped(rooted) : "", query]);
}

function isHost(host: string): boolean {
  return /^(?:\[[0-9A-Fa-f:.]+(?:%25[^\]]*)?\])?[^[\]:]*(?::\d*)?$/.test(host);
}

/** Escapes what Go escapes in a path. */
function escaped(path: string): string {
  return path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]/gu, (char) => encodeURIComponent(char));
}

function queryOf(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const part of query.split("&")) {
    if (part === "" || part.includes(";")) continue;
    const at = part.indexOf("=");
    const [key, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    const [name, text] = [unescaped(key), unescaped(value)];
    if (name !== undefined && text !== undefined) found.set(name, [...(found.get(name) ?? []), text]);
  }
  return found;
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function url(text: string): WebAddress {
  const parsed = parseAddressOfWeb(text);
  if (parsed === undefined) throw new CelFailure("a text is no URL");
  return parsed;
}

const URL_TYPE = "kubernetes.URL";

export const URLS: readonly Definition[] = [
  [`url(string): ${URL_TYPE}`, url],
  ["isURL(string): bool", (text: string) => parseAddressOfWeb(text) !== undefined],
  [`${URL_TYPE}.getScheme(): string`, ({ scheme }: WebAddress) => scheme],
  [`${URL_TYPE}.getHost(): string`, ({ host }: WebAddress) => host],
  [`${URL_TYPE}.getHostname(): string`, ({ hostname }: WebAddress) => hostname],
  [`${URL_TYPE}.getPort(): string`, ({ port }: WebAddress) => port],
  [`${URL_TYPE}.getEscapedPath(): string`, ({ path }: WebAddress) => path],
  [`${URL_TYPE}.getQuery(): map<string, list<string>>`, ({ query }: WebAddress) => queryOf(query)],
];
