/**
 * The JSON Schema of `.krm-render.yaml`. The build compiles the validator from it, and `npm run docs` writes
 * docs/schemas/configuration.schema.json, which editors use.
 *
 * Its shapes let each mistake cause one error: forms are told apart by their type, never by `anyOf`. A pattern stands where
 * `minLength` would do, because the generated code for that imports a part of ajv.
 */

import { FILE_SETTINGS, type FileSettingName } from "./settings.ts";
import { SETTINGS, type SettingForm } from "./settings-table.ts";

type Schema = boolean | { readonly [keyword: string]: unknown };
type Properties = Readonly<Record<string, Schema>>;

export const LEVELS = ["high", "medium", "low", "off"] as const;

export const SOURCE_KINDS = ["GitRepository", "OCIRepository", "Bucket", "ExternalArtifact"] as const;
export const VALUE_KINDS = ["ConfigMap", "Secret"] as const;

/** The most patterns of one list. */
export const MAX_PATTERNS = 200;
/** The most targets, and values to withhold, that a file lists. */
export const MAX_LISTED = 1000;

/** A pattern of names: one line, not empty, at most 500 characters. */
const PATTERN = "^\\S.{0,499}$";
/** A JSON Pointer below the top of an object, at most 500 characters. */
export const POINTER = "^(?=.{2,500}$)(?:/(?:[^~/]|~[01])*)+$";
/** The id of a policy. */
const POLICY_ID = "^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$";
const RULE_NAME = "^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$";

/** The name of an object, or of a namespace, as the API takes it. */
/** A namespace and a name, with wildcards. */
const SET_PATTERN = "^[a-z0-9*.-]{1,253}/[a-z0-9*.-]{1,253}$";
const OBJECT_NAME = "^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$";
/** A key of a ConfigMap or a Secret. */
const DATA_KEY = "^[A-Za-z0-9._-]{1,253}$";

const reference = (name: string) => ({ $ref: `#/$defs/${name}` });

/** One text, or a list of texts. */
const texts = (description: string, pattern = PATTERN): Schema => ({
  description,
  type: ["array", "string"],
  pattern,
  minItems: 1,
  maxItems: MAX_PATTERNS,
  items: { type: "string", pattern },
});

const line = (description: string, pattern = PATTERN): Schema => ({ description, type: "string", pattern });

/** A mapping without other fields. Null counts as empty, so that a section can be commented out. */
const section = (description: string, properties: Properties): Schema => ({
  description,
  type: ["object", "null"],
  additionalProperties: false,
  properties,
});

/** A list of rules. */
const rules = (description: string, name: string): Schema => ({
  description,
  type: ["array", "null"],
  items: reference(name),
});

