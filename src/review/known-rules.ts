/** The ids of all rules that a configuration can name. */
import type { KnownRules } from "../configuration/index.ts";
import { RULES } from "./dangers/index.ts";
import { BUILT_IN_RULES } from "./summary/index.ts";

export const KNOWN_RULES: KnownRules = {
  dangers: RULES.map(({ id }) => id),
  noise: BUILT_IN_RULES.map(({ id }) => id),
};
