/** The command that shows a failure to a reader who has the repository. */
import { visible } from "../../diagnostics.ts";
import { STRICT_CODES } from "../../engine/index.ts";
import { dependsOnRun } from "../../review/index.ts";
import type { Failure } from "../failures.ts";

/** Nobody copies a longer path. */
const MAX_PATH_LENGTH = 150;

/**
 * The command that fails as the first of the targets does; undefined where it takes more than the name of a directory, and for
 * names with characters that cannot be seen.
 */
export function localCommand({ sort, targets: [{ path, deployment }], problems, needs }: Failure): string | undefined {
  if (sort === "uncompared" || problems.length === 0 || needs.length > 0 || deployment !== undefined) return undefined;
  const codes = problems.map(({ diagnostic }) => diagnostic.code);
  // There, the plain command says something else.
  if (codes.some(dependsOnRun)) return undefined;
  if (path.length > MAX_PATH_LENGTH || /[\n\t]/.test(path) || visible(path) !== path) return undefined;
  const strict = codes.every((code) => STRICT_CODES.has(code)) ? " --strict" : "";
  return `krm-render build${strict} ${shellWord(path.startsWith("-") ? `./${path}` : path)}`;
}

/** One word for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
