/** The fields of built-ins that hold paths; docs/specification/composition.md 4. */
import { ACCUMULATOR_FIELDS, ACCUMULATOR_KINDS, isInlineKustomization } from "../documents/index.ts";

/**
 * A path field. `file`: a file. `key=file`: a file, with a name for its key in front. `resource`: a file, a directory or an
 * address. `config`: a file, a directory, an address or an inline document. `patch`: a file or an inline patch. `chartHome`:
 * a directory that is `charts` by default.
 */
export type PathForm = "file" | "key=file" | "resource" | "config" | "patch" | "chartHome";

/** A field by its path: `*` stands for the elements of a list. */
export type PathField = readonly [path: string, form: PathForm];

const GENERATOR: readonly PathField[] = [
  ["files.*", "key=file"],
  ["envs.*", "file"],
  ["env", "file"],
];

const CHART: readonly PathField[] = [
  ["valuesFile", "file"],
  ["additionalValuesFiles.*", "file"],
];

/** Kinds of earlier drafts of the proposal. */
export const LEGACY_KINDS: ReadonlySet<string> = new Set(["StaticResources", "Kustomize"]);

/** The kinds of apiVersion `builtin` that only a composition knows. */
export const COMPOSITION_KINDS: ReadonlySet<string> = new Set([...ACCUMULATOR_KINDS, ...LEGACY_KINDS]);

const ACCUMULATOR = ACCUMULATOR_FIELDS.map((name): PathField => [`${name}.*`, "resource"]);

/** The path fields of built-ins by kind. Built-ins that are not listed have none. */
const BUILTINS: Readonly<Record<string, readonly PathField[]>> = {
  ...Object.fromEntries([...ACCUMULATOR_KINDS].map((kind) => [kind, ACCUMULATOR])),
  ConfigMapGenerator: GENERATOR,
  SecretGenerator: GENERATOR,
  PatchTransformer: [["path", "file"]],
  PatchJson6902Transformer: [["path", "file"]],
  PatchStrategicMergeTransformer: [["paths.*", "patch"]],
  ReplacementTransformer: [["replacements.*.path", "file"]],
  HelmChartInflationGenerator: [...CHART, ["chartHome", "chartHome"]],
};

const KUSTOMIZATION: readonly PathField[] = [
  ...["resources", "bases", "components"].map((name): PathField => [`${name}.*`, "resource"]),
  ...["crds", "configurations"].map((name): PathField => [`${name}.*`, "file"]),
  ...["generators", "transformers", "validators"].map((name): PathField => [`${name}.*`, "config"]),
  ...["configMapGenerator", "secretGenerator"].flatMap((name) =>
    GENERATOR.map(([path, form]): PathField => [`${name}.*.${path}`, form]),
  ),
  ...["patches", "patchesJson6902", "replacements"].map((name): PathField => [`${name}.*.path`, "file"]),
  ["patchesStrategicMerge.*", "patch"],
  ...CHART.map(([path, form]): PathField => [`helmCharts.*.${path}`, form]),
  ["helmGlobals.chartHome", "chartHome"],
  ["helmChartInflationGenerator.*.values", "file"],
  ["helmChartInflationGenerator.*.chartHome", "chartHome"],
  ["openapi.path", "file"],
];

/** The path fields of an entry. Configs of functions are opaque and have none. */
export function pathFieldsOf(apiVersion: string, kind: string): readonly PathField[] {
  if (apiVersion === "builtin") return Object.hasOwn(BUILTINS, kind) ? (BUILTINS[kind] ?? []) : [];
  return isInlineKustomization(apiVersion, kind) ? KUSTOMIZATION : [];
}
