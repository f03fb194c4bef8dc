/** Compares two objects field by field. */
export { compareFields, type FieldsResult, type IsIgnored } from "./comparison.ts";
