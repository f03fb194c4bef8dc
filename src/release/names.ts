/** The default name and version of a release; docs/specification/releases.md 1.2, 2.6. */
import { failure, type KrmError } from "../diagnostics.ts";
import { plainAddress } from "../lock/index.ts";
import { isReleaseName } from "./format.ts";

const SHORT_COMMIT = 12;
/** A host of one letter is a drive. */
const SCP = /^(?:[^@/:]+@)?([^@/:]{2,}):(?!\/\/)\/?(.+)$/;
const ADDRESS = /^(https?|ssh|git):\/\/(?:[^/?#]*@)?([^/?#@]+)\/+([^?#]+)/i;

/**
 * The address of a repository as a release names it: the same for each way in which the repository is cloned. Undefined for a
 * directory of this machine, which says nothing elsewhere.
 */
export function repositoryAddress(origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  const [, scheme = "ssh", host, path] = ADDRESS.exec(origin) ?? scpParts(origin);
  if (host === undefined || path === undefined) return undefined;
  const isSsh = scheme.toLowerCase() === "ssh";
  const authority = isSsh ? host.replace(/:\d+$/, "") : host;
  return plainAddress(`${isSsh ? "https" : scheme}://${authority}/${path.replace(/\/+$/, "").replace(/\.git$/, "")}`);
}

/** The parts of `user@host:path`, in the places of {@link ADDRESS}. */
function scpParts(origin: string): readonly (string | undefined)[] {
  const [, host, path] = /^[a-z][a-z0-9+.-]*:\/\//i.test(origin) ? [] : (SCP.exec(origin) ?? []);
  return [origin, undefined, host, path];
}

/** The last part of the address of the repository, or of a directory. Undefined if no name can be made of it. */
export function defaultName(repository: string | undefined, directory: string): string | undefined {
  return nameOf((repository ?? directory).split("/").at(-1) ?? "");
}

/** The error for a release whose repository and directory give no name. @param option how to give one */
export function nameless(option: string): KrmError {
  const message = "the release has no name: neither the repository nor its directory has one that fits";
  return failure("release-name", message, { hint: `Give it one: ${option}.` });
}

/** The tag, if the ref is one, or the beginning of the id of the commit. */
export function defaultVersion(ref: string | undefined, commit: string): string {
  const tag = ref?.startsWith("refs/tags/") ? nameOf(ref.slice("refs/tags/".length)) : undefined;
  return tag ?? commit.slice(0, SHORT_COMMIT);
}

/** A text with `-` for what no name has. */
function nameOf(text: string): string | undefined {
  const name = text
    .replace(/[^A-Za-z0-9._+-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 100);
  return isReleaseName(name) ? name : undefined;
}
