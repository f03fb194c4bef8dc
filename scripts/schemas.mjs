// @ts-check
// Makes what is generated of the schemas of documents: the validators and the published JSON Schemas. Equal sources give
// equal bytes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

/**
 * @typedef {object} DocumentSchema
 * @property {string} source the file that exports the schema
 * @property {string} name the name of the export
 * @property {string} validator where the validator is; `npm run build` writes it. Documents that have definitions in common share one
 * @property {string} published where the published schema is; `npm run docs` writes it
 * @property {Readonly<Record<string, string>>} functions the functions of the validator, each with what it validates: a
 *   pointer into the schema
 * @property {true} [isData] the documents are data of programs: the validator stops at the first error, and drops fields that
 *   the schema does not name
 */

/** The schemas by the kind of document. @satisfies {Readonly<Record<string, DocumentSchema>>} */
export const SCHEMAS = {
  composition: {
    source: "src/composition/schema.ts",
    name: "compositionSchema",
    validator: "src/composition/validate.generated.ts",
    published: "docs/schemas/composition.schema.json",
    functions: { validateComposition: "#", validateEntry: "#/$defs/entry" },
  },
  catalog: {
    source: "src/catalog/schema.ts",
    name: "catalogSchema",
    validator: "src/catalog/validate.generated.ts",
    published: "docs/schemas/catalog.schema.json",
    functions: { validateCatalog: "#/$defs/catalog", validateDefinition: "#/$defs/definition" },
  },
  configuration: {
    source: "src/configuration/schema.ts",
    name: "configurationSchema",
    validator: "src/configuration/validate.generated.ts",
    published: "docs/schemas/configuration.schema.json",
    functions: { validateConfiguration: "#" },
  },
  diffReport: {
    source: "src/review/reading/schema.ts",
    name: "reportSchema",
    validator: "src/review/reading/validate.generated.ts",
    published: "docs/schemas/diff-report.schema.json",
    functions: { validateReport: "#" },
    isData: true,
  },
  partialReview: {
    source: "src/review/partial/schema.ts",
    name: "partialSchema",
    validator: "src/review/reading/validate.generated.ts",
    published: "docs/schemas/partial-review.schema.json",
    functions: { validatePartial: "#" },
    isData: true,
  },
};

/** Keywords without effect, where they have a text as their value. */
const PROSE = new Set(["title", "description", "default"]);

/**
 * @param {string} root
 * @param {Pick<DocumentSchema, "source" | "name">} document
 * @returns {Promise<any>} the schema, or other data, that the source exports
 */
export async function loadSchema(root, { source, name }) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    logLevel: "silent",
  });
  const module = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")}`
  );
  return module[name];
}

/**
 * What `npm run build` writes: the validators, by their paths.
 *
 * @param {string} root
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function validators(root) {
  /** @type {Map<string, [schema: any, document: DocumentSchema][]>} */
  const files = new Map();
  for (const document of Object.values(SCHEMAS)) {
    const of = files.get(document.validator) ?? [];
    files.set(document.validator, [...of, [await loadSchema(root, document), document]]);
  }
  return new Map([...files].map(([path, documents]) => [path, validatorText(documents)]));
}

/**
 * What `npm run docs` writes: the published schemas, by their paths.
 *
 * @param {string} root
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function publishedSchemas(root) {
  const files = new Map();
  for (const document of Object.values(SCHEMAS)) {
    files.set(document.published, schemaText(await loadSchema(root, document)));
  }
  return files;
}

/** The text of a published schema. @param {object} schema */
export function schemaText(schema) {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/**
 * The text of the validators of some documents: functions without imports.
 *
 * A schema has only keywords that mean the same in draft 7, whose code is half as long: it does not note which fields
 * were evaluated.
 *
 * @param {readonly (readonly [schema: any, document: Pick<DocumentSchema, "functions" | "isData">])[]} documents
 */
export function validatorText(documents) {
  const isData = documents.every(([, document]) => document.isData === true);
  const ajv = new Ajv({
    allErrors: !isData,
    removeAdditional: isData ? "all" : false,
    messages: false,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true, optimize: 2 },
  });
  const schemas = documents.map(([schema]) => withoutProse({ ...schema, $schema: undefined }));
  const shared = sharedDefinitions(schemas);
  for (const [name, definition] of shared) ajv.addSchema(withoutShared(definition, shared), name);
  const pointers = documents.flatMap(([, { functions }], at) => {
    ajv.addSchema(withoutShared(schemas[at], shared), `document${at}`);
    return Object.entries(functions).map(([name, pointer]) => [name, `document${at}${pointer}`]);
  });
  const code = standalone.default(ajv, Object.fromEntries(pointers));
  if (/\brequire\(|^import /m.test(code)) throw new Error("the validator is not self-contained: avoid the keyword");
  const linear = code.replace(JOIN, "vErrors = joined(vErrors, $1.errors);").replace('"use strict";', "").trim();
  if (linear.includes(".concat(")) throw new Error("the validator copies its errors again and again: adapt JOIN");
  return `// @ts-nocheck\n// Generated by \`npm run build\` from schema.ts. Do not edit.\n${linear}\n${linear.includes("joined(") ? JOINED : ""}`;
}

/** How ajv adds the errors of one function to those of another: it copies all of them for each element of a list. */
const JOIN = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g;
const JOINED = `function joined(errors, more) {
if (errors === null) return more;
for (const error of more) errors.push(error);
return errors;
}
`;

/**
 * The definitions that all schemas have, with all that they refer to; none of a single schema.
 *
 * @param {readonly any[]} schemas
 * @returns {ReadonlyMap<string, any>}
 */
function sharedDefinitions([first, ...others]) {
  const isShared = (/** @type {[string, unknown]} */ [name, definition]) =>
    others.length > 0 && others.every(({ $defs }) => JSON.stringify($defs[name]) === JSON.stringify(definition));
  const shared = new Map(Object.entries(first.$defs ?? {}).filter(isShared));
  for (let size = -1; size !== shared.size; ) {
    size = shared.size;
    for (const [name, definition] of shared)
      if ([...JSON.stringify(definition).matchAll(REFERENCE)].some(([, to = ""]) => !shared.has(to)))
        shared.delete(name);
  }
  return shared;
}

const REFERENCE = /"#\/\$defs\/(\w+)"/g;

/** A schema that refers to shared definitions by their names. @param {any} schema @param {ReadonlyMap<string, any>} shared */
function withoutShared({ $defs = {}, ...schema }, shared) {
  const own = Object.entries($defs).filter(([name]) => !shared.has(name));
  const text = JSON.stringify({ ...schema, $defs: Object.fromEntries(own) });
  return JSON.parse(text.replace(REFERENCE, (reference, name) => (shared.has(name) ? `"${name}"` : reference)));
}

/** The schema without the keywords that only people read. @param {any} part @returns {any} */
function withoutProse(part) {
  if (Array.isArray(part)) return part.map(withoutProse);
  if (typeof part !== "object" || part === null) return part;
  const kept = Object.entries(part).filter(([keyword, value]) => typeof value !== "string" || !PROSE.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutProse(value)]));
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string} text
 */
export function isCurrent(root, path, text) {
  try {
    return readFileSync(join(root, path), "utf8") === text;
  } catch {
    return false;
  }
}
