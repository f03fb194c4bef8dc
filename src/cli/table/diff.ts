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
import { ofSetting, option, optionTable } from "../options/option-table.ts";
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
    ...optionTable({
      "--base REV": {
        default: "the merge base of head and the default branch",
        summary: "The revision to compare with.",
      },
      "--head REV": { default: "the working tree", summary: "The revision that contains the change." },
      "--from PATH": "Manifests to compare with, instead of a revision.",
      "--to PATH": "Manifests that contain the change.",
      "--format FORMAT": {
        choices: ["text", "markdown", "patch", "json", "html", "sarif"],
        default: "text",
        summary: "Format of the output. `text` is for people: what fails, dangers, and a patch.",
      },
      "-o, --output FILE": "Write to this file instead of standard output.",
      "--output-dir OUT":
        "Write the report in all formats, the manifests and the times into this directory, as the action does. It must be empty, or hold an earlier output.",
      "--shard I/N@DIGEST":
        "Render one part of the targets, as `krm-render targets --shards` named it, for `krm-render merge`. Needs --output-dir.",
      "--exit-code": "Exit with status 3 when there are differences.",
    }),
    option(
      "--affected-only",
      ofSetting("affected-only", "Render only targets that the change can affect. --affected-only=false renders all."),
    ),
    ...configurationOptions({
      default: ".krm-render.yaml of the base",
      summary: "What counts as accepted, noise and withheld. With --from, nothing by default.",
    }),
    option(
      "--fail-on-danger LEVEL",
      ofSetting(
        "fail-on-danger",
        "Exit with status 1 when there is a danger of this level or a higher one that is not accepted.",
      ),
    ),
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    ...LOCK_OPTIONS,
    ...REVIEW_BUILD_OPTIONS,
  ],
  examples: {
    "Show what the working tree changes": "krm-render diff --base HEAD",
    "Print the comment that a pull request would get": "krm-render diff --base origin/main --format markdown",
    "Compare the outputs of two versions of a chart": "krm-render diff --from before.yaml --to after.yaml",
    "Write a page for the browser": "krm-render diff --format html -o diff.html",
  },
  exitCodes: {
    0: "compared, with or without differences",
    1: "a target fails at head, or cannot be compared; or there is a danger of the level of --fail-on-danger",
    3: "there are differences, with --exit-code",
  },
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/diff.ts")).diff,
};
