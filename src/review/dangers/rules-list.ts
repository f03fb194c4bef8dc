/** All rules. */
import type { DangerLevel } from "../../configuration/index.ts";
import { ADMISSION_RULE } from "./admission-rules.ts";
import { MOVED_BETWEEN_TARGETS } from "./moved-between-targets.ts";
import { PAIR_RULES } from "./rules/index.ts";
import { SCHEMA_RULES } from "./schema-rules.ts";
import { TARGET_RULES } from "./target-rules/index.ts";

/** The facts about a rule for the documentation. */
export interface RuleText {
  readonly id: string;
  readonly level: DangerLevel;
  readonly summary: string;
}

/** By id. */
export const RULES: readonly RuleText[] = [
  ...PAIR_RULES,
  ...TARGET_RULES,
  ...SCHEMA_RULES,
  ADMISSION_RULE,
  MOVED_BETWEEN_TARGETS,
].sort((a, b) => (a.id < b.id ? -1 : 1));
