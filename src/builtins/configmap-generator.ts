/** ConfigMapGenerator: entries of the field `configMapGenerator` (docs/specification/generators.md 1). */
import { type ConfigMapArgs, configMapFields, type GeneratorOptions } from "../documents/index.ts";
import {
  base64,
  type Field,
  fieldsOf,
  type GeneratedObject,
  generatedObject,
  sortedKeys,
  string,
} from "./data/generated-object.ts";
import type { DataValue } from "./data/key-values.ts";
import { keyedGenerator } from "./data/keyed-generator.ts";

export const configMapGenerator = keyedGenerator({
  kind: "ConfigMap",
  fieldName: "configMapGenerator",
  fields: configMapFields,
  object: configMapNode,
});

/**
 * @param options the `generatorOptions` of the kustomization
 * @param data from `loadKeyValues`
 * @throws KrmError `missing-name`
 */
export function configMapNode(
  args: ConfigMapArgs,
  options: GeneratorOptions | undefined,
  data: ReadonlyMap<string, DataValue>,
): GeneratedObject {
  const texts: Field[] = [];
  const binaries: Field[] = [];
  for (const key of sortedKeys(data)) {
    const value = data.get(key) as DataValue;
    if ("text" in value) texts.push([key, string(value.text)]);
    else binaries.push([key, string(base64(value.binary))]);
  }
  return generatedObject("ConfigMap", args, options, [
    ...(texts.length > 0 ? [["data", fieldsOf(texts)] as const] : []),
    ...(binaries.length > 0 ? [["binaryData", fieldsOf(binaries)] as const] : []),
  ]);
}
