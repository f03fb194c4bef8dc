/** The description of `krm-render version`. */
import type { Command } from "../command.ts";

export const version: Command = {
  name: "version",
  usage: [""],
  summary: "print the version",
  description: ["Prints the version of krm-render."],
  options: [],
  examples: {
    "Print the version": "krm-render --version",
  },
  exitCodes: { 0: "printed" },
  maxArguments: 0,
  load: async () => (await import("../commands/version.ts")).version,
};
