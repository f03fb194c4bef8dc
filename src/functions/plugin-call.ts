/** Types that all styles of plugins share. */
import type { Location } from "../diagnostics.ts";
import type { RunLimits } from "../processes/index.ts";
import type { EnvironmentRules } from "./declared-environment.ts";
import type { FoundPlugin } from "./legacy/find-plugin.ts";
import type { PluginHomes } from "./legacy/plugin-home.ts";
import type { PrivateTrees } from "./private-tree.ts";
import type { Surroundings } from "./run-step.ts";
import type { FunctionRequest } from "./step.ts";

export interface PluginOptions {
  readonly homes: PluginHomes;
  /** `--kustomize-binary`, absolute: the program that runs Go plugins. */
  readonly kustomizeBinary?: string | undefined;
}

/** The ports and options that all plugins of a run share. */
export interface PluginSurroundings extends Surroundings {
  readonly trees: PrivateTrees;
  readonly environment: EnvironmentRules;
  readonly limits: RunLimits;
  /** Undefined where no plugin may run. */
  readonly plugins: PluginOptions | undefined;
}

/** A plugin that was found, and the input of its call. */
export interface PluginCall extends FoundPlugin {
  readonly request: FunctionRequest;
  /** The place of the config. */
  readonly location: Location;
  /** The directory of the kustomization on this machine. */
  readonly cwd: string;
  /** The config as the plugin receives it. */
  readonly config: string;
  /** The variables that the user gives to plugins. */
  readonly env: ReadonlyMap<string, string>;
}
