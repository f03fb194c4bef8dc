/** SecretGenerator: entries of the field `secretGenerator` (docs/specification/generators.md 1). */
import { type SecretArgs, secretFields } from "../documents/index.ts";
import { base64, type Field, fieldsOf, sortedKeys, string } from "./data/generated-object.ts";
import type { DataValue } from "./data/key-values.ts";
import { keyedGenerator } from "./data/keyed-generator.ts";

export const secretGenerator = keyedGenerator({
  kind: "Secret",
  fieldName: "secretGenerator",
  fields: secretFields,
  content: secretContent,
});

/** @param data from `loadKeyValues` */
export function secretContent(data: ReadonlyMap<string, DataValue>, { type }: Pick<SecretArgs, "type">): Field[] {
  const values = sortedKeys(data).map((key): Field => [key, string(base64(bytesOf(data.get(key) as DataValue)))]);
  return [
    ["type", string(type || "Opaque")],
    ["data", fieldsOf(values)],
  ];
}

function bytesOf(value: DataValue): Uint8Array {
  return "text" in value ? Buffer.from(value.text, "utf8") : value.binary;
}
