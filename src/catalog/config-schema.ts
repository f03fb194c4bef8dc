/** Reads the schema of configurations, and refuses one that could be misunderstood; docs/specification/catalogs.md 7. */
import { failure } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { compileRegex, type Matcher } from "../resource/index.ts";
import { isNull, locate, type Node } from "../yaml/nodes/node.ts";
import { flagOf, numberOf, typeOf, valueText } from "./node-values.ts";

/** A schema whose keywords have been checked. Undefined keywords demand nothing. */
export interface ConfigSchema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly intOrString?: boolean;
  readonly embeddedResource?: boolean;
  /** The values as {@link valueText}. */
  readonly enum?: ReadonlyMap<string, Node>;
  readonly required?: readonly string[];
  readonly properties?: ReadonlyMap<string, ConfigSchema>;
  /** False: no others. */
  readonly additionalProperties?: ConfigSchema | boolean;
  readonly items?: ConfigSchema;
  readonly uniqueItems?: boolean;
  readonly pattern?: { readonly text: string; readonly matches: Matcher };
  readonly multipleOf?: number;
  readonly limits: readonly Limit[];
  readonly allOf?: readonly ConfigSchema[];
  readonly anyOf?: readonly ConfigSchema[];
  readonly oneOf?: readonly ConfigSchema[];
  readonly not?: ConfigSchema;
}

/** A bound on a number, or on the size of a text, a list or a mapping. */
export interface Limit {
  readonly of: "value" | "characters" | "items" | "properties";
  readonly isUpper: boolean;
  readonly bound: number;
  readonly isExclusive: boolean;
}

const TYPES: ReadonlySet<string> = new Set(["array", "boolean", "integer", "number", "object", "string"]);

const LIMITS: ReadonlyMap<string, readonly [of: Limit["of"], isUpper: boolean]> = new Map([
  ["minimum", ["value", false]],
  ["maximum", ["value", true]],
  ["minLength", ["characters", false]],
  ["maxLength", ["characters", true]],
  ["minItems", ["items", false]],
  ["maxItems", ["items", true]],
  ["minProperties", ["properties", false]],
  ["maxProperties", ["properties", true]],
]);

/** References to other schemas: none is followed, so that nothing is fetched and each schema ends. */
const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

const schemas = new WeakMap<Node, ConfigSchema>();

/**
 * Reads a schema: the part of OpenAPI v3 that CustomResourceDefinitions have. Other keywords demand nothing.
 * @throws KrmError `catalog-schema` for a keyword whose value has the wrong form, an invalid pattern, and a `$ref`
 */
export function readSchema(node: Node): ConfigSchema {
  let schema = schemas.get(node);
  if (schema === undefined) schemas.set(node, (schema = schemaOf(node)));
  return schema;
}

function schemaOf(node: Node): ConfigSchema {
  if (node.kind !== "map") throw invalid(node, "a schema must be a mapping");
  const keywords = new Map<string, Node>();
  for (const { key, value } of node.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    if (REFERENCES.has(name))
      throw invalid(key, `a schema must not have a \`${name}\``, "Write out what it refers to.");
    if (!isNull(value)) keywords.set(name, value);
  }
  const given = <T>(name: string, read: (value: Node, keyword: string) => T): T | undefined => {
    const value = keywords.get(name);
    return value === undefined ? undefined : read(value, name);
  };
  const type = given("type", typeName);
  return defined({
    type,
    nullable: given("nullable", flag),
    intOrString: given("x-kubernetes-int-or-string", flag),
    embeddedResource: given("x-kubernetes-embedded-resource", flag),
    enum: given("enum", (value, keyword) => new Map(list(value, keyword).map((each) => [valueText(each), each]))),
    required: given("required", (value, keyword) => list(value, keyword).map((each) => text(each, keyword))),
    properties: given("properties", schemaMap),
    additionalProperties: given("additionalProperties", (value) => flagOf(value) ?? readSchema(value)),
    items: given("items", readSchema),
    uniqueItems: given("uniqueItems", flag),
    pattern: given("pattern", patternOf),
    multipleOf: given("multipleOf", divisor),
    limits: limitsOf(keywords),
    allOf: given("allOf", schemaList),
    anyOf: given("anyOf", schemaList),
    oneOf: given("oneOf", schemaList),
    not: given("not", readSchema),
  });
}

/** Without the fields that are undefined. */
function defined(schema: { readonly [K in keyof ConfigSchema]: ConfigSchema[K] | undefined }): ConfigSchema {
  const entries = Object.entries(schema).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as ConfigSchema;
}

function limitsOf(keywords: ReadonlyMap<string, Node>): readonly Limit[] {
  const exclusive = (name: string): boolean => {
    const found = keywords.get(name);
    return found !== undefined && flag(found, name);
  };
  const [above, below] = [exclusive("exclusiveMinimum"), exclusive("exclusiveMaximum")];
  return [...LIMITS].flatMap(([name, [of, isUpper]]) => {
    const node = keywords.get(name);
    if (node === undefined) return [];
    return [{ of, isUpper, bound: number(node, name), isExclusive: of === "value" && (isUpper ? below : above) }];
  });
}

function typeName(node: Node, keyword: string): string {
  const name = text(node, keyword);
  if (!TYPES.has(name)) throw invalid(node, `a schema has the unknown type ${quote(name)}`);
  return name;
}

function patternOf(node: Node, keyword: string): { text: string; matches: Matcher } {
  const pattern = text(node, keyword);
  const matches = compileRegex(pattern);
  if (matches === undefined) {
    const hint = "Write it in the syntax of RE2, as Kubernetes has it.";
    throw invalid(node, `the pattern ${quote(pattern)} cannot be used`, hint);
  }
  return { text: pattern, matches };
}

function divisor(node: Node, keyword: string): number {
  const value = number(node, keyword);
  if (!(value > 0)) throw wrong(node, keyword, "a number above 0");
  return value;
}

function schemaList(node: Node, keyword: string): readonly ConfigSchema[] {
  const items = list(node, keyword);
  if (items.length === 0) throw wrong(node, keyword, "a list that is not empty");
  return items.map(readSchema);
}

function schemaMap(node: Node, keyword: string): ReadonlyMap<string, ConfigSchema> {
  if (node.kind !== "map") throw wrong(node, keyword, "a mapping");
  return new Map(node.entries.map(({ key, value }) => [text(key, keyword), readSchema(value)]));
}

function list(node: Node, keyword: string): readonly Node[] {
  if (node.kind !== "seq") throw wrong(node, keyword, "a list");
  return node.items;
}

function text(node: Node, keyword: string): string {
  if (node.kind !== "scalar" || typeOf(node) === "null") throw wrong(node, keyword, "a string");
  return node.value;
}

function flag(node: Node, keyword: string): boolean {
  const value = flagOf(node);
  if (value === undefined) throw wrong(node, keyword, "a boolean");
  return value;
}

function number(node: Node, keyword: string): number {
  const value = node.kind === "scalar" && ["integer", "number"].includes(typeOf(node)) ? numberOf(node) : Number.NaN;
  if (!Number.isFinite(value)) throw wrong(node, keyword, "a number");
  return value;
}

function wrong(node: Node, keyword: string, expected: string): Error {
  return invalid(node, `\`${keyword}\` of a schema must be ${expected}`);
}

function invalid(node: Node, message: string, hint = "Correct the schema in the catalog."): Error {
  return failure("catalog-schema", message, { ...locate(node), hint });
}
