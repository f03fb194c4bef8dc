/** Sources of Applications in other git repositories; docs/specification/argocd-helm-sources.md 1. */
import { posix } from "node:path";
import { type Diagnostic, KrmError, type Location } from "../../diagnostics.ts";
import {
  atPlace,
  type GitUrl,
  originOf,
  type PastTree,
  parseGitReference,
  type RemoteRepository,
  remoteRefused,
  shownAddress,
} from "../../sources/index.ts";
import { type Own, revisionText, SourceElsewhere, targetRevisionOf } from "./own-repository.ts";
import type { Fields } from "./source-fields.ts";

/** The other repository that a source names, with its directory and its revision; undefined for all others. @throws KrmError `argocd-invalid` */
export function repositoryElsewhere(source: Fields, { own }: Own): GitUrl | undefined {
  const repoURL = source.text("repoURL");
  if (source.text("chart") !== "" || /^oci:/i.test(repoURL) || originOf(repoURL, own) !== "other") return undefined;
  const { name, newest } = targetRevisionOf(source);
  // Two slashes end the address of a repository.
  const url = parseGitReference(`${repoURL.trim().replace(/\/+$/, "")}//`);
  const path = posix.join(".", source.text("path")).replace(/^\.$/, "");
  const ref = name === "" || name === "HEAD" ? undefined : name;
  return url && { ...url, path, ref, ...(newest !== undefined && { newest }) };
}

/** Tells whether two sources are of one commit. */
export function isSameCommit(one: Fields, other: Fields): boolean {
  const keyOf = (source: Fields): string =>
    `${posix.normalize(source.text("repoURL")).replace(/\/$|\.git\/?$/, "")} ${revisionText(source) || "HEAD"}`;
  return keyOf(one) === keyOf(other);
}

/**
 * The files of another repository that a generator names.
 * @param fetch undefined where nothing may be fetched
 * @throws KrmError `argocd-source-elsewhere` if it may not be fetched, and what fetching throws, at the place of the address
 */
export async function fetchedElsewhere(
  source: Fields,
  url: GitUrl,
  fetch: ((url: GitUrl, place: Location) => Promise<RemoteRepository>) | undefined,
): Promise<PastTree> {
  const place = source.placeOf("repoURL");
  try {
    if (fetch === undefined) throw remoteRefused(url.repository, place, "copy what the generator reads into this one");
    const { tree, sha } = await fetch(url, place);
    return { tree, commit: sha };
  } catch (thrown) {
    if (!(thrown instanceof KrmError) || thrown.code !== "remote-unsupported") throw atPlace(thrown, place);
    const [{ message, hint = "" }] = thrown.diagnostics as [Diagnostic];
    const shown = `${shownAddress(url.repository)} `;
    const why = message.startsWith(shown) ? `, and ${message.slice(shown.length)}` : `: ${message}`;
    const about = { source: shownAddress(source.text("repoURL")), reason: `is not this repository${why}`, hint };
    throw new SourceElsewhere(source, { ...about, field: "repoURL" }, thrown);
  }
}
