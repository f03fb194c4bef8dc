/** The references of kustomizations and compositions to other machines; docs/specification/remote-sources.md 1. */
import { type GitUrl, parseGitUrl } from "./git-url.ts";

/** Tells whether a path is the address of a file. */
export function isAddress(path: string): boolean {
  return /^https?:\/\/[^\n]*$/i.test(path);
}

/** A reference to a directory of a git repository; undefined for all others. A text of several lines is not a reference. */
export function parseGitReference(entry: string): GitUrl | undefined {
  return entry.includes("\n") ? undefined : parseGitUrl(entry);
}

/** Tells whether an entry is a reference to another machine. */
export function isRemote(path: string): boolean {
  return MAY_BE_REMOTE.test(path) && (isAddress(path) || parseGitReference(path) !== undefined);
}

/** Almost no path of a file or a directory has one of these, and most entries are paths. */
const MAY_BE_REMOTE = /[:@]|^github\.com\//i;

/** Tells what the name of an entry looks like, which may be a file as well as a repository: both, one of them, or none. */
export function namedAs(
  entry: string,
  { marked, ref, repository }: GitUrl,
): { readonly isNamedAsFile: boolean; readonly isNamedAsRepository: boolean } {
  return {
    isNamedAsFile: /^[^?#]*\.(?:ya?ml|json)(?:[?#]|$)/i.test(entry),
    isNamedAsRepository: marked || ref !== undefined || /^https:\/\/github\.com\//i.test(repository),
  };
}
