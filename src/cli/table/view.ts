/** The description of `krm-render view`. */
import type { Command } from "../command.ts";
import { BUILD_OPTIONS } from "../options/common-options.ts";

export const view: Command = {
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
  load: async () => (await import("../commands/view.ts")).view,
};
