/** Finds the directories of plugins; docs/specification/legacy-plugins.md 1.2, 3.1. */
import { existsSync } from "node:fs";
import { posix } from "node:path";

/** One directory that may contain plugins. */
interface PluginPlace {
  /** The description of kustomize, for messages. */
  readonly label: string;
  /** Absolute. Undefined if the variable is not set. */
  readonly path: string | undefined;
}

export interface PluginHomes {
  /** For plugins of one kind. The first directory that exists is the home; the others are ignored. */
  readonly places: readonly PluginPlace[];
  /** For KEP-993 executables. Absolute. Undefined without a home directory. */
  readonly groups: string | undefined;
}

/**
 * Lists the directories of plugins, which need not exist.
 * @param cwd the directory that relative paths in the variables start from
 */
export function pluginHomes(env: Readonly<Record<string, string | undefined>>, cwd: string): PluginHomes {
  const { KUSTOMIZE_PLUGIN_HOME: given, XDG_CONFIG_HOME: config, HOME: home } = env;
  const below = (directory: string | undefined, rest: string): string | undefined =>
    directory ? posix.resolve(cwd, directory, rest) : undefined;
  return {
    places: [
      { label: "homed in $KUSTOMIZE_PLUGIN_HOME", path: below(given, "") },
      { label: "homed in $XDG_CONFIG_HOME", path: below(config, "kustomize/plugin") },
      { label: "homed in default value of $XDG_CONFIG_HOME", path: below(home, ".config/kustomize/plugin") },
      { label: "homed in home directory", path: below(home, "kustomize/plugin") },
    ],
    groups: below(config, "kustomize/plugins") ?? below(home, ".config/kustomize/plugins"),
  };
}

/** The first directory that exists, or undefined. */
export function existingHome({ places }: PluginHomes): string | undefined {
  return places.find(({ path }) => path !== undefined && existsSync(path))?.path;
}

/** `'/a/plugin' (homed in $X), …`, for messages. */
export function placesText({ places }: PluginHomes): string {
  return places.map(({ label, path }) => `${path === undefined ? "<no value>" : `'${path}'`} (${label})`).join(", ");
}
