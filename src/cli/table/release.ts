/** The description of `krm-render release`. */
import type { Command } from "../command.ts";
import { BUILD_OPTIONS } from "../options/common-options.ts";
import { option } from "../options/option-table.ts";
import { CREATE_OPTIONS, RENDER_OPTIONS, VERIFY_OPTIONS } from "../options/release-options.ts";
import { TARGET_PARAGRAPH } from "./target-paragraph.ts";

export const release: Command = {
  name: "release",
  usage: ["create [TARGET|GLOB...] --output-dir OUT [OPTION...]", "verify ARCHIVE [OPTION...]"],
  summary: "make an archive of manifests that is the same bytes each time, or verify one",
  description: [
    "`create` renders the commit that is checked out into OUT/NAME-VERSION.tar.gz, which holds the manifest of each target, " +
      "their lock, release.json and SHA256SUMS. Beside it are these files themselves and its provenance as an in-toto " +
      "statement. It prints the digest of the archive. If a target fails, nothing is written.",
    TARGET_PARAGRAPH,
    "`verify` checks an archive without any other machine: its form, all digests in it and beside it, and a statement. It says " +
      "whether the archive is whole, not who made it.",
  ],
  options: [
    ...CREATE_OPTIONS,
    option("--repository ADDRESS", {
      default: "that of the remote origin, for `create`",
      summary: "`create`: the address of the repository in the release. `verify`: the one that must be there.",
    }),
    ...VERIFY_OPTIONS,
    ...RENDER_OPTIONS,
    ...BUILD_OPTIONS,
  ],
  examples: {
    "Release the production overlays": "krm-render release create 'apps/*/overlays/prod' --output-dir out",
    "Check an archive, and that it is that of a commit":
      "krm-render release verify out/shop-v1.2.3.tar.gz --commit 0123abc",
  },
  exitCodes: {
    0: "the release was made, or the archive is whole",
    1: "a target failed, the working tree has changes, or the archive is not what it should be",
  },
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/release.ts")).release,
};
