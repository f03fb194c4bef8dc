/**
 * The report of a review: the changes of the rendered manifests. It is plain JSON-serialisable data, already redacted. Every
 * writer (Markdown, HTML, JSON, patch) prints this data and compares nothing itself.
 */
import type { Diagnostic } from "../diagnostics.ts";
import type { TrustChange } from "../functions/index.ts";

export type { TrustChange };

export const REPORT_VERSION = 1;

/** One side of the comparison. */
export interface Side {
  /** The full SHA of the commit, or null for a working tree with uncommitted changes. */
  readonly sha: string | null;
  /** The name that the user gave, or a branch: `main`, `HEAD`, `the working tree`. */
  readonly label: string;
  /** Why this revision was chosen, in a few words: `merge base`, `pull request head`, `given`. */
  readonly reason: string;
}

/** One line of a hunk: context, removed or added. */
export interface DiffLine {
  readonly op: " " | "-" | "+";
  readonly text: string;
}

/** Lines that changed together, with up to three lines of context around them. Line numbers count from 1. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** The field that encloses the first changed line, such as `spec.template.spec.containers[web]`; empty at the top. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
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
  readonly op: "added" | "removed" | "changed" | "reordered";
  readonly redacted?: true;
  /** A generated name replaces another with the same base name. */
  readonly reference?: true;
  /** The values are too long to repeat here; the hunks show them. */
  readonly oversized?: true;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The name of an object. */
export interface ObjectName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface Change {
  readonly op: "added" | "removed" | "changed";
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty when the object names none. */
  readonly namespace: string;
  /**
   * The name in the output: at head, or at base for a removed object. The content hash in the name of a generated Secret is
   * masked here and everywhere else, because it lets readers verify guesses at the values (decision 0006).
   */
  readonly name: string;
  /** The name without the content hash that a generator appended, where there is one. */
  readonly baseName?: string;
  /** The identity at base where it differs: another generated name, another apiVersion. */
  readonly from?: { readonly name?: string; readonly apiVersion?: string };
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
  /** The file that the object comes from, at head, or at base for a removed object. */
  readonly origin?: { readonly file: string; readonly line?: number };
}

export interface TargetReport {
  readonly path: string;
  /**
   * `changed` and `unchanged`: rendered on both sides. `added` and `removed`: the target exists on one side only.
   * `failed`: does not render at head. `failed-at-base`: renders at head but not at base, so there is no comparison.
   */
  readonly status: "changed" | "unchanged" | "added" | "removed" | "failed" | "failed-at-base";
  /** For `failed`: whether the target failed at the base as well. */
  readonly failedBefore?: boolean;
  /** The numbers of rendered resources; null for a side that was not rendered. */
  readonly resources: { readonly base: number | null; readonly head: number | null };
  /** Removed objects first, then changed, added, and those that differ in references only. */
  readonly changes: readonly Change[];
  /** The number of objects that differ in their text, such as the order of keys, but not in their content. */
  readonly layoutOnly?: number;
  /** The diagnostics of head; those of base for `failed-at-base`, and for `removed` if the base failed. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly base: Side;
  readonly head: Side;
  /** Every selected target, in path order. */
  readonly targets: readonly TargetReport[];
  /** What the change edits of the trust in functions; absent if nothing. */
  readonly trust?: readonly TrustChange[];
}
