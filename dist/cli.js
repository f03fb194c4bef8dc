#!/usr/bin/env node
import {
  UsageError
} from "./chunks/shared-cli-command.js";
import {
  printDiagnostics
} from "./chunks/shared-cli-terminal.js";
import {
  nearest
} from "./chunks/shared-documents-spelling.js";
import {
  diagnosticsOf,
  visible
} from "./chunks/shared-diagnostics.js";
import "./chunks/shared-runtime.js";

// src/cli/process-terminal.ts
function processTerminal() {
  return {
    cwd: process.cwd(),
    env: process.env,
    // Opening a stream takes a millisecond or two, and most runs need one of them.
    stdout: sinkOf(() => process.stdout),
    stderr: sinkOf(() => process.stderr)
  };
}
function sinkOf(connect) {
  let connected;
  function stream() {
    connected ??= connect().on("error", (error) => {
      if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
    });
    return connected;
  }
  return {
    get isTTY() {
      return stream().isTTY === true;
    },
    write: (text) => new Promise((resolve) => stream().write(text, () => resolve()))
  };
}

// src/cli/arguments.ts
import { parseArgs } from "node:util";

// src/cli/later.ts
var NEEDS_FUNCTIONS = "runs KRM functions";
var NEEDS_CATALOGS = "trusts function catalogs";
var LATER = /* @__PURE__ */ new Map([
  ["view", "shows catalogs and compositions"],
  ["explain", "tells where a field comes from"],
  ["--enable-alpha-plugins", NEEDS_FUNCTIONS],
  ["--enable-exec", NEEDS_FUNCTIONS],
  ["--enable-star", NEEDS_FUNCTIONS],
  ["--network", NEEDS_FUNCTIONS],
  ["--network-name", NEEDS_FUNCTIONS],
  ["--mount", NEEDS_FUNCTIONS],
  ["--env", NEEDS_FUNCTIONS],
  ["-e", NEEDS_FUNCTIONS],
  ["--as-current-user", NEEDS_FUNCTIONS],
  ["--trusted-catalog", NEEDS_CATALOGS],
  ["--default-catalog", NEEDS_CATALOGS],
  ["--strict", "tightens the rules for functions"],
  ["--locked", "holds a build to a lock file"],
  ["--changed-since", "chooses targets by what changed"],
  ["--shards", "splits targets over a matrix"]
]);
function describeLater(name) {
  const purpose = LATER.get(name);
  if (purpose === void 0) return void 0;
  return `${name} ${purpose}, which this version of krm-render does not do`;
}

// src/cli/arguments.ts
var HELP_OPTION = { name: "help", short: "h", summary: "Print this page and exit." };
function parseInvocation(command, args) {
  const options = [...command.options, HELP_OPTION];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options.map((option) => [option.name, parseOption(option)])),
    // Unknown options are told apart below: what will come, what was misspelt.
    strict: false,
    allowPositionals: true,
    tokens: true
  });
  const values = /* @__PURE__ */ new Map();
  const positionals = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = options.find(({ name }) => name === token.name);
    if (option === void 0) throw unknownOption(command, options, token.name, token.rawName);
    const value = checkValue(option, token.rawName, token.value);
    if (option.repeatable && values.has(option.name)) values.get(option.name)?.push(value);
    else values.set(option.name, [value]);
  }
  const help = values.get("help")?.at(-1) === "true";
  if (positionals.length > command.maxArguments && !help) {
    const message = command.tooManyArguments ?? `${command.name} takes no argument "${positionals.at(-1)}"`;
    throw new UsageError(message, `Run \`krm-render ${command.name} --help\` for its usage.`);
  }
  return {
    arguments: positionals,
    value: (name) => values.get(name)?.at(-1),
    values: (name) => values.get(name) ?? [],
    has: (name) => values.get(name)?.at(-1) === "true"
  };
}
function parseOption({ value, short }) {
  const type = value === void 0 ? "boolean" : "string";
  return short === void 0 ? { type } : { type, short };
}
function checkValue(option, rawName, value) {
  if (option.value === void 0) {
    if (value === void 0 || value === "true") return "true";
    if (value === "false") return "false";
    throw new UsageError(`${rawName} is a switch and takes no value "${value}"`);
  }
  if (value === void 0) throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`);
  if (option.choices !== void 0 && !option.choices.includes(value)) {
    const guess = nearest(value, option.choices);
    throw new UsageError(
      `illegal value "${value}" for ${rawName}: expected ${option.choices.join(" or ")}`,
      guess === void 0 ? void 0 : `Did you mean ${guess}?`
    );
  }
  return value;
}
function unknownOption(command, options, name, rawName) {
  const later = describeLater(rawName);
  if (later !== void 0) return new UsageError(later);
  const names = options.map((option) => option.name);
  const guess = name.length > 1 ? nearest(name, names) : void 0;
  return new UsageError(
    `unknown option ${rawName} for ${command.name}`,
    guess === void 0 ? `Run \`krm-render ${command.name} --help\` for its options.` : `Did you mean --${guess}?`
  );
}

