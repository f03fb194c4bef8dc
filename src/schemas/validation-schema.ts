/** The answer of the command `validate`: what the API server would refuse. */
import {
  answer,
  choice,
  count,
  type Described,
  diagnostic,
  lineNumber,
  list,
  maybe,
  object,
  orNull,
  published,
  targetName,
  text,
} from "../schema-parts.ts";

const problem = object("A problem of an object.", {
  object: object("The object.", {
    apiVersion: text("As the object has it."),
    kind: text("As the object has it."),
    namespace: text("Empty if it has none."),
    name: text("Empty if it has none."),
  }),
  origin: maybe(
    object("The file that the object comes from. Absent where that is not known.", {
      file: text("The file."),
      line: maybe(lineNumber),
    }),
  ),
  sort: choice(
    "What is wrong: a field that the API does not know, a value of another type, a field that is missing, a value that is none of those allowed, a text in another form, a value beyond a limit of its schema, two elements of a list with the same key, a false rule in CEL of the definition, a kind that the API server does not have. `refused`: parts of the object, or objects of the target, do not fit together, and the API server refuses the object. `relation`: something is missing that it needs. `admission`: a ValidatingAdmissionPolicy of the cluster refuses the object. `policy`: it breaks a policy of the team of the level high. `warning`: it breaks one of a lower level, or a ValidatingAdmissionPolicy that only warns. `relation`, `warning` and `deprecated` are no mistakes, and `more` says that further problems are not listed, or that a part of the object is nested too deeply to be checked.",
    "unknown-field",
    "type",
    "missing",
    "choice",
    "syntax",
    "limit",
    "duplicate",
    "rule",
    "not-served",
    "refused",
    "relation",
    "admission",
    "policy",
    "warning",
    "deprecated",
    "more",
  ),
  rule: maybe(
    text("The rule of dangers that tells the same of changes, and that silences and levels name. Absent for `more`."),
  ),
  path: text("A JSON Pointer into the object. Empty for the whole object."),
  field: text("The path as people write it, such as spec.containers[0].image."),
  message: text("The problem, without values of the object."),
});

const target = object("A target. One that failed has no objects.", {
  ...targetName,
  status: choice("Whether it was rendered.", "rendered", "failed"),
  objects: orNull(count("The number of its objects.")),
  problems: list("In the order of the objects; then those of several objects, in the same order.", problem),
  diagnostics: list("Errors, warnings and notices of rendering it.", diagnostic),
});

export const validationSchema = published(
  "Answer of krm-render validate",
  answer("What the API server would refuse, or drop.", {
    kubernetes: object("The version of Kubernetes whose rules count.", {
      version: text("Major and minor version."),
      wanted: orNull(text("The version that was asked for. Null if none was: then the newest known one counts.")),
    }),
    targets: list("Directories in path order, then deployments by cluster, namespace and name.", target),
    checked: count("The number of objects that were checked. One that several targets have counts for each."),
    uncheckedRules: count(
      "The number of rules in CEL that were not evaluated: they cannot be read, have no value or take too much work. One counts for each object and place.",
    ),
    silenced: count(
      "The number of problems that the configuration or an annotation of the object silences. They are not listed.",
    ),
    unevaluated: list(
      "ValidatingAdmissionPolicies that could not be asked about some objects.",
      object("A policy.", {
        policy: text("Its name, in words."),
        reason: text("What it needs, or why its expressions have no value."),
        objects: count("How many objects."),
      }),
    ),
    unchecked: list(
      "Kinds of which nothing is known, so that their objects were not checked.",
      object("A kind.", {
        apiVersion: text("As the objects have it."),
        kind: text("As the objects have it."),
        objects: count("How many objects."),
      }),
    ),
  }),
);

export type ValidationAnswer = Described<typeof validationSchema>;
export type Problem = Described<typeof problem>;
/** A target that was rendered. */
export interface Validated {
  readonly objects: number;
  readonly problems: readonly Problem[];
}
