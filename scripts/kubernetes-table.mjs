// @ts-check
// Makes src/schemas/data/kubernetes.json out of the sources of Kubernetes: which fields its kinds have, from one version to another.
// The result is committed: run this by hand for a new version. The facts are data of Kubernetes, under the Apache License 2.0.
//
//   go mod download -json k8s.io/kubernetes@v1.37.2 k8s.io/api@v0.37.2       (prints the directories)
//   node scripts/kubernetes-table.mjs 1.28=DIR … 1.37=DIR api=DIR … > src/schemas/data/kubernetes.json
//
// `1.NN=DIR` is a checkout of k8s.io/kubernetes, or its Go module; `api=DIR` one of k8s.io/api, the oldest first.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { enumsOf, lifecyclesOf } from "./kubernetes-sources.mjs";

/** The types that read themselves in their own way. */
const OWN_FORMS = new Map([
  ["api.resource.Quantity", "quantity"],
  ["util.intstr.IntOrString", "int-or-string"],
  ["meta.v1.Time", "date-time"],
  ["meta.v1.MicroTime", "micro-time"],
  ["meta.v1.Duration", "duration"],
  ["runtime.RawExtension", "any"],
  ["meta.v1.FieldsV1", "any"],
  ["apiextensions.v1.JSON", "any"],
  ["apiextensions.v1.JSONSchemaPropsOrArray", "any"],
  ["apiextensions.v1.JSONSchemaPropsOrBool", "any"],
  ["apiextensions.v1.JSONSchemaPropsOrStringArray", "any"],
]);

/**
 * Fields that the documents call required although the API server takes objects without them, as `TYPE.FIELD no`, and those that it asks
 * for although the documents do not say so, as `TYPE.FIELD yes`; docs/specification/schemas.md 2.4.
 * @type {ReadonlyMap<string, string>}
 */
const REQUIRED = new Map(
  readFileSync(join(import.meta.dirname, "kubernetes-required.txt"), "utf8")
    .trim()
    .split("\n")
    .map((line) => /** @type {[string, string]} */ (line.split(" "))),
);

const SCALARS = new Set(["string", "boolean"]);

/** @param {string} name */
function shortName(name) {
  return name.replace(/^io\.k8s\.(?:api|apimachinery\.pkg\.apis|apimachinery\.pkg|[a-z-]+\.pkg\.apis)\./, "");
}

/** @param {string} reference */
function referred(reference) {
  return shortName(reference.slice(reference.lastIndexOf("/") + 1));
}

/** @typedef {Record<string, any>} Json */

/**
 * Reads the documents of one version.
 * @param {string} directory
 */
function readVersion(directory) {
  const documents = join(directory, "api", "openapi-spec", "v3");
  /** @type {Map<string, Json>} */
  const types = new Map();
  /** @type {Map<string, string>} */
  const kinds = new Map();
  for (const file of readdirSync(documents).sort()) {
    const { components = {}, paths = {} } = JSON.parse(readFileSync(join(documents, file), "utf8"));
    for (const [name, schema] of Object.entries(components.schemas ?? {})) types.set(shortName(name), schema);
    for (const [path, item] of Object.entries(paths)) {
      const of = item.post?.["x-kubernetes-group-version-kind"];
      const body = Object.values(item.post?.requestBody?.content ?? {})[0]?.schema?.$ref;
      const found = /^\/apis?\/.*?\/(namespaces\/\{namespace\}\/)?[a-z]+$/.exec(path);
      if (of === undefined || body === undefined || found === null) continue;
      const scope = found[1] === undefined ? "Cluster" : "Namespaced";
      const apiVersion = of.group === "" ? of.version : `${of.group}/${of.version}`;
      kinds.set(`${apiVersion} ${of.kind}`, `${referred(body)} ${scope}`);
    }
  }
  return { types, kinds, enums: enumsOf(directory) };
}

/**
 * Writes a schema in short: `[]` for lists, `{}` for maps, a name for a type.
 * @param {Json} schema
 * @param {Map<string, Json>} types
 * @returns {string}
 */
function formOf(schema, types) {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) {
    const name = referred(reference);
    const own = OWN_FORMS.get(name);
    if (own !== undefined) return own;
    const type = types.get(name);
    if (type === undefined) throw new Error(`no type ${name}`);
    return type.properties === undefined ? formOf(type, types) : name;
  }
  if (schema.type === "array") return `[]${formOf(schema.items, types)}`;
  if (schema.type === "object")
    return schema.additionalProperties === undefined ? "any" : `{}${formOf(schema.additionalProperties, types)}`;
  if (schema.type === "integer") return schema.format ?? "int64";
  if (schema.type === "number") return "double";
  if (schema.type === "string" && ["byte", "date-time"].includes(schema.format)) return schema.format;
  if (SCALARS.has(schema.type)) return schema.type;
  throw new Error(`no form for ${JSON.stringify(schema)}`);
}