// src/cli/commands.ts
var LOAD_RESTRICTOR = {
  name: "load-restrictor",
  value: "RULE",
  choices: ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"],
  default: "LoadRestrictionsRootOnly",
  summary: "Whether a kustomization may read files outside of its own directory."
};
var REORDER = {
  name: "reorder",
  value: "ORDER",
  choices: ["legacy", "none"],
  default: "legacy",
  summary: "Order of the output where the kustomization has no sortOptions. Deprecated: prefer sortOptions."
};
var MANAGED_BY_LABEL = {
  name: "enable-managedby-label",
  summary: "Add the label app.kubernetes.io/managed-by with the value that kustomize gives it. Deprecated."
};
var HELM_OPTIONS = [
  { name: "enable-helm", summary: "Inflate Helm charts, by running helm. Without it, a chart is an error." },
  { name: "helm-command", value: "PROGRAM", default: "helm", summary: "The helm to run, version 3 or 4." },
  {
    name: "helm-api-versions",
    value: "VERSION",
    repeatable: true,
    summary: "API version that charts find available, where a chart's entry does not list any."
  },
  {
    name: "helm-kube-version",
    value: "VERSION",
    summary: "Kubernetes version that charts are told, where a chart's entry does not say any."
  },
  { name: "helm-debug", summary: "Have helm say more when it fails." }
];
var BUILD_OPTIONS = [LOAD_RESTRICTOR, REORDER, MANAGED_BY_LABEL, ...HELM_OPTIONS];
var CONCURRENCY = {
  name: "concurrency",
  value: "N",
  default: "8",
  summary: "How many targets are in work at a time."
};
var TARGETS_FROM = {
  name: "targets-from",
  value: "FILE",
  summary: "Read further targets from a file, one a line, as `krm-render targets` prints them; `-` is standard input."
};
var TARGET_PARAGRAPH = "TARGET is a directory that holds a kustomization file; a GLOB is matched against the paths of all such directories, and !GLOB takes away what was chosen before it. Without either, every kustomization is a target that no other kustomization of the repository includes.";
var build = {
  name: "build",
  usage: ["[DIR] [OPTION...]"],
  summary: "print the manifests of one directory",
  description: [
    "Builds DIR, by default the working directory, and prints its manifests to standard output, byte for byte what `kustomize build` prints. Problems go to standard error; when there is an error, nothing is printed."
  ],
  options: [
    {
      name: "output",
      short: "o",
      value: "PATH",
      summary: "Write to this file, or one file for each object into this directory if it exists, and print nothing."
    },
    ...BUILD_OPTIONS
  ],
  examples: [
    { comment: "What would be applied to production?", command: "krm-render build overlays/prod" },
    { comment: "Apply it", command: "krm-render build overlays/prod | kubectl apply -f -" }
  ],
  exitCodes: [
    [0, "built"],
    [1, "the directory does not build"]
  ],
  maxArguments: 1,
  tooManyArguments: "build takes one directory; `krm-render render` takes many",
  load: async () => (await import("./chunks/cli-build.js")).build
};
var render = {
  name: "render",
  usage: ["[TARGET|GLOB...] --output-dir OUT [OPTION...]"],
  summary: "write the manifests of many directories",
  description: [
    "Renders every target into OUT/<target path>.yaml (the top of the repository into OUT/root.yaml) and writes OUT/report.json, which lists every target with its file, or with what is wrong with it. A target that fails does not keep the others from being written.",
    TARGET_PARAGRAPH
  ],
  options: [
    { name: "output-dir", value: "OUT", summary: "Where to write. Required. Files of earlier runs are left alone." },
    TARGETS_FROM,
    CONCURRENCY,
    ...BUILD_OPTIONS
  ],
  examples: [
    { comment: "Everything", command: "krm-render render --output-dir out" },
    { comment: "All production overlays", command: "krm-render render 'apps/*/overlays/prod' --output-dir out" }
  ],
  exitCodes: [
    [0, "every target was rendered"],
    [1, "a target failed; the others were written"]
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("./chunks/cli-render.js")).render
};
var diff = {
  name: "diff",
  usage: ["[TARGET|GLOB...] [--base REV] [--head REV] [OPTION...]"],
  summary: "show what a change does to the manifests",
  description: [
    "Renders every target at two revisions and prints what differs, object by object. Values of Secrets are never shown.",
    "Revisions are read straight from the git repository: nothing is checked out.",
    TARGET_PARAGRAPH
  ],
  options: [
    {
      name: "base",
      value: "REV",
      default: "the merge base of head and the default branch",
      summary: "The revision to compare with."
    },
    { name: "head", value: "REV", default: "the working tree", summary: "The revision with the change." },
    {
      name: "format",
      value: "FORMAT",
      choices: ["markdown", "patch", "json", "html"],
      default: "patch",
      summary: "How to print the differences."
    },
    { name: "output", short: "o", value: "FILE", summary: "Write to this file and print nothing." },
    { name: "exit-code", summary: "Exit with status 3 when there are differences." },
    TARGETS_FROM,
    CONCURRENCY,
    ...BUILD_OPTIONS
  ],
  examples: [
    { comment: "What does my working tree change?", command: "krm-render diff --base HEAD" },
    {
      comment: "The comment that a pull request would get",
      command: "krm-render diff --base origin/main --format markdown"
    },
    { comment: "A page to read in the browser", command: "krm-render diff --format html -o diff.html" }
  ],
  exitCodes: [
    [0, "compared, with or without differences"],
    [1, "a target fails at head, or cannot be compared"],
    [3, "there are differences, with --exit-code"]
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("./chunks/cli-diff.js")).diff
};
var targets = {
  name: "targets",
  usage: ["[TARGET|GLOB...] [OPTION...]"],
  summary: "list the directories that would be rendered",
  description: [
    "Prints the path of each target, a tab, and why it is one. Paths are relative to the top of the repository.",
    TARGET_PARAGRAPH
  ],
  options: [
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "How to print the list." },
    TARGETS_FROM
  ],
  examples: [
    { comment: "What would be rendered?", command: "krm-render targets" },
    { comment: "Only the paths", command: "krm-render targets | cut -f1" }
  ],
  exitCodes: [
    [0, "listed"],
    [1, "a path or glob names no target"]
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("./chunks/cli-targets.js")).targets
};
var cache = {
  name: "cache",
  usage: ["list|verify|prune [OPTION...]"],
  summary: "look after what was fetched from other machines",
  description: [
    "`list` prints what the content store holds, the longest unused first: when it was last used, its size in bytes, the repository, and the commit or digest. `verify` reads all of it and prints what is broken. `prune` removes what was not used for long, and prints it.",
    "A build checks what it reads from the store and fetches again what is broken or gone, so nothing here is ever needed."
  ],
  options: [
    {
      name: "directory",
      value: "DIR",
      default: "$XDG_CACHE_HOME/krm-render, or ~/.cache/krm-render",
      summary: "The store."
    },
    { name: "older-than", value: "DAYS", default: "30", summary: "What counts as long for `prune`." }
  ],
  examples: [{ comment: "Make room", command: "krm-render cache prune --older-than 7" }],
  exitCodes: [
    [0, "done"],
    [1, "`verify` found something broken"]
  ],
  maxArguments: 1,
  tooManyArguments: "cache does one thing at a time",
  load: async () => (await import("./chunks/cli-cache.js")).cache
};
var version = {
  name: "version",
  usage: [""],
  summary: "print the version",
  description: ["Prints the version of krm-render."],
  options: [],
  examples: [{ comment: "The same", command: "krm-render --version" }],
  exitCodes: [[0, "printed"]],
  maxArguments: 0,
  load: async () => (await import("./chunks/cli-version.js")).version
};
var COMMANDS = [build, render, diff, targets, cache, version];

