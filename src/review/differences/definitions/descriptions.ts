/** Recognises the documentation in definitions of resources. */
import type { FieldChange } from "../../report.ts";

/** The description of a part of a schema. A property with this name, and a default that has such a key, are none. */
const DESCRIPTION = new RegExp(
  [
    "^/spec/(?:versions/\\d+/schema|validation)/openAPIV3Schema",
    "(?:/(?:properties|patternProperties|definitions)/[^/]+|/items(?:/\\d+)?|/(?:additionalProperties|additionalItems|not)",
    "|/(?:allOf|anyOf|oneOf)/\\d+)*/description$",
  ].join(""),
);

/** Tells whether the field is the description of a property of a CustomResourceDefinition. */
export function isDescription({ path }: Pick<FieldChange, "path">, kind: string): boolean {
  return kind === "CustomResourceDefinition" && DESCRIPTION.test(path);
}
