/** Tells the repository at hand from others, by the address and the revision of a source. */
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import {
  isVersionRange,
  originOf,
  type PastTree,
  parseVersion,
  type RepositoryHistory,
  shownAddress,
  type TagRange,
} from "../../sources/index.ts";
import { isCommitId } from "../../text/index.ts";
import type { Fields } from "./source-fields.ts";

/** The repository at hand. */
export interface Own {
  /** An address of it, or OWNER/NAME; undefined where it is not known. */
  readonly own: string | undefined;
  /** The names of the branches that are reviewed: of the base, of the head, and what is checked out. */
  readonly branches: ReadonlySet<string>;
  /** Its branches, tags and commits; absent where there is no repository. */
  readonly history?: RepositoryHistory | undefined;
  /** The branch, the tag or the commit that a source is at, in place of what is reviewed. */
  readonly past?: string | undefined;
}

const ELSEWHERE_HINT = "It is rendered where its files are reviewed.";

/** A source that is not the tree at hand. */
export interface Elsewhere {
  readonly source: string;
  /** The rest of a sentence about the source. */
  readonly reason: string;
  readonly hint: string;
  /** The field that says so. */
  readonly field: "repoURL" | "targetRevision";
}

/** The problem `argocd-source-elsewhere`, with the source that has it. */
export class SourceElsewhere extends KrmError {
  readonly of: Fields;
  readonly elsewhere: Elsewhere;

  constructor(of: Fields, elsewhere: Elsewhere, cause?: unknown) {
    const { source, reason, hint, field } = elsewhere;
    const message = `the source ${source} ${reason}`;
    super({ code: "argocd-source-elsewhere", severity: "error", message, ...of.placeOf(field), hint }, { cause });
    this.of = of;
    this.elsewhere = elsewhere;
  }
}

/** Undefined for a source that is the tree at hand. @throws KrmError `argocd-invalid` */
function elsewhereOf(source: Fields, { own, branches, past }: Own): Elsewhere | undefined {
  const repoURL = source.text("repoURL");
  const origin = originOf(repoURL, own);
  const shown = shownAddress(repoURL);
  if (origin !== "own")
    return {
      source: shown,
      reason: `is ${origin === "other" ? "" : "perhaps "}not this repository`,
      hint: ELSEWHERE_HINT,
      field: "repoURL",
    };
  const revision = revisionText(source);
  if (past === undefined && (revision === "" || revision === "HEAD")) return undefined;
  if (branches.has(revision.replace(/^refs\/heads\//, ""))) return undefined;
  const at = revision === "" ? "HEAD" : revision;
  const reason = `is this repository at ${at}, ${past === undefined ? "which is not what is reviewed" : `while another source is at ${past}`}`;
  return { source: shown, reason, hint: ELSEWHERE_HINT, field: "targetRevision" };
}

/**
 * The tree of the other branch, the tag or the commit that a source names, or of the newest tag in a range of versions; undefined for all others.
 * @throws KrmError `argocd-source-elsewhere` for a revision that the clone does not have
 */
export async function pastOf(source: Fields, own: Own): Promise<PastTree | undefined> {
  const { history } = own;
  if (history === undefined || source.text("chart") !== "") return undefined;
  const isOther = elsewhereOf(source, own)?.field === "targetRevision";
  const { name, newest } = targetRevisionOf(source);
  if (newest === undefined && !isOther) return undefined;
  if (originOf(source.text("repoURL"), own.own) !== "own") return undefined;
  let lacks = newest === undefined ? "which this clone does not have" : "the newest tag of which is not known";
  try {
    // A tag counts over a branch, also over one that is reviewed.
    const tagged = newest && (await history.newest(newest));
    if (tagged !== undefined || !isOther) return tagged;
    if (newest !== undefined) lacks = "and this clone has no tag in that range";
    return await history.find(name);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    if (!isOther) return undefined;
    const [{ hint = ELSEWHERE_HINT }] = thrown.diagnostics as [Diagnostic];
    const reason = `is this repository at ${revisionText(source)}, ${lacks}`;
    const shown = shownAddress(source.text("repoURL"));
    throw new SourceElsewhere(source, { source: shown, reason, hint, field: "targetRevision" }, thrown);
  }
}

/** @throws KrmError `argocd-source-elsewhere` if a source is not the tree at hand */
export function requireOwn(source: Fields, own: Own): void {
  const found = elsewhereOf(source, own);
  if (found !== undefined) throw new SourceElsewhere(source, found);
}

export interface TargetRevision {
  /** A branch, a tag or a commit; empty for the default branch. Of a range, what it is if no tag is in it. */
  readonly name: string;
  /** The range of which the newest tag counts; absent for none. */
  readonly newest?: TagRange;
}

/** The revision that a source names; docs/specification/argocd-helm-sources.md 1.6. @throws KrmError `argocd-invalid` */
export function targetRevisionOf(source: Fields): TargetRevision {
  const [name, prefix] = [source.text("targetRevision"), source.text("tagPrefix")];
  if (isCommitId(name.toLowerCase())) return { name };
  if (isVersionRange(name)) return { name, newest: { range: name, prefix } };
  return { name: parseVersion(name) === undefined ? name : `${prefix}${name}` };
}

/** The revision in messages, which is the same for equal ones only. @throws KrmError `argocd-invalid` */
export function revisionText(source: Fields): string {
  const { name, newest } = targetRevisionOf(source);
  return newest === undefined ? name : `${newest.prefix}${newest.range}`;
}
