/** Keeps what is known of all targets, each distinct change once: from comparisons, and from partial reviews. */
import { getOrInsert } from "../collections.ts";
import { compareIds } from "../render/index.ts";
import type { RenderedResource } from "../render/rendering.ts";
import { compareBytewise } from "../text/index.ts";
import { type CauseRequest, type ChangeTrace, Classes, MAX_CAUSES } from "./causes/index.ts";
import { dangerKey, FoundDangers } from "./dangers/index.ts";
import { contentDigest } from "./differences/index.ts";
import {
  causesOf,
  type Origins,
  originKey,
  type PartialChange,
  type PartialDanger,
  type PartialPodEffect,
  type PartialReview,
  type PartialTarget,
  type SharedContent,
  shareContent,
} from "./partial/index.ts";
import { FoundPodEffects, podEffectKey } from "./pod-effects/index.ts";
import type { Cause, NewChange, ObjectName, TargetReport } from "./report.ts";
import type { ReviewedTarget } from "./target.ts";

/** A change, and what all targets that have it know of it. */
export interface DistinctChange extends SharedContent {
  readonly digest: string;
  /** The names in the target that had it first: most others have it for the same ones. */
  readonly names: Names;
  readonly origins: Origins;
  readonly traces: ChangeTrace[];
}

/** The real names of an object: only the causes are looked up by them. Unknown in partial reviews. */
interface Names {
  readonly base?: ObjectName | undefined;
  readonly head?: ObjectName | undefined;
}

interface FoundTarget {
  readonly report: Omit<TargetReport, "changes">;
  /** See {@link PartialTarget.files}. */
  readonly files: string | undefined;
  readonly entries: readonly { readonly change: DistinctChange; readonly names: Names }[];
}

export class FoundChanges {
  /** By the digests of changes. */
  readonly dangers = new FoundDangers();
  /** By the digests of changes. */
  readonly podEffects = new FoundPodEffects();
  readonly #changes = new Map<string, DistinctChange>();
  /** The digests of changes that the memo of comparisons returned before. */
  readonly #digests = new WeakMap<NewChange, string>();
  readonly #targets = new Map<string, FoundTarget>();
  readonly #changedFiles: ReadonlySet<string>;

  /** @param changedFiles the files that the change edits, as messages name them */
  constructor(changedFiles: ReadonlySet<string> = new Set()) {
    this.#changedFiles = changedFiles;
  }

