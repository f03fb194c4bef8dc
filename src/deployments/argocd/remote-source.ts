/** Sources of Applications in other git repositories; docs/specification/argocd-helm-sources.md 1. */
import { posix } from "node:path";
import { originOf, parseGitReference, shownAddress } from "../../sources/index.ts";
import type { RemoteSource } from "./application-recipe.ts";
import { type Own, SourceElsewhere } from "./own-repository.ts";
import type { Fields } from "./source-fields.ts";

/** Ranges of versions, of which Argo CD takes the newest tag. */
const RANGE = /[*^~<>=|,\s]|(?:^|\.)x(?:\.|$)/i;

/**
 * The other repository that a source names, with its revision; undefined for all others.
 * @throws KrmError `argocd-source-elsewhere` for a range of versions
 */
export function repositoryElsewhere(source: Fields, { own }: Own): Pick<RemoteSource, "address" | "url"> | undefined {
  const [repoURL, revision] = [source.text("repoURL"), source.text("targetRevision")];
  if (source.text("chart") !== "" || /^oci:/i.test(repoURL) || originOf(repoURL, own) !== "other") return undefined;
  if (RANGE.test(revision))
    throw new SourceElsewhere(source, {
      source: shownAddress(repoURL),
      reason: `is not this repository, and takes the newest tag in the range ${revision}, which is not looked for`,
      hint: "Name a tag, a branch or a commit.",
      field: "targetRevision",
    });
  const query = revision === "" || revision === "HEAD" ? "" : `?ref=${encodeURIComponent(revision)}`;
  // Two slashes end the address of a repository.
  const repository = `${repoURL.trim().replace(/\/+$/, "")}//`;
  const url = parseGitReference(`${repository}${query}`);
  const path = posix.join(".", source.text("path")).replace(/^\.$/, "");
  return url && { address: `${repository}${path}${query}`, url: { ...url, path } };
}

/** Tells whether two sources are of one commit. */
export function isSameCommit(one: Fields, other: Fields): boolean {
  const keyOf = (source: Fields): string =>
    `${posix.normalize(source.text("repoURL")).replace(/\/$|\.git\/?$/, "")} ${source.text("targetRevision") || "HEAD"}`;
  return keyOf(one) === keyOf(other);
}
