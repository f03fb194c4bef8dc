/** The state of a build and of its levels. */
import type { Budget } from "../../budget/index.ts";
import { defaultConfiguration, type HelmSettings } from "../../builtins/index.ts";
import type { Consolidated } from "../../composition/index.ts";
import type { Diagnostic, Warn } from "../../diagnostics.ts";
import { type Configuration, combineConfigurations, type Kustomization } from "../../documents/index.ts";
import type { Functions, ListedCatalog } from "../../functions/index.ts";
import type { Use, UseLog, Uses } from "../../lock/index.ts";
import { type Position, ResourceSet } from "../../resource/index.ts";
import type { Tree } from "../../sources/tree.ts";
import type { SecretTexts } from "../../text/index.ts";
import type { Charts, Files, Root } from "../loading/index.ts";
import type { Variables } from "../variables/index.ts";
import type { BaseMemo } from "./base-memo.ts";
import type { BuildSchemas } from "./build-schemas.ts";
import type { Compositions } from "./compositions.ts";
import type { Trace } from "./trace.ts";

/** The state that all levels of a build share. */
export interface BuildContext {
  /** The tree that is built. */
  readonly tree: Tree;
  readonly files: Files;
  readonly memo: BaseMemo;
  readonly schemas: BuildSchemas;
  readonly charts: Charts;
  readonly compositions: Compositions;
  /** Undefined if charts are not enabled. */
  readonly helm: HelmSettings | undefined;
  /** Undefined if only built-ins are enabled. */
  readonly functions: Functions | undefined;
  /** Undefined in ordinary builds. */
  readonly trace: Trace | undefined;
  /** All synchronous steps run under this limit. */
  readonly budget: Budget;
  /** Fires when the build ends, also if its time is up. */
  readonly ended: AbortSignal;
  /** Texts that may be values of Secrets, and stay out of messages. */
  readonly secrets: SecretTexts;
  /** Warnings in the order in which they are found. */
  readonly diagnostics: Diagnostic[];
  /** The size of the build so far: its levels, its entries of compositions, and the text of these compositions. */
  readonly opened: { levels: number; entries: number; text: number };
  /** The roots that were opened, see `leadsBackTo`. */
  readonly roots: Set<string>;
  /** Undefined without a lock. */
  readonly uses: Uses | undefined;
  /** The uses of files and programs from elsewhere. */
  readonly used: Use[];
}

/** Checks uses by the lock, and notes them in the build. Undefined without a lock. */
export function useLog({ uses, used }: Pick<BuildContext, "uses" | "used">): UseLog | undefined {
  if (uses === undefined) return undefined;
  return {
    expect: (reference) => uses.expect(reference),
    use(use) {
      uses.check(use);
      used.push(use);
    },
  };
}

/** The limit for one build. */
const MAX_WARNINGS = 1000;

/** Adds warnings to those of a build, up to a limit. */
export function warnInto({ diagnostics }: Pick<BuildContext, "diagnostics">): Warn {
  return (diagnostic) => {
    if (diagnostics.length < MAX_WARNINGS)
      diagnostics.push(typeof diagnostic === "function" ? diagnostic() : diagnostic);
    else if (diagnostics.at(-1) !== MORE_WARNINGS) diagnostics.push(MORE_WARNINGS);
  };
}

const MORE_WARNINGS: Diagnostic = {
  code: "more-warnings",
  severity: "notice",
  message: `there are more warnings than the first ${MAX_WARNINGS}`,
};

/** A kustomization, component or composition at its place in a build. */
export interface Level {
  readonly context: BuildContext;
  readonly root: Root;
  readonly kustomization: Kustomization;
  /** Set for a composition, whose `kustomization` has only the fields of both. */
  readonly composition?: Consolidated<Root> | undefined;
  /**
   * For an inline kustomization: the directory of the composition that defines it, if that is not the root. Its functions
   * run there, and the paths in its config files are relative to it.
   */
  readonly home?: Root | undefined;
  /** For a composition: its catalogs and those of its imports. Others have the field `catalogs` of their kustomization. */
  readonly catalogs?: readonly ListedCatalog[];
  /** The namespace of the outer levels, for charts without one (docs/specification/helm-charts.md 1.3). */
  readonly outerNamespace?: string;
  /** The directory relative to the one that is built; undefined unless origins are tracked. */
  readonly position: Position | undefined;
}

/** The result of a level so far. A kustomization starts with an empty one, a component with that of its parent. */
export interface Accumulator {
  readonly resources: ResourceSet;
  /**
   * The field specs of transformers. Those of files take effect from their level upwards
   * (docs/specification/build-order.md 3.1).
   */
  configuration: Configuration | undefined;
  readonly variables: Variables;
  /** The namespace that a chart got from outer levels, empty for none; undefined if no chart needed one. */
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

/** Adds the field specs of a level or of an included level. @throws KrmError `conflicting-field-specs` */
export function addConfiguration(accumulator: Accumulator, configuration: Configuration): void {
  accumulator.configuration = combineConfigurations(accumulator.configuration, configuration, defaultConfiguration);
}
