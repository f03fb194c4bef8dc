/**
 * The content of a kustomization file, as plain data (docs/specification/kustomization-file.md 4). Field names are those
 * of the file. A field that the file does not give, or gives as null, is absent. Values that can be found wrong later have
 * a location.
 */
import type { Location } from "../diagnostics.ts";
import type { MapNode } from "../yaml/nodes/node.ts";

/** Keys and values in the order of the file. A Map, since keys from files are not safe as properties of an object. */
export type StringMap = ReadonlyMap<string, string>;

/** An entry of a list of files, directories or addresses. */
export interface PathEntry {
  readonly path: string;
  readonly location: Location;
}

/** An entry of a list of texts: `key=value`, a path or an inline document, an option. */
export interface TextEntry {
  readonly text: string;
  readonly location: Location;
}

/** An entry of `generators`, `transformers` or `validators`. */
export interface ConfigEntry extends TextEntry {
  /**
   * True if it is written as a mapping; its text is then the same document as an inline text
   * (docs/specification/function-configs.md 3.1).
   */
  readonly isMapping?: true;
}

export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly location: Location;
}

/** Group, version and kind; an absent or empty part matches any. */
export interface Gvk {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

/**
 * Regular expressions that match whole values, and Kubernetes label selectors. Absent or empty fields match everything
 * (docs/specification/patches.md 3).
 */
export interface Selector extends Gvk {
  readonly name?: string;
  readonly namespace?: string;
  readonly annotationSelector?: string;
  readonly labelSelector?: string;
  readonly location: Location;
}

/** A path to a field in some kinds of objects (docs/specification/field-specs.md 1). */
export interface FieldSpec extends Gvk {
  readonly path: string;
  readonly create?: boolean;
  /** Absent for default field specs. */
  readonly location?: Location;
}

export interface Label {
  readonly pairs?: StringMap;
  readonly includeSelectors?: boolean;
  readonly includeTemplates?: boolean;
  readonly includeVolumeClaimTemplates?: boolean;
  readonly fields?: readonly FieldSpec[];
  readonly location: Location;
}

export interface PatchOptions {
  readonly allowNameChange?: boolean;
  readonly allowKindChange?: boolean;
  readonly location: Location;
}

export interface Patch {
  readonly path?: string;
  /** The text of an inline patch. */
  readonly patch?: string;
  readonly target?: Selector;
  readonly options?: PatchOptions;
  readonly location: Location;
}

export interface Image {
  readonly name?: string;
  readonly newName?: string;
  readonly tagSuffix?: string;
  readonly newTag?: string;
  readonly digest?: string;
  readonly location: Location;
}

export interface Replica {
  readonly name: string;
  readonly count: number;
  readonly location: Location;
}

export interface FieldOptions {
  readonly delimiter?: string;
  readonly index?: number;
  /** Accepted, without effect. */
  readonly encoding?: string;
  readonly create?: boolean;
  readonly location: Location;
}

export interface ReplacementSource extends Gvk {
  readonly name?: string;
  readonly namespace?: string;
  readonly fieldPath?: string;
  readonly options?: FieldOptions;
  readonly location: Location;
}

export interface ReplacementTarget {
  readonly select?: Selector;
  readonly reject?: readonly Selector[];
  readonly fieldPaths?: readonly string[];
  readonly options?: FieldOptions;
  readonly location: Location;
}

/** Either `path`, which names a file of replacements, or the other fields. */
export interface Replacement {
  readonly path?: string;
  readonly source?: ReplacementSource;
  readonly sourceValue?: string;
  readonly targets?: readonly ReplacementTarget[];
  readonly location: Location;
}

export interface Var {
  readonly name: string;
  readonly objref?: VarTarget;
  readonly fieldref?: { readonly fieldPath?: string; readonly location: Location };
  readonly location: Location;
}

export interface VarTarget extends Gvk {
  readonly apiVersion?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly location: Location;
}

export interface SortOptions {
  readonly order?: string;
  readonly legacySortOptions?: LegacySortOptions;
  readonly location: Location;
}

export interface LegacySortOptions {
  readonly orderFirst?: readonly string[];
  readonly orderLast?: readonly string[];
  readonly location: Location;
}

export interface GeneratorOptions {
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly disableNameSuffixHash?: boolean;
  readonly immutable?: boolean;
  readonly location: Location;
}

/** An entry of `configMapGenerator`. An `env` is appended to `envs`. */
export interface ConfigMapArgs {
  readonly namespace?: string;
  readonly name?: string;
  readonly behavior?: string;
  readonly literals?: readonly TextEntry[];
  readonly files?: readonly TextEntry[];
  readonly envs?: readonly TextEntry[];
  readonly options?: GeneratorOptions;
  readonly location: Location;
}

export interface SecretArgs extends ConfigMapArgs {
  readonly type?: string;
}

export interface HelmGlobals {
  readonly chartHome?: string;
  readonly configHome?: string;
  /** The place of `helmGlobals`, or of the old-style chart that these values come from. */
  readonly location: Location;
}

export interface HelmChart {
  readonly name?: string;
  readonly version?: string;
  readonly repo?: string;
  readonly releaseName?: string;
  readonly namespace?: string;
  readonly additionalValuesFiles?: readonly PathEntry[];
  readonly valuesFile?: string;
  readonly valuesInline?: MapNode;
  readonly valuesMerge?: string;
  readonly includeCRDs?: boolean;
  readonly skipHooks?: boolean;
  readonly apiVersions?: readonly string[];
  readonly kubeVersion?: string;
  readonly nameTemplate?: string;
  readonly skipTests?: boolean;
  readonly debug?: boolean;
  readonly devel?: boolean;
  readonly location: Location;
}

/** The OpenAPI types that a build uses. */
export interface OpenApiField {
  readonly path?: string | undefined;
  readonly version?: string | undefined;
  readonly location: Location;
}

/**
 * A kustomization or component, or the fields that a composition shares with these. Old spellings are replaced as docs/specification/kustomization-file.md 3.2 says.
 */
export interface Kustomization {
  readonly apiVersion: string;
  readonly kind: "Kustomization" | "Component" | "Composition";
  readonly metadata?: ObjectMeta;
  readonly openapi?: OpenApiField;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly namespace?: string;
  readonly commonLabels?: StringMap;
  readonly commonAnnotations?: StringMap;
  readonly labels?: readonly Label[];
  /** Each is a path or an inline patch (docs/specification/patches.md 4.1). */
  readonly patchesStrategicMerge?: readonly TextEntry[];
  readonly patchesJson6902?: readonly Patch[];
  readonly patches?: readonly Patch[];
  readonly images?: readonly Image[];
  readonly replacements?: readonly Replacement[];
  readonly replicas?: readonly Replica[];
  readonly vars?: readonly Var[];
  readonly sortOptions?: SortOptions;
  readonly resources?: readonly PathEntry[];
  readonly components?: readonly PathEntry[];
  readonly crds?: readonly PathEntry[];
  /** References to catalogs of functions. kustomize does not know the field. */
  readonly catalogs?: readonly PathEntry[];
  readonly configurations?: readonly PathEntry[];
  /**
   * Each is a path, a directory, an address or inline documents (docs/specification/plugin-configs.md 1.1). The same
   * holds for `transformers` and `validators`.
   */
  readonly generators?: readonly ConfigEntry[];
  readonly transformers?: readonly ConfigEntry[];
  readonly validators?: readonly ConfigEntry[];
  readonly buildMetadata?: readonly TextEntry[];
  readonly configMapGenerator?: readonly ConfigMapArgs[];
  readonly secretGenerator?: readonly SecretArgs[];
  readonly generatorOptions?: GeneratorOptions;
  readonly helmGlobals?: HelmGlobals;
  readonly helmCharts?: readonly HelmChart[];
  /** The start of the document. */
  readonly location: Location;
}
