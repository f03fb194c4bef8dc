/** The description of `krm-render init`. */
import type { Command } from "../command.ts";
import { optionTable } from "../options/option-table.ts";

export const init: Command = {
  name: "init",
  usage: ["[OPTION...]"],
  summary: "propose the workflow that reviews the pull requests of this repository",
  description: [
    "Looks at the repository: its kustomizations, what Argo CD and Flux deploy, and its workflows. Prints to standard error what " +
      "it found and what its targets need, and to standard output, as a patch, the files to add: a workflow, and .krm-render.yaml " +
      "where one is needed. With --write, it writes them.",
    "It never overwrites a file: if one exists, it says what to change in it. It builds each target once, and runs no program and " +
      "opens no connection for that.",
  ],
  options: optionTable({ "--write": "Write the files." }),
  examples: {
    "See what would be written": "krm-render init",
    "Write it": "krm-render init --write",
  },
  exitCodes: { 0: "proposed or written, or there is nothing to do", 1: "a file cannot be written" },
  maxArguments: 0,
  load: async () => (await import("../commands/init.ts")).init,
};
