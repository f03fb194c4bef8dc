/** The ids of all rules that a configuration can name. */
import type { KnownRules } from "../configuration/index.ts";

export const KNOWN_RULES: KnownRules = {
  dangers: ["image-latest", "image-major", "removed-pvc", "removed-namespace", "replicas-zero"],
  noise: ["chart-labels", "checksums"],
};
