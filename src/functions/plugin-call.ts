/** What all styles of plugins have in common. */
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
  /** `--kustomize-binary`, absolute: what runs Go plugins. */
  readonly kustomizeBinary?: string | undefined;
}

/** What plugins share with each other and with functions. */
export interface PluginSurroundings extends Surroundings {
  readonly trees: PrivateTrees;
  readonly environment: EnvironmentRules;
  readonly limits: RunLimits;
  /** Undefined where no plugin may run. */
  readonly plugins: PluginOptions | undefined;
}

/** A plugin that was found, and what it is started with. */
export interface PluginCall extends FoundPlugin {
  readonly request: FunctionRequest;
  /** Where the config is. */
  readonly location: Location;
  /** The directory of this machine that the kustomization is in. */
  readonly cwd: string;
  /** The config as the plugin sees it. */
  readonly config: string;
  /** What the user lets plugins have of the environment. */
  readonly env: ReadonlyMap<string, string>;
}
