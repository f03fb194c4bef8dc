/** Ranges of versions that stand for the newest tag; docs/specification/argocd-helm-sources.md 1.6, docs/specification/flux-releases.md 3.4. */
import { compareBytewise, compareVersions, parseRange, parseStrictVersion, parseVersion } from "../../text/index.ts";

export interface TagRange {
  readonly range: string;
  /** The beginning of the tags that count, before their versions. */
  readonly prefix: string;
  /** The program by whose rules tags are versions. Default: Argo CD. */
  readonly chosenBy?: "source-controller" | undefined;
}

/** Tells whether a revision is a range of versions, and not one version or a name. */
export function isVersionRange(revision: string): boolean {
  return revision !== "" && parseVersion(revision) === undefined && parseRange(revision) !== undefined;
}

/** The tag with the highest version in a range; undefined for none. Of tags with equal versions, the first one by name. */
export function newestTag(tags: Iterable<string>, { range, prefix, chosenBy }: TagRange): string | undefined {
  const isWithin = parseRange(range);
  const parse = chosenBy === undefined ? parseVersion : parseFluxTag;
  const versions = [...tags].sort(compareBytewise).flatMap((tag) => {
    const version = tag.startsWith(prefix) ? parse(tag.slice(prefix.length)) : undefined;
    return version !== undefined && isWithin?.(version) ? [{ tag, version }] : [];
  });
  const [first, ...others] = versions;
  return others.reduce(
    (newest, each) => (newest !== undefined && compareVersions(each.version, newest.version) > 0 ? each : newest),
    first,
  )?.tag;
}

/** Three numbers, and perhaps a `v` before them. */
function parseFluxTag(tag: string): ReturnType<typeof parseVersion> {
  return parseStrictVersion(tag.replace(/^v/, ""));
}
