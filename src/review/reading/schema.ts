/**
 * The JSON Schema of the report of `krm-render diff`. It is the one source of the validator (validate.generated.ts) and of
 * docs/schemas/diff-report.schema.json. `npm run build` writes the former, `npm run docs` the latter.
 *
 * Fields may be added within a version. So the published schema allows unknown fields, and the reader drops them.
 */

import { cause, change, crd, field, fieldOp, hunk, values } from "./schema-change.ts";
import {
  choice,
  count,
  FILLED,
  file,
  flag,
  line,
  lineNumber,
  list,
  object,
  reference,
  type Schema,
  text,
} from "./schema-parts.ts";

const side = object("One side of the comparison.", {
  sha: { description: "The full commit; null for a working tree.", type: ["string", "null"], pattern: "^[0-9a-f]+$" },
  label: line("How the user named the revision."),
  reason: line("Why this revision was chosen."),
});

const target = object(
  "A target that was asked for.",
  {
    path: reference("path"),
    from: reference("path", "The path of the target at base, where its directory was renamed."),
    status: choice(
      "failed: not rendered at head. failed-at-base: rendered at head only, so there is no comparison. unaffected: nothing that the target depends on is edited, so it was not rendered.",
      "changed",
      "unchanged",
      "added",
      "removed",
      "failed",
      "failed-at-base",
      "unaffected",
    ),
    failedBefore: { description: "With failed: whether it failed at base as well.", type: "boolean" },
    isNew: flag("With failed: base does not have it."),
    why: text("Why it was rendered, or was not, in a few words."),
    resources: object("Objects rendered, by side.", { base: reference("sideCount"), head: reference("sideCount") }),
    changes: list(
      "The ids of its changes: what was removed, then what changed, what was added, and what only refers to something of a new name. An object that moved from one target to another is named by both.",
      reference("id"),
    ),
    layoutOnly: count("Objects that differ in their text but not in their content.", 1),
    edited: {
      description: "Whether the change edits a file that it depends on. Absent if that is not known.",
      type: "boolean",
    },
    diagnostics: list("Errors, warnings and notices.", reference("diagnostic")),
  },
  "from",
  "failedBefore",
  "isNew",
  "layoutOnly",
  "edited",
);

const group = object(
  "One row: one edit, wherever it was made.",
  {
    id: reference("id"),
    op: choice("moved: the objects have another place or name.", "added", "removed", "changed", "moved"),
    edits: list(
      "What is edited: edits that always occur together. Empty where whole objects are added or removed.",
      object(
        "An edit that the objects share. Where their values differ in their own names, <name>, <namespace>, <prefix> and <suffix> stand for these.",
        {
          label: text("The field in a few words."),
          op: fieldOp,
          ...values,
          count: count("How often it was made, in all changes of the group together.", 1),
        },
        ...Object.keys(values),
      ),
    ),
    kinds: list(
      "The kinds of the objects, most frequent first.",
      object("The number of objects of a kind.", {
        kind: text("The kind."),
        count: count("The number of changes.", 1),
      }),
    ),
    changes: list("The changes that hold the edit, in their order.", reference("id")),
    targets: list("The targets, in path order.", reference("path")),
    onlyReferences: flag("The objects differ only in the generated names that they refer to."),
    consequence: choice(
      "image: images of containers only. metadata: labels, annotations and descriptions. noise: what rules of noise fold. behaviour: everything else.",
      "behaviour",
      "image",
      "metadata",
      "noise",
    ),
  },
  "onlyReferences",
);

const level = choice("How bad it can be.", "high", "medium", "low");

const danger = object(
  "Something that this change brings and that can do harm.",
  {
    id: { description: "The rule, which has a page in docs/dangers.", type: "string", pattern: "^[a-z0-9][a-z0-9-]*$" },
    key: {
      description: "The rule and 12 hexadecimal digits. Equal for the same danger of the same object in all runs.",
      type: "string",
      pattern: "^[a-z0-9][a-z0-9-]*:[0-9a-f]{12}$",
    },
    level,
    targets: list("The targets that have it, in path order.", reference("path")),
    change: reference("id", "The change that brings it."),
    path: text("A JSON Pointer into the object at head, or at base for what is removed."),
    message: line("What changes, and what the API server or the cluster will do."),
    before: line("The value at base, in short."),
    after: line("The value at head, in short."),
    silenced: object("Somebody has accepted the danger.", {
      by: choice(
        "configuration: the configuration file at the base. annotation: an annotation that base has too. this-change: an annotation that only head has, which silences nothing.",
        "configuration",
        "annotation",
        "this-change",
      ),
      reason: line("Why."),
    }),
  },
  "path",
  "before",
  "after",
  "silenced",
);

const bothTexts = (description: string): Schema =>
  object(description, { before: text("At base."), after: text("At head.") });

const image = object("An image of containers that another one replaces.", {
  repository: bothTexts("The names without tags and digests."),
  version: bothTexts("Tag, digest, or both as they are written; empty for none."),
  containers: count("The number of containers, in all changes together.", 1),
  changes: list("The changes, in their order.", reference("id")),
  targets: list("The targets, in path order.", reference("path")),
});

