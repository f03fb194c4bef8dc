/** The types of the rules that find dangers. */
import type { DangerLevel } from "../../configuration/index.ts";
import type { PoliciesBeside } from "../../policies/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { Danger, TargetReport } from "../report.ts";

/** One object on both sides, with all of its values; undefined on a side that does not have it. */
export interface DangerPair {
  readonly base: RenderedResource | undefined;
  readonly head: RenderedResource | undefined;
  /** The tool that applies the object deletes it and creates it again where the API server refuses an update. */
  readonly isForced?: true | undefined;
}

/** A danger that a rule found in an object. Everyone who can read the pull request sees it. */
export interface Finding {
  /** A JSON Pointer into the object at head, or at base for what is removed. */
  readonly path?: string;
  /**
   * The change, and the reaction of the API server or the cluster. One line, with names of containers and fields but without
   * values, and without a period at its end.
   */
  readonly message: string;
  /** The values in short. They are withheld where the report withholds the values at the path. */
  readonly before?: string;
  readonly after?: string;
  /** The level, if it is not that of the rule. */
  readonly level?: DangerLevel;
  /** See {@link Danger.outcome}. */
  readonly outcome?: Danger["outcome"];
  /** The object that the target lacks: there is no danger if another target has it. */
  readonly lacks?: LackedObject;
  /** Set for a mistake that the object had before: it is no danger of the change, and is counted. */
  readonly wasBefore?: true;
}

export interface LackedObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

interface Rule {
  /** Kebab-case. A page of docs/dangers has this name. */
  readonly id: string;
  readonly level: DangerLevel;
  /** The danger in a few words, such as: an immutable field changes. */
  readonly summary: string;
}

/** A rule that needs to see one object only. */
export interface PairRule extends Rule {
  /** The kinds that it looks at; absent for all. */
  readonly kinds?: ReadonlySet<string>;
  /**
   * Set if it finds objects that go. Each of these is one danger: `first` explains it before the rules on the target, `last` only if
   * none of them finds anything.
   */
  readonly tellsRemoval?: "first" | "last";
  /** Called for each pair that differs. Takes time linear in the pair. */
  check(pair: DangerPair): Iterable<Finding>;
}

/** All objects of one target, on both sides. */
export interface DangerTarget {
  readonly base: readonly RenderedResource[];
  readonly head: readonly RenderedResource[];
  /** The pairs that differ. */
  readonly pairs: readonly DangerPair[];
  /** Policies of other targets of the cluster; undefined if there are none, as far as that is known. */
  readonly beside?: PoliciesBeside | undefined;
  /** The names of the target; undefined if they are not known. */
  readonly about?: Pick<TargetReport, "id" | "path" | "deployment"> | undefined;
}

/** Takes back what a rule on one object found, because the other objects of the target show that it does no harm, or less. */
export interface Excuse {
  /** The id of the {@link PairRule}. */
  readonly rule: string;
  /** The danger stays, one level lower unless the settings give the rule a level. */
  readonly onlyLowers?: true;
  /** Ends the message of a danger that it lowers. */
  readonly ending?: string;
  /** Called for pairs of which the rule found something. Takes time linear in the target and the pairs. */
  excused(target: DangerTarget, found: readonly DangerPair[]): Iterable<DangerPair>;
}

/** A rule that needs to see all objects of a target. */
export interface TargetRule extends Rule {
  /** Tells whether a pair alone shows that the rule has to look at it. Called once for equal pairs of many targets; absent for never. */
  touches?(pair: DangerPair): boolean;
  /**
   * Called for each target that changes. Takes time linear in the target. Each finding concerns a pair that differs.
   * @param touched the pairs that the rule has to look at
   */
  check(target: DangerTarget, touched: readonly DangerPair[]): Iterable<Finding & { readonly pair: DangerPair }>;
}
