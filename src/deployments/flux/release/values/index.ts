/** Composes the values of a HelmRelease: `spec.valuesFrom` and `spec.values`. Pure: objects in, values with their sources out. */
export { type ComposedValues, composeValues } from "./compose-values.ts";
export type { ValuesSource } from "./values-source.ts";
