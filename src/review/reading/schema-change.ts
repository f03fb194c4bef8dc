/** The JSON Schema of a change, and of its parts. */
import {
  any,
  choice,
  count,
  file,
  flag,
  lineNumber,
  list,
  maybe,
  object,
  reference,
  text,
} from "../../schema-parts.ts";

export const objectName = {
  apiVersion: text("The group and version."),
  kind: text("The kind."),
  namespace: text("Empty when the object names none."),
  name: text("The name in the output. The content hash of a generated Secret is masked."),
};

export const values = {
  redacted: maybe(flag("A secret value: only its path is told.")),
  reference: maybe(flag("A generated name took the place of another.")),
  oversized: maybe(flag("The values are too long to repeat; the hunks show them.")),
  encrypted: maybe(flag("The values are encrypted (SOPS), and not repeated.")),
  bytes: maybe(
    object("The values are binary, and not repeated: their numbers of bytes.", {
      before: maybe(count("At base.")),
      after: maybe(count("At head.")),
    }),
  ),
  noise: maybe(text("The rule that says that this is of no consequence.")),
  before: maybe(any("The value at base. Integers beyond 2^53 are decimal strings.")),
  after: maybe(any("The value at head. Integers beyond 2^53 are decimal strings.")),
};

export const fieldOp = choice(
  "reordered: the list has the same elements in another order.",
  ..."added removed changed reordered".split(" "),
);

export const change = object("One change of one object, as all targets that name it have it.", {
  id: reference("id"),
  op: choice("What happened to the object.", "added", "removed", "changed"),
  object: object("The object at head, or at base if it was removed.", {
    ...objectName,
    baseName: maybe(text("The name without its generated content hash, where there is one.")),
  }),
  from: maybe(
    object(
      "What was different at base. A new namespace, kind, target, or name beyond its content hash makes the change a move.",
      {
        apiVersion: maybe(objectName.apiVersion),
        kind: maybe(objectName.kind),
        namespace: maybe(objectName.namespace),
        name: maybe(objectName.name),
        targets: maybe(
          list(
            "The ids of the targets that rendered the object at base, where others do at head; a renamed target by its new id.",
            reference("targetId"),
          ),
        ),
      },
    ),
  ),
  onlyReferences: maybe(flag("Only generated names that the object refers to differ.")),
  redacted: maybe(flag("Values were withheld.")),
  referrers: maybe(
    list(
      "Objects that changed because they refer to this one by its generated name.",
      object("The name of an object.", objectName),
    ),
  ),
  fields: list("The changed fields. Empty for an object that was added or removed.", reference("field")),
  moreFields: maybe(count("Changed fields beyond those listed.", 1)),
  crd: maybe(reference("crd")),
  elsewhere: maybe(
    object(
      "What of the object somebody else renders, such as its chart: what that changes in the cluster is not in the report.",
      {
        versions: list(
          "The versions that change. None where something else does, such as the values of a chart, or the whole object.",
          object("A version of something that is rendered elsewhere.", {
            what: choice("What it is.", "chart", "artifact", "repository", "package", "operator", "catalog", "bundle"),
            name: text("Its name."),
            before: text("The version at base."),
            after: text("The version at head."),
          }),
        ),
        directory: maybe(
          text(
            "The directory that a removed Kustomization of Flux names, from the top of its source: it may be a target.",
          ),
        ),
      },
    ),
  ),
  finalizers: maybe({
    ...list(
      "The finalizers of an object that is removed, without that of Argo CD on Applications: if it is deleted, it stays until controllers remove them.",
      text("The name."),
    ),
    minItems: 1,
  }),
  release: maybe(
    object("What Flux, helm or Argo CD does with an object, where it does not treat it as others.", {
      fate: maybe(
        choice(
          "kept: it is no longer in the chart, and stays because of helm.sh/resource-policy. definition: it is no longer in crds/, and stays. not-updated and not-created: the policy for crds/ leaves it alone. not-upgraded: it is in crds/, which helm applies only when it installs a release. prune-false and delete-false: Argo CD leaves it because of these options. crd: Argo CD deletes no CustomResourceDefinition with its Application. prune-disabled, reconcile-disabled, ssa-ignore and ssa-if-not-present: Flux keeps it, leaves it alone, or only creates it, because of a label or an annotation of that name.",
          "kept",
          "prune-false",
          "delete-false",
          "crd",
          "definition",
          "not-updated",
          "not-created",
          "not-upgraded",
          "prune-disabled",
          "reconcile-disabled",
          "ssa-ignore",
          "ssa-if-not-present",
        ),
      ),
      hook: maybe(
        list(
          "The events at which helm runs it, or the phases of a sync of Argo CD: it is a hook.",
          text("An event or a phase, such as pre-upgrade or PreSync."),
        ),
      ),
      becomes: maybe(
        choice(
          "hook: it becomes a hook of Argo CD. plain: it was one, and is applied as other objects from now on.",
          "hook",
          "plain",
        ),
      ),
      isReplaced: maybe(flag("Argo CD deletes it and creates it again, because of its sync options.")),
      isGenerated: maybe(
        flag("A new object has values that are others at each installation: <generated> stands for them."),
      ),
      mayBeIgnored: maybe(
        flag("Its Application ignores differences of it by rules that are not evaluated, so that some may be ignored."),
      ),
    }),
  ),
  hunks: list("The changed lines, as in a unified diff.", reference("hunk")),
  causes: list("The places in the sources that made the change.", reference("cause")),
});

