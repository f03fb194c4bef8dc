/** Custom resources as their CustomResourceDefinitions describe them. docs/specification/schemas.md 3 */
import { isMap, listAt, type MapValue, textAt, valueAt } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import type { Field, Form, Schema } from "./schema.ts";

/** A CustomResourceDefinition, as far as it says what the API server takes. */
export interface Definition {
  readonly group: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** The name of the kind in addresses of the API; undefined if it has none. */
  readonly plural: string | undefined;
  readonly versions: ReadonlyMap<string, DefinedVersion>;
}

export interface DefinedVersion {
  readonly isServed: boolean;
  readonly isDeprecated: boolean;
  /** The status is a resource of its own: the API server drops it from what is applied. */
  readonly hasStatus: boolean;
  /** Undefined where the definition has none: then any object is taken. */
  readonly schema: Schema | undefined;
  /** The same as the definition has it. */
  readonly raw: MapValue | undefined;
}

/** Reads a definition, of `v1` or of the older `v1beta1`. Undefined for one that the API server would not take. */
export function definitionOf(value: Value): Definition | undefined {
  const spec = valueAt(value, "spec");
  const [group, kind] = [textAt(spec, "group"), textAt(spec, "names", "kind")];
  if (textAt(value, "kind") !== "CustomResourceDefinition" || group === undefined || kind === undefined)
    return undefined;
  const common = valueAt(spec, "validation", "openAPIV3Schema");
  const preserves = valueAt(spec, "preserveUnknownFields");
  const isOpen =
    preserves === true || (textAt(value, "apiVersion") === "apiextensions.k8s.io/v1beta1" && preserves !== false);
  const versions = new Map<string, DefinedVersion>();
  const only = textAt(spec, "version");
  const list = listAt(spec, "versions");
  for (const each of list.length > 0 || only === undefined ? list : [{ name: only }]) {
    const name = textAt(each, "name");
    if (name === undefined || versions.has(name)) continue;
    const raw = valueAt(each, "schema", "openAPIV3Schema") ?? common;
    versions.set(name, {
      isServed: valueAt(each, "served") !== false,
      isDeprecated: valueAt(each, "deprecated") === true,
      hasStatus: isMap(valueAt(each, "subresources", "status") ?? valueAt(spec, "subresources", "status")),
      schema: isMap(raw) ? new DefinedSchema(raw, isOpen, { isRoot: true }) : undefined,
      raw: isMap(raw) ? raw : undefined,
    });
  }
  const plural = textAt(spec, "names", "plural");
  return { group, kind, isNamespaced: textAt(spec, "scope") !== "Cluster", plural, versions };
}

/** The keywords that {@link fits} judges. */
const LIMITS = [
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "multipleOf",
  "maxLength",
  "minLength",
  "pattern",
  "format",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxProperties",
  "minProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
];

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ["string", "string"],
  ["boolean", "boolean"],
  ["integer", "integer"],
  ["number", "number"],
]);

/** A part of the schema of a definition, read when it is first asked for. */
class DefinedSchema implements Schema {
  readonly form: Form;
  readonly isNullable: boolean;
  readonly isOpen: boolean;
  readonly isEmbedded: boolean;
  readonly keys: readonly string[] | undefined;
  readonly isSet: boolean;
  readonly choices: readonly Value[] | undefined;
  readonly limits: MapValue | undefined;
  readonly #raw: MapValue;
  /** Nothing below is unknown either: the definition has `preserveUnknownFields`. */
  readonly #isOpenBelow: boolean;
  #fields: ReadonlyMap<string, Field> | undefined;
  #items: Schema | undefined;

  constructor(
    raw: MapValue,
    isOpenBelow: boolean,
    { isRoot = false, isOpen = false }: { readonly isRoot?: boolean; readonly isOpen?: boolean } = {},
  ) {
    this.#raw = raw;
    this.#isOpenBelow = isOpenBelow;
    this.form = formOf(raw, isRoot);
    this.isNullable = raw["nullable"] === true;
    this.isOpen = isOpen || isOpenBelow || raw["x-kubernetes-preserve-unknown-fields"] === true;
    this.isEmbedded = raw["x-kubernetes-embedded-resource"] === true;
    const keys = listAt(raw, "x-kubernetes-list-map-keys").filter((key) => typeof key === "string");
    this.keys = textAt(raw, "x-kubernetes-list-type") === "map" && keys.length > 0 ? keys : undefined;
    this.isSet = textAt(raw, "x-kubernetes-list-type") === "set";
    const choices = listAt(raw, "enum");
    this.choices = choices.length === 0 ? undefined : choices;
    this.limits = LIMITS.some((word) => Object.hasOwn(raw, word)) ? raw : undefined;
  }

  get fields(): ReadonlyMap<string, Field> {
    this.#fields ??= this.#readFields();
    return this.#fields;
  }

  get items(): Schema | undefined {
    const raw = this.form === "map" ? this.#raw["additionalProperties"] : this.#raw["items"];
    // A list that keeps unknown fields keeps those of its elements.
    const isOpen = this.form === "list" && this.isOpen;
    if (this.#items === undefined && isMap(raw)) this.#items = new DefinedSchema(raw, this.#isOpenBelow, { isOpen });
    return this.#items;
  }

  #readFields(): ReadonlyMap<string, Field> {
    const required = new Set(listAt(this.#raw, "required"));
    const fields = new Map<string, Field>();
    const properties = this.#raw["properties"];
    for (const [name, raw] of isMap(properties) ? Object.entries(properties) : []) {
      if (!isMap(raw)) continue;
      const fallback = raw["default"];
      const presence = required.has(name) ? "required" : "optional";
      fields.set(name, { schema: new DefinedSchema(raw, this.#isOpenBelow), presence, fallback });
    }
    // A name that is required, and is no property.
    for (const name of required)
      if (typeof name === "string" && !fields.has(name))
        fields.set(name, { schema: { form: "any" }, presence: "required" });
    return fields;
  }
}

function formOf(raw: MapValue, isRoot: boolean): Form {
  if (raw["x-kubernetes-int-or-string"] === true) return "int64-or-string";
  const type = textAt(raw, "type");
  if (type === "array") return "list";
  if (type === "object" || isRoot) {
    const values = raw["additionalProperties"];
    if (isMap(values)) return "map";
    // An object that says nothing of its fields has none, unless it keeps unknown ones: then they are pruned.
    return values === true ? "any" : "object";
  }
  return FORMS.get(type ?? "") ?? "any";
}
