import type { Value } from "../../yaml/index.ts";
import type { PlaceOf } from "../object-places.ts";
import type { PrintedObject } from "../printed-object.ts";
import type { Reference } from "./kustomization.ts";
export interface Substitution {
  readonly variables: ReadonlyMap<string, string>;
  readonly isStrict: boolean;
}
export async function substitutionOf(
  _p: Value | undefined,
  _i: {
    namespace: string;
    isStrict: boolean;
    lookUp: (r: Reference) => Promise<PrintedObject | undefined>;
    placeOf: PlaceOf;
  },
): Promise<Substitution | undefined> {
  return undefined;
}
