/** The table of commands, in the order of the help. */
import type { Command } from "./command.ts";
import { BUILD_OPTIONS, CONCURRENCY, LOCK_OPTIONS, STRICT, TARGETS_FROM } from "./options/common-options.ts";
import { cache, catalog, pin } from "./source-commands.ts";

const TARGET_PARAGRAPH =
  "TARGET is a directory with a kustomization or a composition file. GLOB selects such directories by their path, and " +
  "!GLOB removes directories that were selected before it. Without arguments, the targets are all kustomizations and " +
  "compositions that no other one of the repository includes.";

const build: Command = {
  name: "build",
  usage: ["[DIR] [OPTION...]"],
  summary: "print the manifests of one directory",
  description: [
    "Builds DIR (default: the working directory) and prints its manifests to standard output, byte for byte as " +
      "`kustomize build` does. Problems go to standard error. If there is an error, no manifest is printed.",
  ],
  options: [
    {
      name: "output",
      short: "o",
      value: "PATH",
      summary:
        "Write to this file instead of standard output. If it is an existing directory, write one file for each object into it.",
    },
    STRICT,
    ...LOCK_OPTIONS,
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "Print the manifests of production", command: "krm-render build overlays/prod" },
    { comment: "Apply them", command: "krm-render build overlays/prod | kubectl apply -f -" },
  ],
  exitCodes: [
    [0, "built"],
    [1, "the directory does not build"],
  ],
  maxArguments: 1,
  tooManyArguments: "build takes one directory; `krm-render render` takes many",
  load: async () => (await import("./commands/build.ts")).build,
};

const render: Command = {
  name: "render",
  usage: ["[TARGET|GLOB...] --output-dir OUT [OPTION...]"],
  summary: "write the manifests of many directories",
  description: [
    "Renders every target into OUT/<target path>.yaml (the top of the repository into OUT/root.yaml) and writes " +
      "OUT/report.json, which lists every target with its file or its problems. If a target fails, the others are still " +
      "written.",
    TARGET_PARAGRAPH,
  ],
  options: [
    { name: "output-dir", value: "OUT", summary: "Where to write. Required. Files of earlier runs are not removed." },
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    ...LOCK_OPTIONS,
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "Render all targets", command: "krm-render render --output-dir out" },
    { comment: "Render all production overlays", command: "krm-render render 'apps/*/overlays/prod' --output-dir out" },
  ],
  exitCodes: [
    [0, "every target was rendered"],
    [1, "a target failed; the others were written"],
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("./commands/render.ts")).render,
};

const diff: Command = {
  name: "diff",
  usage: ["[TARGET|GLOB...] [--base REV] [--head REV] [OPTION...]"],
  summary: "show how a change affects the manifests",
  description: [
    "Renders every target at two revisions and prints the differences, object by object. Values of Secrets are never shown.",
    "Revisions are read from the git repository directly; nothing is checked out.",
    TARGET_PARAGRAPH,
  ],
  options: [
    {
      name: "base",
      value: "REV",
      default: "the merge base of head and the default branch",
      summary: "The revision to compare with.",
    },
    { name: "head", value: "REV", default: "the working tree", summary: "The revision that contains the change." },
    {
      name: "format",
      value: "FORMAT",
      choices: ["markdown", "patch", "json", "html"],
      default: "patch",
      summary: "Format of the output.",
    },
    { name: "output", short: "o", value: "FILE", summary: "Write to this file instead of standard output." },
    { name: "exit-code", summary: "Exit with status 3 when there are differences." },
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    ...LOCK_OPTIONS,
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "Show what the working tree changes", command: "krm-render diff --base HEAD" },
    {
      comment: "Print the comment that a pull request would get",
      command: "krm-render diff --base origin/main --format markdown",
    },
    { comment: "Write a page for the browser", command: "krm-render diff --format html -o diff.html" },
  ],
  exitCodes: [
    [0, "compared, with or without differences"],
    [1, "a target fails at head, or cannot be compared"],
    [3, "there are differences, with --exit-code"],
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("./commands/diff.ts")).diff,
};