export const crd = object("What the change of a CustomResourceDefinition means for its users.", {
  versions: list(
    "What happens to its versions.",
    object("A version.", {
      name: text("Its name."),
      op: choice("What happens to it.", ..."added removed served not-served stored not-stored deprecated".split(" ")),
    }),
  ),
  properties: list(
    "The properties that change, the weightiest first. Those of a new version are told in comparison with the one that base stores.",
    object("A property of a schema.", {
      version: text("The version."),
      path: text("Such as spec.template.replicas; [] stands for the elements of a list, * for the values of a map."),
      op: choice(
        "narrowed: refuses more than before. widened: the opposite.",
        ..."added removed retyped required optional narrowed widened default".split(" "),
      ),
      before: maybe(text("At base.")),
      after: maybe(text("At head.")),
    }),
  ),
  moreProperties: maybe(count("Further ones, which are not listed.", 1)),
  descriptions: count("The number of changed descriptions, in versions that both sides have."),
});

export const field = object("A changed value.", {
  path: text("A JSON Pointer into the object at head, or at base for what was removed."),
  namedPath: maybe(text("The path with names in place of positions, where elements of lists have names.")),
  label: text("The field in a few words that cannot be misread, such as limits.cpu."),
  op: fieldOp,
  image: maybe(
    text("The image, or the source of Flux, that the field is the version of, where both are written apart."),
  ),
  ...values,
});

export const hunk = object("Lines that changed together.", {
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

export const cause = object("A place in the sources that made a change, or a part of it.", {
  side: choice("The revision that the place is in: base for what was removed.", "base", "head"),
  file: file("The file, as diagnostics name files."),
  line: maybe(lineNumber),
  column: maybe(lineNumber),
  step: text(
    "The field of the kustomization that did it, such as resources or patches, or a step at the end of the build.",
  ),
  plugin: maybe(text("The function, generator or transformer that ran.")),
  entry: maybe(reference("location", "The entry of a Composition.")),
  imports: maybe(list("The imports that lead to the entry.", reference("location"))),
  overrides: maybe(list("The places that override the entry.", reference("location"))),
  fields: maybe(list("The paths of the fields that it explains. Absent for all of the change.", text("A path."))),
  targets: maybe(
    list(
      "The ids of the targets for which it is the cause. Absent for all that name the change.",
      reference("targetId"),
    ),
  ),
  inChange: maybe(flag("The commits between base and head edit this file.")),
});
