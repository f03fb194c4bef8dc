/**
 * The report of a review: the changes of the rendered manifests. It is plain JSON-serialisable data, already redacted. Every
 * writer (Markdown, HTML, JSON, patch) prints this data and computes nothing itself.
 */
import type { ConfigurationChange, DangerLevel } from "../configuration/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { TrustChange as FunctionTrustChange } from "../functions/index.ts";
import type { Owners } from "../owners/index.ts";
import type { Fate, PinChange, Target } from "../render/index.ts";
import type { UnreadReason } from "../targets/index.ts";
import type { Change, FieldChange } from "./change.ts";
import type { PlannedChange, PodEffect } from "./effects.ts";

export * from "./change.ts";
export * from "./effects.ts";
export type { DangerLevel, Owners, UnreadReason };

/** A change of what may run, or of what reviews accept, fold and withhold. Reviewers must see it before they approve it. */
export type TrustChange = FunctionTrustChange | ConfigurationChange | PinChange;

export const REPORT_VERSION = 2;

export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly base: Side;
  readonly head: Side;
  /** Each distinct change once, in the order in which the targets name them first. */
  readonly changes: readonly Change[];
  /** Every selected target: directories in path order, then deployments by cluster, namespace and name. */
  readonly targets: readonly TargetReport[];
  /** The changes as people read them: one row for each edit. */
  readonly groups: readonly ChangeGroup[];
  readonly figures: Figures;
  /** Changes that can do harm: the highest level first, then by rule, then in the order of the changes. */
  readonly dangers: readonly Danger[];
  /** The effects of the changes on Pods that run, in the order of the changes. */
  readonly podEffects: readonly PodEffect[];
  /** The fate of each changed object when the change is applied, in the order of the changes. */
  readonly plan: readonly PlannedChange[];
  /** The images of containers that are replaced by others: by repository, then by version. */
  readonly images: readonly ImageChange[];
  /** The folded fields, by the rule that says that they are of no consequence. */
  readonly noise: readonly NoiseCount[];
  /** Edits of the trust in functions, of the lock, and of the configuration of reviews; absent if there are none. */
  readonly trust?: readonly TrustChange[];
  /** Changed files that no rendered target reads; absent if that is not known. */
  readonly unread?: UnreadFiles;
  /** The CODEOWNERS file whose owners are named; absent if no owners are known. */
  readonly owners?: { readonly file: string };
  /** Notices and warnings about the comparison as a whole; absent if there are none. */
  readonly notes?: readonly Diagnostic[];
}

export interface UnreadFiles {
  /** The files with a reason first, each in path order. */
  readonly files: readonly UnreadFile[];
  /** The number of further ones, which are not listed. */
  readonly more?: number;
}

/** A changed file that no rendered target reads. */
export interface UnreadFile {
  /** The name of the file in diagnostics. */
  readonly file: string;
  readonly op: "added" | "removed" | "changed";
  /** Set where the reason can be seen: {@link UnreadReason}. */
  readonly reason?: UnreadReason;
}

/** Something that this change brings and that can do harm, in all targets that have it. */
export interface Danger {
  /** The rule, which has a page in docs/dangers. */
  readonly id: string;
  /** The rule, a colon, and 12 hexadecimal digits: equal for the same danger of the same object in all runs. */
  readonly key: string;
  readonly level: DangerLevel;
  /** Their ids, in the order of the report. */
  readonly targets: readonly string[];
  /** The id of the change that brings it. */
  readonly change: string;
  /** A JSON Pointer into the object at head, or at base for what is removed. */
  readonly path?: string;
  /** The change, and the reaction of the API server or the cluster. One line, without values and without a period at its end. */
  readonly message: string;
  /** The values in short, where they help to decide and may be shown. */
  readonly before?: string;
  readonly after?: string;
  /**
   * The fate of the whole object, where the danger is that: the API server refuses it (`refused`), or it is deleted and created again
   * (`recreated`). Absent where it depends on what is not known.
   */
  readonly outcome?: "refused" | "recreated";
  readonly silenced?: Silence;
}

/** Somebody has accepted the danger. */
export interface Silence {
  /**
   * `configuration`: the configuration file at the base. `annotation`: an annotation of the object that base has too.
   * `this-change`: an annotation that only head has. It silences nothing, so that no change accepts its own dangers.
   */
  readonly by: "configuration" | "annotation" | "this-change";
  /** One line. */
  readonly reason: string;
}

