/** What kustomize-controller does to the objects of a Kustomization after the build. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { BuiltResource } from "../../engine/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { Recipe } from "../deployment.ts";
import type { PrintedObject } from "../printed-object.ts";
import type { Reference } from "./kustomization.ts";
import { addCommonMetadata, substituteObjects, type Variables, variablesOf } from "./substitution/index.ts";

/** What is substituted in the objects. */
export interface Substitution {
  readonly variables: Variables;
  /** True if an undefined variable fails the Kustomization, as it does since kustomize-controller 1.9. */
  readonly isStrict: boolean;
}

/**
 * Reads `spec.postBuild`.
 * @param namespace of the Kustomization
 * @throws KrmError without a place
 */
export async function substitutionOf(
  postBuild: Value | undefined,
  namespace: string,
  isStrict: boolean,
  lookUp: (reference: Reference) => Promise<PrintedObject | undefined>,
): Promise<Substitution> {
  const variables = await variablesOf(postBuild, async (kind, name) => {
    const found = await lookUp({ kind, namespace, name });
    return found && { value: () => found.value, withheld: found.withheld };
  });
  return { variables, isStrict };
}

/** Substitutes variables, and adds common metadata. @throws KrmError as {@link substituteObjects} does */
export function applyAfterBuild(
  resources: readonly BuiltResource[],
  { substitution: { variables, isStrict }, commonMetadata }: Recipe,
): { readonly resources: readonly BuiltResource[]; readonly diagnostics: readonly Diagnostic[] } {
  const substituted = substituteObjects(resources, variables, { isStrict });
  return { ...substituted, resources: addCommonMetadata(substituted.resources, commonMetadata) };
}
