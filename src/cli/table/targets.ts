/** The description of `krm-render targets`. */
import type { Command } from "../command.ts";
import { ENABLE_JSONNET, LOAD_RESTRICTOR, TARGETS_FROM } from "../options/common-options.ts";
import { optionTable } from "../options/option-table.ts";
import { SETTINGS_PARAGRAPH } from "./settings-paragraph.ts";
import { TARGET_PARAGRAPH } from "./target-paragraph.ts";

export const targets: Command = {
  name: "targets",
  usage: ["[TARGET|GLOB...] [OPTION...]"],
  summary: "list what would be rendered",
  description: [
    "Prints the id of each target, a tab, and the reason why it is a target. The id of a directory is its path, relative to the top of the repository. That of a Kustomization of Flux is flux://CLUSTER/NAMESPACE/NAME, and that of a HelmRelease flux://CLUSTER/NAMESPACE/HelmRelease/NAME; after another tab follow the directory that it builds or the chart that it renders, and the place that declares it. The network is needed only for what other repositories declare, and helm only for charts that render Applications.",
    TARGET_PARAGRAPH,
    SETTINGS_PARAGRAPH,
    "With --changed-since, prints only the targets that depend on what differs between REV and the working tree, each with what that is. REV is compared itself, not where the branches parted: for that, give `$(git merge-base HEAD REV)`. Targets that only REV has are listed, too.",
    "With --why, prints only the targets that a file or directory of the working tree may reach, each with the way: the directories on it, the declaration, or an object out of which Flux takes variables, values or a chart.",
    "With --shards, divides the targets among the jobs of a matrix, and prints one line of JSON for `strategy.matrix`. Each shard is named I/N@DIGEST: `diff --shard` and the input `shard` render that part, and refuse a name of another plan. They are parts of a comparison, so it needs --changed-since. The plan is told on standard error.",
  ],
  options: [
    ...optionTable({
      "--format FORMAT": { choices: ["text", "json"], default: "text", summary: "Format of the list." },
      "--changed-since REV": "List only the targets that the changes since this revision may affect.",
      "--head REV": {
        default: "the working tree",
        summary: "With --changed-since: the revision that contains the change.",
      },
      "--why PATH": "List only the targets that this file or directory reaches, and how.",
      "--shards N":
        "With --changed-since: divide the targets among N machines, 256 at most, or as many as `auto` finds worth it: about a minute of estimated work for each.",
      "--costs FILE":
        "With --shards: times.json of an earlier run, instead of estimates. The names of the shards carry this path: each machine needs the same file there.",
      "--affected-only": {
        default: "true",
        summary: "With --shards: --affected-only=false counts all targets as affected, for runs that render all.",
      },
    }),
    LOAD_RESTRICTOR,
    ENABLE_JSONNET,
    TARGETS_FROM,
  ],
  examples: {
    "List all targets": "krm-render targets",
    "List only the paths": "krm-render targets | cut -f1",
    "List what the last commit may affect": "krm-render targets --changed-since HEAD~1",
    "Find out what a file reaches": "krm-render targets --why components/audit",
    "Divide the targets of a change for the jobs of a matrix":
      "krm-render targets --changed-since origin/main --head HEAD --shards auto",
  },
  exitCodes: { 0: "listed", 1: "a path or glob names no target" },
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/targets.ts")).targets,
};
