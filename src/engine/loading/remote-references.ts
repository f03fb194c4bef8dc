/** What kustomizations say about other machines; docs/specification/remote-sources.md 1, 2. */
import { type Diagnostic, failure, KrmError, type Location } from "../../diagnostics.ts";
import { type GitUrl, parseGitUrl, shownAddress } from "../../sources/index.ts";

/** Whether a file is to be fetched; docs/specification/remote-sources.md 1. */
export function isAddress(path: string): boolean {
  return /^https?:\/\/[^\n]*$/i.test(path);
}

/** A reference to a directory of a git repository; undefined for all others. What spans lines is a text. */
export function parseGitReference(entry: string): GitUrl | undefined {
  return entry.includes("\n") ? undefined : parseGitUrl(entry);
}

/** Whether an entry is on another machine rather than a path of this one. */
export function isRemote(path: string): boolean {
  return isAddress(path) || parseGitReference(path) !== undefined;
}

export function remoteRefused(path: string, location: Location): Error {
  return failure(
    "remote-unsupported",
    `${shownAddress(path)} is on another machine, and remote sources are switched off`,
    {
      ...location,
      hint: "In the action, set `remote: true`. Or vendor it into the repository and name the directory.",
    },
  );
}

/** A failure to fetch, at the place of the reference. */
export function atPlace(thrown: unknown, location: Location): Error {
  if (!(thrown instanceof KrmError)) return thrown as Error;
  return new KrmError(
    thrown.diagnostics.map((one) => (one.file === undefined ? { ...one, ...location } : one)),
    { cause: thrown },
  );
}

/** Undefined for a reference whose content cannot change. @param now the commit or the digest that it stands for now */
export function unpinned(
  address: string,
  url: GitUrl | undefined,
  location: Location,
  now: string,
): Diagnostic | undefined {
  if (url === undefined ? isPinnedFile(address) : isCommit(url.ref ?? "")) return undefined;
  return {
    code: "unpinned-reference",
    severity: "notice",
    message: `${shownAddress(address)} may change without a change here`,
    hint: url === undefined ? `Append its digest, which kustomize does not know: #sha256:${now}` : `Pin it: ref=${now}`,
    ...location,
  };
}

/** What the reference says about `git::` in front of an address, which means nothing to it. */
export function forced(address: string, location: Location): Diagnostic | undefined {
  if (!/^git::/i.test(address)) return undefined;
  return {
    code: "git-prefix",
    severity: "warning",
    message: "the prefix `git::` has no effect, and a future release of kustomize will not accept it",
    hint: "Remove it.",
    ...location,
  };
}

/** By a digest, or by a commit in its path, as in addresses of raw files. */
function isPinnedFile(address: string): boolean {
  return /#sha256[=:][0-9a-f]{64}$/i.test(address) || address.split(/[/?#]/).some(isCommit);
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref);
}
