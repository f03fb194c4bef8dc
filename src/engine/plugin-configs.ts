/** Loads what `generators`, `transformers` and `validators` list; docs/specification/plugin-configs.md 1.1. */
import type { ConfigEntry, PathEntry } from "../documents/index.ts";
import { inlineObjects, Resource } from "../resource/index.ts";
import { type Accumulator, emptyAccumulator, fromKustomization, type Level } from "./context/index.ts";
import { append, type Unnamed } from "./resource-files.ts";
import { type Listed, type ListedComposition, mayLackName } from "./steps/index.ts";

export interface ConfigPorts {
  /** Adds a file or directory. @throws KrmError */
  resource(entry: PathEntry, into: Accumulator, unnamed: Unnamed): Promise<void>;
  /** The composition that an entry names; undefined for other entries. @throws KrmError */
  composition(entry: PathEntry): Promise<ListedComposition | undefined>;
}

/** Inline documents come first, then files and directories. */
export async function pluginConfigs(
  level: Level,
  entries: readonly ConfigEntry[],
  ports: ConfigPorts,
): Promise<readonly Listed[]> {
  if (entries.length === 0) return [];
  const accumulator = emptyAccumulator(level.context);
  const ofGroups = await level.context.functions?.mayLackName();
  /** The documents that the set of resources cannot hold, each with the number of configs before it. */
  const others: { readonly listed: Listed; readonly at: number }[] = [];
  const add = (listed: Listed): void => void others.push({ listed, at: accumulator.resources.size });
  const unnamed: Unnamed = { staysUnnamed: ofGroups ?? (() => false), found: add };
  const paths: PathEntry[] = [];
  for (const entry of entries) {
    const { text: path, location } = entry;
    const objects = inlineObjects(entry, mayLackName);
    if (objects === undefined) paths.push({ path, location });
    for (const node of objects ?? []) {
      append(new Resource(node, location), fromKustomization(level), accumulator, unnamed);
    }
  }
  const inline = accumulator.resources.size;
  for (const entry of paths) {
    const composition = await ports.composition(entry);
    if (composition === undefined) await ports.resource(entry, accumulator, unnamed);
    else add(composition);
  }
  await placePaths(level, accumulator.resources.items.slice(inline));
  const configs: Listed[] = [...accumulator.resources.items];
  for (const { listed, at } of others.reverse()) configs.splice(at, 0, listed);
  return configs;
}

/** The files of an imported composition name others relative to its directory; docs/specification/composition.md 4.6. */
async function placePaths({ context, root, home }: Level, configs: readonly Resource[]): Promise<void> {
  if (home === undefined || configs.length === 0) return;
  const { baseOf, rewritePaths } = await import("../composition/index.ts");
  const resume = (): void => context.budget.resume();
  const base = baseOf(home);
  for (const { node: config, origin: location = { file: home.display } } of configs) {
    if (config !== undefined) await rewritePaths({ config, home: base, location }, root, new Map(), resume);
  }
}
