/**
 * The JSON Schema of composition.yaml; docs/specification/composition.md 1.4, 1.5. The build compiles the validators
 * from it, and `npm run docs` writes docs/schemas/composition.schema.json, which editors use.
 *
 * Its shapes let each mistake cause one error: forms are told apart by their type, never by `anyOf`. A pattern stands
 * where `minLength` would do, because the generated code for that imports a part of ajv.
 */

type Schema = boolean | { readonly [keyword: string]: unknown };
type Properties = Readonly<Record<string, Schema>>;

/** The fields that exist in two spellings, each with its older one. A file uses one spelling throughout. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["transformersFrom", "modulesFrom"],
  ["transformers", "modules"],
  ["transformerOverrides", "moduleOverrides"],
  ["transformerOrder", "moduleOrder"],
]);

export const API_VERSIONS: readonly string[] = ["kustomize.config.k8s.io/v1alpha1", "kustomize.config.k8s.io/v1beta1"];

export const BUILD_METADATA: readonly string[] = ["managedByLabel", "originAnnotations", "transformerAnnotations"];

const IMPORT_MODES: readonly string[] = ["prepend", "append"];

const NOT_EMPTY = ".";
/** At most 253 characters without blanks. */
const NAME = "^\\S{1,253}$";

const reference = (name: string) => ({ $ref: `#/$defs/${name}` });

/** A text. Null counts as absent, as in a kustomization. */
const text = (description: string, more: object = {}): Schema => ({ description, type: ["string", "null"], ...more });
const plain = (description: string): Schema => ({ description, type: "string" });
const given = (description: string): Schema => ({ description, type: "string", pattern: NOT_EMPTY });
const name = (description: string): Schema => ({ description, type: ["string", "null"], pattern: NAME });
const flag = (description: string): Schema => ({ description, type: ["boolean", "null"] });
/** A text of a function's specification. Any scalar is accepted, as in the annotation. */
const scalar = (description: string): Schema => ({ description, type: ["string", "number", "boolean", "null"] });

const list = (description: string, items: Schema): Schema => ({ description, type: ["array", "null"], items });
const scalars = (description: string): Schema => list(description, { type: ["string", "number", "boolean", "null"] });

/** A mapping without other fields. */
const closed = (description: string, properties: Properties, more: object = {}): Schema => ({
  description,
  type: ["object", "null"],
  additionalProperties: false,
  properties,
  ...more,
});

const textMap = (description: string, value: Schema = { type: "string" }): Schema => ({
  description,
  type: ["object", "null"],
  additionalProperties: value,
});

const networkDescription = "Whether the container may use the network. No by default.";

/** A section below `runtime`. It may not be null: the field would then count as one of the function's own. */
const section = (description: string, properties: Properties): Schema =>
  closed(description, properties, { type: "object" });

const programs: Properties = {
  container: section("A container image.", {
    image: scalar("The image, such as `example.com/functions/labeller:v1`."),
    sha256: scalar("The digest that the image must have."),
    network: {
      description: networkDescription,
      type: ["boolean", "object", "null"],
      additionalProperties: false,
      properties: { required: flag(networkDescription) },
    },
    mounts: list("Directories that the container sees.", {
      type: "object",
      additionalProperties: false,
      properties: {
        type: scalar("The type of the mount, such as `bind`."),
        src: scalar("The directory outside. Relative to the directory of this file."),
        dst: scalar("The directory in the container."),
        rw: flag("Whether the container may write there."),
      },
    }),
    envs: scalars("Environment variables, `NAME=value` each, or `NAME` alone to pass one on."),
    env: scalars("Another name of `envs`."),
  }),
  exec: section("A program of this machine.", {
    path: scalar("The program. Relative to the directory of this file."),
    sha256: scalar("The digest that the program must have."),
    args: scalars("Its arguments."),
    envs: scalars("Environment variables, `NAME=value` each, or `NAME` alone to pass one on."),
    env: scalars("Another name of `envs`."),
  }),
  starlark: section("A Starlark program.", {
    path: scalar("The program. Relative to the directory of this file."),
    url: scalar("The address of the program."),
    name: scalar("The name of the program in messages."),
    sha256: scalar("The digest that the program must have."),
    dialect: scalar("The dialect of Starlark that the program is written in."),
  }),
};

const directive: Schema = {
  description: "`delete` removes what stands here, at the top of an override the entry; `replace` merges nothing.",
  enum: ["delete", "replace", "merge"],
};

/** @param more fields that only an override has */
const runtime = (more: Properties = {}): Schema =>
  closed(
    "The program that runs the function, in place of the function annotation.",
    {
      ...Object.fromEntries(Object.keys(programs).map((program) => [program, reference(program)])),
      deferFailure: flag("It has no effect: a function that fails always fails the build."),
      ...more,
    },
    { minProperties: 1 },
  );

/** Forbids `others` in a mapping that has one of `fields`. */
const excluding = (fields: Iterable<string>, others: Iterable<string>): object => ({
  if: { properties: Object.fromEntries(Array.from(fields, (field) => [field, false])) },
  else: { properties: Object.fromEntries(Array.from(others, (other) => [other, false])) },
});

