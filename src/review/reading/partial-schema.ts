/**
 * The JSON Schema of a partial review. The build compiles the validator from it. What a report holds as well is defined as in
 * the schema of a report.
 */

import {
  choice,
  count,
  FILLED,
  file,
  flag,
  line,
  lineNumber,
  list,
  maybe,
  object,
  reference,
  type Schema,
  text,
} from "../../schema-parts.ts";
import { reportSchema } from "./schema.ts";

const { $defs } = reportSchema;

type Properties = Readonly<Record<string, typeof $defs.id>>;

/** A part of the schema of a report, without some fields. */
function without(part: Schema, ...names: readonly string[]): Schema {
  const properties = Object.entries(part["properties"] as Properties).filter(([name]) => !names.includes(name));
  const required = (part["required"] as readonly string[]).filter((name) => !names.includes(name));
  return { ...part, required, properties: Object.fromEntries(properties) };
}

const position = (description: string): Schema => count(description);
const positions = (description: string): Schema => list(description, position("Counts from 0."));

const target = without($defs.target, "changes", "owners");

const partialTarget = {
  ...target,
  description: "A target, with the positions of its changes.",
  required: [...(target["required"] as readonly string[]), "changes"],
  properties: {
    ...(target["properties"] as Properties),
    changes: positions("Its changes, in the order of a report."),
    files: {
      description: "Stands for the set of edited files that it depends on. Absent if these are not known.",
      type: "string",
      pattern: "^[0-9a-f]{32}$",
    },
  },
};

const lines = (description: string): Schema => ({ description, type: "string", pattern: "^(?:[^\\n]*\\n)+$" });

const hunk = {
  ...$defs.hunk,
  properties: {
    ...($defs.hunk["properties"] as Properties),
    above: lines("Unchanged lines right above it."),
    below: lines("Unchanged lines right below it."),
    isCut: flag("More lines follow after those below the last hunk."),
  },
};

const partialChange = object("A change, as all targets that have it have it.", {
  digest: { description: "The SHA-256 of its content.", type: "string", pattern: "^[0-9a-f]{64}$" },
  change: reference("newChange"),
  original: maybe(
    object("The name before prefixes, suffixes and namespaces.", {
      kind: text("The kind."),
      namespace: text("Empty for none."),
      name: text("The name."),
    }),
  ),
  movable: maybe(
    object("Of an object of one side: what it takes to find it in another target.", {
      generated: list("Generated names in it.", {
        description: "A name, and the name without its hash.",
        type: "array",
        items: { type: "string" },
        minItems: 2,
        maxItems: 2,
      }),
      masked: maybe(flag("Hashes of Secrets are masked in it.")),
    }),
  ),
  origins: list(
    "The files that the object comes from.",
    object("A place.", {
      cause: reference("cause"),
      targets: maybe(positions("The targets that name it. Absent for all.")),
    }),
  ),
  traces: list(
    "What traces of targets found.",
    object("The trace of a target.", {
      target: position("The target."),
      asked: count("The number of fields that were asked about."),
      found: list(
        "The causes.",
        object("A cause.", {
          cause: reference("cause"),
          fields: maybe(list("The fields. Absent for all.", text("A path."))),
        }),
      ),
    }),
  ),
});

const danger = without($defs.danger, "targets", "change");

const partialDanger = object("A danger that rules found.", {
  change: position("The change."),
  targets: positions("The targets."),
  danger: {
    ...danger,
    properties: {
      ...(danger["properties"] as Properties),
      namedPath: text("The path with names of elements in place of their positions."),
      order: count("Which of several dangers tells that an object goes."),
      lacks: object("The object that the targets lack.", {
        kind: text("Its kind."),
        namespace: text("Its namespace. May be empty."),
        name: text("Its name."),
      }),
      silenced: object("An annotation accepts it.", {
        by: choice("As in a report.", "annotation", "this-change"),
        reason: line("Why."),
      }),
    },
  },
});

const podEffect = without($defs.podEffect, "targets", "change");

const partialPodEffect = {
  ...podEffect,
  required: [...(podEffect["required"] as readonly string[]), "change", "targets"],
  properties: {
    ...(podEffect["properties"] as Properties),
    change: position("The change."),
    targets: positions("The targets."),
  },
};

const trustSide = (description: string): Schema =>
  object(description, {
    uses: list(
      "What runs for each config.",
      object("What runs for a config.", {
        directory: text("That of the kustomization that lists it."),
        subject: text("The config."),
        file: file("The file."),
        line: maybe(lineNumber),
        notRun: maybe(flag("It was asked for, and did not run.")),
        isKept: maybe(flag("The base has the same files.")),
        fields: list("What runs.", object("A part of it.", { name: text("Its name."), text: text("Its text.") })),
      }),
    ),
    references: list(
      "The references to catalogs.",
      object("A reference.", {
        reference: text("The reference."),
        file: file("The file."),
        line: maybe(lineNumber),
        isGone: maybe(flag("The head has no such file.")),
        isKept: maybe(flag("The base has the same file.")),
      }),
    ),
  });

const root = object("What a run knows of some of the targets of a comparison.", {
  version: { description: "The version of this format.", const: 1 },
  base: reference("side"),
  head: reference("side"),
  configuration: {
    description: "The text of the configuration that counts. Null for none.",
    type: ["string", "null"],
  },
  changes: list(
    "Each distinct change once, in the order in which the targets name them first.",
    reference("partialChange"),
  ),
  targets: list("The targets, in their order.", reference("partialTarget")),
  dangers: list("The dangers.", reference("partialDanger")),
  podEffects: list("The effects on Pods.", reference("partialPodEffect")),
  trust: object("What may run on both sides.", {
    changes: list("What the change edits in any case, also of the configuration.", reference("trustChange")),
    base: trustSide("At the base."),
    head: trustSide("At the head."),
  }),
  notes: list("Notices and warnings about the comparison as a whole.", reference("diagnostic")),
  notices: list("Notices about files that were met.", reference("diagnostic")),
  unread: maybe(
    list("The changed files that none of these targets reads. Absent if that is not known.", reference("unreadFile")),
  ),
  owners: maybe(
    object("The owners of what the run has met. Absent if none are known.", {
      file: file("The CODEOWNERS file of the base."),
      files: list(
        "Those of the files of causes.",
        object("The owners of a file.", { file: file("The file."), owners: reference("owners") }),
      ),
      targets: list(
        "Those of targets.",
        object("The owners of a target.", { id: reference("targetId"), owners: reference("owners") }),
      ),
    }),
  ),
  told: maybe(
    object("What the run says beside the report.", {
      logged: list("For the log.", reference("diagnostic")),
      before: list("Before the report is made.", reference("diagnostic")),
      after: list("What went wrong beside the targets.", reference("diagnostic")),
      catalogs: list("The digests of the catalogs that were used.", {
        description: "The reference, and the digest.",
        type: "array",
        items: { type: "string" },
        minItems: 2,
        maxItems: 2,
      }),
    }),
  ),
});

export const partialSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Partial review of krm-render",
  ...root,
  $defs: {
    targetId: $defs.targetId,
    path: { ...$defs.path, pattern: FILLED },
    sideCount: $defs.sideCount,
    location: $defs.location,
    side: $defs.side,
    newChange: without($defs.change, "id", "causes"),
    field: $defs.field,
    hunk,
    crd: $defs.crd,
    cause: $defs.cause,
    trustChange: $defs.trustChange,
    diagnostic: $defs.diagnostic,
    unreadFile: $defs.unreadFile,
    owners: $defs.owners,
    partialChange,
    partialTarget,
    partialDanger,
    partialPodEffect,
  },
};
