/**
 * Which plugin a config means, in the order in which kustomize looks and KEP-993 behind it;
 * docs/specification/legacy-plugins.md 1.1 to 1.3, 1.5, 3.1.
 */
import { type Stats, statSync } from "node:fs";
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import { gvkText, type Resource } from "../../resource/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { configGroup, groupPlugin } from "../kep-993/group-plugin.ts";
import type { FunctionRequest } from "../step.ts";
import { existingHome, type PluginHomes, placesText } from "./plugin-home.ts";

export interface FoundPlugin {
  /** `exec`: an executable for one kind. `go`: a shared object for one. `group`: an executable as KEP-993 has it. */
  readonly type: "exec" | "go" | "group";
  /** Absolute. */
  readonly path: string;
  /** The directory that it was found by. */
  readonly home: string;
}

/** @throws KrmError `plugin-not-found`, `plugin-not-executable`, or `plugin-refused` for a kind that is no file name */
export function findPlugin({ config, phase }: FunctionRequest, homes: PluginHomes): FoundPlugin {
  const home = existingHome(homes);
  const path = home && posix.join(home, pathOf(config));
  if (home !== undefined && path !== undefined) {
    const found = stat(path, config);
    if (found !== undefined) return { type: "exec", path: executable(path, found, config), home };
    if (stat(`${path}.so`, config) !== undefined) return { type: "go", path: `${path}.so`, home };
  }
  const group = configGroup(config.node as MapNode);
  const tried = groupPlugin(group, phase.role, homes.groups);
  for (const candidate of tried) {
    const found = stat(candidate, config);
    if (found?.isFile()) {
      return { type: "group", path: executable(candidate, found, config), home: homes.groups as string };
    }
  }
  throw missing(config, path, homes, tried);
}

/** The names are a stranger's; each is to be one name. */
function pathOf(config: Resource): string {
  const { group, version, kind } = config.originalId;
  for (const name of [group, version, kind]) {
    if (name !== "." && name !== ".." && !/[/\\\0]/.test(name)) continue;
    throw problem("plugin-refused", config, `${gvkText(config.id)} cannot be the name of a plugin: it is no file name`);
  }
  return posix.join(group, version, kind.toLowerCase(), kind);
}

function stat(path: string, config: Resource): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw problem("plugin-not-found", config, `cannot look for a plugin: ${(cause as Error).message}`);
  }
}

/** kustomize does not go on to look for a `.so` either. */
function executable(path: string, found: Stats, config: Resource): string {
  if (found.isFile() && (found.mode & 0o111) !== 0) return path;
  const what = found.isFile() ? "is not executable" : "is not a file";
  throw problem(
    "plugin-not-executable",
    config,
    `the plugin of ${gvkText(config.id)}, ${path}, ${what}`,
    found.isFile() ? `Run \`chmod +x\` on it.` : "Put an executable of that name there.",
  );
}

function missing(config: Resource, path: string | undefined, homes: PluginHomes, tried: readonly string[]): Error {
  const kind = gvkText(config.id);
  const also = tried.length === 0 ? "" : `, nor ${tried.join(", nor ")}`;
  const message =
    path === undefined
      ? `${kind} does not say how it is run, and there is no directory of plugins; tried: ${placesText(homes)}${also}`
      : `${kind} does not say how it is run, and is no plugin: there is neither ${path} nor ${path}.so${also}`;
  return problem(
    "plugin-not-found",
    config,
    message,
    "Install the plugin there, name its home in KUSTOMIZE_PLUGIN_HOME, or give the config the annotation config.kubernetes.io/function.",
  );
}

function problem(code: string, config: Resource, message: string, hint?: string): Error {
  return failure(code, message, { ...config.origin, object: config.describe(), hint });
}
