/** Fills in the settings of `.krm-render.yaml` for options that are not given. */
import {
  CONFIGURATION_FILE,
  type Configuration,
  EMPTY_CONFIGURATION,
  readConfiguration,
} from "../configuration/index.ts";
import { checkedPolicies } from "../policies/index.ts";
import { readConfigurationFile } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Invocation } from "./command.ts";

/** Settings by the names of options. */
export type OptionSettings = ReadonlyMap<string, { readonly values: readonly string[] }>;

/** The settings of a tree. @throws KrmError, see {@link configurationOf} */
export async function settingsOf(tree: Tree): Promise<OptionSettings> {
  return (await configurationOf(tree)).settings;
}

/** Reads the configuration of a tree, for a command that reviews nothing. @throws KrmError with every mistake */
export async function configurationOf(tree: Tree): Promise<Configuration> {
  const bytes = await readConfigurationFile(tree);
  if (bytes === undefined) return EMPTY_CONFIGURATION;
  const known = { dangers: [], noise: [] };
  return (await checkedPolicies(readConfiguration(bytes, tree.display(`/${CONFIGURATION_FILE}`), known))).configuration;
}

/** Settings of the action whose names are those of other options: `--fail-on` is about the results of functions. */
const OTHERS: ReadonlySet<string> = new Set(["fail-on"]);

/** The invocation with values for options that are not given. */
export function withSettings(invocation: Invocation, settings: OptionSettings): Invocation {
  const setting = (name: string): readonly string[] => (OTHERS.has(name) ? [] : (settings.get(name)?.values ?? []));
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
