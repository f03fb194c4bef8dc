/** Text for the job's log that cannot give the runner orders, whatever a pull request put into it. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * The runner obeys a line that begins with `::` after any white space, and `##[command]` anywhere in a line. Such lines
 * get a bar in front, such commands a space inside; control characters, which could repaint the log, are shown as codes.
 */
export function logText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(logLine)
    .join("\n");
}

function logLine(line: string): string {
  const visible = line.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const inert = visible.replaceAll("##[", "## [");
  return /^[\s\u200b\u2060\ufeff]*::/.test(inert) ? `| ${inert}` : inert;
}
