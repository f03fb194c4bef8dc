/** The rules on all objects of a target, in the order in which they explain why an object must not go. */
import type { TargetRule } from "../rule.ts";

export const TARGET_RULES: readonly TargetRule[] = [];
