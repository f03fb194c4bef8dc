/** The description of `krm-render catalog`. */
import type { Command } from "../command.ts";
import { REACH_OPTIONS } from "../options/catalog-options.ts";
import { optionTable } from "../options/option-table.ts";

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
    ...optionTable({
      "--group GROUP": "The group of the function's configs. Required.",
      "--kind KIND": "The kind of the function's configs. Required.",
      "--version VERSION": "The version of the function's configs. Required.",
      "--description TEXT": "What the function does.",
      "--publisher TEXT": "Who made it.",
      "--runtime TYPE": {
        choices: ["container", "exec", "starlark"],
        default: "by the form of the last argument",
        summary: "What runs the function.",
      },
      "--bin PATH": { default: "the name of the download", summary: "The program in an archive." },
      "--os OS": { choices: ["linux", "darwin", "windows"], default: "linux", summary: "The platform of a binary." },
      "--arch ARCH": { choices: ["amd64", "arm64"], default: "amd64", summary: "The platform of a binary." },
      "--require-network": "Note that the function asks for the network.",
      "--require-storage-mount": "Note that the function asks for files of the kustomization.",
      "--replace": "Write the runtime of a function again that is there.",
    }),
    ...REACH_OPTIONS,
  ],
  examples: {
    "Start a catalog": "krm-render catalog init catalog.yaml",
    "Add a container":
      "krm-render catalog add catalog.yaml ghcr.io/org/label:v1 --group example.com --kind Label --version v1",
  },
  exitCodes: { 0: "written", 1: "something cannot be fetched, or the function is there already" },
  maxArguments: 3,
  tooManyArguments: "catalog takes a task, a file and a program",
  load: async () => (await import("../commands/catalog.ts")).catalog,
};
