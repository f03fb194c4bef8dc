/** The answer of `krm-render view catalog`, as data. */
import {
  answer,
  boolean,
  choice,
  type Described,
  diagnostic,
  list,
  maybe,
  object,
  pattern,
  published,
  text,
  textMap,
} from "../schema-parts.ts";

const program = object("A program of a function.", {
  type: choice("What runs it.", "container", "exec", "starlark"),
  from: text("The image, the address or the path."),
  digest: maybe(text("As the catalog gives it. Absent: it gives none, so it will not run.")),
  platform: maybe(text("Such as linux/amd64. Absent for all.")),
});

const versionOfFunction = object("A version of a function.", {
  group: text("The group of its configurations."),
  version: text("The version of its configurations."),
  kind: text("The kind of its configurations."),
  hidden: boolean("Whether an earlier definition counts instead."),
  description: maybe(text("What it does, as the catalog says.")),
  publisher: maybe(text("As the catalog says; nothing is trusted by it.")),
  maintainers: list("As the catalog says.", text("A maintainer.")),
  license: maybe(text("As the catalog says.")),
  home: maybe(text("Its page.")),
  usage: maybe(text("How to use it.")),
  idempotent: maybe(boolean("Absent if the catalog does not say.")),
  configMap: boolean("Whether a ConfigMap may be its configuration."),
  schema: boolean("Whether its configurations are checked."),
  network: boolean("Whether it asks for the network."),
  mounts: boolean("Whether it asks for files of the kustomization."),
  programs: list("Its programs.", program),
});

export const catalogViewSchema = published(
  "Answer of krm-render view catalog",
  answer("A catalog for the decision whether to trust it.", {
    reference: text("The reference in its normal form, without secrets."),
    resolved: maybe(
      text("The commit, or the digest of the manifest, that the reference led to. Absent for paths and https."),
    ),
    sha256: pattern("The digest of the catalog.", "^[0-9a-f]{64}$"),
    pinned: boolean("Whether the reference alone fixes the content."),
    trustLine: text("The line that trusts exactly this content."),
    name: maybe(text("The name of the catalog.")),
    labels: textMap("The labels of the catalog."),
    functions: list("One for each version of each function, in the order of the file.", versionOfFunction),
    findings: list("Empty without --lint.", diagnostic),
  }),
);

export type CatalogView = Described<typeof catalogViewSchema>;
export type FunctionView = Described<typeof versionOfFunction>;
export type ProgramView = Described<typeof program>;
