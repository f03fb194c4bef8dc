/** All commands, in the order of the help. */
import type { Command } from "./command.ts";
import { BUILD_OPTIONS, CONCURRENCY, STRICT, TARGETS_FROM } from "./options/common-options.ts";

const TARGET_PARAGRAPH =
  "TARGET is a directory that holds a kustomization file; a GLOB is matched against the paths of all such directories, " +
  "and !GLOB takes away what was chosen before it. Without either, every kustomization is a target that no other " +
  "kustomization of the repository includes.";

const build: Command = {
  name: "build",
  usage: ["[DIR] [OPTION...]"],
  summary: "print the manifests of one directory",
  description: [
    "Builds DIR, by default the working directory, and prints its manifests to standard output, byte for byte what " +
      "`kustomize build` prints. Problems go to standard error; when there is an error, nothing is printed.",
  ],
  options: [
    {
      name: "output",
      short: "o",
      value: "PATH",
      summary: "Write to this file, or one file for each object into this directory if it exists, and print nothing.",
    },
    STRICT,
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "What would be applied to production?", command: "krm-render build overlays/prod" },
    { comment: "Apply it", command: "krm-render build overlays/prod | kubectl apply -f -" },
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
      "OUT/report.json, which lists every target with its file, or with what is wrong with it. A target that fails does " +
      "not keep the others from being written.",
    TARGET_PARAGRAPH,
  ],
  options: [
    { name: "output-dir", value: "OUT", summary: "Where to write. Required. Files of earlier runs are left alone." },
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "Everything", command: "krm-render render --output-dir out" },
    { comment: "All production overlays", command: "krm-render render 'apps/*/overlays/prod' --output-dir out" },
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
  summary: "show what a change does to the manifests",
  description: [
    "Renders every target at two revisions and prints what differs, object by object. Values of Secrets are never shown.",
    "Revisions are read straight from the git repository: nothing is checked out.",
    TARGET_PARAGRAPH,
  ],
  options: [
    {
      name: "base",
      value: "REV",
      default: "the merge base of head and the default branch",
      summary: "The revision to compare with.",
    },
    { name: "head", value: "REV", default: "the working tree", summary: "The revision with the change." },
    {
      name: "format",
      value: "FORMAT",
      choices: ["markdown", "patch", "json", "html"],
      default: "patch",
      summary: "How to print the differences.",
    },
    { name: "output", short: "o", value: "FILE", summary: "Write to this file and print nothing." },
    { name: "exit-code", summary: "Exit with status 3 when there are differences." },
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "What does my working tree change?", command: "krm-render diff --base HEAD" },
    {
      comment: "The comment that a pull request would get",
      command: "krm-render diff --base origin/main --format markdown",
    },
    { comment: "A page to read in the browser", command: "krm-render diff --format html -o diff.html" },
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
    "Prints the path of each target, a tab, and why it is one. Paths are relative to the top of the repository.",
    TARGET_PARAGRAPH,
  ],
  options: [
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "How to print the list." },
    TARGETS_FROM,
  ],
  examples: [
    { comment: "What would be rendered?", command: "krm-render targets" },
    { comment: "Only the paths", command: "krm-render targets | cut -f1" },
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
  summary: "tell where an object or a value comes from",
  description: [
    "Builds DIR and prints, for the object KIND/NAME, where it was made and each step that changed it: the place, the field " +
      "of the kustomization that asked for it, the value before and after. For a FIELD of it: who set it last, and what it " +
      "was before, back to where it began. Without KIND/NAME, the objects that there are.",
    "NAME may be the one in the output or an earlier one, KIND may be KIND.GROUP. FIELD is a path such as " +
      "spec.template.spec.containers.[name=web].image, containers[web] and containers[0] being fine as well, or a JSON " +
      "Pointer. Values of Secrets are never shown.",
  ],
  options: [
    { name: "namespace", short: "n", value: "NAMESPACE", summary: "The namespace of the object, now or earlier." },
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "How to print it." },
    ...BUILD_OPTIONS,
  ],
  examples: [
    { comment: "What happened to it?", command: "krm-render explain overlays/prod Deployment/web" },
    { comment: "Who set that?", command: "krm-render explain overlays/prod Deployment/web spec.replicas" },
  ],
  exitCodes: [
    [0, "explained"],
    [1, "the directory does not build, or there is no such object or field"],
  ],
  maxArguments: 3,
  tooManyArguments: "explain takes a directory, an object and a field",
  load: async () => (await import("./commands/explain.ts")).explain,
};

const cache: Command = {
  name: "cache",
  usage: ["list|verify|prune [OPTION...]"],
  summary: "look after what was fetched from other machines",
  description: [
    "`list` prints what the content store holds, the longest unused first: when it was last used, its size in bytes, the " +
      "repository, and the commit or digest. `verify` reads all of it and prints what is broken. `prune` removes what was not " +
      "used for long, and prints it.",
    "A build checks what it reads from the store and fetches again what is broken or gone, so nothing here is ever needed.",
  ],
  options: [
    {
      name: "directory",
      value: "DIR",
      default: "$XDG_CACHE_HOME/krm-render, or ~/.cache/krm-render",
      summary: "The store.",
    },
    { name: "older-than", value: "DAYS", default: "30", summary: "What counts as long for `prune`." },
  ],
  examples: [{ comment: "Make room", command: "krm-render cache prune --older-than 7" }],
  exitCodes: [
    [0, "done"],
    [1, "`verify` found something broken"],
  ],
  maxArguments: 1,
  tooManyArguments: "cache does one thing at a time",
  load: async () => (await import("./commands/cache.ts")).cache,
};

const version: Command = {
  name: "version",
  usage: [""],
  summary: "print the version",
  description: ["Prints the version of krm-render."],
  options: [],
  examples: [{ comment: "The same", command: "krm-render --version" }],
  exitCodes: [[0, "printed"]],
  maxArguments: 0,
  load: async () => (await import("./commands/version.ts")).version,
};

export const COMMANDS: readonly Command[] = [build, render, diff, targets, explain, cache, version];
