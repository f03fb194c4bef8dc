/** Secrets of secretGenerator, without their sources being read (docs/specification/generators.md 1). */
import type { GeneratorOptions, SecretArgs } from "../documents/index.ts";
import {
  base64,
  type Field,
  fieldsOf,
  type GeneratedObject,
  generatedObject,
  sortedKeys,
  string,
} from "./generated-object.ts";
import type { DataValue } from "./key-values.ts";

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
