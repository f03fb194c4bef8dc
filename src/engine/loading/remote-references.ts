/** References to other machines; docs/specification/remote-sources.md 1, 2. */
import type { Diagnostic, Location } from "../../diagnostics.ts";
import { type GitUrl, shownAddress } from "../../sources/index.ts";

export { atPlace, isAddress, isRemote, namedAs, parseGitReference, remoteRefused } from "../../sources/index.ts";

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
