/** The generator `merge`; docs/specification/argocd-application-sets.md 6. */
import type { Location } from "../../../diagnostics.ts";
import { emptyMap, isMap, listAt } from "../../../manifests/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { Generation, Requested } from "./generation.ts";
import type { RunInner } from "./matrix-generator.ts";
import { mergeKeyOf, overridden } from "./parameter-merges.ts";
import type { ParameterSet } from "./parameters.ts";
import { invalid } from "./set-problems.ts";

/** Merges into the sets of the first generator, in their order; Argo CD has no order here. @throws KrmError as generators do */
export async function runMerge(
  { fields, placeOf }: Requested,
  { renderer }: Generation,
  run: RunInner,
): Promise<readonly ParameterSet[]> {
  const generators = listAt(fields, "generators").filter(isMap);
  if (generators.length < 2)
    throw invalid(
      "`merge` must have two generators or more",
      placeOf("generators"),
      "Add one, or use the one by itself.",
    );
  const keys = [...new Set(listAt(fields, "mergeKeys") as readonly string[])].sort();
  if (keys.length === 0)
    throw invalid("`merge` must have `mergeKeys`", placeOf(), "Name the parameters by which sets are the same.");
  let merged: Map<string, ParameterSet> | undefined;
  for (const [index, generator] of generators.entries()) {
    const sets = byKey(await run(generator, ["generators", index]), keys, placeOf("generators", index));
    renderer.effort.handle(sets.size * keys.length);
    if (merged === undefined) {
      merged = sets;
      continue;
    }
    for (const [key, override] of sets) {
      const base = merged.get(key);
      if (base === undefined) continue;
      if (!renderer.isGo && isEmpty(base.values) && !isEmpty(override.values))
        throw invalid("Argo CD fails to merge into a set without parameters", base.place, "Give it a parameter.");
      renderer.effort.handle(Object.keys(base.values).length + Object.keys(override.values).length);
      const values = renderer.isGo
        ? overridden(base.values, override.values, placeOf("generators"))
        : Object.assign(emptyMap(), base.values, override.values);
      merged.set(key, { values, place: override.place });
    }
  }
  return [...(merged ?? new Map<string, ParameterSet>()).values()];
}

function isEmpty(values: MapValue): boolean {
  return Object.keys(values).length === 0;
}

function byKey(sets: readonly ParameterSet[], keys: readonly string[], place: Location): Map<string, ParameterSet> {
  const found = new Map<string, ParameterSet>();
  for (const set of sets) {
    const key = mergeKeyOf(set.values, keys);
    if (found.has(key))
      throw invalid(
        `two sets of parameters of one generator are equal in ${keys.join(", ")}, the \`mergeKeys\``,
        place,
        "Name more parameters in `mergeKeys`, or remove one of the sets.",
      );
    found.set(key, set);
  }
  return found;
}
