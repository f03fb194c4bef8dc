/** Tells the repository at hand from others, by the address and the revision of a source. */
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import { originOf, type PastTree, type RepositoryHistory, shownAddress } from "../../sources/index.ts";
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
  const revision = source.text("targetRevision");
  if (past === undefined && (revision === "" || revision === "HEAD")) return undefined;
  if (branches.has(revision.replace(/^refs\/heads\//, ""))) return undefined;
  const at = revision === "" ? "HEAD" : revision;
  const reason = `is this repository at ${at}, ${past === undefined ? "which is not what is reviewed" : `while another source is at ${past}`}`;
  return { source: shown, reason, hint: ELSEWHERE_HINT, field: "targetRevision" };
}

/**
 * The tree of the other branch, the tag or the commit that a source names; undefined for all others.
 * @throws KrmError `argocd-source-elsewhere` for a revision that the clone does not have
 */
export async function pastOf(source: Fields, own: Own): Promise<PastTree | undefined> {
  if (own.history === undefined || source.text("chart") !== "") return undefined;
  if (elsewhereOf(source, own)?.field !== "targetRevision") return undefined;
  const revision = source.text("targetRevision");
  try {
    return await own.history.find(revision);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [{ hint = ELSEWHERE_HINT }] = thrown.diagnostics as [Diagnostic];
    const reason = `is this repository at ${revision}, which this clone does not have`;
    const shown = shownAddress(source.text("repoURL"));
    throw new SourceElsewhere(source, { source: shown, reason, hint, field: "targetRevision" }, thrown);
  }
}

/** @throws KrmError `argocd-source-elsewhere` if a source is not the tree at hand */
export function requireOwn(source: Fields, own: Own): void {
  const found = elsewhereOf(source, own);
  if (found !== undefined) throw new SourceElsewhere(source, found);
}
