/**
 * An OpenAPI document of the user. It defines which lists a patch merges and which kinds are cluster-scoped;
 * docs/specification/build-order.md 3.3 to 3.5.
 */

import { parseJson } from "../budget/index.ts";
import { failure } from "../diagnostics.ts";
import { unescapeStep } from "../text/index.ts";
import { parseConfig, toConfigValue } from "../yaml/index.ts";
import { type Schema, schemaFor, schemaOfDefinition } from "./merge-schema.ts";
import { isObject, type Json, openApiSchema, referenceOf } from "./openapi-schema.ts";

const GVK = "x-kubernetes-group-version-kind";

/**
 * Parses an OpenAPI document in JSON or YAML.
 * @param file the name of the document in messages
 * @throws KrmError `invalid-openapi` or `invalid-yaml`
 */
export function parseOpenApi(text: string, file: string): OpenApiDocument {
  const root = parseRoot(text, file);
  const { definitions = {}, paths = {} } = isObject(root) ? root : { definitions: root };
  if (!isObject(definitions) || !isObject(paths)) {
    throw invalid(file, "it is not an OpenAPI document", "Make `definitions` and `paths` maps.");
  }
  return new OpenApiDocument(definitions, paths);
}

function parseRoot(text: string, file: string): unknown {
  if (!text.startsWith("{")) {
    const node = parseConfig(text, file);
    return node === undefined ? {} : (toConfigValue(node) ?? {});
  }
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw invalid(
      file,
      "it begins with `{` but is not valid JSON",
      "Correct the JSON, or write the document as YAML.",
      cause,
    );
  }
}

/**
 * The role of the built-in types. `unknown`: they are not used. `behind`: types of the document win over them.
 * `in-front`: they win over types of the document.
 */
export type BuiltInTypes = "unknown" | "behind" | "in-front";

/** The most references in a row that are followed, because they may be circular. */
const MAX_REFERENCES = 100;

export class OpenApiDocument {
  readonly #document: Json;
  readonly #types: ReadonlyMap<string, Json>;
  readonly #clusterScoped: ReadonlySet<string>;

  constructor(definitions: Json, paths: Json) {
    this.#document = { definitions };
    this.#types = typesOf(definitions);
    this.#clusterScoped = clusterScopedOf(paths);
  }

  /** The type of objects with exactly this apiVersion and kind; undefined if unknown. */
  schemaFor(apiVersion: string, kind: string, builtIn: BuiltInTypes): Schema | undefined {
    const own = (): Schema | undefined => {
      const type = this.#types.get(`${apiVersion} ${kind}`);
      return type && openApiSchema(type, (reference) => this.#resolve(reference, builtIn));
    };
    return choose(own, () => schemaFor(apiVersion, kind), builtIn);
  }

  /** Tells whether the paths of the document show that a kind is cluster-scoped. */
  isClusterScoped(apiVersion: string, kind: string): boolean {
    return this.#clusterScoped.has(`${apiVersion} ${kind}`);
  }

  #resolve(reference: string, builtIn: BuiltInTypes, depth = 0): Schema | undefined {
    if (!reference.startsWith("#/") || depth === MAX_REFERENCES) return undefined;
    const own = (): Schema | undefined => {
      const found = follow(this.#document, reference);
      const next = referenceOf(found);
      if (next !== undefined) return this.#resolve(next, builtIn, depth + 1);
      return found && openApiSchema(found, (inner) => this.#resolve(inner, builtIn));
    };
    return choose(own, () => schemaOfDefinition(reference.slice("#/definitions/".length)), builtIn);
  }
}

function choose<T>(own: () => T | undefined, builtIn: () => T | undefined, types: BuiltInTypes): T | undefined {
  if (types === "unknown") return own();
  return types === "behind" ? (own() ?? builtIn()) : (builtIn() ?? own());
}

/** The definitions by `apiVersion kind`. One definition may be that of several kinds. */
function typesOf(definitions: Json): ReadonlyMap<string, Json> {
  const types = new Map<string, Json>();
  for (const definition of Object.values(definitions)) {
    const kinds = isObject(definition) ? definition[GVK] : undefined;
    if (!isObject(definition) || !Array.isArray(kinds)) continue;
    for (const kind of kinds) {
      const name = kindName(kind);
      if (name !== undefined) types.set(name, definition);
    }
  }
  return types;
}

/** The kinds that can be fetched with GET, and only by paths without a namespace. */
function clusterScopedOf(paths: Json): ReadonlySet<string> {
  const cluster = new Set<string>();
  const namespaced = new Set<string>();
  for (const [path, operations] of Object.entries(paths)) {
    const get = isObject(operations) ? operations.get : undefined;
    const name = isObject(get) ? kindName(get[GVK]) : undefined;
    if (name !== undefined) (path.includes("namespaces/{namespace}") ? namespaced : cluster).add(name);
  }
  for (const name of namespaced) cluster.delete(name);
  return cluster;
}

function kindName(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const { group, version, kind } = json;
  if (typeof version !== "string" || typeof kind !== "string") return undefined;
  return `${typeof group === "string" && group !== "" ? `${group}/` : ""}${version} ${kind}`;
}

/** Follows a JSON pointer into the document. */
function follow(document: Json, reference: string): Json | undefined {
  let found: unknown = document;
  for (const token of reference.slice(2).split("/")) {
    const name = unescapeStep(token);
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isObject(found) ? found : undefined;
}

function invalid(file: string, problem: string, hint: string, cause?: unknown): Error {
  return failure("invalid-openapi", `unable to read the OpenAPI schema ${file}: ${problem}`, { file, hint, cause });
}
