/** Text for the job's log that cannot give the runner orders, whatever a pull request put into it. */
import { visible } from "../diagnostics.ts";

/**
 * The runner obeys a line that begins with `::` after any white space, and `##[command]` anywhere in a line. Such lines
 * get a bar in front, such commands a space inside; characters that repaint or hide are shown as codes.
 */
export function logText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(logLine)
    .join("\n");
}

function logLine(line: string): string {
  const inert = visible(line).replaceAll("##[", "## [");
  return /^\s*::/.test(inert) ? `| ${inert}` : inert;
}
