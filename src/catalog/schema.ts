/**
 * The JSON Schema of catalogs; docs/specification/catalogs.md 1. The build compiles the validators from it,
 * and `npm run docs` writes docs/schemas/catalog.schema.json, which editors use.
 *
 * Its shapes let each mistake cause one error: forms are told apart by their type, never by `anyOf`.
 */

type Schema = boolean | { readonly [keyword: string]: unknown };
type Properties = Readonly<Record<string, Schema>>;

export const API_VERSION = "config.kubernetes.io/v1alpha1";
/** The version of early drafts. */
export const DRAFT_API_VERSION = "kustomize.io/v1";
export const CATALOG_KINDS: readonly string[] = ["Catalog", "KRMFunctionCatalog"];
export const DEFINITION_KIND = "KRMFunctionDefinition";

const reference = (name: string) => ({ $ref: `#/$defs/${name}` });

/** A word: without blanks, and not empty. */
const word = (description: string): Schema => ({ description, type: "string", pattern: "^\\S+$" });
/** A text. Null counts as absent. */
const text = (description: string): Schema => ({ description, type: ["string", "null"] });
const flag = (description: string): Schema => ({ description, type: ["boolean", "null"] });
const list = (description: string, items: Schema): Schema => ({ description, type: ["array", "null"], items });
const texts = (description: string): Schema => list(description, { type: "string" });

const closed = (description: string, properties: Properties, more: object = {}): Schema => ({
  description,
  type: "object",
  additionalProperties: false,
  properties,
  ...more,
});

const DIGEST = "The sha256 digest: 64 hexadecimal digits, which `sha256:` may precede.";
const ENVS = "Environment variables, `NAME=value` each, or `NAME` alone to pass one on.";

const file: Properties = {
  os: text("The operating system, such as `linux`."),
  arch: text("The processor, such as `amd64`."),
  bin: text("The name of the program in the archive."),
  uri: text("Where the program, or an archive that holds it, is: an address, or a path relative to this catalog."),
  path: text("The program. Relative to this catalog."),
  sha256: text(`${DIGEST} Of the archive or of the program.`),
};

const document = (description: string, kind: Schema, spec: Schema): Schema =>
  closed(
    description,
    {
      apiVersion: { description: "The version of this format.", enum: [API_VERSION, DRAFT_API_VERSION] },
      kind,
      metadata: reference("metadata"),
      spec,
    },
    { required: ["apiVersion", "kind", "spec"] },
  );

const definitions = {
  catalog: document(
    "A list of functions, each with the program that implements it.",
    { description: "Catalog, or KRMFunctionCatalog, its other name.", enum: [...CATALOG_KINDS] },
    closed(
      "What the catalog lists.",
      {
        krmFunctions: {
          description: "The functions. Of several for one kind and version, the first one counts.",
          type: "array",
          items: reference("function"),
        },
      },
      { required: ["krmFunctions"] },
    ),
  ),
  definition: document(
    "One function, and the program that implements it.",
    { description: "Always KRMFunctionDefinition.", const: DEFINITION_KIND },
    reference("function"),
  ),
  metadata: {
    description: "For people and other tools. Nothing is trusted by it.",
    type: ["object", "null"],
    properties: {
      name: text("A name of the catalog."),
      labels: { description: "Labels of the catalog.", type: ["object", "null"] },
      annotations: { description: "Annotations of the catalog.", type: ["object", "null"] },
    },
  },
  function: closed(
    "A function: the kind of its configurations, and its versions.",
    {
      group: word("The group of the configurations."),
      names: closed("How the configurations are called.", { kind: word("The kind of the configurations.") }),
      kind: { ...(word("The kind of the configurations. An early form of `names.kind`.") as object), deprecated: true },
      description: text("What the function does."),
      publisher: text("Who made the function and owns it. Nothing is trusted by it."),
      home: text("The address of its home page."),
      maintainers: texts("Who maintains it."),
      tags: texts("Keywords."),
      versions: {
        description: "The versions of the configurations.",
        type: "array",
        minItems: 1,
        items: reference("version"),
      },
      runtime: reference("runtime"),
    },
    { required: ["group", "versions"] },
  ),
  version: closed(
    "One version of the configurations of a function.",
    {
      name: word("The version, such as `v1`."),
      schema: closed("What configurations of this version look like.", {
        openAPIV3Schema: { description: "The schema, as in a CustomResourceDefinition.", type: ["object", "null"] },
      }),
      idempotent: flag("Whether running it again on its own output changes nothing."),
      usage: text("The address of its documentation."),
      examples: texts("Addresses of examples."),
      license: text("Its license."),
      maintainers: texts("Who maintains this version, instead of the maintainers of the function."),
      configMap: flag("Whether a ConfigMap may be its configuration."),
      conformWithSpecVersions: texts("The versions of the functions specification that it follows."),
      runtime: reference("runtime"),
    },
    { required: ["name"] },
  ),
  runtime: closed("The programs that implement the function. Krm-render uses one of them.", {
    container: closed(
      "A container image.",
      {
        image: word("The image, such as `example.com/functions/labeller:v1`."),
        sha256: text(`${DIGEST} Of the manifest or index that the registry serves.`),
        requireNetwork: flag("Whether the function may ask for the network."),
        requireStorageMount: flag("Whether the function may ask for directories of its kustomization."),
        requireFilesystem: flag("Another name of `requireStorageMount`."),
        network: flag("Another name of `requireNetwork`."),
        mounts: list("It has no effect: a configuration asks for mounts.", { type: "object" }),
        envs: texts(ENVS),
        env: texts("Another name of `envs`."),
      },
      { required: ["image"] },
    ),
    exec: {
      description: "A program of the machine that renders: by platform, or one file, or a list of files.",
      type: ["object", "array"],
      additionalProperties: false,
      properties: {
        platforms: list("The program for each platform.", closed("The program for one platform.", file)),
        path: text("The program. Relative to this catalog."),
        sha256: text(DIGEST),
        args: texts("Its arguments."),
        envs: texts(ENVS),
        env: texts("Another name of `envs`."),
      },
      items: closed("The program, or the one for a platform.", file),
    },
    starlark: {
      description:
        "A Starlark program: its address, or a path relative to this catalog, and `#sha256=` with its digest.",
      type: ["object", "string"],
      pattern: "^\\S+$",
      additionalProperties: false,
      properties: {
        url: text("The address of the program."),
        path: text("The program. Relative to this catalog."),
        name: text("The name of the program in messages."),
        sha256: text(DIGEST),
        dialect: text("The dialect of Starlark that the program is written in."),
      },
    },
    deferFailure: flag("It has no effect: a function that fails always fails the build."),
  }),
};

/** One document. Which of the two forms it has, its kind says. */
export const catalogSchema: {
  readonly $defs: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
} = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Catalog of KRM functions",
  description: "Functions, each with the program that implements it.",
  type: "object",
  required: ["kind"],
  allOf: [
    { if: { properties: { kind: { const: DEFINITION_KIND } } }, else: reference("catalog") },
    { if: { properties: { kind: { enum: [...CATALOG_KINDS] } } }, else: reference("definition") },
  ],
  $defs: definitions,
};
