/** The options of `release create` and of `release verify`. */
import { CONCURRENCY, LOCKED, REDACT, STRICT, TARGETS_FROM } from "./common-options.ts";
import { optionTable } from "./option-table.ts";

export const CREATE_OPTIONS = [
  ...optionTable({
    "--output-dir OUT":
      "`create`: where to write. Required. Outside of the repository, or ignored by git. Only files of releases are replaced.",
    "--release-name NAME": {
      default: "the name of the repository",
      summary: "`create`: the first part of the archive's name.",
    },
    "--release-version VERSION": {
      default: "the first 12 digits of the commit",
      summary: "`create`: the second part of the archive's name.",
    },
    "--withhold-secrets":
      "`create`: leave out Secrets, and other objects with values that reviews withhold. release.json lists them.",
  }),
  { ...REDACT, summary: `\`create --withhold-secrets\`: ${REDACT.summary}` },
  ...optionTable({
    "--allow-dirty": "`create`: also release a working tree that differs from its commit. release.json says so.",
    "--push oci://REGISTRY/NAME:TAG": "`create`: push the archive as an artifact that Flux and Argo CD read.",
  }),
];

/** More options of `create`, which other commands have, too. */
export const RENDER_OPTIONS = [TARGETS_FROM, CONCURRENCY, STRICT, LOCKED];

export const VERIFY_OPTIONS = optionTable({
  "--statement FILE": "`verify`: a statement.intoto.json that must be about the archive.",
  "--commit ID": "`verify`: the commit that must have been released, or at least 7 digits of it.",
});
