/** SecretGenerator: entries of the field `secretGenerator` (docs/specification/generators.md 1). */
import { type GeneratorOptions, type SecretArgs, secretFields } from "../documents/index.ts";
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

export const secretGenerator = keyedGenerator({
  kind: "Secret",
  fieldName: "secretGenerator",
  fields: secretFields,
  object: secretNode,
});

/**
 * @param options the `generatorOptions` of the kustomization
 * @param data from `loadKeyValues`
 * @throws KrmError `missing-name`
 */
export function secretNode(
  args: SecretArgs,
  options: GeneratorOptions | undefined,
  data: ReadonlyMap<string, DataValue>,
): GeneratedObject {
  const values = sortedKeys(data).map((key): Field => [key, string(base64(bytesOf(data.get(key) as DataValue)))]);
  return generatedObject("Secret", args, options, [
    ["type", string(args.type || "Opaque")],
    ["data", fieldsOf(values)],
  ]);
}

function bytesOf(value: DataValue): Uint8Array {
  return "text" in value ? Buffer.from(value.text, "utf8") : value.binary;
}
