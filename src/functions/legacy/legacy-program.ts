/**
 * Runs executables for one kind, which get a file with their config;
 * docs/specification/legacy-plugins.md 2.1, 2.3, 2.4.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LocalProgram, localProgram } from "../local-program.ts";
import type { Program } from "../program.ts";

interface LegacyPlugin extends Omit<LocalProgram, "args"> {
  /** The whole config, as text. */
  readonly config: string;
  /** The arguments after the name of the config's file. */
  readonly extraArgs: readonly string[];
}

/** The config's file is in the home of the run, which is removed afterwards. */
export function legacyProgram(plugin: LegacyPlugin): Program {
  return localProgram({
    ...plugin,
    args(home) {
      const file = join(home, "kust-plugin-config-0");
      writeFileSync(file, plugin.config, { mode: 0o600, flag: "wx" });
      return [file, ...plugin.extraArgs];
    },
  });
}

/** The limit of Linux for one variable with its name and `=`. */
const MAX_BYTES = 131_071;

/** The two variables that plugins get. Calls `tooLong` for a variable that exceeds the limit, and leaves it out. */
export function pluginVariables(config: string, cwd: string, tooLong: (name: string) => void): Map<string, string> {
  const found = new Map<string, string>();
  const all = { KUSTOMIZE_PLUGIN_CONFIG_STRING: config, KUSTOMIZE_PLUGIN_CONFIG_ROOT: cwd };
  for (const [name, value] of Object.entries(all)) {
    if (Buffer.byteLength(`${name}=${value}`) <= MAX_BYTES) found.set(name, value);
    else tooLong(name);
  }
  return found;
}
