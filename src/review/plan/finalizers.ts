/** Finds what holds back the deletion of an object. */
import { type HashMask, listAt } from "../../manifests/index.ts";
import type { RenderedResource, Value } from "../../render/rendering.ts";

/** By it, Argo CD deletes the objects of an Application: a danger of the removal tells that. */
const OF_APPLICATIONS = "resources-finalizer.argocd.argoproj.io";

/**
 * Returns the finalizers of an object that goes, but for those whose names are withheld. Undefined for none.
 * @param shown the object without the values that are withheld
 */
export function finalizersOf(
  base: RenderedResource,
  shown: Value | undefined,
  mask: HashMask,
): readonly string[] | undefined {
  // Fast path: few objects have any.
  if (!base.yaml.includes("finalizers")) return undefined;
  const isApplication = base.kind === "Application" && base.apiVersion.startsWith("argoproj.io/");
  const own = listAt(base.value(), "metadata", "finalizers");
  const names = listAt(shown, "metadata", "finalizers").flatMap((name, index) => {
    if (typeof name !== "string" || name === "" || name !== own[index]) return [];
    return isApplication && name.startsWith(OF_APPLICATIONS) ? [] : [mask(name)];
  });
  return names.length === 0 ? undefined : names;
}
