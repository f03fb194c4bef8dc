/**
 * The fields of a kustomization file and of its parts, one table for each type (docs/specification/kustomization-file.md 4).
 */
import type { Location } from "../diagnostics.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { configEntry } from "./config-entry.ts";
import {
  anyMap,
  bool,
  type Decoder,
  exactly,
  type Fields,
  int,
  list,
  pathEntry,
  record,
  text,
  textEntry,
  textMap,
} from "./decoder.ts";
import { oneOf, reportOtherKeys, withoutEffect } from "./ignored-input.ts";
import type {
  ConfigMapArgs,
  FieldOptions,
  FieldSpec,
  GeneratorOptions,
  HelmChart,
  HelmGlobals,
  Image,
  Kustomization,
  Label,
  LegacySortOptions,
  ObjectMeta,
  OpenApiField,
  Patch,
  PatchOptions,
  PathEntry,
  Replacement,
  ReplacementSource,
  ReplacementTarget,
  Replica,
  SecretArgs,
  Selector,
  SortOptions,
  TextEntry,
  Var,
  VarTarget,
} from "./kustomization.ts";

/** An entry of a generator before `env` is joined with `envs`. */
type AsWritten<Args> = Args & { readonly env?: TextEntry };

/** An entry of `helmChartInflationGenerator`, the old form of `helmCharts` and `helmGlobals`. */
export interface OldHelmChart {
  readonly chartName?: string;
  readonly chartVersion?: string;
  readonly chartRepoUrl?: string;
  readonly chartHome?: string;
  readonly chartRepoName?: string;
  readonly helmBin?: string;
  readonly helmHome?: string;
  readonly values?: string;
  readonly valuesLocal?: MapNode;
  readonly valuesMerge?: string;
  readonly releaseName?: string;
  readonly releaseNamespace?: string;
  readonly extraArgs?: readonly string[];
  readonly location: Location;
}

/** A kustomization as it is written, before old spellings are replaced. */
export interface KustomizationFile
  extends Partial<Omit<Kustomization, "kind" | "location" | "configMapGenerator" | "secretGenerator">> {
  readonly kind?: string;
  readonly bases?: readonly PathEntry[];
  readonly imageTags?: readonly Image[];
  readonly configMapGenerator?: readonly AsWritten<ConfigMapArgs>[];
  readonly secretGenerator?: readonly AsWritten<SecretArgs>[];
  readonly helmChartInflationGenerator?: readonly OldHelmChart[];
  readonly location: Location;
}

const texts = list(text);
const paths = list(pathEntry);
const textEntries = list(textEntry);

const exactText = exactly(text);
/** A kind of object. kustomize embeds this type, so it does not convert numbers to text in these fields. */
export const gvk = { group: exactText, version: exactText, kind: exactText };
const named = { ...gvk, name: exactText, namespace: exactText };

const OPEN_API = ["path", "version"];

/** kustomize ignores all other values. */
const BUILD_METADATA = ["managedByLabel", "originAnnotations", "transformerAnnotations"];
const BEHAVIORS = ["create", "merge", "replace", "unspecified"];

const splitApiVersion = "Give `group` and `version` instead.";

export const objectMetaFields: Fields<ObjectMeta> = {
  name: text,
  namespace: text,
  labels: textMap,
  annotations: textMap,
};

export const selector = record<Selector>(
  { ...named, annotationSelector: text, labelSelector: text },
  { hints: { apiVersion: splitApiVersion, labels: "Did you mean `labelSelector`?" } },
);

export const fieldSpec = record<FieldSpec>(
  { ...gvk, path: text, create: bool },
  { defaults: { path: "" }, hints: { apiVersion: splitApiVersion } },
);

export const fieldSpecs = list(fieldSpec);

const label = record<Label>({
  pairs: textMap,
  includeSelectors: bool,
  includeTemplates: bool,
  includeVolumeClaimTemplates: bool,
  fields: fieldSpecs,
});

const patchOptions = record<PatchOptions>({ allowNameChange: bool, allowKindChange: bool });

export const patchFields: Fields<Patch> = { path: text, patch: text, target: selector, options: patchOptions };

const patches = list(record<Patch>(patchFields));

export const image = record<Image>({ name: text, newName: text, tagSuffix: text, newTag: text, digest: text });

export const replica = record<Replica>({ name: text, count: int }, { defaults: { name: "", count: 0 } });

const fieldOptions = record<FieldOptions>({ delimiter: text, index: int, encoding: withoutEffect(text), create: bool });

const replacementSource = record<ReplacementSource>(
  { ...named, fieldPath: text, options: fieldOptions },
  { hints: { apiVersion: splitApiVersion, fieldPaths: "Did you mean `fieldPath`? A source has one." } },
);

