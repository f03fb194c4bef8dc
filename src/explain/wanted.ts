/** Chooses the objects of a build that are recorded, when only some of them are asked for. */
import { getOrInsert } from "../collections.ts";
import { isLocalConfig, scalarText } from "../resource/index.ts";
import { get } from "../yaml/nodes/node.ts";
import type { ExtentOf } from "./history.ts";

/** With more names of one kind, all objects of the kind are recorded, because each name is compared with each object. */
const MAX_NAMES = 50;

/** Fields whose objects configure plugins: they decide what happens to all others. */
const CONFIGS: ReadonlySet<string> = new Set(["generators", "transformers", "validators"]);

/** An object that is asked for. */
export interface AskedObject {
  readonly kind: string;
  readonly name: string;
  /** True if its fields are asked for, and not only why it is there. */
  readonly isWhole: boolean;
}

interface OfKind {
  /** Each name, and whether fields are asked for. */
  readonly names: Map<string, boolean>;
  isWhole: boolean;
}

/**
 * Records the objects that may get one of the asked names, which prefixes, suffixes and hashes make longer; configs of plugins;
 * objects whose names have variables; and objects for the build only, which replacements read. A patch can rename any object, so an asked object may be missing.
 */
export function wantedFor(asked: readonly AskedObject[]): ExtentOf {
  const byKind = new Map<string, OfKind>();
  for (const { kind, name, isWhole } of asked) {
    const ofKind = getOrInsert(byKind, kind, () => ({ names: new Map(), isWhole: false }));
    ofKind.isWhole ||= isWhole;
    if (ofKind.names.size <= MAX_NAMES) ofKind.names.set(name, isWhole || ofKind.names.get(name) === true);
  }
  return ({ node }, { via }) => {
    if (via?.some((inclusion) => CONFIGS.has(inclusion.name)) || isLocalConfig(node)) return "whole";
    const ofKind = byKind.get(scalarText(get(node, "kind")));
    if (ofKind === undefined) return "none";
    if (ofKind.names.size > MAX_NAMES) return ofKind.isWhole ? "whole" : "identity";
    const name = scalarText(get(get(node, "metadata"), "name"));
    const found = [...ofKind.names].filter(([one]) => name.includes("${") || one.includes(name));
    if (found.length === 0) return "none";
    return found.some(([, isWhole]) => isWhole) ? "whole" : "identity";
  };
}
