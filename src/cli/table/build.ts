/** The description of `krm-render build`. */
import type { Command } from "../command.ts";
import { BUILD_OPTIONS, LOCK_OPTIONS, STRICT } from "../options/common-options.ts";
import { optionTable } from "../options/option-table.ts";

export const build: Command = {
  name: "build",
  usage: ["[DIR] [OPTION...]"],
  summary: "print the manifests of one directory",
  description: [
    "Builds DIR (default: the working directory) and prints its manifests to standard output, byte for byte as " +
      "`kustomize build` does. Problems go to standard error. If there is an error, no manifest is printed.",
  ],
  options: [
    ...optionTable({
      "-o, --output PATH":
        "Write to this file instead of standard output. If it is an existing directory, write one file for each object into it.",
    }),
    STRICT,
    ...LOCK_OPTIONS,
    ...BUILD_OPTIONS,
  ],
  examples: {
    "Print the manifests of production": "krm-render build overlays/prod",
    "Apply them": "krm-render build overlays/prod | kubectl apply -f -",
  },
  exitCodes: { 0: "built", 1: "the directory does not build" },
  maxArguments: 1,
  tooManyArguments: "build takes one directory; `krm-render render` takes many",
  load: async () => (await import("../commands/build.ts")).build,
};
