/** ConfigMapGenerator: entries of the field `configMapGenerator` (docs/specification/generators.md 1). */
import { configMapFields } from "../documents/index.ts";
import { base64, type Field, fieldsOf, sortedKeys, string } from "./data/generated-object.ts";
import type { DataValue } from "./data/key-values.ts";
import { keyedGenerator } from "./data/keyed-generator.ts";

export const configMapGenerator = keyedGenerator({
  kind: "ConfigMap",
  fieldName: "configMapGenerator",
  fields: configMapFields,
  content: configMapContent,
});

/** @param data from `loadKeyValues` */
export function configMapContent(data: ReadonlyMap<string, DataValue>): Field[] {
  const texts: Field[] = [];
  const binaries: Field[] = [];
  for (const key of sortedKeys(data)) {
    const value = data.get(key) as DataValue;
    if ("text" in value) texts.push([key, string(value.text)]);
    else binaries.push([key, string(base64(value.binary))]);
  }
  return [
    ...(texts.length > 0 ? [["data", fieldsOf(texts)] as const] : []),
    ...(binaries.length > 0 ? [["binaryData", fieldsOf(binaries)] as const] : []),
  ];
}
