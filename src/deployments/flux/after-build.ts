/** Does to the objects of a Kustomization what kustomize-controller does after the build. */
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import type { BuiltResource } from "../../engine/index.ts";
import type { OnLaterStep } from "../../render/index.ts";
import { describeId } from "../../resource/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { ObjectPlaces, PlaceOf, PrintedObject } from "../objects/index.ts";
import type { Reference } from "./kustomization.ts";
import type { KustomizationRecipe, Substitution } from "./recipe.ts";
import { addCommonMetadata, substituteObjects, variablesOf } from "./substitution/index.ts";

export interface SubstitutionInput {
  /** The namespace of the Kustomization. */
  readonly namespace: string;
  readonly isStrict: boolean;
  readonly lookUp: (reference: Reference) => Promise<PrintedObject | undefined>;
  readonly places: ObjectPlaces;
  /** The places of the fields of the Kustomization. */
  readonly placeOf: PlaceOf;
}

/** Reads `spec.postBuild`. @throws KrmError without a place */
export async function substitutionOf(
  postBuild: Value | undefined,
  { namespace, isStrict, lookUp, places, placeOf }: SubstitutionInput,
): Promise<Substitution> {
  const placesIn = async ({ origin, value }: PrintedObject) => origin && places.of(origin, value);
  const read = async (kind: "ConfigMap" | "Secret", name: string) => {
    const found = await lookUp({ kind, namespace, name });
    return found && { value: () => found.value, withheld: found.withheld, placeOf: await placesIn(found) };
  };
  return { variables: await variablesOf(postBuild, read, placeOf), isStrict };
}

/**
 * Substitutes variables, and adds common metadata.
 * @throws KrmError `invalid-resource` for objects without apiVersion, which kustomize accepts; and as {@link substituteObjects} does
 */
export function applyAfterBuild(
  resources: readonly BuiltResource[],
  { substitution: { variables, isStrict }, commonMetadata, places }: KustomizationRecipe,
  onStep?: OnLaterStep,
): { readonly resources: readonly BuiltResource[]; readonly diagnostics: readonly Diagnostic[] } {
  const refused = resources.filter(({ apiVersion }) => apiVersion === "").map(withoutVersion);
  if (refused.length > 0) throw new KrmError(refused);
  const substituted = substituteObjects(resources, variables, { isStrict });
  const labelled = addCommonMetadata(substituted.resources, commonMetadata);
  if (onStep !== undefined) {
    const kept = substituted.resources[Symbol.iterator]();
    const after = resources.map((one) => (substituted.leftOut.has(one) ? undefined : kept.next().value));
    onStep({ name: "postBuild", location: places.postBuild, values: variables.named }, resources, after);
    const values = new Map([...places.metadata].map(([key, location]) => [key, { location }]));
    onStep({ name: "commonMetadata", location: places.commonMetadata, values }, substituted.resources, labelled);
  }
  return { resources: labelled, diagnostics: substituted.diagnostics };
}

function withoutVersion(resource: BuiltResource): Diagnostic {
  const object = describeId(resource);
  return {
    code: "invalid-resource",
    severity: "error",
    message: `${object} has no apiVersion: Flux applies nothing of a Kustomization with such an object`,
    ...resource.origin,
    object,
    hint: "Write its apiVersion.",
  };
}
