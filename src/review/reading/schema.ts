/**
 * The JSON Schema of the report of `krm-render diff`. The build compiles the validator from it, and
 * `npm run docs` writes docs/schemas/diff-report.schema.json.
 *
 * Fields may be added within a version. So the published schema allows unknown fields, and the reader drops them.
 */

import {
  choice,
  count,
  deploymentName,
  FILLED,
  file,
  flag,
  line,
  lineNumber,
  list,
  maybe,
  object,
  reference,
  text,
} from "../../schema-parts.ts";
import { cause, change, crd, field, hunk } from "./schema-change.ts";
import { danger, diagnostic, trustChange, unreadFile } from "./schema-problems.ts";
import { figures, group, image, noise, owners, plannedChange, podEffect } from "./schema-rows.ts";

const side = object("One side of the comparison.", {
  sha: { description: "The full commit; null for a working tree.", type: ["string", "null"], pattern: "^[0-9a-f]+$" },
  label: line("How the user named the revision."),
  reason: line("Why this revision was chosen."),
});

const target = object("A target that was asked for.", {
  id: maybe(reference("targetId", "Absent in reports of earlier versions: it is the path.")),
  path: reference("path"),
  deployment: maybe(deploymentName),
  fate: maybe(
    object("What the controllers of deployments do with objects that go, or that they cannot update.", {
      keeps: maybe(
        choice(
          "Why objects that are no longer rendered stay in the cluster; absent if they are deleted. no-prune: it does not prune. orphan: its deletion policy is Orphan. suspended: it goes while it is suspended. not-deleted: it is no longer rendered, and stays in the cluster itself. not-pruned: Argo CD deletes them only when somebody asks for it. no-finalizer: their Application goes, which has no finalizer.",
          "no-prune",
          "orphan",
          "suspended",
          "not-deleted",
          "not-pruned",
          "no-finalizer",
        ),
      ),
      isSuspended: maybe(flag("Nothing is applied or deleted until it is resumed.")),
      isManual: maybe(flag("Argo CD applies nothing until somebody starts a sync.")),
      windows: maybe(
        list("The sync windows of its AppProject that may hold a sync back.", text("Such as: deny 0 22 * * * for 1h")),
      ),
      forces: maybe(flag("Objects that the API server refuses to update are deleted and created again.")),
      orphans: maybe(flag("Objects that are deleted leave what they have made, such as the Pods of a Deployment.")),
      isLeftOut: maybe(
        flag("At the base, no deployment builds the directory, although one builds a directory around it."),
      ),
    }),
  ),
  source: maybe(
    line(
      "The object of Flux that says where the chart of a release comes from, as KIND NAMESPACE/NAME; absent for a chart of the repository.",
    ),
  ),
  set: maybe(line("The ApplicationSet that makes the Application, as NAMESPACE/NAME.")),
  from: maybe(reference("targetId", "The id of the target at base, where it was renamed.")),
  to: maybe(
    reference(
      "path",
      "The path of its directory at head, where that was renamed and is no target any more, because another target includes it.",
    ),
  ),
  status: choice(
    "failed: not rendered at head. failed-at-base: rendered at head only; it is compared with an earlier commit, or as new. unaffected: nothing that the target depends on is edited, so it was not rendered.",
    ..."changed unchanged added removed failed failed-at-base unaffected".split(" "),
  ),
  failedBefore: maybe({ description: "With failed: whether it failed at base as well.", type: "boolean" }),
  isNew: maybe(flag("With failed: base does not have it.")),
  needs: maybe(
    list(
      "With failed and failed-at-base, and with removed where the base fails: the inputs that the run lacks to render the side that fails. Absent if it fails for another reason as well.",
      text("An input, such as remote."),
    ),
  ),
  comparedWith: maybe(
    object("With failed-at-base: the earlier commit of the base with whose rendering it is compared.", {
      sha: { description: "The full commit.", type: "string", pattern: "^[0-9a-f]+$" },
      date: { description: "When it was committed.", type: "string", pattern: "^\\d{4,}-\\d\\d-\\d\\d$" },
    }),
  ),
  asNew: maybe(flag("With failed-at-base: no earlier commit that builds was found, so all objects count as added.")),
  why: text("Why it was rendered, or was not, in a few words."),
  resources: object("Objects rendered, by side.", { base: reference("sideCount"), head: reference("sideCount") }),
  changes: list(
    "The ids of its changes: what was removed, then what changed, what was added, and what only refers to something of a new name. An object that moved from one target to another is named by both.",
    reference("id"),
  ),
  layoutOnly: maybe(count("Objects that differ in their text but not in their content.", 1)),
  mistakesBefore: maybe(
    count(
      "Changed objects with mistakes that they had at base, too, and that nobody accepts: `krm-render validate` lists these.",
      1,
    ),
  ),
  owners: maybe(
    reference("owners", "The owners of its directory, then those of the file that declares it. Absent for none."),
  ),
  edited: maybe({
    description: "Whether the change edits a file that it depends on. Absent if that is not known.",
    type: "boolean",
  }),
  diagnostics: list("Errors, warnings and notices.", reference("diagnostic")),
});