const replacementTarget = record<ReplacementTarget>({
  select: selector,
  reject: list(selector),
  fieldPaths: texts,
  options: fieldOptions,
});

export const replacementFields = { source: replacementSource, sourceValue: text, targets: list(replacementTarget) };

const replacement = record<Replacement>({ ...replacementFields, path: text });

/** A replacement in a file of its own. It cannot name another file. */
export const inlineReplacement = record<Omit<Replacement, "path">>(replacementFields);

const variable = record<Var>(
  {
    name: text,
    objref: record<VarTarget>({ ...named, apiVersion: text }),
    fieldref: record<NonNullable<Var["fieldref"]>>({ fieldPath: text }),
  },
  { defaults: { name: "" } },
);

const sortOptions = record<SortOptions>({
  order: text,
  legacySortOptions: record<LegacySortOptions>({ orderFirst: texts, orderLast: texts }),
});

const generatorOptions = record<GeneratorOptions>({
  labels: textMap,
  annotations: textMap,
  disableNameSuffixHash: bool,
  immutable: bool,
});

export const configMapFields: Fields<ConfigMapArgs> = {
  namespace: text,
  name: text,
  behavior: oneOf(text, BEHAVIORS),
  literals: textEntries,
  files: textEntries,
  envs: textEntries,
  options: generatorOptions,
};

export const secretFields: Fields<SecretArgs> = { ...configMapFields, type: text };

export const helmGlobalsFields: Fields<HelmGlobals> = { chartHome: text, configHome: text };

export const helmChartFields: Fields<HelmChart> = {
  name: text,
  version: text,
  repo: text,
  releaseName: text,
  namespace: text,
  additionalValuesFiles: paths,
  valuesFile: text,
  valuesInline: anyMap,
  valuesMerge: text,
  includeCRDs: bool,
  skipHooks: bool,
  apiVersions: texts,
  kubeVersion: text,
  nameTemplate: text,
  skipTests: bool,
  debug: bool,
  devel: bool,
};

const oldHelmChart = record<OldHelmChart>({
  chartName: text,
  chartVersion: text,
  chartRepoUrl: text,
  chartHome: text,
  chartRepoName: withoutEffect(text),
  helmBin: withoutEffect(text),
  helmHome: text,
  values: text,
  valuesLocal: anyMap,
  valuesMerge: text,
  releaseName: text,
  releaseNamespace: withoutEffect(text),
  extraArgs: withoutEffect(texts),
});

/** Any key is accepted as long as its value is a string. */
const openApi: Decoder<OpenApiField> = (node, reading) => {
  const entries = textMap(node, reading);
  if (entries === undefined) return undefined;
  reportOtherKeys(node, reading, OPEN_API);
  return { path: entries.get("path"), version: entries.get("version"), location: reading.place(node) };
};

const compositionHint =
  "It is a field of a Composition, which a file named composition.yaml in a directory of its own holds.";

export const kustomizationFile: Decoder<KustomizationFile> = record<KustomizationFile>(
  {
    apiVersion: text,
    kind: text,
    metadata: record<ObjectMeta>(objectMetaFields),
    openapi: openApi,
    namePrefix: text,
    nameSuffix: text,
    namespace: text,
    commonLabels: textMap,
    commonAnnotations: textMap,
    labels: list(label),
    patchesStrategicMerge: textEntries,
    patchesJson6902: patches,
    patches,
    images: list(image),
    imageTags: list(image),
    replacements: list(replacement),
    replicas: list(replica),
    vars: list(variable),
    sortOptions,
    resources: paths,
    bases: paths,
    components: paths,
    crds: paths,
    catalogs: paths,
    configurations: paths,
    generators: list(configEntry),
    transformers: list(configEntry),
    validators: list(configEntry),
    buildMetadata: list(oneOf(textEntry, BUILD_METADATA)),
    configMapGenerator: list(record<AsWritten<ConfigMapArgs>>({ ...configMapFields, env: textEntry })),
    secretGenerator: list(record<AsWritten<SecretArgs>>({ ...secretFields, env: textEntry })),
    generatorOptions,
    helmGlobals: record<HelmGlobals>(helmGlobalsFields),
    helmCharts: list(record<HelmChart>(helmChartFields)),
    helmChartInflationGenerator: list(oldHelmChart),
  },
  {
    hints: Object.fromEntries(
      [
        "transformersFrom",
        "transformerOverrides",
        "transformerOrder",
        "modules",
        "modulesFrom",
        "moduleOverrides",
        "moduleOrder",
      ].map((name) => [name, compositionHint]),
    ),
  },
);
