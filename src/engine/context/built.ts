/** The result of building a directory, and the options of a build. */
import type { MemoryPool } from "../../budget/index.ts";
import type { HelmSettings } from "../../builtins/index.ts";
import type { KeptRenderings } from "../../charts/index.ts";
import type { Consolidated } from "../../composition/index.ts";
import type { Diagnostic, Location } from "../../diagnostics.ts";
import type { KustomizationEdits, SourceEdits } from "../../documents/index.ts";
import type { Functions } from "../../functions/index.ts";
import type { Jsonnet } from "../../jsonnet/index.ts";
import type { Uses } from "../../lock/index.ts";
import type { RecordedTree, Remotes } from "../../sources/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { LoadRestrictor, ParsedFiles, Root } from "../loading/index.ts";
import type { Trace } from "./trace.ts";

/** One object of the output. */
export interface BuiltResource {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty if the object has none. */
  readonly namespace: string;
  /** The name in the output. */
  readonly name: string;
  /** The name without the content hash that a generator appended; equal to `name` for all others. */
  readonly baseName: string;
  /**
   * The object before prefixes, suffixes, namespaces and hashes were applied, where one of these or a patch changed it. The
   * namespace is `default` where the object had none, and empty for kinds without namespaces.
   */
  readonly original?: { readonly kind: string; readonly namespace: string; readonly name: string } | undefined;
  /** The document as `build` prints it, ending in a newline, without separators. */
  readonly yaml: string;
  /** The document as a value; computed at the first call and kept. */
  value(): Value;
  /** The file that the object came from, or the kustomization whose generator made it. */
  readonly origin?: Location | undefined;
  /**
   * The paths of values that come from Secrets though they stand elsewhere: keys, and positions in lists. Reports withhold what is
   * there. Never the identity of the object, or a map that holds it.
   */
  readonly withheld?: readonly (readonly string[])[] | undefined;
  /** Set for the objects of a release of Flux or of helm, and for those of an Application of Argo CD with rules of their own. */
  readonly release?: ReleasedBy | undefined;
}

/** The rules by which Flux applies an object of a release, or Argo CD applies and deletes one of an Application. */
export interface ReleasedBy {
  /** Why the object stays when the Application no longer renders it, and when it goes itself; absent for objects of a release. */
  readonly application?: {
    readonly pruned?: ArgoKeeps | undefined;
    readonly deleted?: ArgoKeeps | undefined;
    readonly ignored?: IgnoredFields | undefined;
    readonly update?: ArgoUpdate | undefined;
    /** The phases of a sync at which Argo CD applies it: it is a hook. */
    readonly hook?: { readonly phases: readonly string[]; readonly isDeleted: boolean } | undefined;
  };
  /**
   * The policies for a definition of the directory `crds/`, which is never deleted; `helm` for the rule of helm itself, which applies it
   * only when it installs the release. Absent for other objects.
   */
  readonly definition?: { readonly install: DefinitionPolicy; readonly upgrade: DefinitionPolicy } | "helm";
}

/** The fields of an object whose differences from the cluster its Application ignores, as JSON Pointers. */
export interface IgnoredFields {
  /** Keys of maps. */
  readonly fields: readonly string[];
  readonly elements: readonly string[];
  /** A sync keeps what the cluster has there. Without this, it applies what is rendered. */
  readonly isKept?: true;
  /** More is ignored, by rules that are not evaluated. */
  readonly isPartial?: true;
}

/** An option of the annotation `argocd.argoproj.io/sync-options`, `helm.sh/resource-policy`, or the kind CustomResourceDefinition. */
export type ArgoKeeps = "prune-false" | "delete-false" | "kept" | "crd";

/**
 * The effect of the option `Force=true` of an object. `forced`: it is deleted and created again where the API server refuses an update.
 * `replaced`: it is deleted and created again whenever it is applied. `refused`: nothing, because Argo CD applies it on the server side, or updates its kind.
 */
export type ArgoUpdate = "forced" | "replaced" | "refused";

/** `Create` leaves definitions alone that the cluster has; `Skip` all of them. */
export type DefinitionPolicy = "Skip" | "Create" | "CreateReplace";

