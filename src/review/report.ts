/**
 * The report of a review: the changes of the rendered manifests. It is plain JSON-serialisable data, already redacted. Every
 * writer (Markdown, HTML, JSON, patch) prints this data and computes nothing itself.
 */
import type { Diagnostic, Location } from "../diagnostics.ts";
import type { TrustChange } from "../functions/index.ts";

export type { TrustChange };

export const REPORT_VERSION = 2;

export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly base: Side;
  readonly head: Side;
  /** Each distinct change once, in the order in which the targets name them first. */
  readonly changes: readonly Change[];
  /** Every selected target, in path order. */
  readonly targets: readonly TargetReport[];
  /** The changes as people read them: one row for each edit. */
  readonly groups: readonly ChangeGroup[];
  readonly figures: Figures;
  /** What the change edits of the trust in functions; absent if nothing. */
  readonly trust?: readonly TrustChange[];
  /** Notices and warnings about the comparison as a whole; absent if there are none. */
  readonly notes?: readonly Diagnostic[];
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
   * 16 lower-case hexadecimal digits: the start of the SHA-256 of everything but `id` and `causes`. Equal changes have equal
   * ids in all runs.
   */
  readonly id: string;
  readonly op: "added" | "removed" | "changed";
  /** At head, or at base for a removed object. `baseName` is the name without a generated content hash. */
  readonly object: ObjectName & { readonly baseName?: string };
  /**
   * What was different at base: the identity, or the targets of an object that other targets rendered. A new namespace, kind,
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
  readonly hunks: readonly Hunk[];
  /** The places in the sources that made the change. */
  readonly causes: readonly Cause[];
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
  /** The targets for which it is the cause; absent for all that have the change. */
  readonly targets?: readonly string[];
  /** The commit or pull request edits this file. */
  readonly inChange?: true;
}

export interface TargetReport {
  readonly path: string;
  /** The path of the target at base, where its directory was renamed. */
  readonly from?: string;
  /**
   * `changed` and `unchanged`: rendered on both sides. `added` and `removed`: the target exists on one side only.
   * `failed`: does not render at head. `failed-at-base`: renders at head but not at base, so there is no comparison.
   * `unaffected`: nothing that the target depends on is edited, so it was not rendered.
   */
  readonly status: "changed" | "unchanged" | "added" | "removed" | "failed" | "failed-at-base" | "unaffected";
  /** For `failed`: whether the target failed at the base as well. */
  readonly failedBefore?: boolean;
  /** Why it was rendered, or was not, in a few words. */
  readonly why: string;
  /** The numbers of rendered resources; null for a side that was not rendered. */
  readonly resources: { readonly base: number | null; readonly head: number | null };
  /**
   * The ids of changes: removed objects first, then changed, added, and those that differ in references only. An object that
   * moved from one target to another is named by both.
   */
  readonly changes: readonly string[];
  /** The number of objects that differ in their text, such as the order of keys, but not in their content. */
  readonly layoutOnly?: number;
  /** The diagnostics of head; those of base for `failed-at-base`, and for `removed` if the base failed. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One row: one edit, wherever it was made. */
export interface ChangeGroup {
  /** 16 lower-case hexadecimal digits. Equal groups have equal ids in all runs. */
  readonly id: string;
  readonly op: "added" | "removed" | "changed" | "moved";
  /** What is edited; edits that always occur together are one group. Empty where whole objects are added or removed. */
  readonly edits: readonly GroupEdit[];
  /** The kinds of the objects with their numbers, most frequent first. */
  readonly kinds: readonly KindCount[];
  /** The ids of the changes that hold the edit, in the order of the report. */
  readonly changes: readonly string[];
  /** The targets, in path order. */
  readonly targets: readonly string[];
  /** The objects differ only in the generated names that they refer to. */
  readonly onlyReferences?: true;
}

export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

/** An edit that several objects share. The values are those of a {@link FieldChange}. */
export interface GroupEdit
  extends Pick<FieldChange, "label" | "op" | "before" | "after" | "redacted" | "reference" | "oversized"> {
  /** How often the edit was made, in all changes of the group together. */
  readonly count: number;
}

/** The numbers that all writers show. */
export interface Figures {
  readonly targets: {
    readonly total: number;
    /** Those that were rendered. */
    readonly affected: number;
    readonly unaffected: number;
    /** By status. */
    readonly changed: number;
    readonly unchanged: number;
    readonly added: number;
    readonly removed: number;
    /** Those whose directory was renamed. They count by their status as well. */
    readonly moved: number;
    /** Those that fail at the head and did not at the base. */
    readonly failed: number;
    /** Those that fail on both sides. */
    readonly failedBefore: number;
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
  /** Objects of all targets that differ in their layout only. */
  readonly layoutOnly: number;
  readonly groups: number;
  /** Values were withheld. */
  readonly redacted: boolean;
}