/** @param values what the values of labels and annotations may be @param more fields that only an override has */
const metadata = (values: Schema, more: Properties = {}): Schema =>
  closed("The name of the entry, and what else its program sees of it.", {
    name: name("By default, the kind in kebab case: `java-application` for `JavaApplication`."),
    namespace: text("The namespace that a NamespaceTransformer sets. It is no part of the identity of an entry."),
    labels: textMap("Labels of the configuration itself.", values),
    annotations: textMap("Annotations of the configuration itself.", values),
    ...more,
  });

/** @param runtimeName the definition of its runtime */
const identity = (metadataSchema: Schema, runtimeName: string): Properties => ({
  apiVersion: {
    description: "The group and version of the configuration. May be left out for built-ins: `builtin`.",
    type: ["string", "null"],
    pattern: NOT_EMPTY,
  },
  kind: given("The kind of the configuration."),
  metadata: metadataSchema,
  runtime: reference(runtimeName),
  provider: { ...reference(runtimeName), description: "The old name of `runtime`.", deprecated: true },
});

/** The fields that name one entry of the final list. @param more further fields */
const named = (more: Properties = {}): object => ({
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: { description: "The name of the entry.", type: "string", pattern: NAME },
    kind: plain("The kind of the entry. It is needed only if several entries have the name."),
    apiVersion: plain("The `apiVersion` of the entry. It is needed only if several entries have the name."),
    group: plain("The group of the entry, instead of `apiVersion`."),
    version: plain("The version of the entry, instead of `apiVersion`."),
    ...more,
  },
  ...excluding(["apiVersion"], ["group", "version"]),
});

const definitions = {
  import: {
    description:
      "An import. The overrides and the order of the imported composition are applied before it is imported.",
    type: "object",
    required: ["path"],
    additionalProperties: false,
    properties: {
      path: given("A directory with a composition, or its `composition.yaml`. Relative to the directory of this file."),
      importMode: {
        description: "Whether the imported entries come before the entries of this file or after them.",
        enum: [...IMPORT_MODES, null],
        default: "prepend",
      },
    },
  },
  entry: {
    description:
      "The configuration of a function, a plugin or a built-in: a mapping; a file, or a directory with a kustomization, " +
      "that holds configurations; or a configuration as a text of several lines.",
    type: ["object", "string"],
    pattern: NOT_EMPTY,
    required: ["kind"],
    properties: identity(metadata({ type: "string" }), "runtime"),
  },
  override: {
    description:
      "Changes one imported entry: the one of the same `apiVersion`, `kind` and name. Mappings are merged; other values " +
      "and lists are replaced, and null removes a field.",
    type: "object",
    required: ["kind"],
    properties: {
      ...identity(metadata({ type: ["string", "null"] }, { $patch: directive }), "newRuntime"),
      $patch: directive,
    },
  },
  orderItem: {
    description:
      "Names one entry of the final list. With `before` or `after` it moves the entry there, and all items of the list " +
      "must be of this form.",
    type: "object",
    ...named({ before: reference("neighbour"), after: reference("neighbour") }),
  },
  neighbour: {
    description: "The entry directly before or after which the other one runs: its name, or a mapping as for an item.",
    type: ["string", "object"],
    pattern: NAME,
    ...named(),
  },
  runtime: runtime(),
  newRuntime: runtime({ $patch: directive }),
  ...programs,
};

const spelled: Properties = {
  transformersFrom: list("Compositions whose entries are imported into the list.", reference("import")),
  transformers: list("The entries of this composition, in the order in which they run.", reference("entry")),
  transformerOverrides: list("Changes to imported entries, made before anything runs.", reference("override")),
  transformerOrder: list(
    "The complete order of the final list, or the places of some of its entries.",
    reference("orderItem"),
  ),
};

const older: Properties = Object.fromEntries(
  [...SPELLINGS].map(([field, old]) => [
    old,
    {
      ...(spelled[field] as object),
      description: `The old name of \`${field}\`. A file uses either old names or new ones.`,
    },
  ]),
);

export const compositionSchema: {
  readonly $defs: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
} = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "composition.yaml",
  description: "A list of functions, plugins and built-ins that make, change and check resources, one after the other.",
  type: "object",
  required: ["kind"],
  additionalProperties: false,
  properties: {
    apiVersion: {
      description: "The version of this format. By default kustomize.config.k8s.io/v1alpha1.",
      enum: [...API_VERSIONS, null],
    },
    kind: { description: "Always Composition.", const: "Composition" },
    metadata: closed("For people and other tools. It has no effect.", {
      name: text("A name of the composition."),
      labels: textMap("Labels of the composition."),
      annotations: textMap("Annotations of the composition."),
    }),
    ...spelled,
    ...older,
    catalogs: list("Catalogs that name the programs of functions.", given("A file or an address.")),
    openapi: closed("The types by which patches are merged, as in a kustomization.", {
      path: text("A file with an OpenAPI document."),
      version: text("A version of the types of Kubernetes that is built in."),
    }),
    buildMetadata: list("What the build notes on the resources, as in a kustomization.", {
      enum: [...BUILD_METADATA],
    }),
  },
  ...excluding(SPELLINGS.keys(), SPELLINGS.values()),
  $defs: definitions,
};
