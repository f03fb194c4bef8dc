/** Finds the two commits to compare, fetching them where a shallow clone lacks them. */
import { failure } from "../diagnostics.ts";
import type { Base, Revision } from "../github/index.ts";
import type { Side } from "../review/report.ts";
import type { Repository } from "../sources/index.ts";

/** The commits of a comparison; both are in the clone. */
export interface Sides {
  readonly base: Side & { readonly sha: string };
  readonly head: Side & { readonly sha: string };
}

/** What the user asked for goes before what the event says. */
export interface Wishes {
  readonly base: string | undefined;
  readonly head: string | undefined;
}

/** Throws a KrmError such as `unknown-revision`, `fetch-failed`, `no-merge-base` or `no-base`. */
export async function findSides(
  repository: Repository,
  event: { readonly head: Revision; readonly base: Base | undefined },
  wishes: Wishes,
): Promise<Sides> {
  const head =
    wishes.head === undefined ? await present(repository, event.head) : await given(repository, "head", wishes.head);
  if (wishes.base !== undefined) return { base: await given(repository, "base", wishes.base), head };
  return { base: await baseOf(repository, event.base, head.sha), head };
}

async function baseOf(repository: Repository, base: Base | undefined, head: string): Promise<Sides["base"]> {
  switch (base?.rule) {
    case "commit":
      return present(repository, base);
    case "merge-base":
    case "merge-base-with-branch": {
      const branch = base.rule === "merge-base" ? base.label : base.branch;
      const { sha } = await repository.ensureCommit(base.rule === "merge-base" ? base.sha : branch);
      return { sha: await repository.ensureMergeBase(sha, head), label: branch, reason: "merge base" };
    }
    default:
      throw failure("no-base", "the event says nothing that could be compared with", { hint: "Give the input base." });
  }
}

async function present(repository: Repository, revision: Revision): Promise<Sides["head"]> {
  const { sha } = await repository.ensureCommit(revision.sha);
  return { sha, label: revision.label, reason: revision.reason };
}

async function given(repository: Repository, input: string, revision: string): Promise<Sides["head"]> {
  const { sha } = await repository.ensureCommit(revision);
  return { sha, label: revision, reason: `input ${input}` };
}
