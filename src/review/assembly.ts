/** Makes the report of the reviewed targets and the distinct changes. */
import { EMPTY_CONFIGURATION, type NoiseSettings } from "../configuration/index.ts";
import { compareIds } from "../render/index.ts";
import { compareDangers } from "./dangers/index.ts";
import { planOf } from "./plan/index.ts";
import { comparePodEffects } from "./pod-effects/index.ts";
import {
  type Cause,
  type ChangeGroup,
  type Danger,
  type PodEffect,
  REPORT_VERSION,
  type Report,
  type TargetReport,
} from "./report.ts";
import type { ChangeStore } from "./store.ts";
import {
  figuresOf,
  foldChanges,
  groupChanges,
  imagesOf,
  type KnownOwners,
  noiseCounts,
  ungrouped,
  withOwners,
} from "./summary/index.ts";

export interface ReportParts extends Pick<Report, "base" | "head" | "trust" | "notes" | "unread"> {
  /** In any order. Their changes are in the store. */
  readonly targets: readonly TargetReport[];
  readonly store: ChangeStore;
  /** By the ids of changes. */
  readonly causes: ReadonlyMap<string, readonly Cause[]>;
  /** In any order. */
  readonly dangers?: readonly Danger[];
  /** In any order. */
  readonly podEffects?: readonly PodEffect[];
  /** Absent if no owners are known. */
  readonly owners?: KnownOwners | undefined;
  /** The settings of {@link EMPTY_CONFIGURATION} if absent. */
  readonly noise?: NoiseSettings;
  /** Runs the grouping within a budget; undefined if that is used up. Unlimited if absent. */
  readonly bounded?: (step: () => readonly ChangeGroup[]) => readonly ChangeGroup[] | undefined;
}

/**
 * Returns the report, with its targets in order, and computes its groups and figures. Where grouping takes too much time or
 * memory, each change is a group.
 */
export function assembleReport(parts: ReportParts): Report {
  const { base, head, store, causes, trust = [], notes = [], unread, owners } = parts;
  const { noise = EMPTY_CONFIGURATION.noise, bounded = (step) => step() } = parts;
  const targets = parts.targets
    .map((target) => {
      const own = owners?.targets.get(target.id);
      return { ...target, changes: [...new Set(target.changes)], ...(own !== undefined && { owners: own }) };
    })
    .sort((a, b) => compareIds(a.id, b.id));
  const ids = new Set<string>();
  for (const target of targets) for (const id of target.changes) ids.add(id);
  const changes = foldChanges(store.list(ids, causes), noise);
  const positions = new Map(changes.map(({ id }, index) => [id, index]));
  const positionOf = (id: string): number => positions.get(id) ?? -1;
  const dangers = (parts.dangers ?? []).toSorted(compareDangers(positionOf));
  const podEffects = (parts.podEffects ?? []).toSorted(comparePodEffects(positionOf));
  const grouped = bounded(() => groupChanges(changes, targets, store.originals)) ?? ungrouped(changes, targets);
  const groups = owners === undefined ? grouped : withOwners(grouped, changes, owners);
  return {
    version: REPORT_VERSION,
    base,
    head,
    changes,
    targets,
    groups,
    figures: figuresOf({ changes, targets, groups, dangers, ...(unread !== undefined && { unread }) }),
    dangers,
    podEffects,
    plan: planOf({ changes, targets, dangers, podEffects }),
    images: imagesOf(changes, targets),
    noise: noiseCounts(changes),
    ...(trust.length > 0 && { trust }),
    ...(unread !== undefined && { unread }),
    ...(owners !== undefined && { owners: { file: owners.file } }),
    ...(notes.length > 0 && { notes }),
  };
}
