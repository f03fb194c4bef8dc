/** Finds the two commits to compare, fetching them where a shallow clone lacks them. */
import { failure } from "../diagnostics.ts";
import type { Base, Revision } from "../github/index.ts";
import type { Side } from "../review/report.ts";
import type { Repository } from "../sources/index.ts";
import type { Inputs } from "./inputs/index.ts";

/** The two commits of a comparison. The clone has both. */
export interface Sides {
  readonly base: Side & { readonly sha: string };
  readonly head: Side & { readonly sha: string };
  /** The tip of the branch whose merge base with the head is the base; else the base. */
  readonly tip: string;
}

/**
 * Finds both commits, and fetches what a shallow clone lacks.
 * @param requested the inputs, which take precedence over the event
 * @throws KrmError such as `unknown-revision`, `fetch-failed`, `no-merge-base` or `no-base`
 */
export async function findSides(
  repository: Repository,
  event: { readonly head: Revision; readonly base: Base | undefined },
  requested: Pick<Inputs, "base" | "head">,
): Promise<Sides> {
  const head = await sideOf(repository, fromInput("head", requested.head) ?? event.head);
  const given = fromInput("base", requested.base);
  if (given !== undefined) {
    const base = await sideOf(repository, given);
    return { base, head, tip: base.sha };
  }
  return { ...(await eventBase(repository, event.base, head.sha)), head };
}

async function eventBase(repository: Repository, event: Base | undefined, head: string): Promise<Omit<Sides, "head">> {
  switch (event?.rule) {
    case "commit": {
      const base = await sideOf(repository, event);
      return { base, tip: base.sha };
    }
    case "merge-base":
    case "merge-base-with-branch": {
      const branch = event.rule === "merge-base" ? event.label : event.branch;
      const { sha: tip } = await repository.ensureCommit(event.rule === "merge-base" ? event.sha : branch);
      const sha = await repository.ensureMergeBase(tip, head);
      return { base: { sha, label: branch, reason: "merge base" }, tip };
    }
    default:
      throw failure("no-base", "the event names no commit to compare with", { hint: "Set the input base." });
  }
}

function fromInput(name: string, revision: string | undefined): Revision | undefined {
  return revision === undefined ? undefined : { sha: revision, label: revision, reason: `input ${name}` };
}

async function sideOf(repository: Repository, revision: Revision): Promise<Sides["head"]> {
  const { sha } = await repository.ensureCommit(revision.sha);
  return { sha, label: revision.label, reason: revision.reason };
}
