/** Two ways to start a program in namespaces of its own; docs/specification/executables.md 5.3, 5.4. */
import { readlinkSync } from "node:fs";
import { baseEnvironment, type Environment } from "../../processes/index.ts";
import { INSIDE_SCRIPT, UNSHARE_SCRIPT } from "./sandbox-scripts.ts";
import type { Visible } from "./sandbox-view.ts";

/** One run of a program. The paths are of this machine, and free of symlinks. */
export interface SandboxRun {
  /** A directory of this run, with the directories {@link HOME}, {@link MEMORY} and {@link ROOT}. */
  readonly directory: string;
  readonly program: string;
  readonly args: readonly string[];
  /** What the program gets in addition to the variables that every program gets. */
  readonly env: Readonly<Record<string, string>>;
}

export interface SandboxCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
}

export interface Sandbox {
  readonly name: SandboxName;
  command(run: SandboxRun): SandboxCommand;
}

export const SANDBOXES = ["bwrap", "unshare"] as const;
export type SandboxName = (typeof SANDBOXES)[number];

/** The directories of a run: its home, its shared memory, and where its file system is put together. */
export const [HOME, MEMORY, ROOT] = ["home", "memory", "root"] as const;

/** Inside, each run has the same paths, so that its output cannot depend on them. */
const INNER_HOME = "/tmp";
const INNER_PROGRAM = "/function/program";
const HOSTNAME = "krm-fn";
/** `nobody`, which owns nothing. A user of the machine that the sandbox maps to the user who runs it. */
const NOBODY = "65534";

/**
 * @param command the absolute path of bubblewrap, or of unshare from util-linux
 * @param view what the program sees of this machine
 */
export function createSandbox(name: SandboxName, command: string, view: readonly Visible[]): Sandbox {
  const outer = name === "bwrap" ? bubblewrap : unshare;
  return {
    name,
    command(run) {
      // Variables of a catalog such as LD_PRELOAD must not reach the programs that make the sandbox. As arguments, they could be
      // read by every user of the machine.
      const variables = Object.entries({ ...baseEnvironment(INNER_HOME), ...run.env }).map(
        ([key, value]) => `${key}=${value}`,
      );
      const passed = Object.fromEntries(variables.map((variable, at) => [`KRM_VARIABLE_${at}`, variable]));
      const inner = ["/bin/sh", "-c", INSIDE_SCRIPT, "sh", String(variables.length), INNER_PROGRAM, ...run.args];
      const [first = command, ...args] = [...outer(command, run, view), ...inner];
      return { command: first, args, env: { ...baseEnvironment(INNER_HOME), ...passed } };
    },
  };
}

function bubblewrap(command: string, { directory, program }: SandboxRun, view: readonly Visible[]): string[] {
  const visible = view.map((each) =>
    each.type === "link" ? ["--symlink", each.target, each.path] : ["--ro-bind", each.path, each.path],
  );
  return [
    [command],
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

function unshare(command: string, { directory, program }: SandboxRun, view: readonly Visible[]): string[] {
  return [
    // unshare ends what it has started when it ends, but does not end with its parent by itself.
    ["setpriv", "--pdeathsig=KILL", "--", command],
    ["user", "map-root-user", "mount", "pid", "net", "ipc", "uts", "cgroup", "fork"].map((name) => `--${name}`),
    ["--kill-child=KILL", "--", "/bin/sh", "-c", UNSHARE_SCRIPT, "sh"],
    [outsideNamespaces(), `${directory}/${ROOT}`, `${directory}/${HOME}`, `${directory}/${MEMORY}`, program, HOSTNAME],
    ...view.map((each) => (each.type === "link" ? [each.type, each.path, each.target] : [each.type, each.path])),
    ["--"],
  ].flat();
}

/** Empty if they are unknown. Then the script refuses. */
function outsideNamespaces(): string {
  try {
    return ["mnt", "user"].map((name) => readlinkSync(`/proc/self/ns/${name}`)).join(" ");
  } catch {
    return "";
  }
}
