/** Tells the repository at hand from others, by the address and the revision of a source. */
import { failure } from "../../diagnostics.ts";
import { originOf, shownAddress } from "../../sources/index.ts";
import type { Fields } from "./source-fields.ts";

/** The repository at hand. */
export interface Own {
  /** An address of it, or OWNER/NAME; undefined where it is not known. */
  readonly own: string | undefined;
  /** The names of the branches that are reviewed: of the base, and of the head. */
  readonly branches: ReadonlySet<string>;
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

/** Undefined for a source that is the tree at hand. @throws KrmError `argocd-invalid` */
export function elsewhereOf(source: Fields, { own, branches }: Own): Elsewhere | undefined {
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
  if (revision === "" || revision === "HEAD" || branches.has(revision.replace(/^refs\/heads\//, ""))) return undefined;
  const reason = `is this repository at ${revision}, which is not what is reviewed`;
  return { source: shown, reason, hint: ELSEWHERE_HINT, field: "targetRevision" };
}

/** @throws KrmError `argocd-source-elsewhere` if a source is not the tree at hand */
export function requireOwn(source: Fields, own: Own): void {
  const found = elsewhereOf(source, own);
  if (found === undefined) return;
  throw failure("argocd-source-elsewhere", `the source ${found.source} ${found.reason}`, {
    ...source.placeOf(found.field),
    hint: found.hint,
  });
}
