/** What the parts of a build hand to each other. */
import { defaultConfiguration, type HelmSettings } from "../../builtins/index.ts";
import type { Diagnostic, Warn } from "../../diagnostics.ts";
import { type Configuration, combineConfigurations, type Kustomization } from "../../documents/index.ts";
import type { Functions } from "../../functions/index.ts";
import { type Position, ResourceSet } from "../../resource/index.ts";
import type { TimeLimit } from "../../time-limit.ts";
import type { Charts, Files, Root } from "../loading/index.ts";
import type { Variables } from "../variables/index.ts";
import type { BaseMemo } from "./base-memo.ts";
import type { BuildSchemas } from "./build-schemas.ts";
import type { Trace } from "./trace.ts";

/** What all levels of one build share. */
export interface BuildContext {
  readonly files: Files;
  readonly memo: BaseMemo;
  readonly schemas: BuildSchemas;
  readonly charts: Charts;
  /** Undefined where charts may not be inflated. */
  readonly helm: HelmSettings | undefined;
  /** Undefined where nothing but built-ins may run. */
  readonly functions: Functions | undefined;
  /** Undefined in ordinary builds. */
  readonly trace: Trace | undefined;
  /** Every step that does not wait runs under it. */
  readonly time: TimeLimit;
  /** Warnings, in the order in which they came up. */
  readonly diagnostics: Diagnostic[];
  /** How many levels were opened so far: one count for the whole build. */
  readonly opened: { levels: number };
  /** What was opened, see {@link Root.leadsBackTo}. */
  readonly roots: Set<string>;
}

/** Nobody reads more than these, and a hostile file could have any number. */
const MOST_WARNINGS = 1000;

/** Takes the warnings of a build. */
export function warnInto({ diagnostics }: Pick<BuildContext, "diagnostics">): Warn {
  return (diagnostic) => {
    if (diagnostics.length < MOST_WARNINGS)
      diagnostics.push(typeof diagnostic === "function" ? diagnostic() : diagnostic);
    else if (diagnostics.at(-1) !== MORE_WARNINGS) diagnostics.push(MORE_WARNINGS);
  };
}

const MORE_WARNINGS: Diagnostic = {
  code: "more-warnings",
  severity: "notice",
  message: `there are more warnings than the first ${MOST_WARNINGS}`,
};

/** One kustomization or component, at its place in a build. */
export interface Level {
  readonly context: BuildContext;
  readonly root: Root;
  readonly kustomization: Kustomization;
  /** The namespace of the levels around it, which charts without one get (docs/specification/helm-charts.md 1.3). */
  readonly outerNamespace?: string;
  /** Where the directory is, relative to the one that is built; undefined unless origins are tracked. */
  readonly position: Position | undefined;
}

/** What a level works on. A kustomization starts with nothing, a component with what its parent has. */
export interface Accumulator {
  readonly resources: ResourceSet;
  /**
   * The tables that transformers work by: those of files take effect from their level upwards
   * (docs/specification/build-order.md 3.1).
   */
  configuration: Configuration | undefined;
  readonly variables: Variables;
  /** What a chart that looked for a namespace beyond the level found, empty for none; undefined when no chart looked. */
  inheritedNamespace: string | undefined;
}

export function emptyAccumulator({ schemas }: Pick<BuildContext, "schemas">): Accumulator {
  return {
    resources: new ResourceSet(schemas),
    configuration: undefined,
    variables: new Map(),
    inheritedNamespace: undefined,
  };
}

/** Adds the tables of a level, or those that came up from one. @throws KrmError `conflicting-field-specs` */
export function addConfiguration(accumulator: Accumulator, configuration: Configuration): void {
  accumulator.configuration = combineConfigurations(accumulator.configuration, configuration, defaultConfiguration);
}
