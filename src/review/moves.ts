/** Pairs objects that some targets lost with objects that others gained, out of the changes of all targets. */
import { createHash } from "node:crypto";
import type { Budget } from "../budget/index.ts";
import type { Configuration } from "../configuration/index.ts";
import { withHashMarks } from "../manifests/index.ts";
import type { RenderedResource, Value } from "../render/rendering.ts";
import { readPrinted } from "../yaml/index.ts";
import { DangerRules } from "./dangers/index.ts";
import { ComparisonMemo, type LooseObject, pairAcrossTargets } from "./differences/index.ts";
import { type Compared, comparePair, type Shared } from "./pair-comparison.ts";
import type { MergedChange } from "./partial/index.ts";
import type { NewChange } from "./report.ts";
import { TargetNames } from "./target-names.ts";

/** An object that the targets of one change lost, and those of another one gained. */
export interface Move {
  readonly removed: MergedChange;
  readonly added: MergedChange;
  readonly base: RenderedResource;
  readonly head: RenderedResource;
  readonly compared: Compared;
  /**
   * Fewer targets have the object than before: at least one cluster may lose it. So it is removed, and not moved, where the dangers are
   * concerned.
   */
  readonly isLost: boolean;
}

/**
 * Finds the moves among changes of whole objects. Their texts are those of the hunks, so that a run that joins what others found sees
 * what a single run does. What is not {@link Movable} has no partner.
 */
export function* findMoves(
  changes: readonly MergedChange[],
  { dangers, noise, settings }: Configuration,
  budget: Budget,
): Iterable<Move> {
  const [removed, added] = [looseOf(changes, "removed"), looseOf(changes, "added")];
  if (removed.length === 0 || added.length === 0) return;
  const shared: Shared = {
    memo: new ComparisonMemo(),
    // Nothing is withheld of what may move.
    configuration: { dangers, noise, redaction: [], settings },
    rules: new DangerRules(dangers),
    changedFiles: new Set(),
  };
  for (const { base, head } of budget.run(() => pairAcrossTargets(removed, added))) {
    const [from, to] = [base.targets, head.targets];
    const isLost = from.length > to.length;
    const names = new TargetNames(base.namesAt("before"), head.namesAt("after"));
    const pair = { base: base.at("before"), head: head.at("after") };
    const compared = budget.run(() => comparePair(pair, names, shared, from, !isLost));
    if (compared !== undefined) yield { removed: base.change, added: head.change, ...pair, compared, isLost };
  }
}

/** A movable object, whose text is read from its hunk whenever it is needed. */
class Loose implements LooseObject {
  readonly change: MergedChange;
  /** To find its partner: without the marks of masked hashes that tell sides apart. */
  readonly resource: RenderedResource;
  #digest: string | undefined;

  constructor(change: MergedChange) {
    this.change = change;
    this.resource = this.at("same");
  }

  get targets(): readonly string[] {
    return this.change.targets;
  }

  get text(): string {
    return (this.#digest ??= createHash("sha256").update(this.resource.yaml).digest("base64"));
  }

  /**
   * The object as it is compared. Masked hashes count as different ones: nobody can tell whether they are equal, and the Secrets that
   * they name stay removed and added.
   */
  at(mark: HashMark): RenderedResource {
    const { change, original, movable } = this.change;
    const { apiVersion, kind, namespace, name, baseName = name } = change.object;
    const text = (): string => (movable?.masked ? withHashMarks(textOf(change), mark) : textOf(change));
    return {
      apiVersion,
      kind,
      namespace,
      name,
      baseName,
      ...(original === undefined ? {} : { original }),
      get yaml(): string {
        return text();
      },
      value: (): Value => readPrinted(text()),
    };
  }

  /** The generated names in it. */
  namesAt(mark: HashMark): { kind: string; name: string; baseName: string }[] {
    const { generated = [], masked } = this.change.movable ?? {};
    return generated.map(([name, baseName]) => ({
      // No mask looks for them.
      kind: "",
      name: masked ? withHashMarks(name, mark) : name,
      baseName,
    }));
  }
}

type HashMark = Parameters<typeof withHashMarks>[1];

/** Each distinct object once, in the order of the first targets that have it. */
function looseOf(changes: readonly MergedChange[], op: NewChange["op"]): Loose[] {
  return changes
    .filter(({ change, movable }) => change.op === op && movable !== undefined)
    .map((one) => new Loose(one));
}

/** The text of an object that exists on one side only. */
function textOf({ hunks }: NewChange): string {
  return hunks.map(({ lines }) => lines.map((line) => `${line.slice(1)}\n`).join("")).join("");
}
