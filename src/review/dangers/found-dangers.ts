/** Keeps the dangers of all targets, each once, until the report is made. */
import type { SilenceRule } from "../../configuration/index.ts";
import type { Danger, Silence } from "../report.ts";
import type { FoundDanger } from "./found-danger.ts";
import { SilenceRules } from "./silences.ts";

interface Entry {
  readonly danger: FoundDanger;
  readonly targets: Set<string>;
}

export class FoundDangers {
  /** By the ids of changes, then by {@link FoundDanger.identity}. */
  readonly #entries = new Map<string, Map<string, Entry>>();

  add(change: string, target: string, dangers: readonly FoundDanger[]): void {
    if (dangers.length === 0) return;
    let entries = this.#entries.get(change);
    if (entries === undefined) this.#entries.set(change, (entries = new Map()));
    for (const danger of dangers) {
      const entry = entries.get(danger.identity);
      if (entry === undefined) entries.set(danger.identity, { danger, targets: new Set([target]) });
      else entry.targets.add(target);
    }
  }

  /**
   * A target has another change in place of one.
   * @param isGone whether its cluster loses the object nevertheless: then what the rules on the target say of it still holds;
   * `everywhere` if no target has it instead: then what the rules on the object say of its removal holds, too
   */
  replace(old: string, target: string, change: string, isGone: boolean | "everywhere"): void {
    for (const { danger, targets } of this.#entries.get(old)?.values() ?? []) {
      if (!targets.delete(target)) continue;
      const least = isGone === "everywhere" ? 0 : 1;
      if (isGone !== false && danger.order !== undefined && danger.order >= least) this.add(change, target, [danger]);
    }
  }

  /** The dangers of the report, in any order: those that are silenced in some targets only are apart. */
  list(rules: readonly SilenceRule[]): Danger[] {
    const silences = new SilenceRules(rules);
    return [...this.#entries].flatMap(([change, entries]) => listed(change, [...entries.values()], silences));
  }
}

function listed(change: string, entries: readonly Entry[], silences: SilenceRules): Danger[] {
  const dangers = new Map<string, { danger: Omit<Danger, "targets">; targets: Set<string> }>();
  /** The targets in which the removal of the object has been told, by what told it. */
  const told = new Map<string, number>();
  const orderOf = ({ danger }: Entry): number => danger.order ?? -1;
  for (const entry of entries.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const order = orderOf(entry);
    for (const target of entry.targets) {
      if (order >= 0 && (told.get(target) ?? order) < order) continue;
      const silenced = silences.of(entry.danger, target) ?? entry.danger.silenced;
      if (order >= 0 && !isAccepted(silenced)) told.set(target, order);
      const danger = reported(change, entry.danger, silenced);
      const key = JSON.stringify(danger);
      const known = dangers.get(key);
      if (known === undefined) dangers.set(key, { danger, targets: new Set([target]) });
      else known.targets.add(target);
    }
  }
  return [...dangers.values()].map(({ danger, targets }) => ({ ...danger, targets: [...targets].sort() }));
}

function reported(change: string, danger: FoundDanger, silenced: Silence | undefined): Omit<Danger, "targets"> {
  const { id, key, level, path, message, before, after } = danger;
  return {
    id,
    key,
    level,
    change,
    ...(path === undefined ? {} : { path }),
    message,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(silenced === undefined ? {} : { silenced }),
  };
}

function isAccepted(silenced: Silence | undefined): boolean {
  return silenced !== undefined && silenced.by !== "this-change";
}

const LEVELS = { high: 0, medium: 1, low: 2 };

/**
 * The order of a report: by level, by rule, by change, then by what else tells them apart.
 * @param positionOf of a change
 */
export function compareDangers(positionOf: (change: string) => number): (a: Danger, b: Danger) => number {
  return (a, b) =>
    LEVELS[a.level] - LEVELS[b.level] ||
    compare(a.id, b.id) ||
    positionOf(a.change) - positionOf(b.change) ||
    compare(a.path ?? "", b.path ?? "") ||
    compare(a.message, b.message) ||
    compare(a.silenced?.by ?? "", b.silenced?.by ?? "") ||
    compare(a.silenced?.reason ?? "", b.silenced?.reason ?? "") ||
    compare(a.before ?? "", b.before ?? "") ||
    compare(a.after ?? "", b.after ?? "") ||
    compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
