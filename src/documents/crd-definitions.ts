/**
 * The files of `crds`: OpenAPI definitions of types. Their extensions mark fields that hold names, labels and annotations
 * (docs/specification/crds.md).
 */
import { about, failure, type Location } from "../diagnostics.ts";
import { toConfigValue } from "../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../yaml/nodes/node.ts";
import type { ConfigurationFile, NameReference } from "./configuration.ts";
import type { FieldSpec } from "./kustomization-parts.ts";
import { wrongTypeInSchema } from "./schema-types.ts";

/** Limits what a file can cost: types that refer to each other in many ways have very many fields. */
const MAX_FIELDS = 100_000;

/** The properties by type names, such as `github.com/example/pkg/v1.Widget`. */
type Definitions = ReadonlyMap<string, MapNode>;

interface Tables {
  readonly commonAnnotations: FieldSpec[];
  readonly commonLabels: FieldSpec[];
  readonly namePrefix: FieldSpec[];
  readonly nameReference: NameReference[];
}

/**
 * Decodes the definitions of a file into field-spec tables.
 * @param node undefined if the file holds no document
 * @param file how the user would name the file
 * @throws KrmError `invalid-crd-definitions`
 */
export function decodeCrdDefinitions(node: Node | undefined, file: string): ConfigurationFile {
  if (node !== undefined) checkValues(node, file);
  const definitions = readDefinitions(node, file);
  const walk = new Walk(definitions, { file });
  for (const [name, properties] of definitions) {
    const isObject = ["kind", "apiVersion", "metadata"].every((field) => get(properties, field) !== undefined);
    if (isObject) walk.addType(name, name.slice(name.lastIndexOf(".") + 1), [], []);
  }
  return { ...walk.tables, location: { file } };
}

/** Checks that all values are ones that JSON can hold. */
function checkValues(node: Node, file: string): void {
  try {
    checkScalars(node);
  } catch (thrown) {
    throw about(thrown, file, { file }, `unable to read OpenAPI definitions from ${file}: `);
  }
}

function checkScalars(node: Node): void {
  if (node.kind === "scalar") toConfigValue(node);
  else if (node.kind === "seq") for (const item of node.items) checkScalars(item);
  else for (const { value } of node.entries) checkScalars(value);
}

/** The properties of each type. */
function readDefinitions(node: Node | undefined, file: string): Definitions {
  if (node?.kind !== "map") throw invalid(node, file, "it holds no definitions of types");
  const definitions = new Map<string, MapNode>();
  for (const { key, value } of node.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    const isDefinition = value.kind === "map" || isNull(value);
    if (!isDefinition) throw invalid(value, file, `${name} is not the definition of a type`);
    const schema = mapUnder(inAnyCase(value, "schema"), `the schema of ${name} is not a map`, file);
    const wrong = schema === undefined ? undefined : wrongTypeInSchema(schema, "schema");
    if (wrong !== undefined) {
      throw invalid(wrong.node, file, `\`${wrong.field}\` in the schema of ${name} must be ${wrong.expected}`);
    }
    checkDependencies(inAnyCase(value, "dependencies"), name, file);
    const properties = mapUnder(get(schema, "properties"), `the properties of ${name} are not a map`, file);
    if (properties !== undefined) definitions.set(name, properties);
  }
  return definitions;
}

/** Checks that the names of other types are a list of texts. */
function checkDependencies(node: Node | undefined, name: string, file: string): void {
  if (node === undefined || isNull(node)) return;
  const isList = node.kind === "seq" && node.items.every(({ kind }) => kind === "scalar");
  if (!isList) throw invalid(node, file, `the dependencies of ${name} are not a list of texts`);
}

function mapUnder(node: Node | undefined, problem: string, file: string): MapNode | undefined {
  if (node === undefined || isNull(node)) return undefined;
  if (node.kind !== "map") throw invalid(node, file, problem);
  return node;
}

/** The value of a field whose name matches in any case. @param name in lower case */
function inAnyCase(node: Node, name: string): Node | undefined {
  if (node.kind !== "map") return undefined;
  return node.entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === name)?.value;
}

class Walk {
  readonly tables: Tables = { commonAnnotations: [], commonLabels: [], namePrefix: [], nameReference: [] };
  readonly #definitions: Definitions;
  readonly #location: Location;
  #fields = 0;

  constructor(definitions: Definitions, location: Location) {
    this.#definitions = definitions;
    this.#location = location;
  }

  /** @param within the types that led here, to stop at types that contain themselves */
  addType(name: string, kind: string, path: readonly string[], within: readonly string[]): void {
    const properties = this.#definitions.get(name);
    if (properties === undefined || within.includes(name)) return;
    for (const { key, value } of properties.entries) {
      if (key.kind !== "scalar") continue;
      if (this.#fields++ === MAX_FIELDS) {
        throw failure("invalid-crd-definitions", `the types of this file have more than ${MAX_FIELDS} fields`, {
          ...this.#location,
          hint: "List a file with fewer types.",
        });
      }
      const field = [...path, key.value];
      this.#addField(value, kind, field);
      const reference = textOf(get(value, "$ref"));
      if (reference !== undefined) this.addType(reference, kind, field, [...within, name]);
    }
  }

  #addField(property: Node, kind: string, path: readonly string[]): void {
    const spec: FieldSpec = { kind, path: path.join("/"), location: locate(property) ?? this.#location };
    if (textOf(get(property, "x-kubernetes-annotation")) !== undefined) this.tables.commonAnnotations.push(spec);
    if (textOf(get(property, "x-kubernetes-label-selector")) !== undefined) this.tables.commonLabels.push(spec);
    if (textOf(get(property, "x-kubernetes-identity")) !== undefined) this.tables.namePrefix.push(spec);
    const version = textOf(get(property, "x-kubernetes-object-ref-api-version"));
    const referred = textOf(get(property, "x-kubernetes-object-ref-kind"));
    if (version === undefined || referred === undefined) return;
    const nameKey = textOf(get(property, "x-kubernetes-object-ref-name-key")) ?? "name";
    const fieldSpecs = [{ ...spec, path: `${spec.path}/${nameKey}` }];
    this.tables.nameReference.push({ version, kind: referred, fieldSpecs });
  }
}

function textOf(node: Node | undefined): string | undefined {
  return node?.kind === "scalar" && node.tag === "!!str" ? node.value : undefined;
}

function invalid(node: Node | undefined, file: string, problem: string): Error {
  return failure("invalid-crd-definitions", `unable to read OpenAPI definitions from ${file}: ${problem}`, {
    ...(locate(node) ?? { file }),
    hint: "`crds` lists definitions of types, as openapi-gen writes them. CustomResourceDefinitions belong under `resources`.",
  });
}
