/** A change of one object: a part of the report, and so plain data without secrets. */
import type { Location } from "../diagnostics.ts";

export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty when the object names none. */
  readonly namespace: string;
  /**
   * The name in the output. The content hash in the name of a generated Secret is masked here and everywhere else, because it
   * lets readers verify guesses at the values (decision 0006).
   */
  readonly name: string;
}

/** A change of one object, as all targets that have it have it. */
export interface Change {
  /**
   * 16 lower-case hexadecimal digits: the start of the SHA-256 of everything but `id`, `causes` and the `noise` of fields. Equal
   * changes have equal ids in all runs.
   */
  readonly id: string;
  readonly op: "added" | "removed" | "changed";
  /** At head, or at base for a removed object. `baseName` is the name without a generated content hash. */
  readonly object: ObjectName & { readonly baseName?: string };
  /**
   * The differences at base: the identity, or the ids of the targets of an object that other targets rendered. A new namespace, kind,
   * target, or name beyond its content hash makes the change a move.
   */
  readonly from?: {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly targets?: readonly string[];
  };
  /** The object differs only in the generated names that it refers to. */
  readonly onlyReferences?: true;
  /** Values were withheld. */
  readonly redacted?: true;
  /** The objects that changed because they refer to this one by its generated name; see `onlyReferences`. */
  readonly referrers?: readonly ObjectName[];
  /** The changed fields, without those that `from` holds; empty for an added or removed object. */
  readonly fields: readonly FieldChange[];
  /** The number of changed fields that `fields` leaves out. */
  readonly moreFields?: number;
  /** The effects of the change of a CustomResourceDefinition on its users; absent for other kinds, and if there are none. */
  readonly crd?: CrdChange;
  /** Set for an object that somebody else renders, such as a chart: the effects in the cluster are not in the report. */
  readonly elsewhere?: ElsewhereChange;
  /**
   * The finalizers of an object that is removed, as far as they are shown: if it is deleted, it stays until their controllers have taken them
   * away. Without the one by which Argo CD deletes the objects of an Application.
   */
  readonly finalizers?: readonly string[];
  /** Set for an object that its controller does not treat as others. */
  readonly release?: ReleaseTreatment;
  readonly hunks: readonly Hunk[];
  /** The places in the sources that made the change. */
  readonly causes: readonly Cause[];
}

export interface ReleaseTreatment {
  /**
   * `kept`: it goes from the chart, and stays because of `helm.sh/resource-policy`. `definition`: it goes from `crds/`, and stays.
   * `prune-false` and `delete-false`: Argo CD leaves it because of these options. `crd`: it deletes none with its Application.
   * `not-updated` and `not-created`: a definition of `crds/` that the policy of the release leaves alone. `not-upgraded`: one that helm
   * applies only when it installs a release.
   */
  readonly fate?:
    | "kept"
    | "prune-false"
    | "delete-false"
    | "crd"
    | "definition"
    | "not-updated"
    | "not-created"
    | "not-upgraded"
    | "prune-disabled"
    | "reconcile-disabled"
    | "ssa-ignore"
    | "ssa-if-not-present";
  /** The events at which helm runs it, such as `pre-upgrade`, or the phases of a sync of Argo CD, such as `PreSync`: it is a hook. */
  readonly hook?: readonly string[];
  /** It becomes a hook of Argo CD, which runs at each sync and is not pruned, or it was one and is applied as others from now on. */
  readonly becomes?: "hook" | "plain";
  /** Argo CD deletes it and creates it again, because of its sync options. */
  readonly isReplaced?: true;
  /** A new object has values that are others at each installation: a placeholder stands for them. */
  readonly isGenerated?: true;
  /** Its Application ignores differences of it by rules that are not evaluated. */
  readonly mayBeIgnored?: true;
}

/** A change before it gets its id. */
export type NewChange = Omit<Change, "id" | "causes">;

export interface ElsewhereChange {
  /** The versions that change. None where something else changes, such as the values of a chart, or the whole object. */
  readonly versions: readonly RenderedVersion[];
  /** The directory that a Kustomization of Flux names that is removed, from the top of its source. It may be that of a target. */
  readonly directory?: string;
}

