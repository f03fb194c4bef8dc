/** Says where the reader finds what a Markdown text leaves out. */
import type { Reach } from "./markdown-context.ts";
import { code, link } from "./text.ts";

const KEEP_THE_REPORT = "https://github.com/org/krm-render/blob/main/docs/action.md#keep-the-report";

/**
 * A sentence about what is left out, such as: The others are in [the job summary](…).
 *
 * @param what such as `the others`
 * @returns nothing where the caller does not know what can be reached
 */
export function restPhrase(reach: Reach | undefined, what = "The others"): string {
  if (reach === undefined) return "";
  const { summary, artifact } = reach;
  if (summary?.complete) return `${what} are in ${link("the job summary", summary.address)}.`;
  if (artifact !== undefined) {
    return `${what} are in the artifact ${link(code(artifact.name, MAX_NAME_LENGTH), artifact.address)} of this run.`;
  }
  const more = summary === undefined ? "" : `${link("The job summary", summary.address)} shows more. `;
  return `${more}The report files of this run are not kept: see ${link("how to keep them", KEEP_THE_REPORT)}.`;
}

const MAX_NAME_LENGTH = 100;
