/** The variables that programs are started with. */

/** Variables by name. Those that are undefined are not set. */
export type Environment = Readonly<Record<string, string | undefined>>;

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Variables that are the same on every machine, for a program that inherits nothing.
 * @param home a directory that is private to the run
 */
export function baseEnvironment(home: string): Environment {
  return { PATH, HOME: home, TMPDIR: home, LANG: "C.UTF-8" };
}

/** Most secrets of a workflow are in these. */
const OF_THE_RUNNER = /^(?:INPUT|ACTIONS|GITHUB|RUNNER)_|^(?:GH|NPM|NODE_AUTH)_TOKEN$/;

/** The variables of the host without those of the workflow runner, for programs that need the user's configuration. */
export function withoutRunnerVariables(host: Environment): Environment {
  return Object.fromEntries(Object.entries(host).filter(([name]) => !OF_THE_RUNNER.test(name)));
}

/** The variables by which programs are found, and temporary files. None of them holds anything of the user. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(["PATH", "PATHEXT", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP"]);

/** The variables of the host that say nothing about the user, for programs that need nothing but to start. */
export function machineVariables(host: Environment): Environment {
  // Windows has `Path`.
  return Object.fromEntries(Object.entries(host).filter(([name]) => OF_THE_MACHINE.has(name.toUpperCase())));
}
