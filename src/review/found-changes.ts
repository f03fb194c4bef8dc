/** Keeps what the comparisons of targets find, each distinct change once, until all targets are compared. */
import type { RenderedResource } from "../render/rendering.ts";
import { compareBytewise } from "../text/index.ts";
import { type CauseRequest, type ChangeTrace, Classes, MAX_CAUSES } from "./causes/index.ts";
import type { FoundChange } from "./changes.ts";
import { dangerKey, FoundDangers } from "./dangers/index.ts";
import { contentDigest } from "./differences/index.ts";
import {
  type Origin,
  originKey,
  type PartialChange,
  type PartialDanger,
  type PartialTarget,
  type SharedContent,
  shareContent,
} from "./partial/index.ts";
import type { Cause, NewChange, ObjectName, TargetReport } from "./report.ts";
import type { ReviewedTarget } from "./target.ts";

/** A distinct change. */
interface Known extends SharedContent {
  readonly digest: string;
  /** The names in the target that had it first: most others have it for the same ones. */
  readonly names: Names;
  /** The places that targets name, by {@link originKey}. */
  readonly origins: Map<string, { readonly cause: Cause; readonly targets: Set<string> }>;
}

/** The real names of an object: only the causes are looked up by them. */
interface Names {
  readonly base: ObjectName | undefined;
  readonly head: ObjectName | undefined;
}

/** A change of one target. */
interface Entry {
  readonly known: Known;
  readonly names: Names;
}

interface Reviewed {
  readonly report: Omit<TargetReport, "changes">;
  readonly entries: readonly Entry[];
}

/** What is told of all targets together. */
export interface Found {
  readonly changes: readonly PartialChange[];
  readonly targets: readonly PartialTarget[];
  readonly dangers: readonly PartialDanger[];
}

export class FoundChanges {
  readonly #changes = new Map<string, Known>();
  /** What the memo of comparisons has found before. */
  readonly #known = new WeakMap<NewChange, Known>();
  readonly #targets = new Map<string, Reviewed>();
  readonly #dangers = new FoundDangers();
  readonly #changedFiles: ReadonlySet<string>;

  /** @param changedFiles the files that the change edits, as messages name them */
  constructor(changedFiles: ReadonlySet<string>) {
    this.#changedFiles = changedFiles;
  }

  add({ changes, ...report }: ReviewedTarget): void {
    const entries = changes.map((found): Entry => {
      const known = this.#knownOf(found);
      const { digest, change } = known;
      const { kind, namespace, name, baseName = name } = change.object;
      this.#noteOrigin(known, report.path, found.cause);
      this.#dangers.add(digest, { kind, namespace, name, baseName }, report.path, found.dangers);
      return { known, names: namesOf(found, known.names) };
    });
    this.#targets.set(report.path, { report, entries });
  }

  /**
   * What is asked about the causes of changes, in path order: each change once for each class of targets that depend on the same
   * edited files.
   * @param isLost whether a target is not traced
   * @param filesOf see {@link PartialTarget.files}
   */
  requests(isLost: (target: string) => boolean, filesOf: (target: string) => string | undefined): CauseRequest[] {
    const classes = new Map<Known, Classes>();
    const requests: CauseRequest[] = [];
    for (const { report, entries } of this.#sorted()) {
      if (isLost(report.path)) continue;
      const files = filesOf(report.path);
      const seen = new Set<Known>();
      for (const { known, names } of entries) {
        if (seen.has(known)) continue;
        seen.add(known);
        let of = classes.get(known);
        if (of === undefined) classes.set(known, (of = new Classes()));
        if (!of.isFirst(files)) continue;
        const { digest, change } = known;
        requests.push({ id: digest, target: report.path, from: report.from, ...names, fields: change.fields });
      }
    }
    return requests;
  }

