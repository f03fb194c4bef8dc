/** Finds how a Markdown report names targets and files. */
import type { Report } from "../../review/index.ts";
import { causesOfRow } from "../causes.ts";
import type { Links, MarkdownContext } from "../markdown-context.ts";
import { overviewOf } from "../overview.ts";
import { newsOf } from "../since/news.ts";
import type { SeenAt } from "../since/seen.ts";
import { commonDirectory } from "../words/target-names.ts";

/** Characters of a directory that is worth a sentence. */
const MIN_SHARED_LENGTH = 10;

/** @param since the earlier report to compare with */
export function contextOf(report: Report, links: Links | undefined, since?: SeenAt): MarkdownContext {
  const overview = overviewOf(report);
  const files = new Set(
    [...overview.rows, ...overview.folded].flatMap((row) => causesOfRow(row).shown.map(({ file }) => file)),
  );
  const shared = files.size < 2 ? "" : commonDirectory([...files]);
  const below = shared.length < MIN_SHARED_LENGTH ? "" : shared;
  const news = since && newsOf(overview, report, since);
  return { report, overview, targets: overview.names, below, links, page: undefined, edits: editsOf(report), news };
}

function editsOf({ groups }: Report): ReadonlyMap<string, string> {
  const edits = new Map<string, string>();
  for (const { id, changes } of groups)
    for (const change of changes) edits.set(change, `${edits.get(change) ?? ""}${id}`);
  return edits;
}
