/** The parts of the schema of a report that say what is, or may be, wrong: dangers, edits of what is trusted, and diagnostics. */
import { choice, file, flag, line, lineNumber, list, maybe, object, reference, text } from "../../schema-parts.ts";

const level = choice("How bad it can be.", "high", "medium", "low");

export const danger = object("Something that this change brings and that can do harm.", {
  id: { description: "The rule, which has a page in docs/dangers.", type: "string", pattern: "^[a-z0-9][a-z0-9-]*$" },
  key: {
    description: "The rule and 12 hexadecimal digits. Equal for the same danger of the same object in all runs.",
    type: "string",
    pattern: "^[a-z0-9][a-z0-9-]*:[0-9a-f]{12}$",
  },
  level,
  targets: list("The ids of the targets that have it, in their order.", reference("targetId")),
  change: reference("id", "The change that brings it."),
  path: maybe(text("A JSON Pointer into the object at head, or at base for what is removed.")),
  message: line("What changes, and what the API server or the cluster will do."),
  before: maybe(line("The value at base, in short.")),
  after: maybe(line("The value at head, in short.")),
  outcome: maybe(
    choice(
      "What becomes of the whole object because of it. refused: the API server refuses it. recreated: it is deleted and created again. Absent where neither is known.",
      "refused",
      "recreated",
    ),
  ),
  silenced: maybe(
    object("Somebody has accepted the danger.", {
      by: choice(
        "configuration: the configuration file at the base. annotation: an annotation that base has too. this-change: an annotation that only head has, which silences nothing.",
        "configuration",
        "annotation",
        "this-change",
      ),
      reason: line("Why."),
    }),
  ),
});

export const trustChange = object("A change of what may run, or of what reviews accept, fold and withhold.", {
  kind: choice(
    "What changed.",
    ..."catalog-entry catalog-reference function signature-file pin silence danger-level noise-rule redaction deployment-search deployment-root ignored-deployments cluster-values deployment-source installed-chart argocd-cluster generated-parameters setting".split(
      " ",
    ),
  ),
  op: choice("What happened to it.", "added", "removed", "changed"),
  subject: text(
    "The function, such as `fn.example.com/v1 Paint`, the reference, what is pinned, or what a rule is about.",
  ),
  file: file("The file that says so, at head, or at base for what was removed."),
  line: maybe(lineNumber),
  notRun: maybe(flag("A function that did not run at head: it is refused, or its catalog was not found.")),
  fields: list(
    "What changed in it. Empty for what may run and was added or removed whole.",
    object("A part of it.", {
      name: text("Its name."),
      before: maybe(text("Absent for none.")),
      after: maybe(text("Absent for none.")),
    }),
  ),
});

export const unreadFile = object("A changed file that no rendered target reads.", {
  file: file("The file, as diagnostics name files."),
  op: choice("What happened to it.", "added", "removed", "changed"),
  reason: maybe(
    choice(
      "chart: part of a Helm chart. component: of a component that no kustomization includes. flux-component: of one that only Kustomizations of Flux name. unselected: of a kustomization that is no target, and that no target includes. unlisted: a manifest beside a kustomization that does not list it. manifest: a manifest that is in no kustomization at all. Absent where it is not known.",
      ..."chart component flux-component unselected unlisted manifest".split(" "),
    ),
  ),
});

export const diagnostic = object("A problem.", {
  code: {
    description: "As docs/reference/diagnostics.md lists them.",
    type: "string",
    pattern: "^[a-z0-9][a-z0-9-]*$",
  },
  severity: choice("How bad it is.", "error", "warning", "notice"),
  message: text("What is wrong, and why. It may have several lines."),
  file: maybe(text("Where it is wrong.")),
  line: maybe(lineNumber),
  column: maybe(lineNumber),
  object: maybe(text("The object that it concerns.")),
  hint: maybe(text("What to do about it.")),
  isNew: maybe(flag("Of a target: base does not have it.")),
  inChange: maybe(flag("Of a target: the change edits the file.")),
});
