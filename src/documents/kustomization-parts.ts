/**
 * The types of the parts of a kustomization file (docs/specification/kustomization-file.md 4), each with the table that decodes
 * it. Field names are those of the file. A field that the file does not give, or gives as null, is absent. Values that can be
 * found wrong later have a location.
 */
import type { Location } from "../diagnostics.ts";
import {
  anyMap,
  bool,
  type Decoded,
  type Decoder,
  exactly,
  int,
  list,
  pathEntry,
  record,
  text,
  textEntry,
  textMap,
} from "./decoder.ts";
import { oneOf, reportOtherKeys, withoutEffect } from "./ignored-input.ts";

const texts = list(text);
const textEntries = list(textEntry);

const exactText = exactly(text);
/** A kind of object. kustomize embeds this type, so it does not convert numbers to text in these fields. */
export const gvk = { group: exactText, version: exactText, kind: exactText };
const named = { ...gvk, name: exactText, namespace: exactText };

/** Group, version and kind; an absent or empty part matches any. */
export type Gvk = { readonly [Part in keyof typeof gvk]?: string };

const BEHAVIORS = ["create", "merge", "replace", "unspecified"];

const splitApiVersion = "Give `group` and `version` instead.";

export const objectMetaFields = { name: text, namespace: text, labels: textMap, annotations: textMap };
export type ObjectMeta = Decoded<typeof objectMetaFields>;

const selectorFields = { ...named, annotationSelector: text, labelSelector: text };
/**
 * Regular expressions that match whole values, and Kubernetes label selectors. Absent or empty fields match everything
 * (docs/specification/patches.md 3).
 */
export interface Selector extends Decoded<typeof selectorFields> {
  /** True for a target that is given to many kustomizations at once: it is no mistake if it selects nothing in one of them. */
  readonly maySelectNothing?: boolean;
}
export const selector: Decoder<Selector> = record<Decoded<typeof selectorFields>>(selectorFields, {
  hints: { apiVersion: splitApiVersion, labels: "Did you mean `labelSelector`?" },
});

const fieldSpecFields = { ...gvk, path: text, create: bool };
/** A path to a field in some kinds of objects (docs/specification/field-specs.md 1). Default field specs have no location. */
export type FieldSpec = Omit<Decoded<typeof fieldSpecFields, "path">, "location"> & { readonly location?: Location };
export const fieldSpecs = list(
  record<FieldSpec>(fieldSpecFields, { defaults: { path: "" }, hints: { apiVersion: splitApiVersion } }),
);

const labelFields = {
  pairs: textMap,
  includeSelectors: bool,
  includeTemplates: bool,
  includeVolumeClaimTemplates: bool,
  fields: fieldSpecs,
};
export type Label = Decoded<typeof labelFields>;
export const label = record<Label>(labelFields);

const patchOptions = { allowNameChange: bool, allowKindChange: bool };
/** The field `patch` is the text of an inline patch. */
export const patchFields = {
  path: text,
  patch: text,
  target: selector,
  options: record<Decoded<typeof patchOptions>>(patchOptions),
};
export type Patch = Decoded<typeof patchFields>;

const imageFields = { name: text, newName: text, tagSuffix: text, newTag: text, digest: text };
export type Image = Decoded<typeof imageFields>;
export const image = record<Image>(imageFields);

const replicaFields = { name: text, count: int };
export type Replica = Decoded<typeof replicaFields, "name" | "count">;
export const replica = record<Replica>(replicaFields, { defaults: { name: "", count: 0 } });

const optionFields = { delimiter: text, index: int, encoding: withoutEffect(text), create: bool };
export type FieldOptions = Decoded<typeof optionFields>;
const fieldOptions = record<FieldOptions>(optionFields);

const sourceFields = { ...named, fieldPath: text, options: fieldOptions };
export type ReplacementSource = Decoded<typeof sourceFields>;

const targetFields = { select: selector, reject: list(selector), fieldPaths: texts, options: fieldOptions };
export type ReplacementTarget = Decoded<typeof targetFields>;

export const replacementFields = {
  source: record<ReplacementSource>(sourceFields, {
    hints: { apiVersion: splitApiVersion, fieldPaths: "Did you mean `fieldPath`? A source has one." },
  }),
  sourceValue: text,
  targets: list(record<ReplacementTarget>(targetFields)),
};

const replacementEntry = { ...replacementFields, path: text };
/** Either `path`, which names a file of replacements, or the other fields. */
export type Replacement = Decoded<typeof replacementEntry>;
export const replacement = record<Replacement>(replacementEntry);

/** A replacement in a file of its own. It cannot name another file. */
export const inlineReplacement = record<Omit<Replacement, "path">>(replacementFields);

const varTarget = { ...named, apiVersion: text };
export type VarTarget = Decoded<typeof varTarget>;
const fieldReference = { fieldPath: text };
const varFields = {
  name: text,
  objref: record<VarTarget>(varTarget),
  fieldref: record<Decoded<typeof fieldReference>>(fieldReference),
};
export type Var = Decoded<typeof varFields, "name">;
export const variable = record<Var>(varFields, { defaults: { name: "" } });

const legacySortOptions = { orderFirst: texts, orderLast: texts };
const sortFields = { order: text, legacySortOptions: record<Decoded<typeof legacySortOptions>>(legacySortOptions) };
export type SortOptions = Decoded<typeof sortFields>;
export const sortOptions = record<SortOptions>(sortFields);

const generatorFields = { labels: textMap, annotations: textMap, disableNameSuffixHash: bool, immutable: bool };
export type GeneratorOptions = Decoded<typeof generatorFields>;
export const generatorOptions = record<GeneratorOptions>(generatorFields);

export const configMapFields = {
  namespace: text,
  name: text,
  behavior: oneOf(text, BEHAVIORS),
  literals: textEntries,
  files: textEntries,
  envs: textEntries,
  options: generatorOptions,
};
/** An entry of `configMapGenerator`. An `env` is appended to `envs`. */
export type ConfigMapArgs = Decoded<typeof configMapFields>;

export const secretFields = { ...configMapFields, type: text };
export type SecretArgs = Decoded<typeof secretFields>;

export const helmGlobalsFields = { chartHome: text, configHome: text };
/** The location is that of `helmGlobals`, or of the old-style chart that these values come from. */
export type HelmGlobals = Decoded<typeof helmGlobalsFields>;

export const helmChartFields = {
  name: text,
  version: text,
  repo: text,
  releaseName: text,
  namespace: text,
  additionalValuesFiles: list(pathEntry),
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
export type HelmChart = Decoded<typeof helmChartFields>;

const oldHelmChartFields = {
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
};
/** An entry of `helmChartInflationGenerator`, the old form of `helmCharts` and `helmGlobals`. */
export type OldHelmChart = Decoded<typeof oldHelmChartFields>;
export const oldHelmChart = record<OldHelmChart>(oldHelmChartFields);

/** The OpenAPI types that a build uses. */
export interface OpenApiField {
  readonly path?: string | undefined;
  readonly version?: string | undefined;
  readonly location: Location;
}

const OPEN_API = ["path", "version"];

/** Any key is accepted as long as its value is a string. */
export const openApi: Decoder<OpenApiField> = (node, reading) => {
  const entries = textMap(node, reading);
  if (entries === undefined) return undefined;
  reportOtherKeys(node, reading, OPEN_API);
  return { path: entries.get("path"), version: entries.get("version"), location: reading.place(node) };
};