/** An image of containers that another one replaces. */
export interface ImageChange {
  /** The names without tags and digests. They differ where another image takes the place of one. */
  readonly repository: { readonly before: string; readonly after: string };
  /** Tag, digest, or both as they are written; empty for none. */
  readonly version: { readonly before: string; readonly after: string };
  /** The number of containers, in all changes together; 0 for values of charts, custom resources, and sources of Flux. */
  readonly containers: number;
  /** The ids of the changes, in the order of the report. */
  readonly changes: readonly string[];
  /** The ids of the targets. */
  readonly targets: readonly string[];
}

/** The fields that one rule folds. */
export interface NoiseCount {
  /** The id of a built-in rule, or the name of one of the configuration. */
  readonly rule: string;
  /** The number of changed fields, in all changes together. */
  readonly fields: number;
  /** The number of changes with such fields. */
  readonly changes: number;
  /** The number of changes with such fields in which nothing but noise changes, by this or other rules. */
  readonly whole: number;
}

/** One side of the comparison. */
export interface Side {
  /** The full SHA of the commit, or null for a working tree with uncommitted changes. */
  readonly sha: string | null;
  /** The name that the user gave, or a branch: `main`, `HEAD`, `the working tree`. */
  readonly label: string;
  /** Why this revision was chosen, in a few words: `merge base`, `pull request head`, `given`. */
  readonly reason: string;
}

export interface TargetReport extends Target {
  /** The treatment that Flux gives to objects that go, or that it cannot update; absent where nobody knows whether it applies them. */
  readonly fate?: Fate;
  /** The object that says where the chart of a release comes from, as `KIND NAMESPACE/NAME`; absent for a chart of the repository. */
  readonly source?: string;
  /** The ApplicationSet that makes it, as NAMESPACE/NAME; absent for all others. */
  readonly set?: string;
  /** The id of the target at base, where it was renamed. */
  readonly from?: string;
  /** The directory that was renamed to, where that is no target at head, because another target includes it. */
  readonly to?: string;
  /**
   * `changed` and `unchanged`: rendered on both sides. `added` and `removed`: the target exists on one side only.
   * `failed`: does not render at head. `failed-at-base`: renders at head but not at base, so there is no comparison.
   * `unaffected`: nothing that the target depends on is edited, so it was not rendered.
   */
  readonly status: "changed" | "unchanged" | "added" | "removed" | "failed" | "failed-at-base" | "unaffected";
  /** For `failed`: whether the target failed at the base as well. */
  readonly failedBefore?: boolean;
  /** For `failed`: the base does not have the target. */
  readonly isNew?: true;
  /**
   * For `failed` and `failed-at-base`, and for `removed` where the base fails: the inputs that the run lacks to render the side that
   * fails, such as `remote`. Absent if it fails for another reason as well.
   */
  readonly needs?: readonly string[];
  /** For `failed-at-base`: the earlier commit of the base with whose rendering it is compared. */
  readonly comparedWith?: EarlierCommit;
  /**
   * For `failed-at-base`: no earlier commit that builds was found, so all objects count as added. Without this and
   * {@link comparedWith}, the base may build in other runs, and only objects that bring dangers are there, as added ones.
   */
  readonly asNew?: true;
  /** Why it was rendered, or was not, in a few words. */
  readonly why: string;
  /** The numbers of rendered resources; null for a side that was not rendered. */
  readonly resources: { readonly base: number | null; readonly head: number | null };
  /**
   * The ids of changes: removed objects first, then changed, added, and those that differ in references only. An object that
   * moved from one target to another is named by both. See {@link asNew} for `failed-at-base`.
   */
  readonly changes: readonly string[];
  /** The number of objects that differ in their text, such as the order of keys, but not in their content. */
  readonly layoutOnly?: number;
  /** The number of changed objects with mistakes that they had at base, too, and that nobody accepts: `krm-render validate` lists these. */
  readonly mistakesBefore?: number;
  /** The owners of what it builds, then those of the file that declares it; absent for none, and where no owners are known. */
  readonly owners?: Owners;
  /** True if the change edits a file that the target depends on; absent if that is not known. */
  readonly edited?: boolean;
  /**
   * The diagnostics of head. Those of base for `failed-at-base`, followed by the new ones of head, and for `removed` if the base
   * failed.
   */
  readonly diagnostics: readonly TargetDiagnostic[];
}

/** A commit of the base before the one that is compared. */
export interface EarlierCommit {
  readonly sha: string;
  /** When it was committed, as YYYY-MM-DD. */
  readonly date: string;
}

