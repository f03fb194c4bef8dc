/** Checks the types of the fields of an OpenAPI schema, as kustomize does in a file of `crds` (docs/specification/crds.md 1.6). */
import { toConfigValue, type Value } from "../yaml/index.ts";
import { isNull, type Node } from "../yaml/nodes/node.ts";

/** A value of the wrong type. */
export interface WrongType {
  readonly node: Node;
  readonly field: string;
  /** The type that is allowed there. */
  readonly expected: string;
}

type Check = (node: Node, field: string) => WrongType | undefined;

/**
 * The first value in a schema that does not have the type of its field. Null is allowed everywhere.
 * @param schema all its scalars have values: `!!int x` has none
 */
export function wrongTypeInSchema(schema: Node, field: string): WrongType | undefined {
  if (isNull(schema)) return undefined;
  if (schema.kind !== "map") return { node: schema, field, expected: "a schema" };
  for (const { key, value } of schema.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    const wrong = isNull(value) ? undefined : SCHEMA_FIELDS.get(name)?.(value, name);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function scalarOf(expected: string, accepts: (value: Value) => boolean): Check {
  return (node, field) =>
    isNull(node) || (node.kind === "scalar" && accepts(toConfigValue(node))) ? undefined : { node, field, expected };
}

function listOf(expected: string, item: Check): Check {
  return (node, field) => (node.kind === "seq" ? first(node.items, field, item) : { node, field, expected });
}

function mapOf(expected: string, item: Check): Check {
  return (node, field) =>
    node.kind === "map"
      ? first(
          node.entries.map(({ value }) => value),
          field,
          item,
        )
      : { node, field, expected };
}

function first(nodes: readonly Node[], field: string, check: Check): WrongType | undefined {
  for (const node of nodes) {
    const wrong = isNull(node) ? undefined : check(node, field);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const INT64 = 2n ** 63n;

const text = scalarOf("a string", (value) => typeof value === "string");
const bool = scalarOf("a boolean", (value) => typeof value === "boolean");
const number = scalarOf("a number", (value) => typeof value === "number" || typeof value === "bigint");
const int = scalarOf("a whole number", (value) => {
  if (typeof value === "bigint") return value >= -INT64 && value < INT64;
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < Number(INT64);
});
const address = scalarOf("a valid address", (value) => typeof value !== "string" || isAddress(value));
const texts = listOf("a list of strings", text);
const schema: Check = wrongTypeInSchema;
const schemas = listOf("a list of schemas", schema);
const namedSchemas = mapOf("a map of schemas", schema);
const schemaOrBool: Check = (node, field) =>
  node.kind === "map" ? schema(node, field) : bool(node, field) && { node, field, expected: "a schema or a boolean" };

const SCHEMA_FIELDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...["id", "description", "format", "title", "pattern", "discriminator"].map((name) => [name, text] as const),
  ...["$ref", "$schema"].map(
    (name) =>
      [name, (node: Node, field: string) => (node.kind === "scalar" ? address(node, field) : undefined)] as const,
  ),
  ["type", (node, field) => (node.kind === "seq" ? texts(node, field) : text(node, field))],
  ...["nullable", "exclusiveMaximum", "exclusiveMinimum", "uniqueItems", "readOnly"].map(
    (name) => [name, bool] as const,
  ),
  ...["maximum", "minimum", "multipleOf"].map((name) => [name, number] as const),
  ...["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"].map(
    (name) => [name, int] as const,
  ),
  ["enum", listOf("a list", () => undefined)],
  ["required", texts],
  // A scalar is ignored.
  [
    "items",
    (node, field) =>
      node.kind === "map" ? schema(node, field) : node.kind === "seq" ? schemas(node, field) : undefined,
  ],
  ...["allOf", "oneOf", "anyOf"].map((name) => [name, schemas] as const),
  ["not", schema],
  ...["properties", "patternProperties", "definitions"].map((name) => [name, namedSchemas] as const),
  ...["additionalProperties", "additionalItems"].map((name) => [name, schemaOrBool] as const),
  [
    "dependencies",
    mapOf("a map", (node, field) =>
      node.kind === "map" ? schema(node, field) : node.kind === "seq" ? texts(node, field) : undefined,
    ),
  ],
  [
    "externalDocs",
    (node, field) =>
      mapOf("a map", () => undefined)(node, field) ??
      (node.kind === "map"
        ? first(
            node.entries.flatMap(({ key, value }) =>
              key.kind === "scalar" && (key.value === "description" || key.value === "url") ? [value] : [],
            ),
            field,
            text,
          )
        : undefined),
  ],
]);

/** Tells whether Go parses a text as a URL. */
function isAddress(written: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Go refuses them
  if (/[\x00-\x1f\x7f]/.test(written) || written.startsWith(":")) return false;
  const hash = written.indexOf("#");
  const [main, fragment] = hash < 0 ? [written, ""] : [written.slice(0, hash), written.slice(hash + 1)];
  const query = main.indexOf("?");
  const path = query < 0 ? main : main.slice(0, query);
  if (/%(?![0-9a-f]{2})/i.test(path) || /%(?![0-9a-f]{2})/i.test(fragment)) return false;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(path);
  return scheme !== null || !/^[^/]*:/.test(path);
}
