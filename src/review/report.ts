/**
 * The report of a review: what a change does to the rendered manifests. Plain JSON-serialisable data, already
 * redacted; every writer (Markdown, HTML, JSON, patch) prints from it and computes nothing.
 */
import type { Diagnostic } from "../diagnostics.ts";

export const REPORT_VERSION = 1;

/** One side of the comparison. */
export interface Side {
  /** The full commit, or null for a working tree with changes of its own. */
  readonly sha: string | null;
  /** How the user named it, or a branch: `main`, `HEAD`, `the working tree`. */
  readonly label: string;
  /** Why this revision was chosen, in a few words: `merge base`, `pull request head`, `given`. */
  readonly reason: string;
}

/** One line of a hunk: context, removed, added. */
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
  /** Path of the field that encloses the first changed line, such as `spec.template.spec.containers[web]`; empty at the top. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

/**
 * One changed value. `path` is a JSON Pointer into the object at head, or at base for what was removed; of a secret
 * value only the path is told. `reordered`: the elements of a list are the same, in another order. Integers beyond
 * 2^53 appear as decimal strings.
 */
export interface FieldChange {
  readonly path: string;
  /** `path` with names in place of positions, where lists on the way have elements that are told apart by one. */
  readonly namedPath?: string;
  readonly op: "added" | "removed" | "changed" | "reordered";
  readonly redacted?: true;
  /** A generated name took the place of another with the same base name. */
  readonly reference?: true;
  /** The values are too long to repeat here; the hunks show them. */
  readonly oversized?: true;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** An object, as another one names it. */
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
   * The name in the output: at head, or at base for what was removed. The content hash in the name of a generated Secret
   * is masked, here and wherever else it appears, since it allows guessing at the values (decision 0006).
   */
  readonly name: string;
  /** The name without the content hash that a generator appended, where there is one. */
  readonly baseName?: string;
  /** What the identity was at base, where it differs: a generated name, a changed apiVersion. */
  readonly from?: { readonly name?: string; readonly apiVersion?: string };
  /** The object differs only in the generated names that it refers to. */
  readonly onlyReferences?: true;
  /** Values were withheld. */
  readonly redacted?: true;
  /** The objects that changed because they refer to this one by its generated name; see `onlyReferences`. */
  readonly referrers?: readonly ObjectName[];
  /** What changed beside the identity, which `from` tells; empty for what was added or removed. */
  readonly fields: readonly FieldChange[];
  /** How many more fields changed than `fields` lists. */
  readonly moreFields?: number;
  readonly hunks: readonly Hunk[];
  /** The file the object comes from, at head, or at base for what was removed. */
  readonly origin?: { readonly file: string; readonly line?: number };
}

export interface TargetReport {
  readonly path: string;
  /**
   * `changed` and `unchanged`: rendered on both sides. `added` and `removed`: the target exists on one side only.
   * `failed`: does not render at head. `failed-at-base`: renders at head but not at base, so nothing can be compared.
   */
  readonly status: "changed" | "unchanged" | "added" | "removed" | "failed" | "failed-at-base";
  /** With `failed`: whether it failed at the base as well. */
  readonly failedBefore?: boolean;
  /** Resources rendered, by side; null where the side was not rendered. */
  readonly resources: { readonly base: number | null; readonly head: number | null };
  /** What was removed first, then what changed, what was added, and what only refers to something of a new name. */
  readonly changes: readonly Change[];
  /** How many objects differ in their text, such as the order of keys, but not in their content. */
  readonly layoutOnly?: number;
  /** Of head; of base for `failed-at-base`, and for `removed` where the base failed. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly base: Side;
  readonly head: Side;
  /** In path order, every target that was asked for. */
  readonly targets: readonly TargetReport[];
}
