/**
 * A partial review: the facts that one run knows of its targets. Several of them are joined into one report. It is plain
 * JSON-serialisable data, redacted as a report is: it holds no value, and no digest of a value, that a report does not show. It
 * holds nothing that depends on all targets together.
 */
import type { Diagnostic } from "../../diagnostics.ts";
import type { TrustFacts } from "../../functions/index.ts";
import type { FoundCause } from "../causes/index.ts";
import type { FoundDanger } from "../dangers/index.ts";
import type { FoundPodEffect } from "../pod-effects/index.ts";
import type { Cause, NewChange, Owners, Side, TargetReport, TrustChange, UnreadFile } from "../report.ts";
import type { OriginalName } from "../summary/index.ts";

export const PARTIAL_VERSION = 1;

export interface PartialReview {
  readonly version: typeof PARTIAL_VERSION;
  readonly base: Side;
  readonly head: Side;
  /** The text of the configuration that counts, without values of Secrets; null if there is none, or none that can be read. The same in all that are joined. */
  readonly configuration: string | null;
  /** Each distinct change once, in the order in which the targets name them first. */
  readonly changes: readonly PartialChange[];
  /** In order. Each target of a report belongs to one partial review. */
  readonly targets: readonly PartialTarget[];
  /** In the order of the changes. */
  readonly dangers: readonly PartialDanger[];
  /** In the order of the changes. */
  readonly podEffects: readonly PartialPodEffect[];
  readonly trust: PartialTrust;
  /** On the comparison as a whole. */
  readonly notes: readonly Diagnostic[];
  /** On files that were met. All of them: a report bounds their number. */
  readonly notices: readonly Diagnostic[];
  /** The changed files that none of these targets reads, in path order; absent if that is not known. */
  readonly unread?: readonly UnreadFile[];
  /** Absent if no owners are known. */
  readonly owners?: OwnerFacts;
  /** Absent if the run has nothing to say beside the report. */
  readonly told?: RunMessages;
}

/** The owners of what a run has met. */
export interface OwnerFacts {
  /** The CODEOWNERS file. */
  readonly file: string;
  /** The owners of the files of causes, by their names. Files without owners are left out. */
  readonly files: readonly { readonly file: string; readonly owners: Owners }[];
  /** The owners of targets, by their ids. */
  readonly targets: readonly { readonly id: string; readonly owners: Owners }[];
}

/** The trust in functions on both sides. The changes also depend on what other runs built of the other side. */
export interface PartialTrust extends Pick<TrustFacts, "base" | "head"> {
  /** Edits that do not depend on the builds: catalogs, keys, and the configuration of reviews. */
  readonly changes: readonly TrustChange[];
}

/** The messages of a run beside its part of the report. */
export interface RunMessages {
  /** For the log. */
  readonly logged: readonly Diagnostic[];
  /** Before the report is made, such as inputs that are refused. */
  readonly before: readonly Diagnostic[];
  /** Problems beside the targets. */
  readonly after: readonly Diagnostic[];
  /** The digests of the catalogs that were used, by their references. */
  readonly catalogs: readonly (readonly [reference: string, digest: string])[];
}

/** A change, as all targets that have it have it. Objects that went to other targets are still removed and added. */
export interface PartialChange {
  /** The SHA-256 of its content, see {@link contentDigest}. */
  readonly digest: string;
  readonly change: NewChange;
  /** The name of the object before prefixes, suffixes and namespaces, if that is known. */
  readonly original?: OriginalName;
  /** Set for an object that exists on one side only, and that can be found in another target. */
  readonly movable?: Movable;
  /** The files that the object comes from, by their names: the first {@link MAX_CAUSES}. */
  readonly origins: readonly Origin[];
  /** The causes that traces of targets found, in the order of the targets. */
  readonly traces: readonly PartialTrace[];
}

/**
 * An object whose whole text is in the hunk of its change: nothing of it is withheld or abridged. Other objects stay removed and
 * added, because nobody who reads the change can tell whether another target has the same values.
 */
export interface Movable {
  /**
   * The generated names that are values of the object, sorted, each with its name without the hash. Those of Secrets are masked, as
   * they are in the hunk.
   */
  readonly generated: readonly (readonly [name: string, baseName: string])[];
  /** Hashes of Secrets are masked in the text: nothing shows whether they are those of another object. */
  readonly masked?: true;
}

/** A place that objects come from. */
export interface Origin {
  readonly cause: Cause;
  /** The positions of the targets that name it; absent for all that have the change. */
  readonly targets?: readonly number[];
}

/** The causes of a change in one target. */
export interface PartialTrace {
  /** The position of the target. */
  readonly target: number;
  /** The number of fields that were asked about. */
  readonly asked: number;
  readonly found: readonly FoundCause[];
}

export interface PartialTarget extends Omit<TargetReport, "changes" | "owners"> {
  /** The positions of the changes, each once, in the order of {@link TargetReport.changes}. */
  readonly changes: readonly number[];
  /** Stands for the set of edited files that the target depends on: equal for equal sets. Absent if these are not known. */
  readonly files?: string;
}

/** A danger that rules found, before it is known who accepts it. */
export interface PartialDanger {
  /** The position of the change. */
  readonly change: number;
  /** The positions of the targets, ascending. */
  readonly targets: readonly number[];
  readonly danger: FoundDanger;
}

/** An effect of a change on Pods. */
export interface PartialPodEffect extends FoundPodEffect {
  /** The position of the change. */
  readonly change: number;
  /** The positions of the targets, ascending. */
  readonly targets: readonly number[];
}
