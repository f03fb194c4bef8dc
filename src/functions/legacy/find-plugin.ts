/**
 * Finds the plugin of a config: those of kustomize in its order, then those of KEP-993;
 * docs/specification/legacy-plugins.md 1.1 to 1.3, 1.5, 3.1.
 */
import { type Stats, statSync } from "node:fs";
import { posix } from "node:path";

import { gvkText, type Resource } from "../../resource/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { configFailure } from "../config-problems.ts";
import { configGroup, groupPlugin } from "../kep-993/group-plugin.ts";
import type { FunctionRequest } from "../step.ts";
import { existingHome, type PluginHomes, placesText } from "./plugin-home.ts";

export interface FoundPlugin {
  /** `exec`: an executable for one kind. `go`: a shared object for one kind. `group`: a KEP-993 executable for a group. */
  readonly type: "exec" | "go" | "group";
  /** Absolute. */
  readonly path: string;
  /** The plugin home that contains it. */
  readonly home: string;
}

/** @throws KrmError `plugin-not-found`, `plugin-not-executable`, `plugin-refused` for a kind that is not a file name */
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

/** The names are untrusted: each must be one file name. */
function pathOf(config: Resource): string {
  const { group, version, kind } = config.originalId;
  for (const name of [group, version, kind]) {
    if (name !== "." && name !== ".." && !/[/\\\0]/.test(name)) continue;
    const reason = "its group, version or kind is not a file name";
    const message = `the plugin of ${gvkText(config.id)} cannot be looked up: ${reason}`;
    throw configFailure("plugin-refused", config, message);
  }
  return posix.join(group, version, kind.toLowerCase(), kind);
}

function stat(path: string, config: Resource): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw configFailure("plugin-not-found", config, `the plugin cannot be looked up: ${(cause as Error).message}`);
  }
}

/** Fails like kustomize, which does not go on to look for a `.so`. */
function executable(path: string, found: Stats, config: Resource): string {
  if (found.isFile() && (found.mode & 0o111) !== 0) return path;
  const [reason, hint] = found.isFile()
    ? ["is not executable", "Run `chmod +x` on it."]
    : ["is not a file", "Put an executable of that name there."];
  throw configFailure("plugin-not-executable", config, `the plugin of ${gvkText(config.id)}, ${path}, ${reason}`, hint);
}

function missing(config: Resource, path: string | undefined, homes: PluginHomes, tried: readonly string[]): Error {
  const kind = gvkText(config.id);
  const also = tried.length === 0 ? "" : `, nor ${tried.join(", nor ")}`;
  const message =
    path === undefined
      ? `${kind} has no function specification, and there is no directory of plugins; tried: ${placesText(homes)}${also}`
      : `${kind} has no function specification and no plugin: there is neither ${path} nor ${path}.so${also}`;
  const hint =
    "Install the plugin there, set KUSTOMIZE_PLUGIN_HOME to its home, or specify a function in the annotation config.kubernetes.io/function.";
  return configFailure("plugin-not-found", config, message, hint);
}
