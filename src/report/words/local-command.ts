/** The command that shows a failure to a reader who has the repository. */
import { visible } from "../../diagnostics.ts";
import { STRICT_CODES } from "../../engine/index.ts";
import type { Failure } from "../failures.ts";

/** Nobody copies a longer path. */
const MAX_PATH_LENGTH = 150;

/**
 * How the codes begin of what depends on options of the run, on its machine, or on what is elsewhere: there, the plain command says
 * something else.
 */
const ELSEWHERE: readonly string[] = [
  "archive- artifact- blob- build- catalog- config-schema container- credential- deprecated-plugin digest-",
  "directory-too-large environment- exec- explicit-runtime fetch- function git- go-plugin helm- image-",
  "invalid-function invalid-image invalid-manifest invalid-oci- invalid-switch lock- mount network- plugin",
  "process-lost registry- remote- run-timeout signature- starlark- unknown-container-runtime unwritable-copy",
].flatMap((line) => line.split(" "));

/**
 * The command that fails as the first of the targets does; undefined where it takes more than the name of the directory, and for
 * names with characters that cannot be seen.
 */
export function localCommand({ sort, targets: [{ path }], problems, needs }: Failure): string | undefined {
  if (sort === "uncompared" || problems.length === 0 || needs.length > 0) return undefined;
  const codes = problems.map(({ diagnostic }) => diagnostic.code);
  if (codes.some((code) => ELSEWHERE.some((start) => code.startsWith(start)))) return undefined;
  if (path.length > MAX_PATH_LENGTH || /[\n\t]/.test(path) || visible(path) !== path) return undefined;
  const strict = codes.every((code) => STRICT_CODES.has(code)) ? " --strict" : "";
  return `krm-render build${strict} ${shellWord(path.startsWith("-") ? `./${path}` : path)}`;
}

/** One word for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
