/** Sources of Applications in other git repositories; docs/specification/argocd-helm-sources.md 1. */
import { posix } from "node:path";
import { type GitUrl, originOf, parseGitReference } from "../../sources/index.ts";
import { type Own, revisionText, targetRevisionOf } from "./own-repository.ts";
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
