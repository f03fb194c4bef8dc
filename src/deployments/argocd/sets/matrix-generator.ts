/** The generator `matrix`; docs/specification/argocd-application-sets.md 5. */
import { isMap, listAt } from "../../../manifests/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { Generation, Requested } from "./generation.ts";
import { combined, overridden } from "./parameter-merges.ts";
import type { ParameterSet } from "./parameters.ts";
import { invalid } from "./set-problems.ts";

/** Runs one generator of a combination, with the parameters of another generator filled in. */
export type RunInner = (
  generator: MapValue,
  path: readonly (string | number)[],
  outer?: MapValue,
) => Promise<readonly ParameterSet[]>;

/** @throws KrmError as generators do */
export async function runMatrix(
  { fields, placeOf, place }: Requested,
  { renderer }: Generation,
  run: RunInner,
): Promise<readonly ParameterSet[]> {
  const [first, second, ...more] = listAt(fields, "generators").filter(isMap);
  if (first === undefined || second === undefined || more.length > 0)
    throw invalid("`matrix` must have two generators", placeOf("generators"), "Put a matrix in it for a third one.");
  const found: ParameterSet[] = [];
  for (const outer of await run(first, ["generators", 0])) {
    const inner = await run(second, ["generators", 1], outer.values);
    renderer.effort.allow(found.length + inner.length);
    for (const one of inner) {
      renderer.effort.handle(Object.keys(outer.values).length + Object.keys(one.values).length);
      found.push({
        values: renderer.isGo
          ? overridden(one.values, outer.values, placeOf("generators"))
          : combined(outer.values, one.values, placeOf("generators")),
        place,
      });
    }
  }
  return found;
}
