/** Finds what a change brings that can do harm. */
export type { DangerPair, DangerTarget, Finding, PairRule, TargetRule } from "./rule.ts";