const root = object("What a change does to the rendered manifests. Fields may be added within a version.", {
  version: { description: "The version of this format.", const: 2 },
  base: reference("side"),
  head: reference("side"),
  changes: list("Each distinct change once, in the order in which the targets name them first.", reference("change")),
  targets: list(
    "Every target that was asked for: directories in path order, then deployments by cluster, namespace and name.",
    reference("target"),
  ),
  groups: list("The changes as people read them: one row for each edit, wherever it was made.", reference("group")),
  figures: reference("figures"),
  dangers: list(
    "What this change brings that can do harm: the highest level first, then by rule, then in the order of the changes.",
    reference("danger"),
  ),
  podEffects: list("What the changes mean for Pods that run, in the order of the changes.", reference("podEffect")),
  plan: maybe(
    list(
      "What becomes of each changed object when the change is applied, in the order of the changes. Absent in reports of earlier versions.",
      reference("plannedChange"),
    ),
  ),
  images: list("The images of containers that are replaced by others.", reference("image")),
  noise: list("What is folded because a rule says that it is of no consequence.", reference("noise")),
  trust: maybe(
    list(
      "What the change edits of the trust in functions, and of the configuration of reviews. Absent if nothing.",
      reference("trustChange"),
    ),
  ),
  unread: maybe(
    object("Changed files that no rendered target reads. Absent if that is not known.", {
      files: list("Those with a reason first, each in path order.", reference("unreadFile")),
      more: maybe(count("The number of further ones, which are not listed.", 1)),
    }),
  ),
  owners: maybe(
    object("Where the owners come from. Absent if none are known: then nothing has owners.", {
      file: file("The CODEOWNERS file of the base."),
    }),
  ),
  notes: maybe(
    list("Notices and warnings about the comparison as a whole. Absent if there are none.", reference("diagnostic")),
  ),
});

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
    targetId: {
      description: "The id of a target: the path of a directory, or `flux://CLUSTER/NAMESPACE/NAME`.",
      type: "string",
      pattern: FILLED,
    },
    path: {
      description: "The directory of a target: relative to the top of the repository, which is `.`.",
      type: "string",
      pattern: FILLED,
    },
    sideCount: { description: "Null where the side was not rendered.", type: ["integer", "null"], minimum: 0 },
    location: object("A place in a file.", {
      file: file("The file, as diagnostics name files."),
      line: maybe(lineNumber),
      column: maybe(lineNumber),
    }),
    side,
    change,
    field,
    hunk,
    cause,
    target,
    group,
    danger,
    podEffect,
    plannedChange,
    image,
    noise,
    owners,
    crd,
    figures,
    trustChange,
    diagnostic,
    unreadFile,
  },
};
