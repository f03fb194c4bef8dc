import type { Diagnostic } from "../../diagnostics.ts";
import type { BuiltResource } from "../../engine/index.ts";
import type { Recipe } from "../deployment.ts";
export function applyAfterBuild(
  resources: readonly BuiltResource[],
  _recipe: Recipe,
): { resources: readonly BuiltResource[]; diagnostics: readonly Diagnostic[] } {
  return { resources, diagnostics: [] };
}
