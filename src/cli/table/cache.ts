/** The description of `krm-render cache`. */
import type { Command } from "../command.ts";
import { optionTable } from "../options/option-table.ts";

export const cache: Command = {
  name: "cache",
  usage: ["list|verify|prune [OPTION...]"],
  summary: "manage the files that were fetched from other machines",
  description: [
    "`list` prints the entries of the content store, the longest unused first: the day of the last use, the size in bytes, " +
      "`commit` or `file`, its id or digest, and for a commit the repository. `verify` reads all entries and prints the " +
      "broken ones. `prune` removes the entries that were not used for some time, and prints them.",
    "These tasks are optional: a build checks every entry that it reads, and fetches broken or missing ones again.",
  ],
  options: optionTable({
    "--directory DIR": { default: "$XDG_CACHE_HOME/krm-render, or ~/.cache/krm-render", summary: "The store." },
    "--older-than DAYS": { default: "30", summary: "`prune` removes entries that were not used for this many days." },
    "--max-size SIZE": {
      default: "no limit",
      summary:
        "`prune` also removes the least recently used entries above this total size, such as `500MiB` or `2GiB`.",
    },
    "--remove": "`verify` removes the broken entries, and ends with 0.",
  }),
  examples: {
    "Remove what was not used for a week": "krm-render cache prune --older-than 7",
    "Keep at most 2 GiB": "krm-render cache prune --max-size 2GiB",
  },
  exitCodes: { 0: "done", 1: "`verify` found a broken entry, and has not removed it" },
  maxArguments: 1,
  tooManyArguments: "cache takes one task",
  load: async () => (await import("../commands/cache.ts")).cache,
};
