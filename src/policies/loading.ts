/** Loads what evaluates expressions, where objects hold some. */
import { loadCel } from "../cel/index.ts";
import type { RenderedResource, Rendering } from "../render/rendering.ts";
import { isAdmissionObject } from "./admission/bindings.ts";

/** Rules of a definition stand below this keyword. */
const RULES = "x-kubernetes-validations";

/** Call this before changes of the objects are judged. @param others objects that judge them */
export async function loadForObjects(
  renderings: readonly Rendering[],
  others: readonly RenderedResource[] = [],
): Promise<void> {
  const hasSome =
    renderings.some((each) => each.status === "rendered" && each.resources.some(holdsExpressions)) ||
    others.some(holdsExpressions);
  if (hasSome) await loadCel();
}

function holdsExpressions(resource: RenderedResource): boolean {
  const isDefinition = resource.kind === "CustomResourceDefinition";
  return isAdmissionObject(resource) || (isDefinition && resource.yaml.includes(RULES));
}