const targets: Command = {
  name: "targets",
  usage: ["[TARGET|GLOB...] [OPTION...]"],
  summary: "list the directories that would be rendered",
  description: [
    "Prints the path of each target, a tab, and the reason why it is a target. Paths are relative to the top of the repository.",
    TARGET_PARAGRAPH,
  ],
  options: [
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "Format of the list." },
    TARGETS_FROM,
  ],
  examples: [
    { comment: "List all targets", command: "krm-render targets" },
    { comment: "List only the paths", command: "krm-render targets | cut -f1" },
  ],
  exitCodes: [
    [0, "listed"],
    [1, "a path or glob names no target"],
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("./commands/targets.ts")).targets,
};

const explain: Command = {
  name: "explain",
  usage: ["DIR [KIND/NAME] [FIELD] [OPTION...]"],
  summary: "show where an object or a value comes from",
  description: [
    "Builds DIR and prints the history of the object KIND/NAME: where it was created and each step that changed it, with the " +
      "place, the field of the kustomization, and the value before and after. With FIELD, prints the history of that field: " +
      "the step that set it last, then all earlier values. Without KIND/NAME, lists all objects.",
    "NAME is the name in the output or an earlier one. KIND may be written as KIND.GROUP. FIELD is a path such as " +
      "spec.template.spec.containers.[name=web].image, or a JSON Pointer; containers[web] and containers[0] are also " +
      "accepted. Values of Secrets are never shown.",
  ],
  options: [
    {
      name: "namespace",
      short: "n",
      value: "NAMESPACE",
      summary: "The namespace of the object, in the output or an earlier one.",
    },
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "Format of the output." },
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "Show the history of an object", command: "krm-render explain overlays/prod Deployment/web" },
    { comment: "Show who set a field", command: "krm-render explain overlays/prod Deployment/web spec.replicas" },
  ],
  exitCodes: [
    [0, "explained"],
    [1, "the directory does not build, or has no such object or field"],
  ],
  maxArguments: 3,
  tooManyArguments: "explain takes a directory, an object and a field at most",
  load: async () => (await import("./commands/explain.ts")).explain,
};

const view: Command = {
  name: "view",
  usage: ["composition [DIR] [OPTION...]"],
  summary: "print the list that a Composition is consolidated into",
  description: [
    "Consolidates the Composition of DIR (default: the working directory) with everything that it imports, and prints the " +
      "result as one Composition. A comment above each entry says where it was defined, which imports brought it, which " +
      "overrides changed it, and what runs it. No entry is run.",
    "The output, put in place of the Composition of DIR, builds to the same bytes.",
  ],
  options: [
    {
      name: "output",
      short: "o",
      value: "FORMAT",
      choices: ["yaml", "json"],
      default: "yaml",
      summary: "Format of the output.",
    },
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "Show what runs, and in which order", command: "krm-render view composition overlays/prod" },
    {
      comment: "List the names of the entries",
      command: "krm-render view composition overlays/prod -o json | jq -r '.entries[].name'",
    },
  ],
  exitCodes: [
    [0, "printed"],
    [1, "DIR holds no Composition, or it cannot be consolidated"],
  ],
  maxArguments: 2,
  tooManyArguments: "view takes `composition` and one directory",
  load: async () => (await import("./commands/view.ts")).view,
};

const version: Command = {
  name: "version",
  usage: [""],
  summary: "print the version",
  description: ["Prints the version of krm-render."],
  options: [],
  examples: [{ comment: "Print the version", command: "krm-render --version" }],
  exitCodes: [[0, "printed"]],
  maxArguments: 0,
  load: async () => (await import("./commands/version.ts")).version,
};

export const COMMANDS: readonly Command[] = [build, render, diff, targets, explain, view, pin, catalog, cache, version];
