/** Warns of what deployments of Flux declare that the search could not find out. */
import type { Diagnostic } from "../diagnostics.ts";
import { unknownDeclared } from "./applications/index.ts";
import type { Found } from "./found.ts";
import { recipeText } from "./recipe-text.ts";

const WHY = "the search, which fetches nothing for Flux, cannot build it";

/**
 * Warns of deployments of Flux of which no side tells what they declare; only a notice if the change has no part in any of them: those that are
 * the same on both sides are as unknown without the change.
 * @param isTouched tells whether a change edits what a deployment is built from, which also counts as a part in it
 */
export function unknownOfFlux(
  found: Found,
  other: Found | undefined,
  isTouched: (id: string) => boolean = () => false,
): readonly Diagnostic[] {
  const isKnown = (id: string): boolean => other?.deployments.has(id) === true && !other.failed.has(id);
  const all = [...found.failed].filter(([id]) => !isKnown(id));
  const changed = all.filter(([id]) => isTouched(id) || !isSame(id, found, other));
  const [first, ...more] = changed.length > 0 ? changed : all;
  if (first === undefined) return [];
  const [id, problem] = first;
  const hint =
    "The Kustomizations, HelmReleases and Applications among it are not rendered, unless another one declares them.";
  const severity = changed.length > 0 ? "warning" : "notice";
  return [{ ...unknownDeclared(id, problem, more.length, WHY), code: "flux-children-unknown", severity, hint }];
}

/** Tells whether both sides have the same deployment, which fails for the same reason. */
function isSame(id: string, found: Found, other: Found | undefined): boolean {
  const [own, earlier] = [found.deployments.get(id), other?.deployments.get(id)];
  const isEqual = own !== undefined && earlier !== undefined && recipeText(own) === recipeText(earlier);
  return isEqual && other?.failed.get(id)?.message === found.failed.get(id)?.message;
}
