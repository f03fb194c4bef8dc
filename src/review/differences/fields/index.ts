/** Compares two objects field by field. */
export { compareFields, type FieldsResult } from "./comparison.ts";
