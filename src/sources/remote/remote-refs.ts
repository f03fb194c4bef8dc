/** The refs of a server, and the one of them that is wanted. */
import { isCommitId } from "../../text/index.ts";
import { newestTag, type TagRange } from "../git/tag-range.ts";

export interface RemoteRef {
  /** Its whole name. */
  readonly name: string;
  /** The full id of the commit. */
  readonly sha: string;
}

const TAGS = "refs/tags/";

/** The prefixes that git tries for a name, in this order. */
const PLACES: readonly string[] = ["", "refs/", TAGS, "refs/heads/", "refs/remotes/"];

/**
 * The ref that is wanted among those that `git ls-remote` prints; undefined for none.
 * @param newest a range, whose newest tag counts over a ref with the name; Flux takes no ref with the name
 */
export function remoteRef(printed: string, name: string, newest?: TagRange): RemoteRef | undefined {
  const ids = new Map<string, string>();
  for (const line of printed.split("\n")) {
    const [id = "", ref = ""] = line.split("\t");
    if (isCommitId(id)) ids.set(ref, id);
  }
  const tag = newest && newestTag(tagsAmong(ids.keys()), newest);
  const places = newest?.chosenBy === undefined ? PLACES : [];
  const found =
    tag === undefined ? places.map((prefix) => prefix + name).find((candidate) => ids.has(candidate)) : `${TAGS}${tag}`;
  // For an annotated tag, the line with ^{} has the commit.
  const sha = ids.get(`${found}^{}`) ?? ids.get(found ?? "");
  return found === undefined || sha === undefined ? undefined : { name: found, sha };
}

function* tagsAmong(refs: Iterable<string>): Iterable<string> {
  for (const ref of refs) if (ref.startsWith(TAGS) && !ref.endsWith("^{}")) yield ref.slice(TAGS.length);
}
