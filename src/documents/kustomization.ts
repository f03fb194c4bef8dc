/** A kustomization file as a whole, as plain data (docs/specification/kustomization-file.md 4). */
import type { Location } from "../diagnostics.ts";
import { configEntry } from "./config-entry.ts";
import {
  type Decoded,
  type Decoder,
  exactly,
  list,
  pathEntry,
  record,
  type TextEntry,
  text,
  textEntry,
  textMap,
} from "./decoder.ts";
import { words } from "./field-spec-tables.ts";
import { oneOf } from "./ignored-input.ts";
import {
  type ConfigMapArgs,
  configMapFields,
  generatorOptions,
  type HelmChart,
  type HelmGlobals,
  helmChartFields,
  helmGlobalsFields,
  image,
  label,
  type ObjectMeta,
  objectMetaFields,
  oldHelmChart,
  openApi,
  type Patch,
  patchFields,
  replacement,
  replica,
  type SecretArgs,
  secretFields,
  sortOptions,
  variable,
} from "./kustomization-parts.ts";

/** An entry of a generator before `env` is joined with `envs`. */
type WithEnv<Args> = Args & { readonly env?: TextEntry };

/** kustomize ignores all other values. */
const BUILD_METADATA = ["managedByLabel", "originAnnotations", "transformerAnnotations"];

const paths = list(pathEntry);
const patches = list(record<Patch>(patchFields));

const kustomizationFields = {
  apiVersion: exactly(text),
  kind: exactly(text),
  metadata: record<ObjectMeta>(objectMetaFields),
  openapi: openApi,
  namePrefix: text,
  nameSuffix: text,
  namespace: text,
  commonLabels: textMap,
  commonAnnotations: textMap,
  labels: list(label),
  /** Each is a path or an inline patch (docs/specification/patches.md 4.1). */
  patchesStrategicMerge: list(textEntry),
  patchesJson6902: patches,
  patches,
  images: list(image),
  imageTags: list(image),
  replacements: list(exactly(replacement)),
  replicas: list(replica),
  vars: list(variable),
  sortOptions,
  resources: paths,
  bases: paths,
  components: paths,
  crds: paths,
  /** References to catalogs of functions. kustomize does not know the field. */
  catalogs: paths,
  configurations: paths,
  /**
   * Each is a path, a directory, an address or inline documents (docs/specification/plugin-configs.md 1.1). The same
   * holds for `transformers` and `validators`.
   */
  generators: list(configEntry),
  transformers: list(configEntry),
  validators: list(configEntry),
  buildMetadata: list(oneOf(textEntry, BUILD_METADATA)),
  configMapGenerator: list(exactly(record<WithEnv<ConfigMapArgs>>({ ...configMapFields, env: textEntry }))),
  secretGenerator: list(exactly(record<WithEnv<SecretArgs>>({ ...secretFields, env: textEntry }))),
  generatorOptions,
  helmGlobals: record<HelmGlobals>(helmGlobalsFields),
  helmCharts: list(record<HelmChart>(helmChartFields)),
  helmChartInflationGenerator: list(oldHelmChart),
};

/** A kustomization as it is written, before old spellings are replaced. */
export type KustomizationFile = Decoded<typeof kustomizationFields>;

/** The places of fields that something else than the file has set. */
export interface FieldPlaces {
  readonly namespace?: Location;
  readonly namePrefix?: Location;
  readonly nameSuffix?: Location;
}

/**
 * A kustomization or component, or the fields that a composition shares with these. Old spellings are replaced as
 * docs/specification/kustomization-file.md 3.2 says. The location is the start of the document.
 */
export interface Kustomization
  extends Omit<
    KustomizationFile,
    "apiVersion" | "kind" | "bases" | "imageTags" | "helmChartInflationGenerator" | GeneratorField
  > {
  readonly apiVersion: string;
  readonly kind: "Kustomization" | "Component" | "Composition";
  readonly configMapGenerator?: readonly ConfigMapArgs[];
  readonly secretGenerator?: readonly SecretArgs[];
  readonly fieldPlaces?: FieldPlaces;
}

/** The place to which the value of a field is put down in messages. */
export function fieldPlace(
  { fieldPlaces, location }: Pick<Kustomization, "fieldPlaces" | "location">,
  name: keyof FieldPlaces,
): Location {
  return fieldPlaces?.[name] ?? location;
}

type GeneratorField = "configMapGenerator" | "secretGenerator";

const compositionHint =
  "It is a field of a Composition, which a file named composition.yaml in a directory of its own holds.";

export const kustomizationFile: Decoder<KustomizationFile> = record<KustomizationFile>(kustomizationFields, {
  hints: Object.fromEntries(
    words(`
      transformersFrom transformerOverrides transformerOrder modules modulesFrom moduleOverrides moduleOrder
    `).map((name) => [name, compositionHint]),
  ),
});
