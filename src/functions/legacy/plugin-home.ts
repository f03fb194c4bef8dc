/** Where plugins are installed; docs/specification/legacy-plugins.md 1.2, 3.1. */
import { existsSync } from "node:fs";
import { posix } from "node:path";

/** One place to look at. */
export interface PluginPlace {
  /** As kustomize says it. */
  readonly label: string;
  /** Absolute; undefined where the variable is not set. */
  readonly path: string | undefined;
}

export interface PluginHomes {
  /** Of plugins by version and kind: the first of these that exists is the home, and the others do not count. */
  readonly places: readonly PluginPlace[];
  /** Of executables by group: KEP-993. Absolute; undefined where there is no home directory. */
  readonly groups: string | undefined;
}

/** @param cwd what relative paths in the variables count from */
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

export function existingHome({ places }: PluginHomes): string | undefined {
  return places.find(({ path }) => path !== undefined && existsSync(path))?.path;
}

/** `'/a/plugin' (homed in $X), …`, for messages. */
export function placesText({ places }: PluginHomes): string {
  return places.map(({ label, path }) => `${path === undefined ? "<no value>" : `'${path}'`} (${label})`).join(", ");
}
