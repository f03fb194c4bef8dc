/** The parts of the schema of a report that people read first: rows, images, what is folded, and figures. */

import { MAX_OWNERS } from "../../owners/index.ts";
import { choice, count, flag, list, maybe, object, pattern, reference, type Schema, text } from "../../schema-parts.ts";
import { PLAN_ACTIONS, POD_OWNER_KINDS } from "../report.ts";
import { fieldOp, values } from "./schema-change.ts";

const range = {
  least: count("The fewest of the targets."),
  most: count("The most of the targets.", 1),
};

export const owners = object("People and teams, as the CODEOWNERS file of the base names them.", {
  names: {
    ...list("The first ones, each once.", pattern("`@user`, `@org/team`, or an address of mail.", "^[\\w@./%+-]{2,}$")),
    minItems: 1,
    maxItems: MAX_OWNERS,
    uniqueItems: true,
  },
  more: maybe(count("The number of further ones.", 1)),
});

export const group = object("One row: one edit, wherever it was made.", {
  id: reference("id"),
  op: choice("moved: the objects have another place or name.", "added", "removed", "changed", "moved"),
  edits: list(
    "What is edited: edits that always occur together. Empty where whole objects are added or removed.",
    object(
      "An edit that the objects share. Where their values differ in their own names, <name>, <namespace>, <prefix> and <suffix> stand for these, and <target> for a directory of the only target that has the object.",
      {
        label: text("The field in a few words."),
        op: fieldOp,
        ...values,
        count: count("How often it was made, in all changes of the group together.", 1),
      },
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
  targets: list("The ids of the targets, in their order.", reference("targetId")),
  onlyReferences: maybe(flag("The objects differ only in the generated names that they refer to.")),
  owners: maybe(
    reference("owners", "The owners of the files that made the edit, then those of the targets. Absent for none."),
  ),
  whole: maybe(
    object("The row is of whole targets, which are new or gone: what each of them has, but for what moved.", {
      objects: object("The number of objects.", range),
      kinds: list(
        "The kinds of the objects: what holds data first, then what runs or deploys more, then other custom resources.",
        object("The number of objects of a kind.", { kind: text("The kind."), ...range }),
      ),
      moved: maybe(
        count("Further objects, in all targets together, that moved to other targets, or came from them.", 1),
      ),
      isRepaired: maybe(
        flag("The targets do not build at the base, and no earlier commit was found that builds them."),
      ),
    }),
  ),
  consequence: choice(
    "image: images of containers, also in the values of charts, and versions of sources of Flux. metadata: labels, annotations and descriptions. noise: what rules of noise fold. behaviour: everything else.",
    ..."behaviour image metadata noise".split(" "),
  ),
});

const bothTexts = (description: string): Schema =>
  object(description, { before: text("At base."), after: text("At head.") });

export const image = object("An image of containers that another one replaces.", {
  repository: bothTexts("The names without tags and digests."),
  version: bothTexts("Tag, digest, or both as they are written; empty for none."),
  containers: count(
    "The number of containers, in all changes together; 0 for values of charts, custom resources, and sources of Flux.",
    0,
  ),
  changes: list("The changes, in their order.", reference("id")),
  targets: list("The ids of the targets, in their order.", reference("targetId")),
});

const workload = object("A workload at head, or at base where its Pods end.", {
  kind: choice("Its kind.", ...POD_OWNER_KINDS),
  namespace: text("Empty when it names none."),
  name: text("Its name."),
  pods: {
    description: "The number of its Pods; null where the manifests do not say it, as where an autoscaler does.",
    type: ["integer", "null"],
    minimum: 1,
  },
});

export const podEffect = object("What a change means for Pods that run.", {
  change: reference("id"),
  targets: list("The ids of the targets, in their order.", reference("targetId")),
  effect: choice(
    "restarted: others replace them, step by step. recreated: all of them stop before others start. on-delete: they stay until somebody deletes them. paused: they stay until the Deployment is not paused any more. old-values: they keep what they have read until they restart. new-files: files in them change, and they do not restart. reloaded: Reloader restarts them. ended: the workload is deleted, and they go with it.",
    ..."restarted recreated on-delete paused old-values new-files reloaded ended".split(" "),
  ),
  workloads: list(
    "The workloads whose Pods they are. Where the template of a workload changes, and where a workload goes, it is the only one; otherwise, those that read or name the object.",
    workload,
  ),
});

export const plannedChange = object("What becomes of a changed object when the change is applied.", {
  change: reference("id"),
  targets: maybe(
    list(
      "The ids of the targets where it is so, in their order. Absent for all that have the change.",
      reference("targetId"),
    ),
  ),
  action: choice(
    "create. update: in its place, and no Pod restarts at once. restart: in its place, and other Pods replace those of the workload step by step. recreate: it is deleted and created again, or all of its Pods stop before others start. rename: it is created under another name, and the old one goes as others do. move: another target applies it. hook: helm runs it as a hook. delete. drop: it is no longer rendered, and whether that deletes it is not known. keep: it is no longer rendered, and its controller leaves it. skip: its controller applies nothing of it. refuse: the API server refuses it.",
    ...PLAN_ACTIONS,
  ),
});

export const noise = object("What one rule folds.", {
  rule: text("The id of a built-in rule, or the name of one of the configuration."),
  fields: count("Changed fields, in all changes together."),
  changes: count("Changes with such fields."),
  whole: count("Those of them in which nothing but noise changes, by this or other rules."),
});

export const figures = object("The numbers that people see first.", {
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
    unrendered: count("Those that fail at head for nothing but inputs that the run lacks."),
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
  elsewhere: count("Distinct changes of objects from which somebody else renders what the cluster gets."),
  layoutOnly: count("Objects of all targets that differ in their layout only."),
  mistakesBefore: count("Changed objects of all targets with mistakes that they had before."),
  groups: count("The number of groups."),
  dangers: object("Dangers by level, without those that are silenced.", {
    high: count("Of the level high."),
    medium: count("Of the level medium."),
    low: count("Of the level low."),
    silenced: count("Those that somebody accepted."),
  }),
  newWarnings: count("Distinct warnings that the change causes."),
  unread: maybe(count("Changed files that no rendered target reads. Absent if that is not known.")),
  redacted: { description: "Values were withheld.", type: "boolean" },
});
