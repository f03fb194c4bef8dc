/** The addresses of git repositories that a kustomization may name; docs/specification/remote-sources.md 2. */
import { posix } from "node:path";
import { parseDuration } from "../../text/index.ts";
import type { TagRange } from "../git/tag-range.ts";

/** The parts of an address that names a directory of a repository at a ref. */
export interface GitUrl {
  /** The address to fetch from: a URL, or `user@host:path`. May contain credentials. */
  readonly repository: string;
  /** The directory within the repository, without a leading slash. Empty for the top. Not normalised. */
  readonly path: string;
  /** A branch, a tag or a commit. Undefined for the default branch. */
  readonly ref: string | undefined;
  /** The range of versions that `ref` is read as. Absent for what kustomizations name. */
  readonly newest?: TagRange | undefined;
  /** The time limit of one git command. */
  readonly timeoutSeconds: number;
  /** True if submodules are part of the tree. */
  readonly submodules: boolean;
  /** True if a mark (`//`, `.git`, `_git/`) ends the repository, rather than the number of segments. */
  readonly marked: boolean;
}

export const DEFAULT_TIMEOUT_SECONDS = 27;

const SCHEMES = ["ssh://", "https://", "http://", "file://"] as const;

/** Parses an address. Undefined for a path of this machine. Never throws. */
export function parseGitUrl(text: string): GitUrl | undefined {
  if (text.startsWith("/")) return undefined;
  const question = text.indexOf("?");
  const address = question < 0 ? text : text.slice(0, question);
  const host = splitHost(address);
  if (host === undefined) return undefined;
  const parts = splitPath(host.rest, host.prefix === "file://");
  if (parts === undefined || parts.repository === "" || leavesRepository(parts.path)) return undefined;
  return {
    repository: host.prefix + parts.repository,
    path: withoutSlash(parts.path),
    ...parseQuery(question < 0 ? "" : text.slice(question + 1)),
    marked: parts.marked,
  };
}

/** Scheme, user and host as git gets them, and what follows. */
function splitHost(address: string): { prefix: string; rest: string } | undefined {
  const forced = /^git::/i.exec(address)?.[0] ?? "";
  const unforced = address.slice(forced.length);
  const scheme = SCHEMES.find((candidate) => unforced.slice(0, candidate.length).toLowerCase() === candidate) ?? "";
  const unschemed = unforced.slice(scheme.length);
  // Everything after the scheme is a path.
  if (scheme === "file://") return { prefix: scheme, rest: unschemed };
  const user = /^[a-zA-Z][a-zA-Z0-9-]*@/.exec(unschemed)?.[0] ?? "";
  const located = unschemed.slice(user.length);
  const isGitHub = /^github\.com[/:]/i.test(located);
  const isScp = scheme === "" && (user !== "" || isGitHub);
  if (scheme === "" && !isScp) return undefined;
  const end = endOfHost(located, isScp);
  const host = end < 0 ? located : located.slice(0, end + 1);
  const rest = end < 0 ? "" : located.slice(end + 1);
  if (isGitHub) return { prefix: gitHubPrefix(scheme, user), rest };
  return host === "" ? undefined : { prefix: scheme + user + host, rest };
}

/** The index of the character between host and path, -1 if there is none. */
function endOfHost(located: string, isScp: boolean): number {
  const slash = located.indexOf("/");
  if (!isScp) return slash;
  const colon = located.indexOf(":");
  return slash < 0 || (colon > 0 && colon < slash) ? colon : slash;
}

/** All spellings of GitHub become one of two. */
function gitHubPrefix(scheme: string, user: string): string {
  return scheme === "ssh://" || user !== "" ? `${user}github.com:` : "https://github.com/";
}

interface PathParts {
  readonly repository: string;
  readonly path: string;
  readonly marked: boolean;
}

function splitPath(rest: string, isFile: boolean): PathParts | undefined {
  const azure = rest.indexOf("_git/");
  if (azure >= 0) {
    const slash = rest.indexOf("/", azure + "_git/".length);
    return slash < 0
      ? { repository: rest, path: "", marked: true }
      : { repository: rest.slice(0, slash), path: rest.slice(slash + 1), marked: true };
  }
  const slashes = rest.indexOf("//");
  if (slashes >= 0) return { repository: rest.slice(0, slashes), path: rest.slice(slashes + 2), marked: true };
  const suffix = rest.indexOf(".git");
  if (suffix >= 0) {
    const end = suffix + ".git".length;
    return { repository: rest.slice(0, end), path: rest.slice(end), marked: true };
  }
  if (isFile) return { repository: rest, path: "", marked: false };
  const segments = rest.split("/");
  if (segments.length < 2) return undefined;
  return { repository: segments.slice(0, 2).join("/"), path: segments.slice(2).join("/"), marked: false };
}

function leavesRepository(path: string): boolean {
  const [first] = posix.normalize(withoutSlash(path)).split("/");
  return first === "..";
}

function withoutSlash(path: string): string {
  return path.startsWith("/") ? path.slice(1) : path;
}

/** A query that is not valid form data is ignored. */
function parseQuery(query: string): Pick<GitUrl, "ref" | "timeoutSeconds" | "submodules"> {
  const values = parseForm(query);
  return {
    ref: values?.get("ref") || values?.get("version") || undefined,
    timeoutSeconds: timeoutOf(values?.get("timeout") ?? ""),
    submodules: !FALSE.has(values?.get("submodules") ?? ""),
  };
}

const FALSE: ReadonlySet<string> = new Set(["0", "f", "F", "false", "FALSE", "False"]);

/** The first value of each name. Undefined if any part is malformed. */
function parseForm(query: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  for (const pair of query.split("&")) {
    if (pair.includes(";")) return undefined;
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = unescapeForm(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeForm(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    if (!values.has(name)) values.set(name, value);
  }
  return values;
}

function unescapeForm(text: string): string | undefined {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return undefined;
  const plain = text.replaceAll("+", " ");
  return plain.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString());
}

/** Reads whole seconds, or a duration such as `1m30s`. Undefined for other values, and for those that are not above zero. */
function timeoutOf(text: string): number {
  const seconds = /^[+-]?\d+$/.test(text) ? Number(text) : parseDuration(text);
  return seconds !== undefined && seconds > 0 && Number.isFinite(seconds) ? seconds : DEFAULT_TIMEOUT_SECONDS;
}
