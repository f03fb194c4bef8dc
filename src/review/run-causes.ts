/** Tells problems that depend on a run from those of the files. */

/**
 * How the codes begin of what depends on options of the run, on its machine, or on what is elsewhere: another run may say something
 * else of the same files.
 */
const OF_THE_RUN: readonly string[] = [
  "archive- artifact- blob- build- catalog- config-schema container- credential- deprecated-plugin digest-",
  "directory-too-large environment- exec- explicit-runtime fetch- function git- go-plugin helm- image-",
  "invalid-function invalid-image invalid-manifest invalid-oci- invalid-switch lock- mount network- plugin",
  "process-lost registry- remote- run-timeout signature- starlark- unknown-container-runtime unwritable-copy",
].flatMap((line) => line.split(" "));

/** Tells whether a problem with this code can depend on the run. */
export function dependsOnRun(code: string): boolean {
  return OF_THE_RUN.some((start) => code.startsWith(start));
}
