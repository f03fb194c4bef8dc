/** Merges partial reviews: what several of them say of the same change becomes one. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { compareBytewise, stableJson } from "../../text/index.ts";
import type { FoundDanger } from "../dangers/index.ts";
import type { Cause, NewChange, TargetReport, TrustChange } from "../report.ts";
import type { OriginalName } from "../summary/index.ts";
import { causesOf, type Traces } from "./change-causes.ts";
import { type SharedContent, shareContent } from "./shared-content.ts";
import { trustChanges } from "./trust.ts";
import type { Movable, Origin, PartialChange, PartialReview } from "./types.ts";
import { unionOfNotes } from "./unions.ts";

/** What all partial reviews say together. Nothing in it depends on how the targets were divided among them. */
export interface MergedReview
  extends Omit<PartialReview, "version" | "changes" | "targets" | "dangers" | "trust" | "told"> {
  /** In the order in which the targets name them first. */
  readonly changes: readonly MergedChange[];
  /** In path order. */
  readonly targets: readonly MergedTarget[];
  readonly dangers: readonly MergedDanger[];
  readonly trust: readonly TrustChange[];
}

export interface MergedChange extends Pick<PartialChange, "digest" | "change"> {
  readonly original: OriginalName | undefined;
  readonly movable: Movable | undefined;
  /** The targets that have it, in path order. */
  readonly targets: readonly string[];
  readonly causes: readonly Cause[];
}

export interface MergedTarget {
  /** Without its changes. */
  readonly report: Omit<TargetReport, "changes">;
  readonly changes: readonly MergedChange[];
}

export interface MergedDanger {
  readonly change: MergedChange;
  readonly targets: readonly string[];
  readonly danger: FoundDanger;
}

/** A change while partial reviews are merged. */
interface Merging extends SharedContent, MergedChange {
  change: NewChange;
  original: OriginalName | undefined;
  movable: Movable | undefined;
  readonly targets: string[];
  causes: readonly Cause[];
  /** What each partial review says of its causes. */
  readonly told: {
    readonly traces: PartialChange["traces"];
    readonly origins: readonly Origin[];
    readonly own: PathsOf;
  }[];
}

/** The paths of the targets of a partial review, and which of them have a change. */
interface PathsOf {
  readonly paths: readonly string[];
  readonly having: readonly string[];
}

/**
 * Merges partial reviews of one comparison. Takes time linear in their size, but for sorting.
 * @throws KrmError `partial-mismatch` unless they are of the same revisions and configuration, and of different targets
 */
export function mergePartials(partials: readonly PartialReview[]): MergedReview {
  const [first] = partials;
  if (first === undefined) throw mismatch("there is none");
  for (const other of partials) checkEqual(first, other);
  // So that nothing depends on their order.
  const all = partials.toSorted((a, b) => compareBytewise(a.targets[0]?.path ?? "", b.targets[0]?.path ?? ""));
  const changes = new Map<string, Merging>();
  const filesOf = new Map<string, string | undefined>();
  const targets: MergedTarget[] = [];
  const dangers: MergedDanger[] = [];
  for (const partial of all) {
    const own = partial.changes.map(({ digest, change, original, movable }) => {
      const content = { change, original, movable };
      let one = changes.get(digest);
      if (one !== undefined) shareContent(one, content);
      else changes.set(digest, (one = { digest, ...content, targets: [], causes: [], told: [] }));
      return one;
    });
    const paths = partial.targets.map(({ path }) => path);
    const having = own.map((): string[] => []);
    for (const { changes: positions, files, ...report } of partial.targets) {
      if (filesOf.has(report.path)) throw mismatch(`two of them have the target ${report.path}`);
      filesOf.set(report.path, files);
      targets.push({ report, changes: positions.map((at) => own[at] as Merging) });
      for (const at of positions) having[at]?.push(report.path);
    }
    partial.changes.forEach(({ traces, origins }, at) => {
      const one = own[at] as Merging;
      one.told.push({ traces, origins, own: { paths, having: having[at] as string[] } });
      for (const path of having[at] as string[]) one.targets.push(path);
    });
    for (const { change, targets: positions, danger } of partial.dangers)
      dangers.push({ change: own[change] as Merging, targets: positions.map((at) => paths[at] as string), danger });
  }
  for (const one of changes.values()) {
    one.targets.sort(inPathOrder);
    one.causes = causesOf(tracesOf(one), (target) => filesOf.get(target));
    one.told.length = 0;
  }
  targets.sort((a, b) => inPathOrder(a.report.path, b.report.path));
  return {
    base: first.base,
    head: first.head,
    configuration: first.configuration,
    changes: inOrderOf(targets),
    targets,
    dangers,
    trust: trustChanges(all.map(({ trust }) => trust)),
    notes: unionOfNotes(all.map(({ notes }) => notes)),
    notices: unionOfNotes(all.map(({ notices }) => notices)),
    ...unreadByAll(all),
  };
}

/** A file that some targets read is not unread. */
function unreadByAll([first, ...others]: readonly PartialReview[]): Pick<PartialReview, "unread"> {
  const rest = others.map(({ unread }) => unread && new Set(unread.map(({ file }) => file)));
  if (first?.unread === undefined || rest.includes(undefined)) return {};
  return { unread: first.unread.filter(({ file }) => rest.every((files) => files?.has(file))) };
}

function inOrderOf(targets: readonly MergedTarget[]): MergedChange[] {
  const changes = new Set<MergedChange>();
  for (const target of targets) for (const change of target.changes) changes.add(change);
  return [...changes];
}

/** The order of targets in a report. */
function inPathOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function tracesOf({ targets, told }: Merging): Traces {
  return {
    targets,
    traces: told.flatMap(({ traces, own }) =>
      traces.map((trace) => ({ ...trace, target: own.paths[trace.target] as string })),
    ),
    origins: told.flatMap(({ origins, own }) =>
      origins.map(({ cause, targets: positions }) => ({
        cause,
        targets: positions?.map((at) => own.paths[at] as string) ?? own.having,
      })),
    ),
  };
}

function checkEqual(first: PartialReview, other: PartialReview): void {
  if (stableJson([first.base, first.head]) !== stableJson([other.base, other.head]))
    throw mismatch("they are of different revisions");
  if (first.configuration !== other.configuration) throw mismatch("they were made with different configurations");
}

function mismatch(problem: string): KrmError {
  return failure("partial-mismatch", `these partial reviews are not those of one comparison: ${problem}`, {
    hint: "Join the shards of one run of the workflow, each once.",
  });
}
