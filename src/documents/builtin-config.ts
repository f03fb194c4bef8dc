/**
 * The arguments of built-in generators and transformers that a document of `apiVersion: builtin` gives
 * (docs/specification/plugin-configs.md 2.4).
 */
import type { Location } from "../diagnostics.ts";
import type {
  ConfigMapArgs,
  FieldSpec,
  HelmChart,
  HelmGlobals,
  Image,
  Patch,
  Replacement,
  Replica,
  SecretArgs,
  Selector,
  StringMap,
  TextEntry,
} from "./kustomization.ts";

/** A built-in by its kind, with the types that the fields of a kustomization have where they correspond. */
export type BuiltinConfig =
  | ({ readonly kind: "AnnotationsTransformer" } & AnnotationsArgs)
  | ({ readonly kind: "ConfigMapGenerator" } & ConfigMapArgs)
  | ({ readonly kind: "HashTransformer" } & { readonly location: Location })
  | ({ readonly kind: "HelmChartInflationGenerator" } & HelmChart & HelmGlobals)
  | ({ readonly kind: "IAMPolicyGenerator" } & IamPolicyArgs)
  | ({ readonly kind: "ImageTagTransformer" } & ImageTagArgs)
  | ({ readonly kind: "LabelTransformer" } & LabelArgs)
  | ({ readonly kind: "NamespaceTransformer" } & NamespaceArgs)
  | ({ readonly kind: "PatchJson6902Transformer" } & PatchJson6902Args)
  | ({ readonly kind: "PatchStrategicMergeTransformer" } & PatchStrategicMergeArgs)
  | ({ readonly kind: "PatchTransformer" } & Patch)
  | ({ readonly kind: "PrefixTransformer" } & PrefixArgs)
  | ({ readonly kind: "PrefixSuffixTransformer" } & PrefixArgs & SuffixArgs)
  | ({ readonly kind: "ReplacementTransformer" } & ReplacementArgs)
  | ({ readonly kind: "ReplicaCountTransformer" } & ReplicaCountArgs)
  | ({ readonly kind: "SecretGenerator" } & SecretArgs)
  | ({ readonly kind: "SuffixTransformer" } & SuffixArgs)
  | ({ readonly kind: "ValueAddTransformer" } & ValueAddArgs);

interface WithFieldSpecs {
  /** Nothing is added to these: without them the transformer does nothing, prefixes and suffixes even refuse. */
  readonly fieldSpecs?: readonly FieldSpec[];
  readonly location: Location;
}

export interface AnnotationsArgs extends WithFieldSpecs {
  readonly annotations?: StringMap;
}

export interface LabelArgs extends WithFieldSpecs {
  readonly labels?: StringMap;
}

export interface NamespaceArgs extends WithFieldSpecs {
  /** From `metadata.namespace`. */
  readonly namespace?: string;
  readonly unsetOnly?: boolean;
  readonly setRoleBindingSubjects?: string;
}

export interface PrefixArgs extends WithFieldSpecs {
  readonly prefix?: string;
}

export interface SuffixArgs extends WithFieldSpecs {
  readonly suffix?: string;
}

export interface ImageTagArgs extends WithFieldSpecs {
  readonly imageTag?: Image;
}

export interface ReplicaCountArgs extends WithFieldSpecs {
  readonly replica?: Replica;
}

export interface PatchStrategicMergeArgs {
  /** Each is a path or an inline patch. */
  readonly paths?: readonly TextEntry[];
  /** Documents of inline patches. */
  readonly patches?: string;
  readonly location: Location;
}

export interface PatchJson6902Args {
  readonly target?: Selector;
  readonly path?: string;
  readonly jsonOp?: string;
  readonly location: Location;
}

export interface ReplacementArgs {
  readonly replacements?: readonly Replacement[];
  readonly location: Location;
}

export interface ValueAddArgs {
  readonly value?: string;
  readonly targets?: readonly ValueAddTarget[];
  readonly targetFilePath?: string;
  readonly location: Location;
}

export interface ValueAddTarget {
  readonly selector?: Selector;
  readonly fieldPath?: string;
  readonly filePathPosition?: number;
  readonly location: Location;
}

export interface IamPolicyArgs {
  readonly cloud?: string;
  readonly kubernetesService?: { readonly name?: string; readonly namespace?: string; readonly location: Location };
  readonly serviceAccount?: { readonly name?: string; readonly projectId?: string; readonly location: Location };
  readonly location: Location;
}