export interface Built {
  /** In output order. */
  readonly resources: readonly BuiltResource[];
  /** Warnings and notices, and errors of a controller that refuses the objects. Other errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface BuildOptions {
  /** The rule for files outside of the directory of a kustomization (`--load-restrictor`). Default `root-only`. */
  readonly loadRestrictor?: LoadRestrictor;
  /** The order of the output (`--reorder`) if the kustomization has no sortOptions. Default `legacy`. */
  readonly reorder?: "legacy" | "none";
  /** True if a build fails for input that kustomize ignores silently (`--strict`). It changes no output. */
  readonly strict?: boolean;
  /** Adds the label app.kubernetes.io/managed-by (`--enable-managedby-label`). */
  readonly managedByLabel?: boolean;
  /** True if each object is written to a file of its own (`--output DIR`). kustomize keeps folded texts there. */
  readonly ownFiles?: boolean;
  /** True if {@link BuiltResource.value} will be asked for of every object: it costs less while the build has its nodes. */
  readonly withValues?: boolean | undefined;
  /** Fetches files and repositories from other machines. If absent, references to them are errors. */
  readonly remotes?: Remotes | undefined;
  /** The time limit of one build in seconds, without the time of parallel builds. Unlimited if absent. */
  readonly timeoutSeconds?: number | undefined;
  /** The memory for all builds. Default: that of the process. */
  readonly pool?: MemoryPool | undefined;
  /** The files that builders of several trees share in their parsed form. If absent, this builder shares nothing. */
  readonly parsedFiles?: ParsedFiles | undefined;
  /** Inflates Helm charts (`--enable-helm`). If absent, charts are errors. */
  readonly helm?: HelmSettings | undefined;
  /** Renders the charts that controllers deploy. If absent, {@link helm} does. */
  readonly deploymentHelm?: HelmSettings | undefined;
  /** Keeps what helm prints of the charts of deployments for later runs. If absent, each of them is rendered. */
  readonly keptRenderings?: KeptRenderings | undefined;
  /** Evaluates files of jsonnet that Argo CD deploys (`--enable-jsonnet`). If absent, they are errors. */
  readonly jsonnet?: Jsonnet | undefined;
  /** Runs KRM functions (`--enable-alpha-plugins`). If absent, plugins other than built-ins are errors. */
  readonly functions?: Functions | undefined;
  /** Holds what is used from elsewhere to a lock, and records it. */
  readonly uses?: Uses | undefined;
  /** Receives every step. */
  readonly trace?: Trace | undefined;
}

/** The options of one build. */
export interface OneBuild {
  /**
   * The number of builds that may be in work at the same time, this one included; 1 if absent. They share the memory, so a build
   * can fail as `build-too-large` that would succeed alone.
   */
  readonly builds?: number | undefined;
  /** In place of that of the builder. */
  readonly timeoutSeconds?: number | undefined;
  /**
   * The tree of the builder as `recordedTree` makes it, whose record is to hold what the build depends on, also if it fails. It
   * does not hold the edits.
   */
  readonly recorded?: RecordedTree | undefined;
  /**
   * Makes the build one of kustomize-controller, which reads the kustomization file without strictness, or generates it, and edits
   * it; docs/specification/flux-kustomization.md 1 to 3. What is included is built as ever.
   */
  readonly edits?: KustomizationEdits | SourceEdits | undefined;
  /** The target that uses what the build uses, for a lock; by default the directory. */
  readonly usedBy?: string | undefined;
}

/** Builds directories of one tree. Shared files are read and parsed once. */
export interface Builder {
  /**
   * Builds one directory of the tree, as `kustomize build` would, or with edits as kustomize-controller would.
   * @param directory absolute within the tree, such as `/apps/web/overlays/prod`; or the address of a git repository
   * @throws KrmError with all problems
   */
  build(directory: string, options?: OneBuild): Promise<Built>;
  /**
   * Consolidates the composition of a directory, and runs nothing.
   * @param directory as for {@link build}
   * @throws KrmError with all problems; `wrong-kind` for a directory with a kustomization
   */
  consolidate(directory: string): Promise<Consolidated<Root>>;
}
