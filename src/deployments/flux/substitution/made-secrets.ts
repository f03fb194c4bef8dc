/** Secrets that a controller of the cluster makes of other objects: their keys stand in the repository, most values do not. */
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../yaml/index.ts";

/** A Secret that a controller makes of an object. */
export interface MadeSecret {
  readonly name: string;
  /** The object that it is made of, for people: "ExternalSecret `shop`". */
  readonly maker: string;
  readonly keys: readonly MadeKey[];
  /** False if it may have other keys as well. */
  readonly hasAllKeys: boolean;
}

export interface MadeKey {
  readonly key: string;
  /** Undefined for one that only the cluster knows. */
  readonly value: string | undefined;
  /** The path of the field that gives it. */
  readonly path: readonly (string | number)[];
}

/** The Secret that a controller makes of an object; undefined for an object of another kind. */
export function madeSecretOf(object: Value): MadeSecret | undefined {
  const [group] = (textAt(object, "apiVersion") ?? "").split("/");
  const kind = textAt(object, "kind");
  if (group === "external-secrets.io" && kind === "ExternalSecret") return ofExternalSecret(object);
  return group === "bitnami.com" && kind === "SealedSecret" ? ofSealedSecret(object) : undefined;
}

/** Merges a template with what the provider has, as external-secrets does. */
function ofExternalSecret(object: Value): MadeSecret | undefined {
  const own = textAt(object, "metadata", "name") ?? "";
  const target = valueAt(object, "spec", "target");
  const policy = textAt(target, "creationPolicy");
  if (policy === "None") return undefined;
  const template = valueAt(target, "template");
  const templates = keysOf(object, "spec", "target", "template", "data");
  const isFilled = templates.length > 0 || listAt(template, "templateFrom").length > 0;
  const isProvided = !isFilled || textAt(template, "mergePolicy") === "Merge";
  const provided = listAt(object, "spec", "data").flatMap((entry, index): MadeKey[] => {
    const key = textAt(entry, "secretKey");
    return key === undefined ? [] : [{ key, value: undefined, path: ["spec", "data", index, "secretKey"] }];
  });
  return {
    name: textAt(target, "name") || own,
    maker: `ExternalSecret \`${own}\``,
    keys: [...(isProvided ? provided : []), ...templates],
    hasAllKeys:
      policy !== "Merge" &&
      listAt(template, "templateFrom").length === 0 &&
      !(isProvided && listAt(object, "spec", "dataFrom").length > 0),
  };
}

function ofSealedSecret(object: Value): MadeSecret {
  const name = textAt(object, "metadata", "name") ?? "";
  const encrypted = keysOf(object, "spec", "encryptedData").map((key) => ({ ...key, value: undefined }));
  const keys = [...encrypted, ...keysOf(object, "spec", "template", "data")];
  return { name, maker: `SealedSecret \`${name}\``, keys, hasAllKeys: true };
}

/** The keys of a map of templates. A template without an action is its own result. */
function keysOf(object: Value, ...path: readonly string[]): readonly MadeKey[] {
  const texts = valueAt(object, ...path);
  if (!isMap(texts)) return [];
  return Object.entries(texts).map(([key, text]) => ({
    key,
    value: typeof text === "string" && !text.includes("{{") ? text : undefined,
    path: [...path, key],
  }));
}
