/**
 * Finds out how this machine can isolate programs, by running one; docs/specification/executables.md 5.3, 5.5. Distributions and
 * containers forbid namespaces in many ways, so that no setting would tell.
 */
import { mkdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, failure } from "../../diagnostics.ts";
import {
  endEscaped,
  isExecutable,
  presentable,
  type RunOutcome,
  runProgram,
  withPrivateDirectory,
} from "../../processes/index.ts";
import { createSandbox, HOME, MEMORY, type Sandbox } from "./sandbox.ts";
import { visiblePaths } from "./sandbox-view.ts";

/** `--isolate-functions`: without a sandbox, programs do not run; run, with a warning; or run, and no sandbox is looked for. */
export type IsolationMode = "require" | "auto" | "never";

/** The programs that are isolated, in messages. */
export interface IsolationWords extends Pick<Diagnostic, "code" | "severity"> {
  /** Says that they run without isolation. */
  readonly exposed: string;
  /** Says that they do not run. */
  readonly refused: string;
  /** A sentence that says what follows from that. */
  readonly meaning: string;
  /** Another way where isolation is required, in a sentence. */
  readonly instead: string;
}

interface IsolationOptions {
  readonly mode: IsolationMode;
  /** Gets the warning that there is no sandbox, once at most. */
  readonly report: (diagnostic: Diagnostic) => void;
  /** By default those of executables of catalogs. */
  readonly words?: IsolationWords;
  /** Absolute directories to look for bubblewrap in. By default those of the system, never the PATH. */
  readonly directories?: readonly string[];
}

export interface Isolation {
  /**
   * The sandbox of this machine. Undefined if there is none, or none is wanted. Looks for it once.
   * @throws KrmError `function-not-isolated`, or the code of the words, if one is required
   */
  sandbox(): Promise<Sandbox | undefined>;
}

const PROGRAM = "bwrap";
const DIRECTORIES = ["/usr/bin", "/bin", "/usr/local/bin"];
const LIMITS = { timeoutMs: 10_000, stdoutBytes: 4096, stderrBytes: 4096 };

export function createIsolation({
  mode,
  report,
  words = CATALOGS,
  directories = DIRECTORIES,
}: IsolationOptions): Isolation {
  let found: Promise<Sandbox | undefined> | undefined;
  async function find(): Promise<Sandbox | undefined> {
    const result = await sandboxIn(directories);
    if (typeof result !== "string") return result;
    const { code, severity, exposed, refused, meaning, instead } = words;
    if (mode === "require") {
      const hint = `${WAYS} ${instead} --isolate-functions auto runs them without.`;
      throw failure(code, `${refused}: ${result}`, { hint });
    }
    report({ code, severity, message: `${exposed}: ${result}. ${meaning}`, hint: `${WAYS} ${HINT}` });
    return undefined;
  }
  return {
    sandbox() {
      if (mode === "never") return Promise.resolve(undefined);
      return (found ??= find());
    },
  };
}

const CATALOGS: IsolationWords = {
  code: "function-not-isolated",
  severity: "warning",
  exposed: "executables of catalogs run without isolation",
  refused: "executables of catalogs do not run",
  meaning:
    "They can read what you can read, such as ~/.docker/config.json and the token in .git/config, and use the network",
  instead: "Or trust images and Starlark scripts only, which need no sandbox.",
};
const WAYS =
  "Install bubblewrap, such as by `sudo apt-get install bubblewrap`, and allow namespaces to all users: on Ubuntu 24.04, by `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.";
const HINT = "--isolate-functions require refuses that, and never ends this message.";

/** @returns the reason if there is none */
async function sandboxIn(directories: readonly string[]): Promise<Sandbox | string> {
  if (process.platform !== "linux") return "bubblewrap is for Linux only";
  const command = directories.map((directory) => join(directory, PROGRAM)).find(isExecutable);
  if (command === undefined) return "bubblewrap (bwrap) is not installed";
  const sandbox = createSandbox(command, visiblePaths());
  return withPrivateDirectory(async (directory) => {
    const outcome = await probe(sandbox, directory);
    endEscaped(directory);
    const problem = problemOf(outcome);
    return problem === undefined ? sandbox : `bubblewrap does not work here: ${problem}`;
  });
}

const NAMESPACES = ["mnt", "pid", "net", "ipc", "uts"] as const;
const HIDDEN = "hidden";
/** Prints its namespaces, and whether it is in its home and does not see the directory of the run. */
const PROBE = `#!/bin/sh
for name in ${NAMESPACES.join(" ")}; do readlink "/proc/self/ns/$name"; done
[ ! -e "$1" ] && echo >"$HOME/written" && echo ${HIDDEN}
`;

function probe(sandbox: Sandbox, directory: string): Promise<RunOutcome> {
  const program = join(directory, "program");
  for (const name of [HOME, MEMORY]) mkdirSync(join(directory, name), { mode: 0o700 });
  writeFileSync(program, PROBE, { mode: 0o500 });
  const run = sandbox.command({ directory, program, args: [program], env: {} });
  return runProgram({ ...run, cwd: directory, stdin: "", home: directory, limits: LIMITS });
}

/** Checks the answer of the probe. A program that only pretends to isolate cannot print namespaces of its own. */
function problemOf({ stdout, stderr, exitCode, detail }: RunOutcome): string | undefined {
  if (exitCode !== 0) return detail ?? (presentable(stderr).split("\n")[0] || `exit status ${exitCode ?? "unknown"}`);
  const printed = Buffer.from(stdout).toString().split("\n");
  const shared = NAMESPACES.filter((name, at) => {
    const inside = printed[at] ?? "";
    return !/^\w+:\[\d+\]$/.test(inside) || inside === readlinkSync(`/proc/self/ns/${name}`);
  });
  if (shared.length > 0) return `it shares namespaces with the program that it starts (${shared.join(", ")})`;
  return printed[NAMESPACES.length] === HIDDEN ? undefined : "it shows the files of other programs";
}
