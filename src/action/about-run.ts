/** Describes the run in its bundle. */
import type { BundleAbout } from "../bundle/index.ts";
import type { Context } from "../github/index.ts";
import type { Report } from "../review/index.ts";

export function aboutRun(
  { owner, repository, run, attempt, event }: Context,
  { base, head }: Pick<Report, "base" | "head">,
): Omit<BundleAbout, "kind"> {
  return { repository: `${owner}/${repository}`, run, attempt, event, base: base.sha ?? "", head: head.sha ?? "" };
}