export interface TargetDiagnostic extends Diagnostic {
  /** The base does not have it: the change causes it. Where the base failed, only if the change edits its file. */
  readonly isNew?: true;
  /** The change edits the file of its place. */
  readonly inChange?: true;
}

/** One row: one edit, wherever it was made. */
export interface ChangeGroup {
  /** 16 lower-case hexadecimal digits. Equal groups have equal ids in all runs. */
  readonly id: string;
  readonly op: "added" | "removed" | "changed" | "moved";
  /** The edits; edits that always occur together are one group. Empty where whole objects are added or removed. */
  readonly edits: readonly GroupEdit[];
  /** The kinds of the objects with their numbers, most frequent first. */
  readonly kinds: readonly KindCount[];
  /** The ids of the changes that hold the edit, in the order of the report. */
  readonly changes: readonly string[];
  /** The ids of the targets, in the order of the report. */
  readonly targets: readonly string[];
  /** The objects differ only in the generated names that they refer to. */
  readonly onlyReferences?: true;
  /** The owners of the files that made the edit, then those of the targets; absent for none, and where no owners are known. */
  readonly owners?: Owners;
  /** For a row of whole targets: they are new or gone, and the changes are those of all of their objects, but for those that moved. */
  readonly whole?: WholeTargets;
  readonly consequence: Consequence;
}

/**
 * The subject of a row, the weightiest first. `behaviour`: everything else. `image`: images of containers only. `metadata`:
 * labels, annotations and descriptions. `noise`: what the rules of noise fold.
 */
export type Consequence = "behaviour" | "image" | "metadata" | "noise";

/** The numbers of the objects of targets that come or go as a whole. */
export interface WholeTargets {
  readonly objects: CountRange;
  /** The kinds of the objects: what holds data first, then what runs or deploys more, then other custom resources. */
  readonly kinds: readonly (CountRange & { readonly kind: string })[];
  /** The number of further objects, in all targets together, that moved to other targets, or came from them. Absent for none. */
  readonly moved?: number;
  /** The targets do not build at the base, and no earlier commit was found that builds them: all of their objects count as new. */
  readonly isRepaired?: true;
}

/** The numbers of several targets. */
export interface CountRange {
  readonly least: number;
  readonly most: number;
}

export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

/** An edit that several objects share. The values are those of a {@link FieldChange}. */
export interface GroupEdit
  extends Pick<
    FieldChange,
    "label" | "op" | "before" | "after" | "redacted" | "reference" | "oversized" | "encrypted" | "bytes" | "noise"
  > {
  /** How often the edit was made, in all changes of the group together. */
  readonly count: number;
}

/** The numbers that all writers show. */
export interface Figures {
  readonly targets: {
    readonly total: number;
    /** Targets that were rendered. */
    readonly affected: number;
    readonly unaffected: number;
    /** By status. */
    readonly changed: number;
    readonly unchanged: number;
    readonly added: number;
    readonly removed: number;
    /** Targets whose directory was renamed. They count by their status as well. */
    readonly moved: number;
    /** Targets that fail at the head and did not at the base, new ones included. */
    readonly failed: number;
    /** The failing targets that the base does not have. */
    readonly failedNew: number;
    /** Targets that fail on both sides. */
    readonly failedBefore: number;
    /** Targets that fail at the head for nothing but inputs that the run lacks. */
    readonly unrendered: number;
    readonly failedAtBase: number;
  };
  /** Distinct changes, each counted once. */
  readonly changes: {
    readonly total: number;
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly moved: number;
    /** Objects that differ only in the generated names that they refer to. */
    readonly references: number;
  };
  /** Distinct changes of objects from which somebody else renders what the cluster gets. */
  readonly elsewhere: number;
  /** Objects of all targets that differ in their layout only. */
  readonly layoutOnly: number;
  /** Changed objects of all targets with mistakes that they had before. */
  readonly mistakesBefore: number;
  readonly groups: number;
  /** By level, each object by itself, without those that are silenced. People read several of them as one. */
  readonly dangers: Readonly<Record<DangerLevel, number>> & { readonly silenced: number };
  /** Distinct warnings that the change causes. */
  readonly newWarnings: number;
  /** Changed files that no rendered target reads; absent if that is not known. */
  readonly unread?: number;
  /** Values were withheld. */
  readonly redacted: boolean;
}

/** The worst first. */
export const DANGER_LEVELS = ["high", "medium", "low"] as const satisfies readonly DangerLevel[];

/** Tells whether the danger is accepted. */
export function isSilenced({ silenced }: { readonly silenced?: Silence | undefined }): boolean {
  return silenced !== undefined && silenced.by !== "this-change";
}
