/** Short ways to write the parts of a JSON Schema. Each part has the type of the values that it describes. */
import type { Diagnostic, Location } from "./diagnostics.ts";

declare const DESCRIBED: unique symbol;

/** A part of a JSON Schema that describes values of the type `T`. */
export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown;
  /** Exists for the compiler alone. */
  readonly [DESCRIBED]?: T;
}

/** The type of the values that a schema describes. */
export type Described<S> = S extends Schema<infer T> ? T : never;

/** A property that may be absent. */
interface Optional<T = unknown> {
  readonly optional: Schema<T>;
}

export type Properties = Readonly<Record<string, Schema | Optional>>;

type DescribedObject<P> = {
  readonly [Name in keyof P as P[Name] extends Optional ? never : Name]: Described<P[Name]>;
} & {
  readonly [Name in keyof P as P[Name] extends Optional ? Name : never]?: P[Name] extends Optional<infer T>
    ? T | undefined
    : never;
};

/** A text on one line: without control characters. Names and files can have some, which writers escape. */
export const LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
export const FILLED = "[\\s\\S]";

export const text = (description: string): Schema<string> => ({ description, type: "string" });
export const pattern = (description: string, form: string): Schema<string> => ({ ...text(description), pattern: form });
export const line = (description: string): Schema<string> => pattern(description, LINE);
export const file = (description: string): Schema<string> => pattern(description, FILLED);
export const count = (description: string, minimum = 0): Schema<number> => ({ description, type: "integer", minimum });
export const boolean = (description: string): Schema<boolean> => ({ description, type: "boolean" });
export const flag = (description: string): Schema<true> => ({ description, const: true });
export const choice = <T extends string>(description: string, ...values: T[]): Schema<T> => ({
  description,
  enum: values,
});
export const any = <T>(description: string): Schema<T> => ({ description });
export const orNull = <T>(schema: Schema<T>): Schema<T | null> => ({ ...schema, type: [schema["type"], "null"] });
export const reference = (name: string, description?: string): Schema => ({
  ...(description === undefined ? {} : { description }),
  $ref: `#/$defs/${name}`,
});
export const list = <T>(description: string, items: Schema<T>): Schema<readonly T[]> => ({
  description,
  type: "array",
  items,
});
export const textMap = (description: string): Schema<Readonly<Record<string, string>>> => ({
  description,
  type: "object",
  additionalProperties: { type: "string" },
});
export const maybe = <T>(optional: Schema<T>): Optional<T> => ({ optional });
export const object = <P extends Properties>(description: string, properties: P): Schema<DescribedObject<P>> => {
  const entries = Object.entries(properties);
  return {
    description,
    type: "object",
    required: entries.flatMap(([name, property]) => (isOptional(property) ? [] : [name])),
    properties: Object.fromEntries(
      entries.map(([name, property]) => [name, isOptional(property) ? property.optional : property]),
    ),
  };
};

function isOptional(property: Schema | Optional): property is Optional {
  return typeof property.optional === "object";
}

export const lineNumber: Schema<number> = count("Counts from 1.", 1);

/** Properties for the place of something, where it is known. */
export const place = {
  file: maybe(text("As the user would write its path.")),
  line: maybe(lineNumber),
  column: maybe(lineNumber),
};

export const location: Schema<Location> = object("A place in a file.", {
  ...place,
  file: text("As the user would write its path."),
});

const version: Schema<1> = { description: "The version of the format.", const: 1 };

/** The schema of an output of krm-render, in the first version of its format. */
export const answer = <P extends Properties>(description: string, properties: P) =>
  object(`${description} Fields may be added within a version.`, { version, ...properties });

/** A schema that is published. */
export const published = <T>(title: string, schema: Schema<T>): Schema<T> => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title,
  ...schema,
});

export const diagnostic = object("A problem.", {
  code: text("As docs/reference/diagnostics.md lists them."),
  severity: choice("How bad it is.", "error", "warning", "notice"),
  message: text("What is wrong, and why. It may have several lines."),
  ...place,
  object: maybe(text("The object that it concerns.")),
  hint: maybe(text("What to do about it.")),
}) as Schema<Diagnostic>;

/** The name of a deployment, see `DeploymentName`. */
export const deploymentName = object("The name by which a controller, or helm, knows what it applies.", {
  system: choice("The controller, or helm alone.", "flux", "argocd", "helm"),
  kind: choice(
    "The kind of the object. A Release is none: it is one of helm.",
    "Kustomization",
    "HelmRelease",
    "Application",
    "Release",
  ),
  namespace: text("Its namespace."),
  name: text("Its name."),
  cluster: text("The cluster that it is applied in."),
});

/** The id, the path, and the deployment of a target. */
export const targetName = {
  id: text(
    "Unique. The path of a directory, or the id of what a controller applies: `flux://CLUSTER/NAMESPACE/NAME` of a Kustomization, `flux://CLUSTER/NAMESPACE/HelmRelease/NAME`, `argocd://CLUSTER/NAMESPACE/NAME` of an Application, `helm://CLUSTER/NAMESPACE/NAME` of a release of helm alone.",
  ),
  path: text("The directory that is built: relative to the top of the repository, `.` for the top itself."),
  deployment: maybe(deploymentName),
};
