/** Ranges of versions that stand for the newest tag, as Argo CD reads them; docs/specification/argocd-helm-sources.md 1.6. */
import { compareBytewise, compareVersions, parseRange, parseVersion } from "../../text/index.ts";

export interface TagRange {
  readonly range: string;
  /** The beginning of the tags that count, before their versions. */
  readonly prefix: string;
}

/** Tells whether a revision is a range of versions, and not one version or a name. */
export function isVersionRange(revision: string): boolean {
  return revision !== "" && parseVersion(revision) === undefined && parseRange(revision) !== undefined;
}

/** The tag with the highest version in a range; undefined for none. Of tags with equal versions, the first one by name. */
export function newestTag(tags: Iterable<string>, { range, prefix }: TagRange): string | undefined {
  const isWithin = parseRange(range);
  const versions = [...tags].sort(compareBytewise).flatMap((tag) => {
    const version = tag.startsWith(prefix) ? parseVersion(tag.slice(prefix.length)) : undefined;
    return version !== undefined && isWithin?.(version) ? [{ tag, version }] : [];
  });
  const [first, ...others] = versions;
  return others.reduce(
    (newest, each) => (newest !== undefined && compareVersions(each.version, newest.version) > 0 ? each : newest),
    first,
  )?.tag;
}
