/** Compares two objects field by field. */
export { compareFields, type FieldsInput, type FieldsResult } from "./comparison.ts";
