/** Finds the KEP-993 executables of API groups; docs/specification/legacy-plugins.md 3.1, 3.6, 3.11. */
import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { parseApiVersion, scalarText } from "../../resource/index.ts";
import { get, type Node } from "../../yaml/nodes/node.ts";
import type { Role } from "../step.ts";

/**
 * The group of a config, empty if there is none. The samples of KEP-993 write `groupVersion` in place of `apiVersion`, and
 * leave the version out.
 */
export function configGroup(config: Node): string {
  const apiVersion = scalarText(get(config, "apiVersion"));
  if (apiVersion !== "") return parseApiVersion(apiVersion).group;
  const groupVersion = scalarText(get(config, "groupVersion"));
  const slash = groupVersion.indexOf("/");
  return slash < 0 ? groupVersion : groupVersion.slice(0, slash);
}

const GENERATORS = "generators";

/** The paths that the executable of a group may have, in order of preference. @param home {@link PluginHomes.groups} */
export function groupPlugin(group: string, role: Role, home: string | undefined): string[] {
  if (home === undefined || group === "" || group === "." || group === ".." || /[/\\\0]/.test(group)) return [];
  const path = posix.join(home, group);
  return role === "generator" ? [path, posix.join(home, GENERATORS, group)] : [path];
}

/** The groups that have an executable. @param home {@link PluginHomes.groups} */
export function installedGroups(home: string | undefined): ReadonlySet<string> {
  if (home === undefined) return new Set();
  return new Set([...namesIn(home), ...namesIn(posix.join(home, GENERATORS))]);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [] : [entry.name],
    );
  } catch {
    return [];
  }
}
