/** The description of `krm-render view`. */
import type { Command } from "../command.ts";
import { BUILD_OPTIONS } from "../options/common-options.ts";
import { optionTable } from "../options/option-table.ts";

export const view: Command = {
  name: "view",
  usage: ["composition [DIR] [OPTION...]", "catalog REF [OPTION...]"],
  summary: "show what a Composition consists of, or what a catalog would run",
  description: [
    "`view composition` consolidates the Composition of DIR (default: the working directory) with everything that it " +
      "imports, and prints the result as one Composition. A comment above each entry says where it was defined, which " +
      "imports brought it, which overrides changed it, and what runs it. No entry is run. The output, put in place of the " +
      "Composition of DIR, builds to the same bytes.",
    "`view catalog` fetches the catalog REF, a path or an address as under `catalogs`, and prints what a person needs for " +
      "deciding to trust it: where it led to, its digest, its functions with their programs and permissions, and the line " +
      "that trusts exactly this content. Nothing of it is run, and nothing that it names is fetched.",
    "With --pin, it prints the catalog itself, with the digest of every image, executable and script that has none. " +
      "Only this asks registries for images, and fetches executables and scripts, to hash them.",
  ],
  options: [
    ...optionTable({
      "-o, --output FORMAT": {
        choices: ["yaml", "text", "json"],
        default: "yaml for a composition, text for a catalog",
        summary: "Format of the output.",
      },
      "--lint": "Also list what is wrong with a catalog. An error ends with 1.",
      "--pin": "Print the catalog with all digests; its layout and its comments stay.",
    }),
    ...BUILD_OPTIONS,
  ],
  examples: {
    "Show what runs, and in which order": "krm-render view composition overlays/prod",
    "List the names of the entries": "krm-render view composition overlays/prod -o json | jq -r '.entries[].name'",
    "Look at a catalog before trusting it": "krm-render view catalog oci://ghcr.io/org/catalog:v1",
    "Add the digests that are missing": "krm-render view catalog catalog.yaml --pin > pinned.yaml",
  },
  exitCodes: {
    0: "printed",
    1: "it cannot be read or consolidated, `--lint` found an error, or `--pin` did not find a digest",
  },
  maxArguments: 2,
  tooManyArguments: "view takes `composition` and one directory, or `catalog` and one reference",
  load: async () => (await import("../commands/view.ts")).view,
};
