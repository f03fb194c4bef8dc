/** The description of `krm-render catalog`. */
import type { Command } from "../command.ts";
import { REACH_OPTIONS } from "../options/catalog-options.ts";

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
    ...REACH_OPTIONS,
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
  load: async () => (await import("../commands/catalog.ts")).catalog,
};
