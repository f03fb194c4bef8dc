/** Writes the summary of a job. */
import { appendFile, stat, truncate } from "node:fs/promises";
import { failure } from "../diagnostics.ts";

/** Writes Markdown of at most `maxBytes` bytes, and says whether something was left out for that. */
export type MarkdownWriter = (maxBytes: number) => { readonly text: string; readonly truncated: boolean };

/** Bytes that one step may write. The runner silently drops a larger summary as a whole. */
export const SUMMARY_LIMIT = 1024 * 1024;
/** Bytes. Nothing useful fits into less. */
const MIN_SUMMARY_BYTES = 500;

/**
 * Appends to the summary of the step, within the space that is left in it.
 *
 * @param file the value of GITHUB_STEP_SUMMARY; undefined outside of a runner, where nothing is written
 * @throws KrmError `output-unwritable`
 * @returns undefined when nothing was written
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
  if (room < MIN_SUMMARY_BYTES) return undefined;
  const { text, truncated } = markdown(room);
  try {
    await appendFile(file, `${text}\n`);
  } catch (cause) {
    // A part of the summary could end inside of a table.
    await truncate(file, present).catch(() => {});
    throw failure("output-unwritable", `the job summary cannot be written: ${(cause as Error).message}`, { cause });
  }
  return { truncated };
}
