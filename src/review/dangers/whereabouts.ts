/** Judges dangers by what all targets together show of an object: what another one gets, deploys or leaves out. */
import type { DangerLevel } from "../../configuration/index.ts";
import { DANGER_LEVELS, type NewChange } from "../report.ts";
import { type FoundDanger, LAST_ORDER, LESS } from "./found-danger.ts";
import type { LackedObject } from "./rule.ts";
import { UNOWNED, UNSEEN } from "./rules/index.ts";

/** The answers of all targets together about a change. Without them, nothing is known. */
export interface Whereabouts {
  /** Tells of an object that a change takes away from some targets whether another target gets it. */
  readonly isAdded?: (object: Entry["object"], change: string, targets: Iterable<string>) => boolean;
  /** Tells whether another target renders an object that some targets lack, as far as the change shows it. */
  readonly isRenderedBeside?: (object: LackedObject, targets: Iterable<string>) => boolean;
  /** Returns how much hurts what somebody deploys from the object and deletes with it; undefined if that is not known. */
  readonly deployedWith?: (change: string) => Deployed | undefined;
  /** Tells whether what somebody deploys from an object that changes stays, and keeps its namespace. */
  readonly movesNothing?: (change: string) => boolean;
  /** Returns the name of what deploys in place of an object that goes all that this one did; undefined if nothing does. */
  readonly succeededBy?: (change: string) => string | undefined;
  /** Tells whether all that somebody renders from an object is rendered on both sides. */
  readonly isRendered?: (change: string) => boolean;
  /** Tells whether nobody applied the objects of a target at the base, as far as that shows. */
  readonly isUnapplied?: (target: string) => boolean;
}

export interface Deployed {
  readonly level: DangerLevel;
  /** The object declares the targets that go, so that it is told as one with them. */
  readonly isDeclared: boolean;
}

/** A danger of a change, in all targets that have it. */
export interface Entry {
  readonly danger: FoundDanger;
  /** The object of the change in which it was found. */
  readonly object: Omit<NewChange["object"], "apiVersion">;
  readonly targets: Set<string>;
}

/** The rules on objects from which somebody deploys. */
const DEPLOYER = "removed-application";
const MOVER = "application-moved";

const SHOWN_HERE = "which are those of the target that goes with it";
const RENDERED = "; what it changes is shown here";
const STAYING = "here, none of its objects had another one";
const UNAPPLIED = "no Kustomization of Flux applied it, as far as the base shows";
const KEPT_BY_OTHERS =
  "this change adds it to another target: in the same cluster it stays if that one is applied first";

const isBelow = (a: DangerLevel, b: DangerLevel): boolean => DANGER_LEVELS.indexOf(a) > DANGER_LEVELS.indexOf(b);

/**
 * Returns the danger of a change as all targets together show it: for some of its targets it can be another one. A level that the
 * settings give to its rule stays.
 */
export function judged(
  { danger, object, targets }: Entry,
  change: string,
  { isAdded, isRenderedBeside, deployedWith, movesNothing, succeededBy, isRendered, isUnapplied }: Whereabouts,
  isSet: boolean,
): Entry[] {
  if (danger.lacks !== undefined && isRenderedBeside?.(danger.lacks, targets)) return [];
  const idle = danger.order === undefined ? [] : [...targets].filter((target) => isUnapplied?.(target));
  const rest = idle.length === 0 ? targets : new Set([...targets].filter((target) => !idle.includes(target)));
  const parts = idle.length === 0 ? [] : [{ danger: lowered("low", `; ${UNAPPLIED}`), object, targets: new Set(idle) }];
  return rest.size === 0 ? parts : [...parts, { danger: ofApplied(), object, targets: rest }];

  function lowered(level: DangerLevel, more: string): FoundDanger {
    return { ...danger, level: isSet ? danger.level : level, message: danger.message + more };
  }

  function ofApplied(): FoundDanger {
    if (danger.id === MOVER && movesNothing?.(change)) return lowered("low", `; ${STAYING}`);
    if (danger.message.endsWith(UNSEEN) && isRendered?.(change)) return ofRendered(danger, isSet);
    const successor = danger.id === DEPLOYER ? succeededBy?.(change) : undefined;
    if (successor !== undefined) return ofRenamed(danger, successor, isSet);
    const deployed = danger.id === DEPLOYER && !isSet ? deployedWith?.(change) : undefined;
    if (deployed !== undefined && isBelow(deployed.level, danger.level))
      return lowered(deployed.level, deployed.isDeclared ? "" : `, ${SHOWN_HERE}`);
    const isRemoval = danger.order === 0 || danger.order === LAST_ORDER;
    return isRemoval && isAdded?.(object, change, rest) ? lowered(LESS[danger.level], `; ${KEPT_BY_OTHERS}`) : danger;
  }
}

/** Says that the review shows what a version brings. */
function ofRendered(danger: FoundDanger, isSet: boolean): FoundDanger {
  const message = danger.message.slice(0, -UNSEEN.length) + RENDERED;
  return { ...danger, level: isSet ? danger.level : "low", message };
}

/** Says that another Kustomization owns the objects now. What is deleted may be deleted before the new owner has applied it. */
function ofRenamed(danger: FoundDanger, successor: string, isSet: boolean): FoundDanger {
  const stays = danger.message.endsWith(UNOWNED);
  const message = stays
    ? `${danger.message.slice(0, -UNOWNED.length)}, and Kustomization \`${successor}\` takes over what it renders as well`
    : `${danger.message}, but for those that Kustomization \`${successor}\` has applied by then`;
  return { ...danger, level: stays && !isSet ? "low" : danger.level, message };
}
