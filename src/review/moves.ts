/** Pairs objects that some targets lost with objects that others gained, out of the changes of all targets. */

import { createHash } from "node:crypto";
import type { Budget } from "../budget/index.ts";
import type { Configuration } from "../configuration/index.ts";
import { withHashMarks } from "../manifests/index.ts";
import { deploymentOf, isDeploymentId } from "../render/index.ts";
import type { RenderedResource } from "../render/rendering.ts";
import type { KnownApis } from "../schemas/index.ts";
import { readPrinted } from "../yaml/index.ts";
import { DangerRules } from "./dangers/index.ts";
import { ComparisonMemo, type LooseObject, pairAcrossTargets } from "./differences/index.ts";
import type { DistinctChange } from "./found-changes.ts";
import { type Compared, comparePair, type Shared } from "./pair-comparison.ts";
import type { NewChange } from "./report.ts";
import { TargetNames } from "./target-names.ts";

/** An object that the targets of one change lost, and those of another one gained. */
export interface Move {
  readonly removed: Loose;
  readonly added: Loose;
  readonly base: RenderedResource;
  readonly head: RenderedResource;
  readonly compared: Compared;
  /**
   * Fewer targets have the object than before: at least one cluster may lose it. So it is removed, and not moved, where the dangers are
   * concerned.
   */
  readonly isLost: boolean;
}

/** An object that exists on one side only. To find its partner, it has no marks of masked hashes that tell sides apart. */
interface Loose extends LooseObject {
  readonly change: DistinctChange;
}

/**
 * Finds the moves among changes of whole objects. Their texts are those of the hunks: no run keeps its renderings, and another run
 * has no more than the changes. What is not {@link Movable} has no partner.
 * @param changes with the targets that have each
 */
export function* findMoves(
  changes: ReadonlyMap<DistinctChange, readonly string[]>,
  configuration: Configuration,
  budget: Budget,
  apis?: KnownApis,
): Iterable<Move> {
  const [lost, gained] = [looseObjects(changes, "removed"), looseObjects(changes, "added")];
  if (lost.length === 0 || gained.length === 0) return;
  const shared: Shared = {
    memo: new ComparisonMemo(),
    // Nothing is withheld of what may move.
    configuration: { ...configuration, redaction: [] },
    rules: new DangerRules(configuration, apis),
    changedFiles: new Set(),
  };
  for (const { base: removed, head: added } of budget.run(() => pairAcrossTargets(lost, gained))) {
    if (!canReach(removed.targets, added.targets)) continue;
    const isLost = removed.targets.length > added.targets.length;
    const names = new TargetNames(namesIn(removed.change, "before"), namesIn(added.change, "after"));
    const pair = { base: objectOf(removed.change, "before"), head: objectOf(added.change, "after") };
    const compared = budget.run(() => comparePair(pair, names, shared, removed.targets, !isLost));
    if (compared !== undefined) yield { removed, added, ...pair, compared, isLost };
  }
}

/**
 * Tells whether what goes from some targets can be the same object of the cluster in others. A directory may be applied to any cluster;
 * but what a deployment applies does not go to a directory that none applies, such as an archive, nor to another cluster.
 */
export function canReach(from: Iterable<string>, to: Iterable<string>): boolean {
  const reached = new Set(Array.from(to, clusterOf));
  return [...from].every((target) => !isDeploymentId(target) || reached.has(clusterOf(target)));
}

function clusterOf(target: string): string | undefined {
  return deploymentOf(target)?.cluster;
}

/** Returns each distinct object once, in the order of the first targets that have it. */
function looseObjects(changes: ReadonlyMap<DistinctChange, readonly string[]>, op: NewChange["op"]): Loose[] {
  return [...changes].flatMap(([one, targets]) => {
    if (one.change.op !== op || one.movable === undefined) return [];
    const resource = objectOf(one, "same");
    let digest: string | undefined;
    return {
      change: one,
      targets,
      resource,
      get text(): string {
        return (digest ??= createHash("sha256").update(resource.yaml).digest("base64"));
      },
    };
  });
}

type HashMark = Parameters<typeof withHashMarks>[1];

/**
 * Returns the object of a change, whose text is read from the hunk whenever it is needed. Masked hashes count as different ones:
 * nobody can tell whether they are equal, and the Secrets that they name stay removed and added.
 */
function objectOf({ change, original, movable }: DistinctChange, mark: HashMark): RenderedResource {
  const { object, hunks } = change;
  const text = (): string => {
    const lines = hunks.map((hunk) => hunk.lines.map((line) => `${line.slice(1)}\n`).join("")).join("");
    return movable?.masked ? withHashMarks(lines, mark) : lines;
  };
  return {
    baseName: object.name,
    ...object,
    ...(original !== undefined && { original }),
    get yaml(): string {
      return text();
    },
    value: () => readPrinted(text()),
  };
}

/** Returns the generated names in an object. No mask looks for them. */
function namesIn({ movable }: DistinctChange, mark: HashMark): { kind: string; name: string; baseName: string }[] {
  const { generated = [], masked } = movable ?? {};
  return generated.map(([name, baseName]) => ({ kind: "", name: masked ? withHashMarks(name, mark) : name, baseName }));
}
