/** Keeps the dangers of all targets, each once, until the report is made. */

import { getOrInsert } from "../../collections.ts";
import type { DangerLevel, DangerSettings } from "../../configuration/index.ts";
import { compareIds, isDeploymentId } from "../../render/index.ts";
import { DANGER_LEVELS, type Danger, isSilenced, type NewChange, type Silence } from "../report.ts";
import { type FoundDanger, LAST_ORDER } from "./found-danger.ts";
import { SilenceRules } from "./silences.ts";
import { type Entry, judged, type Whereabouts } from "./whereabouts.ts";

/** The paths of targets that nobody deploys, by convention. `overlays/test` is an environment. */
const IS_EXAMPLE = /(?:^|\/)(?:examples?|samples|testdata|e2e)(?:\/|$)|^tests?\//;

export class FoundDangers {
  /** By the digests of changes, then by what tells dangers of one change apart. */
  readonly #entries = new Map<string, Map<string, Entry>>();
  /** A danger is found once, and added for each target. */
  readonly #keys = new WeakMap<FoundDanger, string>();

  add(
    change: string,
    object: Omit<NewChange["object"], "apiVersion">,
    target: string,
    dangers: readonly FoundDanger[],
  ): void {
    for (const danger of dangers) this.#targetsOf(change, object, danger).add(target);
  }

  /** Every danger with its change and targets, in no particular order. Some have no targets any more. */
  *all(): Iterable<{ readonly change: string; readonly danger: FoundDanger; readonly targets: ReadonlySet<string> }> {
    for (const [change, entries] of this.#entries)
      for (const { danger, targets } of entries.values()) yield { change, danger, targets };
  }

  /**
   * A target has another change in place of one.
   * @param isGone whether its cluster loses the object nevertheless: then what the rules on the target say of it still holds;
   * `everywhere` if no target has it instead: then what the rules on the object say of its removal holds, too
   */
  replace(old: string, target: string, change: string, isGone: boolean | "everywhere"): void {
    for (const { danger, object, targets } of this.#entries.get(old)?.values() ?? []) {
      if (!targets.delete(target)) continue;
      const { order } = danger;
      // What counts last is only said of objects that nothing replaces.
      if (isGone === false || order === undefined || order === LAST_ORDER) continue;
      if (isGone === "everywhere" || order > 0) this.add(change, object, target, [danger]);
    }
  }

  /**
   * The dangers of the report, in any order: those that are silenced, or low, in some targets only are apart. All are low in
   * examples and tests, and less where other targets show that ({@link judged}), unless the settings give the rule a level.
   *
   * @param whereabouts by the digests of changes
   * @param pathOf returns the directory of a target
   */
  list(
    { silences: rules, levels }: DangerSettings,
    idOf: (digest: string) => string,
    whereabouts: Whereabouts = {},
    pathOf: (target: string) => string = (target) => target,
  ): Danger[] {
    const silences = new SilenceRules(rules, pathOf);
    const levelIn = ({ id, level }: FoundDanger, target: string): DangerLevel =>
      !levels.has(id) && !isDeploymentId(target) && IS_EXAMPLE.test(target) ? "low" : level;
    return [...this.#entries].flatMap(([digest, entries]) =>
      listed(
        idOf(digest),
        [...entries.values()].flatMap((entry) => judged(entry, digest, whereabouts, levels.has(entry.danger.id))),
        silences,
        levelIn,
      ),
    );
  }

  /** Returns the highest level of the dangers of some changes in a target; undefined for none. */
  levelIn(target: string, changes: Iterable<string>): DangerLevel | undefined {
    const found = new Set<DangerLevel>();
    for (const change of changes)
      for (const { danger, targets } of this.#entries.get(change)?.values() ?? [])
        if (targets.has(target)) found.add(danger.level);
    return DANGER_LEVELS.find((level) => found.has(level));
  }

  #targetsOf(change: string, object: Omit<NewChange["object"], "apiVersion">, danger: FoundDanger): Set<string> {
    const entries = getOrInsert(this.#entries, change, () => new Map<string, Entry>());
    const key = getOrInsert(this.#keys, danger, () => dangerKey(danger));
    return getOrInsert(entries, key, () => ({ danger, object, targets: new Set<string>() })).targets;
  }
}

/** Equal for equal dangers of a change. */
export function dangerKey(danger: FoundDanger): string {
  const { id, key, level, path, namedPath, message, before, after, outcome, silenced, order, lacks } = danger;
  const { by, reason } = silenced ?? {};
  return JSON.stringify([id, key, level, path, namedPath, message, before, after, outcome, by, reason, order, lacks]);
}

function listed(
  change: string,
  entries: readonly Entry[],
  silences: SilenceRules,
  levelIn: (danger: FoundDanger, target: string) => DangerLevel,
): Danger[] {
  const dangers = new Map<string, { danger: Omit<Danger, "targets">; targets: Set<string> }>();
  /** By target, the order of the danger that reports the removal of the object. */
  const reportedBy = new Map<string, number>();
  const orderOf = ({ danger }: Entry): number => danger.order ?? -1;
  for (const entry of entries.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const order = orderOf(entry);
    for (const target of entry.targets) {
      if (order >= 0 && (reportedBy.get(target) ?? order) < order) continue;
      const silenced = silences.of(entry, target) ?? entry.danger.silenced;
      if (order >= 0 && !isSilenced({ silenced })) reportedBy.set(target, order);
      const danger = { ...reported(change, entry.danger, silenced), level: levelIn(entry.danger, target) };
      const key = JSON.stringify(danger);
      getOrInsert(dangers, key, () => ({ danger, targets: new Set<string>() })).targets.add(target);
    }
  }
  return [...dangers.values()].map(({ danger, targets }) => ({ ...danger, targets: [...targets].sort(compareIds) }));
}

function reported(change: string, danger: FoundDanger, silenced: Silence | undefined): Omit<Danger, "targets"> {
  const { id, key, level, path, message, before, after, outcome } = danger;
  return {
    id,
    key,
    level,
    change,
    ...(path !== undefined && { path }),
    message,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(outcome !== undefined && { outcome }),
    ...(silenced !== undefined && { silenced }),
  };
}

/**
 * The order of a report: by level, by rule, by change, then by what else tells them apart.
 * @param positionOf of a change
 */
export function compareDangers(positionOf: (change: string) => number): (a: Danger, b: Danger) => number {
  return (a, b) =>
    DANGER_LEVELS.indexOf(a.level) - DANGER_LEVELS.indexOf(b.level) ||
    compare(a.id, b.id) ||
    positionOf(a.change) - positionOf(b.change) ||
    compare(a.path ?? "", b.path ?? "") ||
    compare(a.message, b.message) ||
    compare(a.silenced?.by ?? "", b.silenced?.by ?? "") ||
    compare(a.silenced?.reason ?? "", b.silenced?.reason ?? "") ||
    compare(a.before ?? "", b.before ?? "") ||
    compare(a.after ?? "", b.after ?? "") ||
    compare(a.outcome ?? "", b.outcome ?? "") ||
    compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
