/** Certificates that go together with all that used their Secrets. */
import { textAt } from "../../../manifests/index.ts";
import type { Excuse } from "../rule.ts";
import { referencesOf } from "./search/index.ts";

/** With more, all objects would be searched for many names. */
const MAX_CERTIFICATES = 32;

/** A Certificate to whose Secret an object of the target referred at base, and that no object names at head. Other targets may use it. */
export const UNUSED_CERTIFICATES: Excuse = {
  rule: "removed-certificate",
  onlyLowers: true,
  ending: "; nothing in this target names its Secret any more",
  *excused({ base, head }, found) {
    if (found.length > MAX_CERTIFICATES) return;
    const secrets = found.flatMap((pair) => {
      const name = pair.base && textAt(pair.base.value(), "spec", "secretName");
      return name ? [{ pair, name, namespace: pair.base?.namespace }] : [];
    });
    for (const { pair, name, namespace } of secrets) {
      if (head.some(({ yaml }) => yaml.includes(name))) continue;
      const wasUsed = base
        .filter(({ yaml }) => yaml.includes(name))
        .flatMap(referencesOf)
        .some((each) => each.kind === "Secret" && each.name === name && each.namespace === namespace);
      if (wasUsed) yield pair;
    }
  },
};
