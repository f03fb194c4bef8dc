/** References to other machines; docs/specification/remote-sources.md 1, 2. */
import { type Diagnostic, failure, KrmError, type Location } from "../../diagnostics.ts";
import { type GitUrl, shownAddress } from "../../sources/index.ts";

export { isAddress, isRemote, namedAs, parseGitReference } from "../../sources/index.ts";

export function remoteRefused(
  path: string,
  location: Partial<Location>,
  otherwise = "copy it into the repository and name the directory",
): Error {
  return failure("remote-unsupported", `${shownAddress(path)} cannot be fetched: remote sources are disabled`, {
    ...location,
    hint: `In the action, set \`remote: public\`. Or ${otherwise}.`,
  });
}

/** Gives an error that has no place the one of what caused it, such as a reference. */
export function atPlace(thrown: unknown, location: Location): Error {
  if (!(thrown instanceof KrmError) || thrown.diagnostics.every(({ file }) => file !== undefined))
    return thrown as Error;
  return new KrmError(
    thrown.diagnostics.map((one) => (one.file === undefined ? { ...one, ...location } : one)),
    { cause: thrown },
  );
}

/** A notice for a reference whose content can change; undefined for others. @param now its current commit or digest */
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
    message: `${shownAddress(address)} can change without a change here`,
    hint: url === undefined ? `Append its digest, which kustomize does not know: #sha256:${now}` : `Pin it: ref=${now}`,
    ...location,
  };
}

/** The warning of kustomize about the prefix `git::`, which has no effect. */
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

/** Tells whether an address contains a digest, or a commit as in addresses of raw files. */
function isPinnedFile(address: string): boolean {
  return /#sha256[=:][0-9a-f]{64}$/i.test(address) || address.split(/[/?#]/).some(isCommit);
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref);
}
