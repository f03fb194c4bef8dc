/** The description of `krm-render diff`. */
import type { Command } from "../command.ts";
import {
  CONCURRENCY,
  configurationOptions,
  LOCK_OPTIONS,
  REVIEW_BUILD_OPTIONS,
  STRICT,
  TARGETS_FROM,
} from "../options/common-options.ts";
import { settingOption } from "../options/setting-option.ts";
import { SETTINGS_PARAGRAPH } from "./settings-paragraph.ts";
import { TARGET_PARAGRAPH } from "./target-paragraph.ts";

export const diff: Command = {
  name: "diff",
  usage: ["[TARGET|GLOB...] [--base REV] [--head REV] [OPTION...]", "--from PATH --to PATH [OPTION...]"],
  summary: "show how a change affects the manifests",
  description: [
    "Renders every target at two revisions and prints the differences, object by object. Values of Secrets are never shown.",
    "Revisions are read from the git repository directly; nothing is checked out.",
    TARGET_PARAGRAPH,
    SETTINGS_PARAGRAPH,
    "With --from and --to, renders nothing and compares manifests that were rendered elsewhere. A PATH is a file, `-` for standard input, or a directory whose files end in .yaml, .yml or .json.",
  ],
  options: [
    {
      name: "base",
      value: "REV",
      default: "the merge base of head and the default branch",
      summary: "The revision to compare with.",
    },
    { name: "head", value: "REV", default: "the working tree", summary: "The revision that contains the change." },
    { name: "from", value: "PATH", summary: "Manifests to compare with, instead of a revision." },
    { name: "to", value: "PATH", summary: "Manifests that contain the change." },
    {
      name: "format",
      value: "FORMAT",
      choices: ["text", "markdown", "patch", "json", "html", "sarif"],
      default: "text",
      summary: "Format of the output. `text` is for people: what fails, dangers, and a patch.",
    },
    { name: "output", short: "o", value: "FILE", summary: "Write to this file instead of standard output." },
    {
      name: "output-dir",
      value: "OUT",
      summary:
        "Write the report in all formats, the manifests and the times into this directory, as the action does. It must be empty, or hold an earlier output.",
    },
    {
      name: "shard",
      value: "I/N@DIGEST",
      summary:
        "Render one part of the targets, as `krm-render targets --shards` named it, for `krm-render merge`. Needs --output-dir.",
    },
    { name: "exit-code", summary: "Exit with status 3 when there are differences." },
    settingOption("affected-only", {
      summary: "Render only targets that the change can affect. --affected-only=false renders all.",
    }),
    ...configurationOptions({
      default: ".krm-render.yaml of the base",
      summary: "What counts as accepted, noise and withheld. With --from, nothing by default.",
    }),
    settingOption("fail-on-danger", {
      value: "LEVEL",
      summary: "Exit with status 1 when there is a danger of this level or a higher one that is not accepted.",
    }),
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    ...LOCK_OPTIONS,
    ...REVIEW_BUILD_OPTIONS,
  ],
  examples: [
    { comment: "Show what the working tree changes", command: "krm-render diff --base HEAD" },
    {
      comment: "Print the comment that a pull request would get",
      command: "krm-render diff --base origin/main --format markdown",
    },
    {
      comment: "Compare the outputs of two versions of a chart",
      command: "krm-render diff --from before.yaml --to after.yaml",
    },
    { comment: "Write a page for the browser", command: "krm-render diff --format html -o diff.html" },
  ],
  exitCodes: [
    [0, "compared, with or without differences"],
    [1, "a target fails at head, or cannot be compared; or there is a danger of the level of --fail-on-danger"],
    [3, "there are differences, with --exit-code"],
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/diff.ts")).diff,
};