// src/cli/help.ts
var WIDTH = 88;
var INDENT = "  ";
function commandPage(command) {
  const name = `krm-render ${command.name}`;
  const codes = [...command.exitCodes, [2, "wrong usage: an unknown option, a missing value"]];
  const sections = [
    `${name} - ${command.summary}`,
    section(
      "Usage",
      command.usage.map((form) => `${name} ${form}`.trimEnd())
    ),
    ...command.description.map((paragraph) => wrap(paragraph, "").join("\n")),
    section("Options", [...command.options, HELP_OPTION].flatMap(optionLines)),
    section(
      "Examples",
      command.examples.flatMap(({ comment, command: line }) => [`# ${comment}`, line])
    ),
    section("Exit status", table(codes.map(([status, meaning]) => [String(status), meaning])))
  ];
  return `${sections.join("\n\n")}
`;
}
function programPage(commands) {
  const sections = [
    "krm-render - render Kubernetes configuration, and see what a change to it really changes",
    section("Usage", [
      "krm-render COMMAND [ARGUMENT...] [OPTION...]",
      "krm-render COMMAND --help",
      "krm-render --version"
    ]),
    section("Commands", table(commands.map(({ name, summary }) => [name, summary]))),
    section("Exit status", [
      "0  done",
      "1  a failure that the message tells how to mend",
      "2  wrong usage: an unknown command or option, a missing value"
    ])
  ];
  return `${sections.join("\n\n")}
`;
}
function section(title, lines) {
  return [`${title}:`, ...lines.map((line) => INDENT + line)].join("\n");
}
function optionLines(option) {
  const value = option.value === void 0 ? "" : ` ${option.value}`;
  const short = option.short === void 0 ? "" : `-${option.short}, `;
  const more = [
    option.choices === void 0 ? "" : ` One of: ${option.choices.join(", ")}.`,
    option.default === void 0 ? "" : ` Default: ${option.default}.`,
    option.repeatable ? " May be repeated." : ""
  ];
  return [`${short}--${option.name}${value}`, ...wrap(option.summary + more.join(""), "      ")];
}
function table(rows) {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}
function wrap(text, indent) {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line];
}