/**
 * Writes a field with what is said of it.
 * @param {string} type
 * @param {string} name
 * @param {Json} schema
 * @param {{ isRequired: boolean, isKey: boolean }} marks
 * @param {ReturnType<typeof readVersion>} version
 */
function fieldOf(type, name, schema, { isRequired, isKey }, { types, enums }) {
  const words = [formOf(schema, types)];
  const isFilled = JSON.stringify(schema.default) === "{}" && !OWN_FORMS.has(words[0] ?? "") && words[0]?.includes(".");
  if (isFilled) words.push("filled");
  else if ((REQUIRED.get(`${type}.${name}`) ?? (isRequired ? "yes" : "no")) === "yes") words.push("required");
  if (isKey && typeof schema.default === "string" && schema.default !== "") words.push(`default=${schema.default}`);
  const keys = schema["x-kubernetes-list-map-keys"];
  if (keys !== undefined) words.push(`keys=${keys.join(",")}`);
  if (schema["x-kubernetes-list-type"] === "set") words.push("set");
  const values = enums.get(`${type}.${name}`);
  if (values !== undefined) words.push(`enum=${values.join(",")}`);
  return words.join(" ");
}

/**
 * The runs of equal values, with the versions that they hold for where these are not all.
 * @param {readonly (readonly [minor: number, value: string | undefined])[]} values those of consecutive versions
 */
function runs(values) {
  /** @type {{ value: string | undefined, first: number, last: number }[]} */
  const found = [];
  for (const [minor, value] of values) {
    const previous = found.at(-1);
    if (previous !== undefined && previous.value === value) previous.last = minor;
    else found.push({ value, first: minor, last: minor });
  }
  const texts = found.flatMap(({ value, first, last }, index) => {
    if (value === undefined) return [];
    const since = index === 0 ? "" : ` since=${first}`;
    const until = index === found.length - 1 ? "" : ` until=${last}`;
    return [`${value}${since}${until}`];
  });
  return texts.length === 1 ? texts[0] : texts;
}

/** @param {string[]} args */
function main(args) {
  const given = args.map((arg) => arg.split("=", 2));
  const directories = given.filter(([name]) => name?.startsWith("1."));
  const versions = directories
    .map(([name = "", directory = ""]) => /** @type {const} */ ([Number(name.slice(2)), readVersion(directory)]))
    .sort(([a], [b]) => a - b);
  const lifecycles = lifecyclesOf(given.filter(([name]) => name === "api").map(([, directory = ""]) => directory));
  if (versions.length === 0 || lifecycles.size === 0) {
    console.error("usage: node scripts/kubernetes-table.mjs 1.NN=DIR… api=DIR…");
    process.exit(2);
  }

  /** @type {Record<string, string | string[] | undefined>} */
  const kinds = {};
  for (const kind of new Set(versions.flatMap(([, { kinds: all }]) => [...all.keys()]).sort()))
    kinds[kind] = runs(versions.map(([minor, version]) => [minor, version.kinds.get(kind)]));

  /** @type {Record<string, Record<string, string | string[] | undefined>>} */
  const types = {};
  const open = Object.values(kinds).map((text) => String([text].flat()[0]).split(" ")[0] ?? "");
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (types[type] !== undefined) continue;
    /** @type {Record<string, string | string[] | undefined>} */
    const fields = {};
    const with_ = versions.filter(([, version]) => version.types.has(type));
    const names = new Set(
      with_.flatMap(([, version]) => Object.keys(version.types.get(type)?.properties ?? {})).sort(),
    );
    for (const name of names) {
      const field = runs(
        with_.map(([minor, version]) => {
          const schema = version.types.get(type) ?? {};
          const property = schema.properties?.[name];
          if (property === undefined) return [minor, undefined];
          const isRequired = schema.required?.includes(name) === true;
          return [minor, fieldOf(type, name, property, { isRequired, isKey: name === "protocol" }, version)];
        }),
      );
      fields[name] = field;
      for (const text of [field].flat()) {
        const inner =
          String(text)
            .split(" ")[0]
            ?.replace(/^(?:\[\]|\{\})+/, "") ?? "";
        if (inner.includes(".")) open.push(inner);
      }
    }
    types[type] = fields;
  }

  const lines = [
    `"notice": "Facts about Kubernetes, from its sources: Copyright The Kubernetes Authors, Apache License 2.0."`,
    `"versions": [${versions[0]?.[0]}, ${versions.at(-1)?.[0]}]`,
    `"kinds": ${block(kinds)}`,
    `"lifecycles": ${block(Object.fromEntries(lifecycles))}`,
    `"types": ${block(types)}`,
  ];
  process.stdout.write(`{\n${lines.join(",\n")}\n}\n`);
}

/** @param {Record<string, unknown>} map */
function block(map) {
  const rows = Object.keys(map)
    .sort()
    .map((key) => `${JSON.stringify(key)}: ${JSON.stringify(map[key])}`);
  return `{\n${rows.join(",\n")}\n}`;
}

if (existsSync(process.argv[1] ?? "")) main(process.argv.slice(2));
