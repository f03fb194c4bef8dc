/** Starts the pager of the user, as git does. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Pager } from "../cli/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts `$KRM_RENDER_PAGER`, `$PAGER` or `less`, whichever is set first. Returns undefined if that is empty or `cat`, or if
 * there is none. The pager writes to standard output of this process.
 */
export function openPager(env: Environment): Pager | undefined {
  const command = env["KRM_RENDER_PAGER"] ?? env["PAGER"] ?? defaultPager(env);
  if (command === undefined || command.trim() === "" || command.trim() === "cat") return undefined;
  // The variable holds a command line of the user, not a program.
  const child = spawn("sh", ["-c", command], {
    stdio: ["pipe", "inherit", "inherit"],
    // Quit if the text fits on one screen, show colours, and leave the text on the screen.
    env: { ...env, LESS: env["LESS"] ?? "FRX", LV: env["LV"] ?? "-c" },
  });
  // An interrupt is for the pager, which then still shows the text.
  const ignore = (): void => {};
  process.on("SIGINT", ignore);
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  }).finally(() => process.off("SIGINT", ignore));
  const { stdin } = child;
  // The user may leave before the end.
  stdin.on("error", () => {});
  return {
    async write(text) {
      if (stdin.destroyed || stdin.write(text)) return;
      await Promise.race([new Promise<void>((resolve) => stdin.once("drain", resolve)), ended]);
    },
    async close() {
      stdin.end();
      await ended;
    },
  };
}

function defaultPager(env: Environment): string | undefined {
  const isThere = (env["PATH"] ?? "").split(delimiter).some((directory) => isExecutable(join(directory, "less")));
  return isThere ? "less" : undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
