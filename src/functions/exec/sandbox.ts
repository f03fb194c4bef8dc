/** Starts a program in namespaces of its own, with bubblewrap; docs/specification/executables.md 5.3, 5.4. */
import { baseEnvironment, type Environment } from "../../processes/index.ts";
import type { Visible } from "./sandbox-view.ts";

/** One run of a program. The paths are of this machine, and free of symlinks. */
export interface SandboxRun {
  /** A directory of this run, with the directories {@link HOME} and {@link MEMORY}. */
  readonly directory: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the variables that every program gets. */
  readonly env: Readonly<Record<string, string>>;
}

interface SandboxCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
}

export interface Sandbox {
  command(run: SandboxRun): SandboxCommand;
}

/** The directories of a run: its home, and its shared memory. */
export const [HOME, MEMORY] = ["home", "memory"] as const;

/** Inside, each run has the same paths, so that its output cannot depend on them. */
const INNER_HOME = "/tmp";
const INNER_PROGRAM = "/function/program";
const HOSTNAME = "krm-fn";
/** `nobody`, which owns nothing. A user of the machine that the sandbox maps to the user who runs it. */
const NOBODY = "65534";

/**
 * @param command the absolute path of bubblewrap
 * @param view what the program sees of this machine
 */
export function createSandbox(command: string, view: readonly Visible[]): Sandbox {
  return {
    command(run) {
      // Variables of a catalog such as LD_PRELOAD must not reach bubblewrap. As arguments, they could be read by every user of the
      // machine.
      const variables = Object.entries({ ...baseEnvironment(INNER_HOME), ...run.env }).map(
        ([key, value]) => `${key}=${value}`,
      );
      const passed = Object.fromEntries(variables.map((variable, at) => [`KRM_VARIABLE_${at}`, variable]));
      const inner = ["/bin/sh", "-c", INSIDE_SCRIPT, "sh", String(variables.length), INNER_PROGRAM, ...run.args];
      return {
        command,
        args: [...namespaces(run, view), ...inner],
        env: { ...baseEnvironment(INNER_HOME), ...passed },
      };
    },
  };
}

function namespaces({ directory, program }: SandboxRun, view: readonly Visible[]): string[] {
  const visible = view.map((each) =>
    each.type === "link" ? ["--symlink", each.target, each.path] : ["--ro-bind", each.path, each.path],
  );
  return [
    ["user", "pid", "net", "ipc", "uts", "cgroup-try"].map((name) => `--unshare-${name}`),
    ["--uid", NOBODY, "--gid", NOBODY, "--hostname", HOSTNAME, "--cap-drop", "ALL", "--die-with-parent"],
    ...visible,
    ["--proc", "/proc", "--dev", "/dev"],
    ["--bind", `${directory}/${MEMORY}`, "/dev/shm", "--bind", `${directory}/${HOME}`, INNER_HOME],
    ["--ro-bind", program, INNER_PROGRAM],
    // They are in memory, which a program could fill.
    ["--remount-ro", "/dev", "--remount-ro", "/"],
    ["--chdir", INNER_HOME, "--"],
  ].flat();
}

/**
 * Everything that varies is an argument or a variable, and no text is made into a script. Starts the program inside of the sandbox, with its variables: `COUNT PROGRAM ARGUMENT...`. When the program has ended, waits
 * for processes that it left running with its output open: the sandbox ends with this script, and their output would be lost.
 */
const INSIDE_SCRIPT = `
at=$1
shift
while [ "$at" -gt 0 ]; do
  at=$((at - 1))
  eval "set -- \\"\\$KRM_VARIABLE_$at\\" \\"\\$@\\""
  unset "KRM_VARIABLE_$at"
done
# Shells set variables of their own.
env -i -- "$@"
status=$?
output=$(readlink "/proc/$$/fd/1")
is_open() {
  for link in /proc/[0-9]*/fd/*; do
    case $link in
      /proc/1/* | "/proc/$$/"*) ;;
      *) if [ "$(readlink "$link" 2>/dev/null)" = "$output" ]; then return 0; fi ;;
    esac
  done
  return 1
}
# A process may start another and end while they are listed.
closed=0
while [ "$closed" -lt 2 ]; do
  if is_open; then closed=0; sleep 0.05; else closed=$((closed + 1)); fi
done
exit "$status"
`;