const rule = (description: string, properties: Properties, required: readonly string[]): Schema => ({
  description,
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

/** The fields that choose objects. */
const OBJECTS: Properties = {
  kinds: texts("The kinds of the objects, with `*` for any characters. All, if absent."),
  namespaces: texts("Their namespaces, with `*` for any characters. All, if absent."),
  names: texts("Their names, with `*` for any characters. Generated names count without their hash. All, if absent."),
};

const PATHS =
  "Paths of fields, such as `/spec/template/**` or `/metadata/annotations/example.com~1built-at`. `*` stands for any characters " +
  "of one step, `**` for any steps, `~1` for a slash in a step.";

/** The generators of ApplicationSets that ask other servers. */
export const ASKING_GENERATORS = ["scmProvider", "pullRequest", "plugin", "clusterDecisionResource"] as const;

/** A map of texts, such as labels. */
const textMap = (description: string): Schema => ({
  description,
  type: ["object", "null"],
  additionalProperties: { type: "string" },
});

const definitions = {
  silence: rule(
    "Accepts the dangers of some rules. They are counted and shown with the reason.",
    {
      rule: texts("The ids of the rules, with `*` for any characters. docs/guide/dangers.md lists them."),
      reason: { description: "Why the dangers are accepted.", type: "string", pattern: "\\S" },
      targets: texts("The paths or ids of targets, with `*` for any characters. All, if absent."),
      ...OBJECTS,
      paths: texts(`${PATHS} All, if absent.`, POINTER),
    },
    ["rule", "reason"],
  ),
  policy: rule(
    "A rule of the team that changed objects must keep. One that breaks it is a danger, whose rule is `policy-ID`.",
    {
      id: {
        description: "Its name: lower-case letters, digits and hyphens.",
        type: "string",
        pattern: POLICY_ID,
      },
      ...OBJECTS,
      expression: {
        description:
          "An expression in CEL on `old`, `new` and `deployment`, which is true for objects that keep the rule. docs/guide/policies.md says what they hold.",
        type: "string",
        pattern: "\\S",
      },
      level: { description: "The level of the danger.", enum: ["high", "medium", "low"], default: "high" },
      message: { description: "The rule in words, for the reviewer.", type: "string", pattern: "^\\S.{0,299}$" },
    },
    ["id", "expression", "message"],
  ),
  noiseRule: rule(
    "Folds the changes of some fields.",
    {
      name: {
        description: "A name of the rule, which the review shows: letters, digits, dots, underscores and hyphens.",
        type: "string",
        pattern: RULE_NAME,
      },
      ...OBJECTS,
      paths: texts(PATHS, POINTER),
    },
    ["name", "paths"],
  ),
  redaction: rule("Withholds the values of some fields.", { ...OBJECTS, paths: texts(PATHS, POINTER) }, ["paths"]),
  root: rule(
    "Files and directories where the search begins.",
    {
      path: line(
        "Their path from the top of the repository. `*` stands for any characters of one step, `**` for any steps.",
      ),
      cluster: line("The name of the cluster. That of the directory, if absent.", RULE_NAME),
    },
    ["path"],
  ),
  values: rule(
    "A ConfigMap or a Secret that nothing in the repository renders.",
    {
      kind: { description: "The values of a Secret are withheld in all reviews.", enum: [...VALUE_KINDS] },
      namespace: line("Its namespace.", OBJECT_NAME),
      name: line("Its name.", OBJECT_NAME),
      cluster: line("The cluster that has it. All, if absent.", RULE_NAME),
      data: {
        description:
          "Its values, as plain texts. Write placeholders for what is secret: whoever reads the repository reads them.",
        type: "object",
        additionalProperties: false,
        patternProperties: { [DATA_KEY]: { type: "string" } },
      },
    },
    ["kind", "namespace", "name", "data"],
  ),
  source: rule(
    "A source that is this repository, or a directory of it.",
    {
      kind: { description: "The kind of the source.", enum: [...SOURCE_KINDS] },
      namespace: line("Its namespace. All, if absent.", OBJECT_NAME),
      name: line("Its name.", OBJECT_NAME),
      path: line("The directory, from the top of the repository. The top, if absent."),
    },
    ["kind", "name"],
  ),
  chart: rule(
    "A chart of this repository that `helm upgrade` installs, once.",
    {
      path: line("The directory of the chart, from the top of the repository."),
      release: line("The name of its release.", OBJECT_NAME),
      namespace: line("The namespace of the release.", OBJECT_NAME),
      cluster: line("The name of the cluster that has the release.", RULE_NAME),
      values: texts("Values files from the top of the repository, in the order in which helm gets them."),
    },
    ["path", "release", "namespace", "cluster"],
  ),
  cluster: rule(
    "A cluster that Argo CD deploys to, which generators of ApplicationSets choose from.",
    {
      name: line("Its name in Argo CD.", RULE_NAME),
      server: line("Its address. `https://NAME`, if absent."),
      project: line("The project that it is limited to. None, if absent.", OBJECT_NAME),
      argocd: line("The cluster whose Argo CD has it, as ids have that. Each, if absent.", RULE_NAME),
      labels: textMap("The labels of its Secret."),
      annotations: textMap("The annotations of its Secret."),
    },
    ["name"],
  ),
  generated: rule(
    "What a generator of an ApplicationSet finds that only the cluster can ask.",
    {
      set: line("The ApplicationSets, as `NAMESPACE/NAME`, with `*` for any characters of one part.", SET_PATTERN),
      generator: { description: "The kind of the generator.", enum: [...ASKING_GENERATORS] },
      elements: {
        description: "The parameters of each Application, as the generator would give them.",
        type: "array",
        items: { type: "object" },
        maxItems: MAX_LISTED,
      },
    },
    ["set", "generator", "elements"],
  ),
};

/** A pattern of targets or of values: one line, not empty. */
const LINE = "^\\S.{0,999}$";

/** Numbers count for editors only: the reader checks them. */
function settingSchema(form: SettingForm, description: string): Schema {
  switch (form.kind) {
    case "patterns":
    case "lines":
      return { ...(texts(description, LINE) as object), maxItems: MAX_LISTED };
    case "choice":
      return { description, enum: [...form.choices] };
    case "count":
      return { description, type: "integer", minimum: form.least, maximum: form.most };
    case "flag":
      return { description, type: "boolean" };
    case "version":
      return { description, type: ["string", "number"] };
    case "duration":
      return { description, type: "string", pattern: "^\\S.{0,99}$" };
  }
}

/** For editors: whose file counts. */
const COUNTS = {
  policy: "That of the base counts.",
  side: "That of the head counts.",
  restrict: "That of the base counts where it is stricter than the workflow.",
} as const;

/** The choices that are as strict as the default, or stricter. */
function notLooser(choices: readonly string[], ordinary: string): SettingForm {
  return { kind: "choice", choices: choices.slice(0, choices.indexOf(ordinary) + 1) };
}

const settings: Properties = Object.fromEntries(
  (Object.keys(FILE_SETTINGS) as FileSettingName[]).map((name) => {
    const { form, summary } = FILE_SETTINGS[name];
    const { default: text, class: owner } = SETTINGS[name];
    const value: unknown = form.kind === "flag" || form.kind === "count" ? JSON.parse(text) : text;
    const allowed = owner === "restrict" && form.kind === "choice" ? notLooser(form.choices, text) : form;
    const schema = settingSchema(allowed, `${summary} ${COUNTS[owner]}`) as Properties;
    return [name, text === "" ? schema : { ...schema, default: value }];
  }),
);

export const configurationSchema: {
  readonly $defs: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
} = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: ".krm-render.yaml",
  description:
    "The configuration of krm-render for a repository. docs/reference/configuration.md says which revision counts.",
  type: ["object", "null"],
  additionalProperties: false,
  properties: {
    dangers: section("What the review says of dangers.", {
      levels: {
        description: "Other levels than those of the rules, by the ids of rules. A rule that is `off` finds nothing.",
        type: ["object", "null"],
        additionalProperties: { enum: [...LEVELS] },
      },
      silence: rules("Dangers that are accepted.", "silence"),
    }),
    policies: {
      ...(rules("Rules of the team on changed objects, in CEL. Those of the base count.", "policy") as object),
      maxItems: MAX_PATTERNS,
    },
    noise: section("What the review folds because it is of no consequence.", {
      off: texts("The ids of built-in rules that do not apply. docs/guide/noise.md lists them."),
      rules: rules("Rules in addition to the built-in ones.", "noiseRule"),
    }),
    redaction: rules("Values that the review withholds in addition to those of Secrets.", "redaction"),
    deployments: {
      ...(section(
        "What the search for deployments cannot find by itself; `false` for no search: only directories are rendered. That of the base counts.",
        {
          roots: {
            ...(rules("Where the search begins, in place of what is found by itself.", "root") as object),
            minItems: 1,
          },
          ignore: {
            ...(texts(
              "Files and directories, with all that is below, whose objects do not begin a search, and ids of deployments that are left out. `*` stands for any characters of one step, `**` for any steps.",
            ) as object),
            type: ["array", "null", "string"],
            minItems: 0,
            maxItems: MAX_LISTED,
          },
          values: rules("ConfigMaps and Secrets that only the cluster has, and that substituteFrom reads.", "values"),
          sources: rules("Sources that are this repository, or a directory of it.", "source"),
          charts: rules("Charts of this repository that no controller installs, each a target.", "chart"),
          clusters: rules("The clusters of Argo CD, which ApplicationSets choose from.", "cluster"),
          generators: rules("What generators of ApplicationSets find that only the cluster can ask.", "generated"),
        },
      ) as object),
      type: ["boolean", "null", "object"],
    },
    ...settings,
  },
  $defs: definitions,
};
