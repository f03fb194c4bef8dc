// @ts-check
// Makes the validators of documents, and their published JSON Schemas, out of the schemas in src/.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { buildSync } from "esbuild";

/**
 * @typedef {object} DocumentSchema
 * @property {string} source the file that exports the schema
 * @property {string} name the name of the export
 * @property {string} [published] where the published schema is; `npm run docs` writes it. Absent where only krm-render reads documents
 */

/**
 * @typedef {DocumentSchema & Validation} ValidatedSchema
 * @typedef {object} Validation
 * @property {Readonly<Record<string, string>>} functions the functions of the validator, each with what it validates: a
 *   pointer into the schema
 * @property {true} [isData] the documents are data of programs: the validator stops at the first error, and drops fields that
 *   the schema does not name
 */

/** The schemas of documents that krm-render reads. @satisfies {Readonly<Record<string, ValidatedSchema>>} */
export const SCHEMAS = {
  composition: {
    source: "src/composition/schema.ts",
    name: "compositionSchema",
    published: "docs/schemas/composition.schema.json",
    functions: { validateComposition: "#", validateEntry: "#/$defs/entry" },
  },
  catalog: {
    source: "src/catalog/schema.ts",
    name: "catalogSchema",
    published: "docs/schemas/catalog.schema.json",
    functions: { validateCatalog: "#/$defs/catalog", validateDefinition: "#/$defs/definition" },
  },
  configuration: {
    source: "src/configuration/schema.ts",
    name: "configurationSchema",
    published: "docs/schemas/configuration.schema.json",
    functions: { validateConfiguration: "#" },
  },
  diffReport: {
    source: "src/review/reading/schema.ts",
    name: "reportSchema",
    published: "docs/schemas/diff-report.schema.json",
    functions: { validateReport: "#" },
    isData: true,
  },
  partialReview: {
    source: "src/review/reading/partial-schema.ts",
    name: "partialSchema",
    functions: { validatePartial: "#" },
    isData: true,
  },
};

/** The schemas of what krm-render only writes. @type {readonly DocumentSchema[]} */
const OUTPUT_SCHEMAS = [
  {
    source: "src/render/report-schema.ts",
    name: "renderReportSchema",
    published: "docs/schemas/render-report.schema.json",
  },
  {
    source: "src/targets/answer-schema.ts",
    name: "targetsSchema",
    published: "docs/schemas/targets.schema.json",
  },
  {
    source: "src/schemas/validation-schema.ts",
    name: "validationSchema",
    published: "docs/schemas/validation.schema.json",
  },
  {
    source: "src/explain/explanation-schema.ts",
    name: "explanationSchema",
    published: "docs/schemas/explanation.schema.json",
  },
  {
    source: "src/catalog/view-schema.ts",
    name: "catalogViewSchema",
    published: "docs/schemas/catalog-view.schema.json",
  },
  {
    source: "src/composition/view-schema.ts",
    name: "compositionViewSchema",
    published: "docs/schemas/composition-view.schema.json",
  },
];

const require = createRequire(import.meta.url);

/** Keywords without effect, where they have a text as their value. */
const PROSE = new Set(["title", "description", "default"]);

/**
 * Loads the schema of a document.
 *
 * @param {string} root
 * @param {DocumentSchema} document
 * @returns {any}
 */
function loadSchema(root, { source, name }) {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    format: "iife",
    globalName: "exported",
    write: false,
    logLevel: "silent",
  });
  return runInThisContext(`(() => { ${outputFiles[0]?.text} return exported; })()`)[name];
}

/**
 * Makes the module with the validators of some documents, which may have definitions in common. Compiling takes longer than a
 * small test, so the text is kept in node_modules, by a digest of all that it is made of.
 *
 * @param {string} root
 * @param {readonly ValidatedSchema[]} documents
 * @returns {string} the text of the module
 */
export function validators(root, documents) {
  /** @type {[schema: any, document: ValidatedSchema][]} */
  const loaded = documents.map((document) => [loadSchema(root, document), document]);
  const parts = [
    JSON.stringify(loaded),
    readFileSync(import.meta.filename, "utf8"),
    require("ajv/package.json").version,
  ];
  const digest = createHash("sha256").update(parts.join("\0")).digest("hex");
  const directory = join(root, "node_modules/.cache/krm-render");
  const kept = join(directory, `${digest}.js`);
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const text = validatorText(loaded);
  mkdirSync(directory, { recursive: true });
  // Another process may read the file while this one writes it.
  const own = `${kept}.${process.pid}`;
  writeFileSync(own, text);
  renameSync(own, kept);
  return text;
}

/**
 * Makes what `npm run docs` writes: the published schemas, by their paths.
 *
 * @param {string} root
 * @returns {ReadonlyMap<string, string>}
 */
export function publishedSchemas(root) {
  const files = new Map();
  for (const document of [.../** @type {DocumentSchema[]} */ (Object.values(SCHEMAS)), ...OUTPUT_SCHEMAS]) {
    const { published } = document;
    if (published !== undefined) files.set(published, `${JSON.stringify(loadSchema(root, document), null, 2)}\n`);
  }
  return files;
}

/**
 * Compiles the validators of some documents to functions without imports.
 *
 * A schema has only keywords that mean the same in draft 7, whose code is half as long: it does not note which fields
 * were evaluated.
 *
 * @param {readonly (readonly [schema: any, document: Validation])[]} documents
 */
function validatorText(documents) {
  const { Ajv } = require("ajv");
  const standalone = require("ajv/dist/standalone");
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
  return `${linear}\n${linear.includes("joined(") ? JOINED : ""}`;
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
