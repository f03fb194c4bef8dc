/** Finds what a change brings that can do harm. */
export { Accepted } from "./accepted.ts";
export { type Checked, DangerRules, type EarlierMistake } from "./danger-rules.ts";
export { elsewhereOf, isRenderedElsewhere } from "./elsewhere.ts";
export { withoutExcused } from "./excuses.ts";
export type { FoundDanger } from "./found-danger.ts";
export { compareDangers, dangerKey, FoundDangers } from "./found-dangers.ts";
export { type RedactedSides, Redactor } from "./redactor.ts";
export type { DangerPair, Finding, PairRule, TargetRule } from "./rule.ts";
export { annotation, contentOf, differenceOf, isRefused, isSameObject } from "./rules/index.ts";
export { RULES } from "./rules-list.ts";
export { SCHEMA_RULES } from "./schema-rules.ts";
export { SilenceRules } from "./silences.ts";
export { type Standing, type StandingFinding, standingFindings } from "./standing.ts";
export type { Whereabouts } from "./whereabouts.ts";
