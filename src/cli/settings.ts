/** What `.krm-render.yaml` sets, where an option of the same name is not given. */
import {
  CONFIGURATION_FILE,
  type Configuration,
  EMPTY_CONFIGURATION,
  readConfiguration,
} from "../configuration/index.ts";
import { readConfigurationFile } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Invocation } from "./command.ts";

/** Settings by the names of options. */
export type OptionSettings = ReadonlyMap<string, { readonly values: readonly string[] }>;

/** The settings of a tree. @throws KrmError, see {@link configurationOf} */
export async function settingsOf(tree: Tree): Promise<OptionSettings> {
  return (await configurationOf(tree)).settings;
}

/** The configuration of a tree whose reviews are not meant; rules of reviews are only read. @throws KrmError with every mistake */
export async function configurationOf(tree: Tree): Promise<Configuration> {
  const bytes = await readConfigurationFile(tree);
  if (bytes === undefined) return EMPTY_CONFIGURATION;
  const known = { dangers: [], noise: [] };
  return readConfiguration(bytes, tree.display(`/${CONFIGURATION_FILE}`), known).configuration;
}

/** Which files kustomizations may read. */
export function restrictorOf(settings: OptionSettings): "none" | "root-only" {
  return settings.get("load-restrictor")?.values.at(-1) === "LoadRestrictionsNone" ? "none" : "root-only";
}

/** The invocation with values for options that are not given. */
export function withSettings(invocation: Invocation, settings: OptionSettings): Invocation {
  const setting = (name: string): readonly string[] => settings.get(name)?.values ?? [];
  return {
    arguments: invocation.arguments,
    value: (name) => invocation.value(name) ?? setting(name).at(-1),
    values: (name) => {
      const given = invocation.values(name);
      return given.length > 0 ? given : setting(name);
    },
    has: (name) => (invocation.value(name) === undefined ? setting(name).at(-1) === "true" : invocation.has(name)),
  };
}
