/** The command line: arguments in, exit status out. */
export { runPlainBuild } from "./commands/plain-build.ts";
export { run } from "./run.ts";
export type { Sink, Supervisor, Terminal } from "./terminal.ts";
