/** The report of the command `render`: the targets and the files that they were written to. */

import {
  answer,
  choice,
  count,
  type Described,
  diagnostic,
  list,
  object,
  orNull,
  pattern,
  published,
  targetName,
  text,
} from "../schema-parts.ts";

const target = object("A target. One that failed has no file.", {
  ...targetName,
  status: choice("Whether it was rendered.", "rendered", "failed"),
  file: orNull(text("Relative to the report.")),
  sha256: orNull(pattern("The digest of the file, in lower-case hexadecimal.", "^[0-9a-f]{64}$")),
  resources: orNull(count("The number of objects in the file.")),
  diagnostics: list("Errors, warnings and notices.", diagnostic),
});

export const renderReportSchema = published(
  "Report of krm-render render",
  answer("Which targets were rendered, and to which files.", {
    targets: list("Directories in path order, then deployments by cluster, namespace and name.", target),
  }),
);

export type RenderReport = Described<typeof renderReportSchema>;
export type RenderReportTarget = Described<typeof target>;