  /** @param files see {@link PartialTarget.files} */
  add({ changes, ...report }: ReviewedTarget, files: string | undefined): void {
    const entries = changes.map(({ change, base, head, movable, cause, dangers, podEffects = [] }) => {
      const content = { change, original: (head ?? base)?.original, movable };
      const digest = getOrInsert(this.#digests, change, () => contentDigest(change));
      const distinct = this.#share(digest, content, { base, head });
      if (cause !== undefined) {
        const isEdited = this.#changedFiles.has(cause.file);
        noteOrigin(distinct, isEdited ? { ...cause, inChange: true } : cause, [report.id]);
      }
      this.dangers.add(digest, distinct.change.object, report.id, dangers);
      this.podEffects.add(digest, report.id, podEffects);
      return { change: distinct, names: namesOf({ base, head }, distinct.names) };
    });
    this.#targets.set(report.id, { report, files, entries });
  }

  /** Adds what another run knows of its targets. */
  addPartial({ changes, targets, dangers, podEffects }: PartialReview): void {
    const ids = targets.map(({ id }) => id);
    const idsAt = (positions: readonly number[]): string[] => positions.map((at) => ids[at] as string);
    const having = changes.map((): string[] => []);
    for (const { id, changes: own } of targets) for (const at of own) having[at]?.push(id);
    const distinct = changes.map(({ digest, change, original, movable, origins, traces }, index) => {
      const one = this.#share(digest, { change, original, movable }, {});
      for (const { cause, targets: own } of origins)
        noteOrigin(one, cause, own === undefined ? (having[index] as string[]) : idsAt(own));
      for (const { target, ...trace } of traces) one.traces.push({ target: ids[target] as string, ...trace });
      return one;
    });
    for (const { changes: own, files, ...report } of targets) {
      const entries = own.map((at) => ({ change: distinct[at] as DistinctChange, names: {} }));
      this.#targets.set(report.id, { report, files, entries });
    }
    for (const { change: at, targets: own, danger } of dangers) {
      const { digest, change } = distinct[at] as DistinctChange;
      for (const id of idsAt(own)) this.dangers.add(digest, change.object, id, [danger]);
    }
    for (const { change: at, targets: own, ...effect } of podEffects) {
      const { digest } = distinct[at] as DistinctChange;
      for (const id of idsAt(own)) this.podEffects.add(digest, id, [effect]);
    }
  }

  /**
   * Returns what is asked about the causes of changes, in the order of the targets: each change once for each class of targets that depend on
   * the same edited files.
   * @param isLost tells whether a target is not traced
   */
  requests(isLost: (target: string) => boolean): CauseRequest[] {
    const classes = new Map<DistinctChange, Classes>();
    const requests: CauseRequest[] = [];
    for (const { report, files, entries } of this.#sorted()) {
      if (isLost(report.id)) continue;
      const seen = new Set<DistinctChange>();
      for (const { change: distinct, names } of entries) {
        if (seen.has(distinct)) continue;
        seen.add(distinct);
        if (!getOrInsert(classes, distinct, () => new Classes()).isFirst(files)) continue;
        const { digest, change, origins } = distinct;
        const { id: target, from, to } = report;
        const own = Array.from(origins.values()).flatMap(({ cause, targets }) =>
          targets.has(target) ? [cause.file] : [],
        );
        requests.push({ id: digest, target, from, to, ...names, fields: change.fields, files: own });
      }
    }
    return requests;
  }

  /** @param traces by the digests of changes */
  addTraces(traces: ReadonlyMap<string, readonly ChangeTrace[]>): void {
    for (const [digest, found] of traces) this.#changes.get(digest)?.traces.push(...found);
  }

  /** Returns the files of all causes, by their names, each with a side that has it. */
  causeFiles(): ReadonlyMap<string, Cause["side"]> {
    const files = new Map<string, Cause["side"]>();
    for (const { origins, traces } of this.#changes.values()) {
      for (const { cause } of origins.values()) files.set(cause.file, cause.side);
      for (const { found } of traces) for (const { cause } of found) files.set(cause.file, cause.side);
    }
    return files;
  }

  /**
   * Returns the targets in order, and the ids of the targets that have each change. The changes are in the order in which
   * the targets name them first.
   */
  list(): {
    readonly targets: readonly FoundTarget[];
    readonly changes: ReadonlyMap<DistinctChange, readonly string[]>;
  } {
    const targets = this.#sorted();
    const changes = new Map<DistinctChange, string[]>();
    for (const { report, entries } of targets) {
      for (const { change } of entries) {
        const having = getOrInsert(changes, change, (): string[] => []);
        if (having.at(-1) !== report.id) having.push(report.id);
      }
    }
    return { targets, changes };
  }

  /** Returns the causes of a change. @param targets the ids of those that have it, in order */
  causesOf({ traces, origins }: DistinctChange, targets: readonly string[]): Cause[] {
    return causesOf({ targets, traces, origins }, (target) => this.#targets.get(target)?.files);
  }

  /** Returns what a partial review says of the targets. */
  partial(): Pick<PartialReview, "changes" | "targets" | "dangers" | "podEffects"> {
    const { targets, changes } = this.list();
    const targetAt = new Map(targets.map(({ report }, at) => [report.id, at]));
    const changeAt = new Map(Array.from(changes.keys(), ({ digest }, at) => [digest, at]));
    const positions = (ids: Iterable<string>): number[] =>
      Array.from(ids, (id) => targetAt.get(id) as number).sort((a, b) => a - b);
    const dangers = Array.from(this.dangers.all(), ({ change, danger, targets: own }): PartialDanger => {
      return { change: changeAt.get(change) as number, targets: positions(own), danger };
    });
    const podEffects = Array.from(this.podEffects.all(), ({ change, effect, targets: own }): PartialPodEffect => {
      return { change: changeAt.get(change) as number, targets: positions(own), ...effect };
    });
    return {
      changes: Array.from(changes, ([{ digest, change, original, movable, origins, traces }, own]): PartialChange => {
        return {
          digest,
          change,
          ...(original !== undefined && { original }),
          ...(movable !== undefined && { movable }),
          origins: [...origins]
            .sort(([a], [b]) => compareBytewise(a, b))
            .slice(0, MAX_CAUSES)
            .map(([, { cause, targets: of }]) =>
              of.size === own.length ? { cause } : { cause, targets: positions(of) },
            ),
          traces: traces.map((trace) => ({ ...trace, target: targetAt.get(trace.target) as number })),
        };
      }),
      targets: targets.map(({ report, files, entries }): PartialTarget => {
        const own = new Set(entries.map(({ change }) => changeAt.get(change.digest) as number));
        return { ...report, changes: [...own], ...(files !== undefined && { files }) };
      }),
      dangers: inOrder(dangers, ({ danger }) => dangerKey(danger)),
      podEffects: inOrder(podEffects, podEffectKey),
    };
  }

  /** Returns the change among those that are known: changes with equal content are one. */
  #share(digest: string, content: SharedContent, sides: Sides): DistinctChange {
    const known = this.#changes.get(digest);
    if (known !== undefined) {
      shareContent(known, content);
      return known;
    }
    const names = namesOf(sides, {});
    const distinct = { digest, ...content, names, origins: new Map(), traces: [] };
    this.#changes.set(digest, distinct);
    return distinct;
  }

  #sorted(): FoundTarget[] {
    const [...targets] = this.#targets.values();
    return targets.sort(({ report: a }, { report: b }) => compareIds(a.id, b.id));
  }
}

function noteOrigin({ origins }: DistinctChange, cause: Cause, targets: Iterable<string>): void {
  const origin = getOrInsert(origins, originKey(cause), () => ({ cause, targets: new Set<string>() }));
  for (const target of targets) origin.targets.add(target);
}

type Sides = { readonly [side in "base" | "head"]?: RenderedResource | undefined };

/** Returns the names of an object. @param known returned if it has the same ones */
function namesOf({ base, head }: Sides, known: Names): Names {
  return isNamed(base, known.base) && isNamed(head, known.head) ? known : { base: nameOf(base), head: nameOf(head) };
}

function nameOf(resource: RenderedResource | undefined): ObjectName | undefined {
  if (resource === undefined) return undefined;
  const { apiVersion, kind, namespace, name } = resource;
  return { apiVersion, kind, namespace, name };
}

function isNamed(resource: RenderedResource | undefined, name: ObjectName | undefined): boolean {
  return (
    resource?.name === name?.name &&
    resource?.namespace === name?.namespace &&
    resource?.kind === name?.kind &&
    resource?.apiVersion === name?.apiVersion
  );
}

/** Sorts by the positions of the changes, so that equal reviews have equal bytes. */
function inOrder<T extends { readonly change: number }>(list: readonly T[], keyOf: (one: T) => string): T[] {
  return list
    .map((each) => ({ each, key: keyOf(each) }))
    .sort((a, b) => a.each.change - b.each.change || compareBytewise(a.key, b.key))
    .map(({ each }) => each);
}