  /** @param traces by the digests of changes */
  list(traces: ReadonlyMap<string, readonly ChangeTrace[]>, filesOf: (target: string) => string | undefined): Found {
    const sorted = this.#sorted();
    const targetAt = new Map(sorted.map(({ report }, at) => [report.path, at]));
    const changeAt = new Map<string, number>();
    const counts: number[] = [];
    const targets = sorted.map(({ report, entries }): PartialTarget => {
      const changes = new Set<number>();
      for (const { known } of entries) {
        let at = changeAt.get(known.digest);
        if (at === undefined) changeAt.set(known.digest, (at = changeAt.size));
        changes.add(at);
      }
      for (const at of changes) counts[at] = (counts[at] ?? 0) + 1;
      const files = filesOf(report.path);
      return { ...report, changes: [...changes], ...(files === undefined ? {} : { files }) };
    });
    const positions = (paths: Iterable<string>): number[] =>
      Array.from(paths, (path) => targetAt.get(path) as number).sort((a, b) => a - b);
    const changes = [...changeAt].map(([digest, at]): PartialChange => {
      const { change, original, movable, origins } = this.#changes.get(digest) as Known;
      return {
        digest,
        change,
        ...(original === undefined ? {} : { original }),
        ...(movable === undefined ? {} : { movable }),
        origins: [...origins]
          .sort(([a], [b]) => compareBytewise(a, b))
          .slice(0, MAX_CAUSES)
          .map(
            ([, { cause, targets: own }]): Origin =>
              own.size === counts[at] ? { cause } : { cause, targets: positions(own) },
          ),
        traces: (traces.get(digest) ?? []).map(({ target, ...trace }) => ({
          target: targetAt.get(target) as number,
          ...trace,
        })),
      };
    });
    const dangers = Array.from(this.#dangers.all(), ({ change, danger, targets: own }): PartialDanger => {
      return { change: changeAt.get(change) as number, targets: positions(own), danger };
    });
    return { changes, targets, dangers: inOrder(dangers) };
  }

  /** The change among those that are known: equal changes are one. */
  #knownOf({ change, base, head, movable }: FoundChange): Known {
    const content = { change, original: (head ?? base)?.original, movable };
    const digest = this.#known.get(change)?.digest ?? contentDigest(change);
    let known = this.#changes.get(digest);
    if (known !== undefined) shareContent(known, content);
    else {
      const names = { base: nameOf(base), head: nameOf(head) };
      this.#changes.set(digest, (known = { digest, ...content, names, origins: new Map() }));
    }
    this.#known.set(change, known);
    return known;
  }

  #noteOrigin({ origins }: Known, target: string, cause: Cause | undefined): void {
    if (cause === undefined) return;
    const isEdited = this.#changedFiles.has(cause.file);
    const place: Cause = isEdited ? { ...cause, inChange: true } : cause;
    const key = originKey(place);
    let origin = origins.get(key);
    if (origin === undefined) origins.set(key, (origin = { cause: place, targets: new Set() }));
    origin.targets.add(target);
  }

  #sorted(): Reviewed[] {
    const inPathOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    return [...this.#targets.values()].sort((a, b) => inPathOrder(a.report.path, b.report.path));
  }
}

function nameOf(resource: RenderedResource | undefined): ObjectName | undefined {
  if (resource === undefined) return undefined;
  const { apiVersion, kind, namespace, name } = resource;
  return { apiVersion, kind, namespace, name };
}

function namesOf({ base, head }: FoundChange, first: Names): Names {
  return isNamed(base, first.base) && isNamed(head, first.head) ? first : { base: nameOf(base), head: nameOf(head) };
}

function isNamed(resource: RenderedResource | undefined, name: ObjectName | undefined): boolean {
  return (
    resource?.name === name?.name &&
    resource?.namespace === name?.namespace &&
    resource?.kind === name?.kind &&
    resource?.apiVersion === name?.apiVersion
  );
}

/** By the positions of the changes, so that equal reviews have equal bytes. */
function inOrder(dangers: readonly PartialDanger[]): PartialDanger[] {
  return dangers
    .map((each) => ({ each, key: dangerKey(each.danger) }))
    .sort((a, b) => a.each.change - b.each.change || compareBytewise(a.key, b.key))
    .map(({ each }) => each);
}