// src/cli/run.ts
var OK = 0;
var FAILURE = 1;
var WRONG_USAGE = 2;
async function run(args, terminal) {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      const hint = error.hint === void 0 ? "" : `  hint: ${error.hint}
`;
      await terminal.stderr.write(visible(`error: ${error.message}
${hint}`));
      return WRONG_USAGE;
    }
    await printDiagnostics(terminal, diagnosticsOf(error));
    return FAILURE;
  }
}
async function dispatch(args, terminal) {
  const [name, ...rest] = args;
  if (name === void 0) {
    await terminal.stderr.write(programPage(COMMANDS));
    return WRONG_USAGE;
  }
  if (name === "--version" || name === "-v") return dispatch(["version"], terminal);
  if (name === "help" || name === "--help" || name === "-h") {
    const topic = rest.find((argument) => !argument.startsWith("-"));
    await terminal.stdout.write(topic === void 0 ? programPage(COMMANDS) : commandPage(findCommand(topic)));
    return OK;
  }
  const command = findCommand(name);
  const invocation = parseInvocation(command, rest);
  if (invocation.has("help")) {
    await terminal.stdout.write(commandPage(command));
    return OK;
  }
  const execute = await command.load();
  return execute(invocation, terminal);
}
function findCommand(name) {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== void 0) return command;
  const later = describeLater(name);
  if (later !== void 0) throw new UsageError(later);
  const guess = nearest(name, [...COMMANDS.map((candidate) => candidate.name), "help"]);
  throw new UsageError(
    `unknown ${name.startsWith("-") ? "option" : "command"} "${name}"`,
    guess === void 0 ? "Run `krm-render help` for the list of commands." : `Did you mean ${guess}?`
  );
}

// src/cli/main.ts
process.exitCode = await run(process.argv.slice(2), processTerminal());
