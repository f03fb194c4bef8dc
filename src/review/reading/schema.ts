/**
 * The JSON Schema of the report of `krm-render diff`. It is the one source of the validator (validate.generated.ts) and of
 * docs/schemas/diff-report.schema.json. `npm run build` writes the former, `npm run docs` the latter.
 *
 * Fields may be added within a version. So the published schema allows unknown fields, and the reader drops them.
 */

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

/** A text on one line: without control characters. Names and files can have some, which writers escape. */
const LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
const FILLED = "[\\s\\S]";

const line = (description: string): Schema => ({ description, type: "string", pattern: LINE });
const file = (description: string): Schema => ({ description, type: "string", pattern: FILLED });
const text = (description: string): Schema => ({ description, type: "string" });
const count = (description: string, minimum = 0): Schema => ({ description, type: "integer", minimum });
const flag = (description: string): Schema => ({ description, const: true });
const choice = (description: string, ...values: string[]): Schema => ({ description, enum: values });
const reference = (name: string, description?: string): Schema => ({
  ...(description === undefined ? {} : { description }),
  $ref: `#/$defs/${name}`,
});
const list = (description: string, items: Schema): Schema => ({ description, type: "array", items });
/** @param optional the names of the properties that may be absent */
const object = (description: string, properties: Properties, ...optional: string[]): Schema => ({
  description,
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const lineNumber = count("Counts from 1.", 1);

const side = object("One side of the comparison.", {
  sha: { description: "The full commit; null for a working tree.", type: ["string", "null"], pattern: "^[0-9a-f]+$" },
  label: line("How the user named the revision."),
  reason: line("Why this revision was chosen."),
});

const objectName = {
  apiVersion: text("The group and version."),
  kind: text("The kind."),
  namespace: text("Empty when the object names none."),
  name: text("The name in the output. The content hash of a generated Secret is masked."),
};

const values = {
  redacted: flag("A secret value: only its path is told."),
  reference: flag("A generated name took the place of another."),
  oversized: flag("The values are too long to repeat; the hunks show them."),
  before: { description: "The value at base. Integers beyond 2^53 are decimal strings." },
  after: { description: "The value at head. Integers beyond 2^53 are decimal strings." },
};

const fieldOp = choice(
  "reordered: the list has the same elements in another order.",
  "added",
  "removed",
  "changed",
  "reordered",
);

const change = object(
  "One change of one object, as all targets that name it have it.",
  {
    id: reference("id"),
    op: choice("What happened to the object.", "added", "removed", "changed"),
    object: object(
      "The object at head, or at base if it was removed.",
      { ...objectName, baseName: text("The name without its generated content hash, where there is one.") },
      "baseName",
    ),
    from: object(
      "What was different at base. A new namespace, kind, target, or name beyond its content hash makes the change a move.",
      {
        ...objectName,
        targets: list(
          "The targets that rendered the object at base, where others do at head; a renamed target by its new path.",
          reference("path"),
        ),
      },
      ...Object.keys(objectName),
      "targets",
    ),
    onlyReferences: flag("Only generated names that the object refers to differ."),
    redacted: flag("Values were withheld."),
    referrers: list(
      "Objects that changed because they refer to this one by its generated name.",
      object("The name of an object.", objectName),
    ),
    fields: list("The changed fields. Empty for an object that was added or removed.", reference("field")),
    moreFields: count("Changed fields beyond those listed.", 1),
    hunks: list("The changed lines, as in a unified diff.", reference("hunk")),
    causes: list("The places in the sources that made the change.", reference("cause")),
  },
  "from",
  "onlyReferences",
  "redacted",
  "referrers",
  "moreFields",
);

const field = object(
  "A changed value.",
  {
    path: text("A JSON Pointer into the object at head, or at base for what was removed."),
    namedPath: text("The path with names in place of positions, where elements of lists have names."),
    label: text("The field in a few words that cannot be misread, such as limits.cpu."),
    op: fieldOp,
    ...values,
  },
  "namedPath",
  ...Object.keys(values),
);

const hunk = object("Lines that changed together.", {
  oldStart: count("The first line at base, from 1; 0 if there is none."),
  oldLines: count("The number of lines at base."),
  newStart: count("The first line at head, from 1; 0 if there is none."),
  newLines: count("The number of lines at head."),
  fields: list("The field that each edit of the hunk is in, in order, without repeats.", text("A path.")),
  lines: list("The lines.", {
    description: "Begins with a space for context, - for removed, or + for added.",
    type: "string",
    pattern: "^[ +-][^\\n]*$",
  }),
});

const cause = object(
  "A place in the sources that made a change, or a part of it.",
  {
    side: choice("The revision that the place is in: base for what was removed.", "base", "head"),
    file: file("The file, as diagnostics name files."),
    line: lineNumber,
    column: lineNumber,
    step: text(
      "The field of the kustomization that did it, such as resources or patches, or a step at the end of the build.",
    ),
    plugin: text("The function, generator or transformer that ran."),
    entry: reference("location", "The entry of a Composition."),
    imports: list("The imports that lead to the entry.", reference("location")),
    overrides: list("The places that override the entry.", reference("location")),
    fields: list("The paths of the fields that it explains. Absent for all of the change.", text("A path.")),
    targets: list("The targets for which it is the cause. Absent for all that name the change.", reference("path")),
    inChange: flag("The commits between base and head edit this file."),
  },
  "line",
  "column",
  "plugin",
  "entry",
  "imports",
  "overrides",
  "fields",
  "targets",
  "inChange",
);

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
    why: text("Why it was rendered, or was not, in a few words."),
    resources: object("Objects rendered, by side.", { base: reference("sideCount"), head: reference("sideCount") }),
    changes: list(
      "The ids of its changes: what was removed, then what changed, what was added, and what only refers to something of a new name. An object that moved from one target to another is named by both.",
      reference("id"),
    ),
    layoutOnly: count("Objects that differ in their text but not in their content.", 1),
    diagnostics: list("Errors, warnings and notices.", reference("diagnostic")),
  },
  "from",
  "failedBefore",
  "layoutOnly",
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
  },
  "onlyReferences",
);

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
    failed: count("Those that fail at head and did not at base."),
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
  redacted: { description: "Values were withheld.", type: "boolean" },
});

const trustChange = object(
  "A change of what may run: an entry of a catalog, a reference to one, or a function.",
  {
    kind: choice("What changed.", "catalog-entry", "catalog-reference", "function", "signature-file"),
    op: choice("What happened to it.", "added", "removed", "changed"),
    subject: text("The function, such as `fn.example.com/v1 Paint`, or the reference."),
    file: file("The file that says so, at head, or at base for what was removed."),
    line: lineNumber,
    fields: list(
      "What changed in it. Empty for something that was added or removed whole.",
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
  },
  "file",
  "line",
  "column",
  "object",
  "hint",
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
    trust: list("What the change edits of the trust in functions. Absent if nothing.", reference("trustChange")),
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
    figures,
    trustChange,
    diagnostic,
  },
};
