/** The description of `krm-render merge`. */
import type { Command } from "../command.ts";
import { optionTable } from "../options/option-table.ts";
import { diff } from "./diff.ts";

/** The options about the output and the exit status. */
const PRESENTATION = ["format", "output", "exit-code", "fail-on-danger"];

export const merge: Command = {
  name: "merge",
  usage: ["DIR... [OPTION...]"],
  summary: "join the reports of several machines into the report of one run",
  description: [
    "Reads what `diff --shard --output-dir OUT`, or the action with its input `shard`, left on each machine, and prints the report that one run would have made. A DIR is such an output directory, a directory of them, or a glob.",
    "Every file is checked before it is used. A shard that is missing, there twice, or of another commit or plan is an error that names it: there is never a report that lacks targets.",
  ],
  options: [
    ...diff.options.filter(({ name }) => PRESENTATION.includes(name)),
    ...optionTable({
      "--output-dir OUT":
        "Write the report in all formats, the manifests and the times into this directory. It must be empty, or hold an earlier output.",
    }),
  ],
  examples: {
    "Join the shards of a job matrix": "krm-render merge reports --output-dir krm-render-report",
  },
  exitCodes: {
    0: "joined, with or without differences",
    1: "a shard is missing or unusable, a target fails, or a danger has the level of --fail-on-danger",
    3: "there are differences, with --exit-code",
  },
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/merge-reports.ts")).merge,
};
