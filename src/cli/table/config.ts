/** The description of `krm-render config`. */
import type { Command } from "../command.ts";
import { optionTable } from "../options/option-table.ts";

export const config: Command = {
  name: "config",
  usage: ["[OPTION...]"],
  summary: "print the settings in force, and where each comes from",
  description: [
    "Prints each setting that is set with its value, and where that comes from: the workflow, or a line of .krm-render.yaml at a " +
      "revision; with --all also those that have their defaults. The rules about dangers, noise and values to withhold follow, and then what the head edits of all that is read " +
      "from the base, which counts when it is merged.",
    "What decides how strictly a change is reviewed is read from the base, which is chosen as by `diff`; the rest from the head, " +
      "the working tree by default. What a workflow sets is seen in the environment of a step only.",
  ],
  options: optionTable({
    "--base REV": { default: "as for diff", summary: "The revision that a change is compared with." },
    "--head REV": { default: "the working tree", summary: "The revision with the change." },
    "--all": "Print the settings that have their defaults, too.",
    "--privileged":
      "As for events that strangers can cause, and whose runs have secrets: everything is read from the base.",
    "--format FORMAT": { choices: ["text", "json"], default: "text", summary: "Format of the output." },
  }),
  examples: {
    "See what is in force": "krm-render config",
    "See what is set in a file": "krm-render config | grep .krm-render.yaml",
  },
  exitCodes: { 0: "printed", 1: "a file has mistakes" },
  maxArguments: 0,
  load: async () => (await import("../commands/config.ts")).config,
};
