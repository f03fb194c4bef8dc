/** The summary of a job. */
import { appendFile, stat } from "node:fs/promises";
import { failure } from "../diagnostics.ts";

/** Markdown within a number of bytes, and whether something had to be left out for it. */
export type MarkdownWriter = (maxBytes: number) => { readonly text: string; readonly truncated: boolean };

/** The runner drops a summary that is larger, whole, and the step stays green. In bytes, for all that a step writes. */
export const SUMMARY_LIMIT = 1024 * 1024;
/** Below this, there is nothing sensible to say. */
const SMALLEST = 500;

/**
 * Adds to the summary of the step what fits beside what is there, as the writer sees fit to shorten it.
 *
 * @param file GITHUB_STEP_SUMMARY; undefined outside of a runner, where nothing is written
 * @throws KrmError `output-unwritable`
 * @returns what was written; undefined when nothing was
 */
export async function writeSummary(
  file: string | undefined,
  markdown: MarkdownWriter,
): Promise<{ readonly truncated: boolean } | undefined> {
  if (!file) return undefined;
  const present = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  const room = SUMMARY_LIMIT - present - 1;
  if (room < SMALLEST) return undefined;
  const { text, truncated } = markdown(room);
  try {
    await appendFile(file, `${text}\n`);
  } catch (cause) {
    throw failure("output-unwritable", `the job summary cannot be written: ${(cause as Error).message}`, { cause });
  }
  return { truncated };
}