/** A version that changes of something that is rendered elsewhere. */
export interface RenderedVersion {
  readonly what: "chart" | "artifact" | "repository" | "package" | "operator" | "catalog" | "bundle";
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The changes in the versions of a CustomResourceDefinition. */
export interface CrdChange {
  readonly versions: readonly {
    readonly name: string;
    readonly op: "added" | "removed" | "served" | "not-served" | "stored" | "not-stored" | "deprecated";
  }[];
  /**
   * The weightiest first: removed, retyped, required, narrowed, then the others. Within equal ones in the order of versions and paths.
   * Those of a new version are the differences to the version that base stores. At most 50 of them.
   */
  readonly properties: readonly CrdProperty[];
  /** Further ones, which are not listed. */
  readonly moreProperties?: number;
  /** The number of changed descriptions, in versions that both sides have. */
  readonly descriptions: number;
}

export interface CrdProperty {
  readonly version: string;
  /** `spec.template.replicas`; `[]` stands for the elements of a list, `*` for the values of a map. */
  readonly path: string;
  /** `narrowed`: an enum, pattern, limit or validation that refuses more than before, `widened` the opposite. */
  readonly op: "added" | "removed" | "retyped" | "required" | "optional" | "narrowed" | "widened" | "default";
  readonly before?: string;
  readonly after?: string;
}

/**
 * One changed value. `path` is a JSON Pointer into the object at head, or at base for a removed value. A secret value is
 * reported by its path only. `reordered` means that a list has the same elements in another order. Integers beyond 2^53 are
 * decimal strings.
 */
export interface FieldChange {
  readonly path: string;
  /** `path` with names in place of positions, for lists whose elements have a unique name. */
  readonly namedPath?: string;
  /** The field in a few words that cannot be misread: `roleRef.name`, `limits.cpu`, `containers[web].image`. */
  readonly label: string;
  readonly op: "added" | "removed" | "changed" | "reordered";
  readonly redacted?: true;
  /** A generated name replaces another with the same base name. */
  readonly reference?: true;
  /** The values are too long to repeat here; the hunks show them. */
  readonly oversized?: true;
  /** The values are encrypted (SOPS), and not repeated. */
  readonly encrypted?: true;
  /** The values are binary, and not repeated: their numbers of bytes. */
  readonly bytes?: { readonly before?: number; readonly after?: number };
  /** The image, or the source of Flux, that the field is the version of, where both are written apart. */
  readonly image?: string;
  /** The rule that says that this is of no consequence. */
  readonly noise?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Lines that changed together, with up to three lines of context around them. Line numbers count from 1. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** The field that each edit of the hunk is in, in order, without repeats: `spec.template.spec.containers[web]`. */
  readonly fields: readonly string[];
  /** Each line begins with ` ` for context, `-` for removed, or `+` for added. */
  readonly lines: readonly string[];
  /**
   * Unchanged lines right above it, as far as all targets that have the change share them, each with its newline; absent for none. They
   * are no part of the change, and no report in JSON holds them.
   */
  readonly above?: string;
  /** The same right below it. No line is both below a hunk and above the next one. */
  readonly below?: string;
  /** Set for the last hunk of an object if more lines follow after those below it. */
  readonly isCut?: true;
}

/** A place in the sources that made a change, or a part of it. */
export interface Cause extends Location {
  /** The revision that the place is in: base for what was removed. */
  readonly side: "base" | "head";
  /** The field of the kustomization that did it, such as `resources` or `patches`, or a step at the end of the build. */
  readonly step: string;
  /** The function, generator or transformer that ran. */
  readonly plugin?: string;
  /** The entry of a Composition, the imports that lead to it, and the places that override it. */
  readonly entry?: Location;
  readonly imports?: readonly Location[];
  readonly overrides?: readonly Location[];
  /** The `path`s of the fields that it explains; absent for all of the change. */
  readonly fields?: readonly string[];
  /** The ids of the targets for which it is the cause; absent for all that have the change. */
  readonly targets?: readonly string[];
  /** The commit or pull request edits this file. */
  readonly inChange?: true;
}
