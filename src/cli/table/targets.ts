/** The description of `krm-render targets`. */
import type { Command } from "../command.ts";
import { TARGETS_FROM } from "../options/common-options.ts";
import { TARGET_PARAGRAPH } from "./target-paragraph.ts";

export const targets: Command = {
  name: "targets",
  usage: ["[TARGET|GLOB...] [OPTION...]"],
  summary: "list the directories that would be rendered",
  description: [
    "Prints the path of each target, a tab, and the reason why it is a target. Paths are relative to the top of the repository.",
    TARGET_PARAGRAPH,
  ],
  options: [
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "Format of the list." },
    TARGETS_FROM,
  ],
  examples: [
    { comment: "List all targets", command: "krm-render targets" },
    { comment: "List only the paths", command: "krm-render targets | cut -f1" },
  ],
  exitCodes: [
    [0, "listed"],
    [1, "a path or glob names no target"],
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/targets.ts")).targets,
};
