/** The commands about what comes from elsewhere: what is pinned, listed in catalogs and kept. */
import type { Command, Option } from "./command.ts";

const INSECURE_REGISTRY: Option = {
  name: "insecure-registry",
  value: "HOST:PORT",
  repeatable: true,
  summary: "A registry on this machine that is reached over http, for tests.",
};

export const pin: Command = {
  name: "pin",
  usage: ["[DIR|FILE] [OPTION...]"],
  summary: "write what is moving as what is fixed",
  description: [
    "Reads the kustomization or composition of DIR (default: the working directory), or FILE, with everything local that it " +
      "includes. Replaces branches and tags of remote bases by commits, tags of catalogs and images of functions by digests, and " +
      "ranges of chart versions by versions. The old name stays behind as a comment. Nothing else in the files changes.",
    "The digests of remote files and charts go to krm-render.lock at the top of the repository, because kustomize accepts none " +
      "in a kustomization. Everything is resolved before anything is written.",
  ],
  options: [
    {
      name: "check",
      summary: "Write nothing and ask no server. List what moves, and exit with status 1 if something does.",
    },
    { name: "helm-command", value: "PROGRAM", default: "helm", summary: "The helm that finds the versions of charts." },
    INSECURE_REGISTRY,
  ],
  examples: [
    { comment: "Pin everything that production uses", command: "krm-render pin overlays/prod" },
    { comment: "Fail in CI if something moves", command: "krm-render pin --check overlays/prod" },
  ],
  exitCodes: [
    [0, "everything is fixed"],
    [1, "something moves, or cannot be resolved"],
  ],
  maxArguments: 1,
  tooManyArguments: "pin takes one directory or file",
  load: async () => (await import("./commands/pin.ts")).pin,
};

export const catalog: Command = {
  name: "catalog",
  usage: ["init FILE", "add FILE IMAGE|BINARY|SCRIPT --group GROUP --kind KIND --version VERSION [OPTION...]"],
  summary: "write a catalog of functions, with the digests of what it names",
  description: [
    "`init` writes a catalog without functions. `add` adds a function: it asks the registry for the digest of an IMAGE, or " +
      "fetches and hashes a BINARY (an archive or a program, at an https or oci address, or a file beside the catalog) or a " +
      "SCRIPT in Starlark, whose name ends with .star. Nothing is run, and nothing else in the file changes.",
    "A binary for another platform joins the version that is there.",
  ],
  options: [
    { name: "group", value: "GROUP", summary: "The group of the function's configs. Required." },
    { name: "kind", value: "KIND", summary: "The kind of the function's configs. Required." },
    { name: "version", value: "VERSION", summary: "The version of the function's configs. Required." },
    { name: "description", value: "TEXT", summary: "What the function does." },
    { name: "publisher", value: "TEXT", summary: "Who made it." },
    {
      name: "runtime",
      value: "TYPE",
      choices: ["container", "exec", "starlark"],
      default: "by the form of the last argument",
      summary: "What runs the function.",
    },
    { name: "bin", value: "PATH", default: "the name of the download", summary: "The program in an archive." },
    {
      name: "os",
      value: "OS",
      choices: ["linux", "darwin", "windows"],
      default: "linux",
      summary: "The platform of a binary.",
    },
    {
      name: "arch",
      value: "ARCH",
      choices: ["amd64", "arm64"],
      default: "amd64",
      summary: "The platform of a binary.",
    },
    { name: "require-network", summary: "Note that the function asks for the network." },
    { name: "require-storage-mount", summary: "Note that the function asks for files of the kustomization." },
    { name: "replace", summary: "Write the runtime of a function again that is there." },
    INSECURE_REGISTRY,
  ],
  examples: [
    { comment: "Start a catalog", command: "krm-render catalog init catalog.yaml" },
    {
      comment: "Add a container",
      command: "krm-render catalog add catalog.yaml ghcr.io/org/label:v1 --group example.com --kind Label --version v1",
    },
  ],
  exitCodes: [
    [0, "written"],
    [1, "something cannot be fetched, or the function is there already"],
  ],
  maxArguments: 3,
  tooManyArguments: "catalog takes a task, a file and a program",
  load: async () => (await import("./commands/catalog.ts")).catalog,
};

export const cache: Command = {
  name: "cache",
  usage: ["list|verify|prune [OPTION...]"],
  summary: "manage the files that were fetched from other machines",
  description: [
    "`list` prints the entries of the content store, the longest unused first: the day of the last use, the size in bytes, " +
      "`commit` or `file`, its id or digest, and for a commit the repository. `verify` reads all entries and prints the " +
      "broken ones. `prune` removes the entries that were not used for some time, and prints them.",
    "These tasks are optional: a build checks every entry that it reads, and fetches broken or missing ones again.",
  ],
  options: [
    {
      name: "directory",
      value: "DIR",
      default: "$XDG_CACHE_HOME/krm-render, or ~/.cache/krm-render",
      summary: "The store.",
    },
    {
      name: "older-than",
      value: "DAYS",
      default: "30",
      summary: "`prune` removes entries that were not used for this many days.",
    },
    {
      name: "max-size",
      value: "SIZE",
      default: "no limit",
      summary:
        "`prune` also removes the least recently used entries above this total size, such as `500MiB` or `2GiB`.",
    },
    { name: "remove", summary: "`verify` removes the broken entries, and ends with 0." },
  ],
  examples: [
    { comment: "Remove what was not used for a week", command: "krm-render cache prune --older-than 7" },
    { comment: "Keep at most 2 GiB", command: "krm-render cache prune --max-size 2GiB" },
  ],
  exitCodes: [
    [0, "done"],
    [1, "`verify` found a broken entry, and has not removed it"],
  ],
  maxArguments: 1,
  tooManyArguments: "cache takes one task",
  load: async () => (await import("./commands/cache.ts")).cache,
};
