/** The description of `krm-render pin`. */
import type { Command } from "../command.ts";
import { REACH_OPTIONS } from "../options/catalog-options.ts";
import { optionTable } from "../options/option-table.ts";

export const pin: Command = {
  name: "pin",
  usage: ["[DIR|FILE] [OPTION...]"],
  summary: "write what is moving as what is fixed",
  description: [
    "Reads the kustomization or composition of DIR (default: the working directory), or FILE, with everything local that it " +
      "includes. Replaces branches and tags of remote bases by commits, tags of catalogs and images of functions by digests, and " +
      "ranges of chart versions by versions. The old name stays behind as a comment. Nothing else in the files changes.",
    "The digests of remote files and charts go to krm-render.lock at the top of the repository, because kustomize accepts none " +
      "in a kustomization. Everything is resolved before anything is written.",
  ],
  options: [
    ...optionTable({
      "--check": "Write nothing and ask no server. List what moves, and exit with status 1 if something does.",
    }),
    ...REACH_OPTIONS,
  ],
  examples: {
    "Pin everything that production uses": "krm-render pin overlays/prod",
    "Fail in CI if something moves": "krm-render pin --check overlays/prod",
  },
  exitCodes: { 0: "everything is fixed", 1: "something moves, or cannot be resolved" },
  maxArguments: 1,
  tooManyArguments: "pin takes one directory or file",
  load: async () => (await import("../commands/pin.ts")).pin,
};
