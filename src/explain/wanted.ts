/** Chooses the objects of a build that are recorded, when only some of them are asked for. */
import { isLocalConfig, scalarText } from "../resource/index.ts";
import { get } from "../yaml/nodes/node.ts";
import type { IsWanted } from "./history.ts";

/** With more names of one kind, all objects of the kind are recorded, because each name is compared with each object. */
const MAX_NAMES = 50;

/** Fields whose objects configure plugins: they decide what happens to all others. */
const CONFIGS: ReadonlySet<string> = new Set(["generators", "transformers", "validators"]);

/**
 * The objects that may get one of the asked names, which prefixes, suffixes and hashes make longer; configs of plugins; and
 * objects for the build only, which replacements read. A patch can rename any object, so an asked object may be missing.
 */
export function wantedFor(asked: readonly { readonly kind: string; readonly name: string }[]): IsWanted {
  const byKind = new Map<string, Set<string>>();
  for (const { kind, name } of asked) {
    const names = byKind.get(kind);
    if (names === undefined) byKind.set(kind, new Set([name]));
    else if (names.size <= MAX_NAMES) names.add(name);
  }
  return ({ node }, { via }) => {
    if (via?.some((inclusion) => CONFIGS.has(inclusion.name)) || isLocalConfig(node)) return true;
    const names = byKind.get(scalarText(get(node, "kind")));
    if (names === undefined) return false;
    const name = scalarText(get(get(node, "metadata"), "name"));
    return names.size > MAX_NAMES || [...names].some((one) => one.includes(name));
  };
}
