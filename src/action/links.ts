/** Links from the report to GitHub, and the report as Markdown with them. */
import type { Context } from "../github/index.ts";
import { type Links, type MarkdownOptions, markdownReport, type Reach, type SeenAt } from "../report/index.ts";
import type { Report } from "../review/index.ts";

/** Writes the report in at most `maxBytes` bytes. @param since an earlier report that the reader has seen */
export type CommentWriter = (
  maxBytes: number,
  since?: SeenAt,
) => { readonly text: string; readonly truncated: boolean };

/** Leaves out times and everything else that differs from run to run: otherwise each run would edit the comment. */
export function markdownWriter(
  report: Report,
  context: Context,
  reach: Reach = {},
  around: Pick<MarkdownOptions, "above" | "footer"> = {},
): CommentWriter {
  const links = linksOf(context);
  return (maxBytes, since) => markdownReport(report, { ...around, maxBytes, links, reach, since });
}

/**
 * Describes the pages that the reader of the comment can open.
 * @param summary the result of writing the job summary; undefined if there is none
 * @param page the address of the HTML page, for a text that leads to its parts
 */
export function reachOf(
  context: Context,
  artifactName: string | undefined,
  summary?: { readonly truncated: boolean },
  page?: string,
): Reach {
  const address = attemptUrl(context);
  return {
    ...(summary === undefined ? {} : { summary: { address, complete: !summary.truncated } }),
    ...(artifactName === undefined ? {} : { artifact: { name: artifactName, address: `${address}#artifacts` } }),
    ...(page === undefined ? {} : { page }),
  };
}

/** The page of this attempt: that of the run shows the last one. */
export function attemptUrl({ runUrl, attempt }: Context): string {
  return `${runUrl}/attempts/${attempt}`;
}

export function linksOf(context: Context): Links {
  const { serverUrl, owner, repository, comparison } = context;
  const home = `${serverUrl}/${owner}/${repository}`;
  return {
    repository: { name: `${owner}/${repository}`, address: home },
    ...(comparison.kind === "pull-request" && {
      pullRequest: { name: `#${comparison.number}`, address: `${home}/pull/${comparison.number}` },
    }),
    commit: (sha) => `${home}/commit/${sha}`,
    blob(sha, file, line) {
      const steps = file.split("/");
      if (!steps.every(isStep)) return undefined;
      // A half of a character, which a report of others may hold, would make encodeURIComponent throw.
      const path = steps.map((step) => encodeURIComponent(Buffer.from(step).toString())).join("/");
      return `${home}/blob/${sha}/${path}${line === undefined ? "" : `#L${line}`}`;
    },
    run: attemptUrl(context),
  };
}

/**
 * Tells whether a part of a path leads into a directory of the repository. Files of other repositories and of web servers are named by
 * their URLs, which have an empty part. Browsers follow `..` to other pages of the server, which anyone may have made.
 */
function isStep(part: string): boolean {
  return part !== "" && part !== "." && part !== "..";
}