const noise = object("What one rule folds.", {
  rule: text("The id of a built-in rule, or the name of one of the configuration."),
  fields: count("Changed fields, in all changes together."),
  changes: count("Changes with such fields."),
  whole: count("Those of them in which nothing but noise changes, by this or other rules."),
  restarts: count("The Deployments, StatefulSets and DaemonSets whose pods restart because of such fields."),
});

const figures = object("The numbers that people see first.", {
  targets: object("The numbers of targets.", {
    total: count("All."),
    affected: count("Those that were rendered."),
    unaffected: count("By status."),
    changed: count("By status."),
    unchanged: count("By status."),
    added: count("By status."),
    removed: count("By status."),
    moved: count("Those whose directory was renamed. They count by their status as well."),
    failed: count("Those that fail at head and did not at base, new ones included."),
    failedNew: count("Those of them that base does not have."),
    failedBefore: count("Those that fail on both sides."),
    failedAtBase: count("By status."),
  }),
  changes: object("The numbers of distinct changes, each counted once.", {
    total: count("All."),
    added: count("Objects that are new."),
    removed: count("Objects that are gone."),
    changed: count("Objects that changed in their place."),
    moved: count("Objects that have another place or name."),
    references: count("Objects that differ only in the generated names that they refer to."),
  }),
  layoutOnly: count("Objects of all targets that differ in their layout only."),
  groups: count("The number of groups."),
  dangers: object("Dangers by level, without those that are silenced.", {
    high: count("Of the level high."),
    medium: count("Of the level medium."),
    low: count("Of the level low."),
    silenced: count("Those that somebody accepted."),
  }),
  newWarnings: count("Distinct warnings that the change causes."),
  redacted: { description: "Values were withheld.", type: "boolean" },
});

const trustChange = object(
  "A change of what may run, or of what reviews accept, fold and withhold.",
  {
    kind: choice(
      "What changed.",
      "catalog-entry",
      "catalog-reference",
      "function",
      "signature-file",
      "silence",
      "danger-level",
      "noise-rule",
      "redaction",
    ),
    op: choice("What happened to it.", "added", "removed", "changed"),
    subject: text("The function, such as `fn.example.com/v1 Paint`, the reference, or what a rule is about."),
    file: file("The file that says so, at head, or at base for what was removed."),
    line: lineNumber,
    fields: list(
      "What changed in it. Empty for what may run and was added or removed whole.",
      object(
        "A part of it.",
        { name: text("Its name."), before: text("Absent for none."), after: text("Absent for none.") },
        "before",
        "after",
      ),
    ),
  },
  "line",
);

const diagnostic = object(
  "A problem.",
  {
    code: { description: "As docs/diagnostics.md lists them.", type: "string", pattern: "^[a-z0-9][a-z0-9-]*$" },
    severity: choice("How bad it is.", "error", "warning", "notice"),
    message: text("What is wrong, and why. It may have several lines."),
    file: text("Where it is wrong."),
    line: lineNumber,
    column: lineNumber,
    object: text("The object that it concerns."),
    hint: text("What to do about it."),
    isNew: flag("Of a target: base does not have it."),
    inChange: flag("Of a target: the change edits the file."),
  },
  "file",
  "line",
  "column",
  "object",
  "hint",
  "isNew",
  "inChange",
);

const root = object(
  "What a change does to the rendered manifests. Fields may be added within a version.",
  {
    version: { description: "The version of this format.", const: 2 },
    base: reference("side"),
    head: reference("side"),
    changes: list("Each distinct change once, in the order in which the targets name them first.", reference("change")),
    targets: list("Every target that was asked for, in path order.", reference("target")),
    groups: list("The changes as people read them: one row for each edit, wherever it was made.", reference("group")),
    figures: reference("figures"),
    dangers: list(
      "What this change brings that can do harm: the highest level first, then by rule, then in the order of the changes.",
      reference("danger"),
    ),
    images: list("The images of containers that are replaced by others.", reference("image")),
    noise: list("What is folded because a rule says that it is of no consequence.", reference("noise")),
    trust: list(
      "What the change edits of the trust in functions, and of the configuration of reviews. Absent if nothing.",
      reference("trustChange"),
    ),
    notes: list(
      "Notices and warnings about the comparison as a whole. Absent if there are none.",
      reference("diagnostic"),
    ),
  },
  "trust",
  "notes",
);

export const reportSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Report of krm-render diff",
  ...root,
  $defs: {
    id: {
      description:
        "The start of a digest of the content. Equal content has equal ids in all runs and in all reports; an id never depends on the commits, on the order of the targets, or on causes.",
      type: "string",
      pattern: "^[0-9a-f]{16}$",
    },
    path: {
      description: "The path of a target: relative to the top of the repository, which is `.`.",
      type: "string",
      pattern: FILLED,
    },
    sideCount: { description: "Null where the side was not rendered.", type: ["integer", "null"], minimum: 0 },
    location: object(
      "A place in a file.",
      { file: file("The file, as diagnostics name files."), line: lineNumber, column: lineNumber },
      "line",
      "column",
    ),
    side,
    change,
    field,
    hunk,
    cause,
    target,
    group,
    danger,
    image,
    noise,
    crd,
    figures,
    trustChange,
    diagnostic,
  },
};
