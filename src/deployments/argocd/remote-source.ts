/** Sources of Applications in other git repositories; docs/specification/argocd-helm-sources.md 1. */
import { posix } from "node:path";
import type { Location } from "../../diagnostics.ts";
import { type GitUrl, originOf, parseGitReference } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import type { Value } from "../../yaml/index.ts";
import type { BuiltSourceOf, ChartSourceOf } from "./application.ts";
import type { Own } from "./own-repository.ts";
import type { Fields } from "./source-fields.ts";

/** A source in another repository, which can be read once that is fetched. */
export interface RemoteSource {
  readonly type: "Remote";
  /** The repository, with the branch, the tag or the commit, as a kustomization would name it. */
  readonly address: string;
  readonly url: GitUrl;
  /** The place that names it. */
  readonly location: Location;
  /** The source, and what else decides how it is read: equal ones are read alike. */
  readonly written: readonly (Value | undefined)[];
  /** The paths of the tree at hand that it takes values from. */
  readonly paths: readonly string[];
  /** @throws KrmError for what Argo CD refuses, and what is rendered only where Argo CD runs */
  readonly read: (found: FetchedSource) => Promise<BuiltSourceOf | ChartSourceOf>;
}

export interface FetchedSource {
  /** The files of the commit that the source is at. */
  readonly tree: Tree;
  readonly commit: string;
  /** The tree at hand. */
  readonly own: Tree;
}

/** Ranges of versions, of which Argo CD takes the newest tag. */
const RANGE = /[*^~<>=|,\s]|(?:^|\.)x(?:\.|$)/i;

/** The other repository that a source names, with its revision; undefined for all others. */
export function repositoryElsewhere(source: Fields, { own }: Own): Pick<RemoteSource, "address" | "url"> | undefined {
  const [repoURL, revision] = [source.text("repoURL"), source.text("targetRevision")];
  if (source.text("chart") !== "" || /^oci:/i.test(repoURL) || originOf(repoURL, own) !== "other") return undefined;
  if (RANGE.test(revision)) return undefined;
  const query = revision === "" || revision === "HEAD" ? "" : `?ref=${encodeURIComponent(revision)}`;
  // Two slashes end the address of a repository.
  const address = `${repoURL.trim().replace(/\/+$/, "")}//${query}`;
  const url = parseGitReference(address);
  return url && { address, url };
}

/** Tells whether two sources are of one commit. */
export function isSameCommit(one: Fields, other: Fields): boolean {
  const keyOf = (source: Fields): string =>
    `${posix.normalize(source.text("repoURL")).replace(/\/$|\.git\/?$/, "")} ${source.text("targetRevision") || "HEAD"}`;
  return keyOf(one) === keyOf(other);
}
